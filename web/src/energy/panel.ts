/** The energy of the run: over time, totals, and a picture of where it came from and went to. */
import type { EnergyHeader } from '../format/types';
import type { Run } from '../model/run';
import type { Clock } from '../state/clock';
import { element, svg, withUnit } from '../ui/element';
import { flowsOf, type Bar } from './flows';
import { EnergyHistory } from './history';
import { hasHistory } from './sums';

/** Of the picture, of the names beside it, and letters of a name: on a phone there is less room. */
const ROOMY = { width: 560, names: 170, letters: 22 };
const NARROW = { width: 340, names: 112, letters: 15 };
const BAR = 12;
const GAP = 16;
const LEAST = 3;

const WORDS: Record<Bar['kind'], [string, string]> = {
  stored: ['stored before', 'stored'],
  supplied: ['supplied', 'taken by sources'],
  dissipated: ['given', 'dissipated'],
  impacts: ['impacts', 'lost in impacts'],
};

interface Column {
  bars: { bar: Bar; y: number; height: number }[];
  end: number;
}

function column(bars: Bar[], scale: number): Column {
  let y = 0;
  const placed = bars.map((bar) => {
    const height = Math.max(LEAST, bar.energy * scale);
    const at = y;
    y += Math.max(height, 20) + GAP;
    return { bar, y: at, height };
  });
  return { bars: placed, end: y };
}

function sankey(energy: EnergyHeader): HTMLElement | SVGElement {
  const { given, taken, total } = flowsOf(energy);
  if (!(total > 0)) return element('p', { class: 'hint', text: 'No energy was exchanged.' });
  const { width, names, letters } = matchMedia('(max-width: 760px)').matches ? NARROW : ROOMY;
  const scale = 230 / total;
  const left = column(given, scale);
  const right = column(taken, scale);
  const height = Math.max(left.end, right.end, 60);
  const label = ({ bar, y, height: h }: Column['bars'][number], side: 0 | 1): SVGElement => {
    const text = svg('text', { x: side === 0 ? 0 : width, y: y + Math.min(h / 2, 10) + 4, 'text-anchor': side === 0 ? 'start' : 'end' });
    const name = svg('tspan', { class: 'name' });
    name.textContent = bar.name.length > letters ? `${bar.name.slice(0, letters - 1)}…` : bar.name;
    const second = svg('tspan', { class: 'second', x: side === 0 ? 0 : width, dy: 13 });
    second.textContent = `${WORDS[bar.kind][side]} ${withUnit(bar.energy, 'J', 4)}`;
    text.append(name, second);
    return text;
  };
  const inner: SVGElement[] = [];
  const x0 = names;
  const x1 = width - names;
  // Where each bar stands is known, which part of it goes where is not: every taker takes of all.
  const sent = left.bars.map(() => 0);
  right.bars.forEach((to) => {
    let arrived = 0;
    left.bars.forEach((from, i) => {
      const part = (from.bar.energy / total) * to.bar.energy;
      const h = Math.max(0.5, part * scale);
      const [a, b] = [from.y + sent[i] + h / 2, to.y + arrived + h / 2];
      sent[i] += part * scale;
      arrived += part * scale;
      const middle = (x0 + x1) / 2;
      inner.push(
        svg('path', {
          class: `flow ${to.bar.kind}`,
          d: `M${x0 + BAR} ${a}C${middle} ${a} ${middle} ${b} ${x1 - BAR} ${b}`,
          'stroke-width': h,
        }),
      );
    });
  });
  for (const one of left.bars) {
    inner.push(svg('rect', { class: `bar ${one.bar.kind}`, x: x0, y: one.y, width: BAR, height: one.height, rx: 2 }), label(one, 0));
  }
  for (const one of right.bars) {
    inner.push(svg('rect', { class: `bar ${one.bar.kind}`, x: x1 - BAR, y: one.y, width: BAR, height: one.height, rx: 2 }), label(one, 1));
  }
  return svg('svg', { viewBox: `-4 -4 ${width + 8} ${height + 12}`, class: 'sankey', role: 'img', 'aria-label': 'Where the energy came from and went to' }, ...inner);
}

export function makeEnergy(energy: EnergyHeader, run: Run, clock: Clock): HTMLElement {
  const rows: [string, number][] = [
    ['supplied', energy.supplied],
    ['dissipated', energy.dissipated],
    ['gained by stores', energy.stored],
    ['changed at events', energy.jumps],
    ['balance error', energy.error],
  ];
  return element(
    'div',
    { class: 'panel energy' },
    hasHistory(energy) ? new EnergyHistory(run, energy, clock).node : null,
    element('section', { class: 'card' }, element('h2', { text: 'Where the energy went' }), sankey(energy)),
    element(
      'section',
      { class: 'card' },
      element('h2', { text: 'Balance' }),
      element(
        'table',
        { class: 'facts' },
        element(
          'tbody',
          {},
          ...rows.map(([name, value]) =>
            element('tr', {}, element('th', { text: name, attributes: { scope: 'row' } }), element('td', { text: withUnit(value, 'J') })),
          ),
        ),
      ),
    ),
  );
}
