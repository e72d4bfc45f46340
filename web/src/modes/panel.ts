/** Eigenvalues about the initial state, in the plane and as a table. */
import type { ModesHeader } from '../format/types';
import { element, numberText, svg } from '../ui/element';
import { roundStep } from '../stage/floor';

const WIDTH = 520;
const HEIGHT = 300;
const MARGIN = 46;

type Mode = ModesHeader['values'][number];

/** "2.31 Hz, damping 0.12" or "time constant 0.4 s". */
export function modeText({ real, imaginary }: { real: number; imaginary: number }): string {
  const size = Math.hypot(real, imaginary);
  if (size === 0) return 'free';
  if (imaginary > 1e-9 * size) return `${numberText(imaginary / (2 * Math.PI), 4)} Hz, damping ${numberText(-real / size, 3)}`;
  return `${real > 0 ? 'grows with' : 'time constant'} ${numberText(1 / Math.abs(real), 4)} s`;
}

/** The plane: real part to the right, imaginary part upwards; left of the axis is stable. */
function plane(values: Mode[]): SVGElement {
  const reals = values.map(({ real }) => real);
  const low = Math.min(0, ...reals);
  const high = Math.max(0, ...reals);
  const spread = high - low || 1;
  const [left, right] = [low - 0.12 * spread, high + 0.12 * spread];
  const top = 1.15 * (Math.max(...values.map(({ imaginary }) => imaginary)) || 1);
  const x = (real: number): number => MARGIN + ((real - left) / (right - left)) * (WIDTH - MARGIN - 14);
  const y = (imaginary: number): number => HEIGHT / 2 - (imaginary / top) * (HEIGHT / 2 - 26);
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plane', role: 'img', 'aria-label': 'Eigenvalues in the complex plane' });
  const label = (text: string, at: [number, number], anchor: string): void => {
    const node = svg('text', { x: at[0], y: at[1], 'text-anchor': anchor });
    node.textContent = text;
    drawing.append(node);
  };
  drawing.append(svg('rect', { class: 'stable', x: MARGIN, y: 10, width: Math.max(0, x(0) - MARGIN), height: HEIGHT - 36 }));
  const steps = (from: number, to: number): number[] => {
    const step = roundStep((to - from) / 5);
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, k) => (first + k) * step);
  };
  for (const real of steps(left, right)) {
    drawing.append(svg('path', { class: 'rule', d: `M${x(real)} 10V${HEIGHT - 26}` }));
    label(numberText(real, 3), [x(real), HEIGHT - 12], 'middle');
  }
  for (const imaginary of steps(-top, top)) {
    drawing.append(svg('path', { class: 'rule', d: `M${MARGIN} ${y(imaginary)}H${WIDTH - 14}` }));
    label(numberText(imaginary, 3), [MARGIN - 6, y(imaginary) + 4], 'end');
  }
  drawing.append(svg('path', { class: 'axis', d: `M${x(0)} 10V${HEIGHT - 26}M${MARGIN} ${y(0)}H${WIDTH - 14}` }));
  for (const mode of values) {
    for (const sign of mode.imaginary > 0 ? [1, -1] : [1]) {
      const mark = svg('circle', { class: mode.real > 1e-9 * Math.hypot(mode.real, mode.imaginary) ? 'pole unstable' : 'pole', cx: x(mode.real), cy: y(sign * mode.imaginary), r: 5 });
      const title = svg('title');
      title.textContent = `${numberText(mode.real)} ± ${numberText(mode.imaginary)} i: ${modeText(mode)}`;
      mark.append(title);
      drawing.append(mark);
    }
  }
  return drawing;
}

export function makeModes(modes: ModesHeader): HTMLElement {
  const rows = modes.values.map((mode) =>
    element(
      'tr',
      {},
      element('td', { text: numberText(mode.real, 5) }),
      element('td', { text: mode.imaginary > 0 ? `± ${numberText(mode.imaginary, 5)}` : '' }),
      element('td', { text: modeText(mode) }),
      element('td', { class: 'second', text: mode.parts.map(([state]) => state).join(', ') }),
    ),
  );
  const head = ['real part [1/s]', 'imaginary part', '', 'moves most'].map((text) => element('th', { text }));
  return element(
    'div',
    { class: 'panel modes' },
    element(
      'section',
      { class: 'card' },
      element('h2', { text: `Eigenvalues about the state at ${numberText(modes.time)} s` }),
      modes.drift > 1e-6 ? element('p', { class: 'hint', text: 'This state is no equilibrium: the eigenvalues hold for a short while.' }) : null,
      plane(modes.values),
    ),
    element('section', { class: 'card' }, element('div', { class: 'wide' }, element('table', { class: 'grid' }, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)))),
  );
}
