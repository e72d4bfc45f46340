/** A plot: curves over time on a card, with the value of each at the time of the clock. */
import uPlot from 'uplot';
import type { EventRow } from '../format/types';
import type { Run, Signal } from '../model/run';
import type { Clock } from '../state/clock';
import { button, element, icon, numberText, oncePerFrame, withUnit } from '../ui/element';
import { curveColour, DASHES, drawInstant, style } from './look';
import { saveCsv, savePng } from './save';

export interface CardActions {
  remove(path: string): void;
  /** A range of time that all plots show; null: the whole run. */
  zoom(range: [number, number] | null): void;
}

const HEIGHT = 190;
const MOST_EVENTS = 80; // in sight
// The enumeration exists for the compiler only.
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
const RIGHT = 1 as uPlot.Axis.Side;

/** Curves of one unit have one scale. */
const scaleOf = (unit: string): string => `y ${unit}`;

interface Curve {
  signal: Signal;
  values: Float64Array;
  colour: string;
  shown: HTMLElement;
}

export class PlotCard {
  readonly node = element('section', { class: 'card plot' });
  private readonly legend = element('div', { class: 'legend' });
  private readonly place = element('div', { class: 'chart' });
  private chart: uPlot | undefined;
  private curves: Curve[] = [];
  private times: Float64Array = new Float64Array();
  private reference: Run | undefined;
  private against = false; // the first curve is the x axis
  private visible = false;
  private built = false;
  private range: [number, number] | null = null;
  private readonly observer: IntersectionObserver;
  private readonly sizes: ResizeObserver;

  constructor(
    private readonly run: Run,
    private readonly clock: Clock,
    private events: EventRow[],
    readonly paths: string[],
    private readonly firstColour: number,
    private readonly actions: CardActions,
  ) {
    this.node.dataset.paths = paths.join(';');
    this.node.append(this.legend, this.place, this.tools());
    this.observer = new IntersectionObserver((entries) => {
      this.visible = entries.some((entry) => entry.isIntersecting);
      if (this.visible) this.show();
    });
    this.observer.observe(this.node);
    this.sizes = new ResizeObserver(() => {
      const width = this.place.clientWidth;
      if (this.chart && width > 0 && width !== this.chart.width) this.chart.setSize({ width, height: HEIGHT });
    });
    this.sizes.observe(this.place);
    void this.load();
  }

  private async load(): Promise<void> {
    await this.read((signal, colour) => this.legendRow(signal, colour));
    this.node.dataset.ready = 'true';
  }

  /** The run has other data, or is compared with another one. */
  renew(reference: Run | undefined): void {
    this.reference = reference;
    this.node.dataset.compared = String(reference !== undefined);
    this.events = this.run.header.events;
    void this.read((signal, colour) => this.curves.find((curve) => curve.signal === signal)?.shown ?? this.legendRow(signal, colour));
  }

  private async read(legend: (signal: Signal, colour: string) => HTMLElement): Promise<void> {
    const signals = this.paths.map((path) => this.run.signal(path)).filter((signal) => signal !== undefined);
    await this.run.need(signals.map((signal) => signal.value));
    // Curves of one plot have the same instants: the finest that all of them have.
    const columns = signals.map((signal) => this.run.column(signal.value));
    const sparse = columns.some((column) => column?.grid === this.run.grids[2]);
    const grid = sparse ? this.run.grids[2] : this.run.grids[0];
    this.times = grid.times;
    this.curves = signals.map((signal, index) => {
      const column = columns[index];
      const values = new Float64Array(this.times.length);
      for (let row = 0; row < values.length; ++row) {
        if (!column) values[row] = typeof signal.value === 'number' ? signal.value : NaN;
        else if (column.grid === grid) values[row] = signal.sign * column.at(row);
        else values[row] = this.run.at(signal, this.times[row]);
      }
      const colour = curveColour(this.firstColour + index);
      return { signal, values, colour, shown: legend(signal, colour) };
    });
    this.build();
    this.update();
  }

  /** The same variables in the other run, at the instants of this one; nothing beyond its end. */
  private before(): { curve: Curve; values: (number | null)[] }[] {
    const { reference } = this;
    if (!reference) return [];
    return this.curves.flatMap((curve) => {
      const signal = reference.signal(curve.signal.path);
      if (!signal || !reference.has(signal.value)) return [];
      const at = (time: number): number | null => (time > reference.stop ? null : reference.at(signal, time));
      return [{ curve, values: Array.from(this.times, at) }];
    });
  }

