/** Bode diagrams: magnitude and phase over the frequency. */
import uPlot from 'uplot';
import { style } from '../plots/look';
import type { ResponseRow } from '../format/types';
import { element, numberText } from '../ui/element';

const HEIGHT = 150;
// The enumeration exists for the compiler only.
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
const LOGARITHMIC = 3 as uPlot.Scale.Distr;

function chart(place: HTMLElement, row: ResponseRow, values: (number | null)[], logarithmic: boolean): uPlot {
  const axis = (size: number): uPlot.Axis => ({
    stroke: style('--second'),
    grid: { stroke: style('--rule'), width: 1 },
    ticks: { show: false },
    font: `11px ${style('--font')}`,
    size,
    gap: 4,
    // Of a logarithmic axis some are left out.
    values: (_, ticks: (number | null)[]) => ticks.map((tick) => (tick === null ? '' : numberText(tick, 3))),
  });
  const options: uPlot.Options = {
    width: Math.max(200, place.clientWidth),
    height: HEIGHT,
    padding: [10, 20, 0, 0],
    legend: { show: false },
    cursor: { points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false, distr: LOGARITHMIC, range: () => [row.frequencies[0], row.frequencies[row.frequencies.length - 1]] }, y: logarithmic ? { distr: LOGARITHMIC } : {} },
    axes: [axis(28), axis(58)],
    series: [{}, { stroke: style(logarithmic ? '--curve-1' : '--curve-2'), width: 1.8, points: { show: false } }],
  };
  return new uPlot(options, [row.frequencies, values], place);
}

/** The value at the nearest frequency, for the text under the pointer. */
export function responseText({ frequencies, magnitude, phase }: ResponseRow, index: number): string {
  const size = magnitude[index];
  const angle = phase[index];
  if (size === null || angle === null) return `${numberText(frequencies[index], 4)} Hz: no finite response`;
  return `${numberText(frequencies[index], 4)} Hz: ${numberText(size, 4)} (${numberText(20 * Math.log10(size), 4)} dB), ${numberText(angle, 4)}°`;
}

export function makeBode(row: ResponseRow, unit: string): HTMLElement {
  const places = [element('div', { class: 'chart' }), element('div', { class: 'chart' })];
  const now = element('output', { class: 'second' });
  const section = element(
    'section',
    { class: 'card bode', data: { input: row.input, output: row.output } },
    element('h2', { text: `From ${row.input} to ${row.output}` }),
    now,
    element('p', { class: 'second', text: `magnitude${unit ? ` [${unit}]` : ''} over the frequency [Hz]` }),
    places[0],
    element('p', { class: 'second', text: 'phase [°]' }),
    places[1],
  );
  let charts: uPlot[] = [];
  // Charts need to know how wide they may be: they are made when they are first seen.
  new ResizeObserver(() => {
    const width = places[0].clientWidth;
    if (width === 0) return;
    if (charts.length === 0) {
      charts = [chart(places[0], row, row.magnitude, true), chart(places[1], row, row.phase, false)];
      for (const one of charts) {
        one.over.addEventListener('mousemove', () => {
          const { idx } = one.cursor;
          if (typeof idx === 'number') now.textContent = responseText(row, idx);
        });
      }
      section.dataset.ready = 'true';
    }
    for (const one of charts) if (one.width !== width) one.setSize({ width, height: HEIGHT });
  }).observe(places[0]);
  return section;
}
