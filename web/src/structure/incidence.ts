/** Which equation has which unknown: a picture of points, with names under the pointer. */
import type { IncidenceMatrix } from '../format/structure';
import { element, oncePerFrame } from '../ui/element';

/** Points to a side at most; several entries share one beyond. */
const MOST_POINTS = 400;

/** A matrix with its rows and columns in some order. */
export interface Arrangement {
  matrix: IncidenceMatrix;
  /** Number of the row, or column, at each place. */
  rows: number[];
  columns: number[];
  /** Sizes of the blocks on the diagonal. */
  blocks: number[];
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

export function asStated(matrix: IncidenceMatrix): Arrangement {
  return { matrix, rows: upTo(matrix.rows.length), columns: upTo(matrix.column_names.length), blocks: [] };
}

/** Entries as they are shown: [row, column] of points, each standing for `share` rows and columns. */
export function pointsOf({ matrix, rows, columns }: Arrangement): { share: number; width: number; height: number; points: [number, number][] } {
  const share = Math.ceil(Math.max(rows.length, columns.length, 1) / MOST_POINTS);
  const place: number[] = [];
  columns.forEach((column, at) => { place[column] = at; });
  const seen = new Set<number>();
  rows.forEach((row, at) => {
    for (const column of matrix.rows[row]) {
      seen.add(Math.floor(at / share) * MOST_POINTS + Math.floor(place[column] / share));
    }
  });
  const points = [...seen].map((key): [number, number] => [Math.floor(key / MOST_POINTS), key % MOST_POINTS]);
  return { share, width: Math.ceil(columns.length / share), height: Math.ceil(rows.length / share), points };
}

export function makeIncidence(title: string, about: string, arrangement: Arrangement): HTMLElement {
  const { matrix, rows, columns, blocks } = arrangement;
  const { share, width, height, points } = pointsOf(arrangement);
  const canvas = element('canvas', { attributes: { role: 'img', 'aria-label': `${title}: ${rows.length} equations, ${columns.length} unknowns` } });
  const named = element('p', { class: 'hint named', text: 'Point at an entry to see its equation and unknown.' });
  const cell = Math.max(1, Math.min(14, Math.floor(420 / Math.max(width, height, 1))));
  const draw = oncePerFrame(() => {
    const scale = Math.min(2, devicePixelRatio);
    canvas.width = Math.max(1, width * cell * scale);
    canvas.height = Math.max(1, height * cell * scale);
    const context = canvas.getContext('2d');
    if (!context) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    context.scale(scale, scale);
    context.fillStyle = colour('--page');
    context.fillRect(0, 0, width * cell, height * cell);
    let at = 0;
    for (const size of blocks) {
      if (size > 1) {
        const [from, length] = [(at / share) * cell, Math.max((size / share) * cell, 2)];
        context.fillStyle = colour('--block');
        context.fillRect(from, from, length, length);
        context.strokeStyle = colour('--curve-2');
        context.strokeRect(from + 0.5, from + 0.5, length - 1, length - 1);
      }
      at += size;
    }
    context.fillStyle = colour('--curve-1');
    const gap = cell > 4 ? 1 : 0;
    for (const [row, column] of points) context.fillRect(column * cell + gap, row * cell + gap, cell - 2 * gap, cell - 2 * gap);
  });
  canvas.style.width = `${width * cell}px`;
  canvas.addEventListener('pointermove', (event) => {
    const part = canvas.clientWidth / (width * cell);
    const [row, column] = [event.offsetY, event.offsetX].map((offset) => Math.floor(offset / part / cell) * share);
    if (row >= rows.length || column >= columns.length || row < 0 || column < 0) return;
    named.replaceChildren(element('b', { text: matrix.column_names[columns[column]] }), ' in ', element('code', { text: matrix.row_names[rows[row]] }));
  });
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  draw();
  return element(
    'figure',
    { class: 'incidence', data: { points: String(points.length) } },
    element('h3', { text: title }),
    element('p', { class: 'hint', text: about }),
    share > 1 ? element('p', { class: 'hint', text: `Reduced: each point stands for ${share} × ${share} entries, and is set if one of them is.` }) : null,
    canvas,
    named,
  );
}