  private legendRow(signal: Signal, colour: string): HTMLElement {
    const shown = element('output', { class: 'value', data: { path: signal.path } });
    const swatch = element('span', { class: 'swatch' });
    swatch.style.background = colour;
    const close = button(
      { label: `Remove ${signal.path}`, class: 'quiet', on: { click: () => { this.actions.remove(signal.path); } } },
      icon('M4 4l8 8M12 4l-8 8'),
    );
    this.legend.append(
      element(
        'div',
        { class: 'curve', title: `${signal.path}: ${signal.description}` },
        swatch,
        element('b', { class: 'path', text: signal.path }),
        element('span', { class: 'second', text: signal.description }),
        shown,
        close,
      ),
    );
    return shown;
  }

  private tools(): HTMLElement {
    const against = button({
      label: 'Plot the other curves over the first',
      shows: 'x–y',
      class: 'quiet',
      on: {
        click: () => {
          this.against = !this.against;
          against.setAttribute('aria-pressed', String(this.against));
          this.build();
        },
      },
    });
    against.hidden = this.paths.length < 2;
    const name = (): string => this.paths.join('+');
    return element(
      'div',
      { class: 'tools' },
      against,
      button({ label: 'Save as PNG', shows: 'PNG', class: 'quiet', on: { click: () => { if (this.chart) savePng(this.chart, name()); } } }),
      button({
        label: 'Save as CSV',
        shows: 'CSV',
        class: 'quiet',
        on: {
          click: () => {
            saveCsv(name(), [
              { name: 'time', values: this.times },
              ...this.curves.map(({ signal, values }) => ({ name: signal.path, values })),
            ]);
          },
        },
      }),
    );
  }

  // -- the chart --

  private build(): void {
    this.chart?.destroy();
    this.built = false;
    if (this.visible) this.show();
  }

  private show(): void {
    if (this.curves.length === 0) return;
    if (!this.built) {
      this.built = true;
      this.chart = this.against ? this.makeAgainst() : this.makeOverTime();
    }
    this.update();
  }

  private axis(more: Partial<uPlot.Axis>): uPlot.Axis {
    return {
      stroke: style('--second'),
      grid: { stroke: style('--rule'), width: 1 },
      ticks: { show: false },
      font: `11px ${style('--font')}`,
      ...more,
    };
  }

