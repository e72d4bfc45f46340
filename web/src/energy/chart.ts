/** Energies over time: curves with a legend that tells their values now. A click sets the clock. */
import uPlot from 'uplot';
import { Grid } from '../model/run';
import { curveColour, DASHES, drawInstant, style } from '../plots/look';
import type { Clock } from '../state/clock';
import { element, numberText, oncePerFrame, withUnit } from '../ui/element';
import type { EnergyCurve } from './sums';

/** Linear between instants; of two at one instant the later one. */
export function valueAt(times: Float64Array, values: Float64Array, time: number): number {
  const { row, fraction } = new Grid(times).seek(time);
  return fraction > 0 ? (1 - fraction) * values[row] + fraction * values[row + 1] : values[row];
}

export class EnergyChart {
  readonly node = element('div', { class: 'energies' });
  private readonly legend = element('div', { class: 'legend' });
  private readonly place = element('div', { class: 'chart' });
  private chart: uPlot | undefined;
  private times: Float64Array = new Float64Array();
  private curves: (EnergyCurve & { shown: HTMLElement; swatch: HTMLElement })[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly height: number,
  ) {
    this.node.append(this.legend, this.place);
    this.place.style.height = `${height}px`;
    // Also when it is first seen.
    new ResizeObserver(() => { this.fit(); }).observe(this.place);
  }

  show(times: Float64Array, curves: EnergyCurve[]): void {
    this.times = times;
    this.curves = curves.map((curve, index) => {
      const swatch = element('span', { class: 'swatch' });
      swatch.style.background = curveColour(index);
      return { ...curve, swatch, shown: element('output', { class: 'value', data: { energy: curve.name } }) };
    });
    this.legend.replaceChildren(
      ...this.curves.map(({ name, shown, swatch }) => element('div', { class: 'curve' }, swatch, element('b', { text: name }), shown)),
    );
    this.chart?.destroy();
    this.chart = undefined;
    this.fit();
    this.update();
  }

  private fit(): void {
    const width = this.place.clientWidth;
    if (width === 0 || this.curves.length === 0) return;
    if (this.chart) this.chart.setSize({ width, height: this.height });
    else this.chart = this.make(width);
    this.update();
  }

  private make(width: number): uPlot {
    const axis = (more: Partial<uPlot.Axis>): uPlot.Axis => ({
      stroke: () => style('--second'),
      grid: { stroke: () => style('--rule'), width: 1 },
      ticks: { show: false },
      font: `11px ${style('--font')}`,
      values: (_, values) => values.map((value) => numberText(value, 4)),
      gap: 4,
      ...more,
    });
    const chart = new uPlot(
      {
        width,
        height: this.height,
        padding: [10, 20, 0, 0],
        legend: { show: false },
        scales: { x: { time: false } },
        cursor: { points: { show: false }, drag: { x: false, y: false } },
        axes: [axis({ size: 28 }), axis({ size: 64, space: 20 })],
        series: [
          {},
          ...this.curves.map((_, index) => ({
            stroke: () => curveColour(index),
            width: 1.8,
            dash: DASHES[index % DASHES.length],
            points: { show: false },
          })),
        ],
        hooks: { draw: [(drawn) => { this.drawNow(drawn); }] },
      },
      [this.times, ...this.curves.map(({ values }) => values)],
      this.place,
    );
    chart.over.addEventListener('click', (event) => {
      this.clock.pause();
      this.clock.time = chart.posToVal(event.offsetX, 'x');
    });
    return chart;
  }

  private drawNow(chart: uPlot): void {
    drawInstant(chart, chart.valToPos(this.clock.time, 'x', true));
  }

  /** Values and the line of the clock. */
  readonly update = oncePerFrame(() => {
    if (this.node.offsetParent === null) return;
    for (const { values, shown } of this.curves) {
      const value = valueAt(this.times, values, this.clock.time);
      shown.textContent = withUnit(value, 'J');
      shown.dataset.value = String(value);
    }
    this.chart?.redraw(false, false);
  });

  /** Colours have changed. */
  dress(): void {
    this.curves.forEach(({ swatch }, index) => { swatch.style.background = curveColour(index); });
    this.chart?.redraw(false, false);
  }
}
