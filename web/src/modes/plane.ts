/** The plane of eigenvalues: real part to the right, imaginary part upwards; left of the axis is stable. */
import type { LocusHeader, ModesHeader } from '../format/types';
import { roundStep } from '../stage/floor';
import { numberText, svg, withUnit } from '../ui/element';

const WIDTH = 520;
const HEIGHT = 300;
const MARGIN = 46;

export type Mode = ModesHeader['values'][number];

/** "2.31 Hz, damping 0.12" or "time constant 0.4 s". */
export function modeText({ real, imaginary }: { real: number; imaginary: number }): string {
  const size = Math.hypot(real, imaginary);
  if (size === 0) return 'free';
  if (imaginary > 1e-9 * size) return `${numberText(imaginary / (2 * Math.PI), 4)} Hz, damping ${numberText(-real / size, 3)}`;
  return `${real > 0 ? 'grows with' : 'time constant'} ${numberText(1 / Math.abs(real), 4)} s`;
}

function isUnstable(real: number, imaginary: number): boolean {
  return real > 1e-9 * Math.hypot(real, imaginary);
}

/** Curves through the roots that belong together, from a cross to a ring; points say their value. */
function addLocus(drawing: SVGElement, { parameter, unit, values, roots }: LocusHeader, x: (real: number) => number, y: (imaginary: number) => number): void {
  const last = roots.length - 1;
  for (let branch = 0; branch < (roots[0]?.length ?? 0); ++branch) {
    const places = roots.map((at) => [x(at[branch][0]), y(at[branch][1])] as const);
    drawing.append(svg('path', { class: 'branch', d: places.map(([px, py], k) => `${k === 0 ? 'M' : 'L'}${px.toFixed(2)} ${py.toFixed(2)}`).join('') }));
    places.forEach(([px, py], k) => {
      const [real, imaginary] = roots[k][branch];
      const name = isUnstable(real, imaginary) ? 'root unstable' : 'root';
      const point = svg('circle', { class: name, cx: px, cy: py, r: k === last ? 4 : 1.7 });
      const title = svg('title');
      title.textContent = `${parameter} = ${withUnit(values[k], unit)}: ${modeText({ real, imaginary: Math.abs(imaginary) })}`;
      point.append(title);
      drawing.append(point);
    });
    const [[px, py]] = places;
    drawing.append(svg('path', { class: 'begin', d: `M${px - 3.5} ${py - 3.5}l7 7m0 -7l-7 7` }));
  }
}

export function makePlane(values: Mode[], locus?: LocusHeader): SVGElement {
  const reals = [...values.map(({ real }) => real), ...(locus?.roots ?? []).flatMap((at) => at.map(([real]) => real))];
  const imaginaries = [...values.map(({ imaginary }) => imaginary), ...(locus?.roots ?? []).flatMap((at) => at.map((root) => Math.abs(root[1])))];
  const low = Math.min(0, ...reals);
  const high = Math.max(0, ...reals);
  const spread = high - low || 1;
  const [left, right] = [low - 0.12 * spread, high + 0.12 * spread];
  const top = 1.15 * (Math.max(...imaginaries) || 1);
  const x = (real: number): number => MARGIN + ((real - left) / (right - left)) * (WIDTH - MARGIN - 14);
  const y = (imaginary: number): number => HEIGHT / 2 - (imaginary / top) * (HEIGHT / 2 - 26);
  const name = locus ? `Root locus over ${locus.parameter}` : 'Eigenvalues in the complex plane';
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plane', role: 'img', 'aria-label': name });
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
  if (locus) addLocus(drawing, locus, x, y);
  for (const mode of locus ? [] : values) {
    for (const sign of mode.imaginary > 0 ? [1, -1] : [1]) {
      const mark = svg('circle', { class: isUnstable(mode.real, mode.imaginary) ? 'pole unstable' : 'pole', cx: x(mode.real), cy: y(sign * mode.imaginary), r: 5 });
      const title = svg('title');
      title.textContent = `${numberText(mode.real)} ± ${numberText(mode.imaginary)} i: ${modeText(mode)}`;
      mark.append(title);
      drawing.append(mark);
    }
  }
  return drawing;
}