  private makeOverTime(): uPlot {
    const before = this.before();
    const units = [...new Set(this.curves.map(({ signal }) => signal.unit))];
    // An axis of one curve has its colour; the first one is on the left.
    const strokeOf = (unit: string): string => {
      const own = this.curves.filter(({ signal }) => signal.unit === unit);
      return units.length > 1 && own.length === 1 ? own[0].colour : style('--second');
    };
    const ticks = (_: uPlot, values: number[]): string[] => values.map((value) => numberText(value, 4));
    const options: uPlot.Options = {
      width: Math.max(200, this.place.clientWidth),
      height: HEIGHT,
      padding: [10, units.length > 1 ? 0 : 20, 0, 0],
      legend: { show: false },
      scales: { x: { time: false } },
      cursor: {
        points: { show: false },
        drag: { x: true, y: false, setScale: false, dist: 6 },
        bind: {
          dblclick: () => () => {
            this.actions.zoom(null);
            return null;
          },
        },
      },
      axes: [
        this.axis({ values: ticks, size: 28, gap: 4 }),
        this.axis({ values: ticks, size: 54, gap: 4, scale: scaleOf(units[0]), stroke: strokeOf(units[0]) }),
        ...units.slice(1).map((unit) =>
          this.axis({ values: ticks, size: 54, gap: 4, side: RIGHT, scale: scaleOf(unit), stroke: strokeOf(unit), grid: { show: false } }),
        ),
      ],
      series: [
        {},
        ...this.curves.map(({ signal, colour }, index) => ({
          scale: scaleOf(signal.unit),
          stroke: colour,
          width: 1.8,
          dash: DASHES[index % DASHES.length],
          points: { show: false },
        })),
        ...before.map(({ curve: { signal, colour } }) => ({
          scale: scaleOf(signal.unit),
          stroke: `${colour}99`,
          width: 1.4,
          dash: [3, 4],
          points: { show: false },
        })),
      ],
      hooks: {
        draw: [(chart) => { this.drawEvents(chart); this.drawNow(chart); }],
        setSelect: [
          (chart) => {
            const { left, width } = chart.select;
            if (width > 6) this.actions.zoom([chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x')]);
            chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
      },
    };
    const data: uPlot.AlignedData = [this.times, ...this.curves.map(({ values }) => values), ...before.map(({ values }) => values)];
    const chart = new uPlot(options, data, this.place);
    if (this.range) chart.setScale('x', { min: this.range[0], max: this.range[1] });
    chart.over.addEventListener('click', (event) => {
      this.clock.pause();
      this.clock.time = chart.posToVal(event.offsetX, 'x');
    });
    return chart;
  }

  /** Other curves over the first; rows of time are points of the path. */
  private makeAgainst(): uPlot {
    const [first, ...others] = this.curves;
    const ticks = (_: uPlot, values: number[]): string[] => values.map((value) => numberText(value, 4));
    const spread = (all: Float64Array[]): [number, number] => {
      let low = Infinity;
      let high = -Infinity;
      for (const values of all) {
        for (const value of values) {
          if (value < low) low = value;
          if (value > high) high = value;
        }
      }
      const margin = 0.05 * (high - low) || 1;
      return [low - margin, high + margin];
    };
    const path = (chart: uPlot, { values, colour }: Curve): void => {
      const { ctx } = chart;
      ctx.beginPath();
      for (let row = 0; row < values.length; ++row) {
        ctx.lineTo(chart.valToPos(first.values[row], 'x', true), chart.valToPos(values[row], 'y', true));
      }
      ctx.strokeStyle = colour;
      ctx.lineWidth = 1.6 * devicePixelRatio;
      ctx.stroke();
      const x = this.run.at(first.signal, this.clock.time);
      const y = this.run.at(this.curves[this.curves.findIndex((curve) => curve.values === values)].signal, this.clock.time);
      dot(chart, chart.valToPos(x, 'x', true), chart.valToPos(y, 'y', true), colour);
    };
    const options: uPlot.Options = {
      width: Math.max(200, this.place.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => spread([first.values]) },
        y: { range: () => spread(others.map(({ values }) => values)) },
      },
      axes: [
        this.axis({ values: ticks, size: 28, gap: 4 }),
        this.axis({ values: ticks, size: 54, gap: 4 }),
      ],
      series: [{}, ...others.map(() => ({ scale: 'y', width: 0, points: { show: false } }))],
      hooks: { draw: [(chart) => { for (const curve of others) path(chart, curve); }] },
    };
    // The chart only knows the ends of the axes; the paths are drawn by hand, in the order of time.
    const ends = spread([first.values]);
    return new uPlot(options, [ends, ...others.map(() => [null, null])] as uPlot.AlignedData, this.place);
  }

  private drawEvents(chart: uPlot): void {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.strokeStyle = style('--event');
    ctx.fillStyle = style('--event');
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.globalAlpha = 0.7;
    const places = this.events
      .map(({ time }) => Math.round(chart.valToPos(time, 'x', true)))
      .filter((x) => x >= bbox.left && x <= bbox.left + bbox.width);
    // A forest of lines says nothing; the slider has them all.
    for (const x of places.length > MOST_EVENTS ? [] : places) {
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }

  private drawNow(chart: uPlot): void {
    const { ctx, bbox } = chart;
    const x = chart.valToPos(this.clock.time, 'x', true);
    if (x < bbox.left - 1 || x > bbox.left + bbox.width + 1) return;
    drawInstant(chart, x);
    ctx.save();
    for (const { signal, colour } of this.curves) {
      dot(chart, x, chart.valToPos(this.run.at(signal, this.clock.time), scaleOf(signal.unit), true), colour);
    }
    ctx.restore();
  }

  // -- what others say --

  /** Value and line of the clock. */
  readonly update = oncePerFrame(() => {
    if (!this.visible) return;
    for (const { signal, shown } of this.curves) {
      const value = this.run.at(signal, this.clock.time);
      shown.textContent = withUnit(value, signal.unit);
      shown.dataset.value = String(value);
    }
    this.chart?.redraw(false, false);
  });

  zoom(range: [number, number] | null): void {
    this.range = range;
    if (!this.chart || this.against) return;
    const [min, max] = range ?? [this.times[0], this.times[this.times.length - 1]];
    this.chart.setScale('x', { min, max });
  }

  /** Colours have changed. */
  dress(): void {
    this.curves.forEach((curve, index) => {
      curve.colour = curveColour(this.firstColour + index);
      const swatch = this.legend.children[index].querySelector<HTMLElement>('.swatch');
      if (swatch) swatch.style.background = curve.colour;
    });
    this.build();
  }

  destroy(): void {
    this.observer.disconnect();
    this.sizes.disconnect();
    this.chart?.destroy();
    this.node.remove();
  }
}

function dot(chart: uPlot, x: number, y: number, colour: string): void {
  const { ctx } = chart;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  ctx.save();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(x, y, 4.5 * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fillStyle = colour;
  ctx.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--card').trim();
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}
