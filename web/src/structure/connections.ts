/** The connection graph: frames and the parts between them, with roots and cuts. */
import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { ConnectionGraphHeader } from '../format/structure';
import { element, svg } from '../ui/element';

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'POLYLINE',
  'elk.layered.spacing.nodeNodeBetweenLayers': '46',
  'elk.spacing.nodeNode': '30',
  'elk.spacing.edgeLabel': '3',
  'elk.spacing.edgeNode': '16',
  'elk.edgeLabels.inline': 'false',
};
const SIZE = 16;
const MOST_FRAMES = 150;

const short = (text: string): string => (text.length > 26 ? `${text.slice(0, 25)}…` : text);
const widthOf = (text: string): number => 6.2 * short(text).length + 6;

/** What hangs on a frame alone: bodies, the ground, forces. */
const labelOf = ({ parts }: ConnectionGraphHeader['frames'][number]): string => (parts.length > 3 ? `${parts.slice(0, 3).join(', ')}, …` : parts.join(', '));

function elkGraph({ frames, edges }: ConnectionGraphHeader): ElkNode {
  return {
    id: 'frames',
    layoutOptions: OPTIONS,
    children: frames.map((frame, index) => ({
      id: `f${index}`,
      width: SIZE,
      height: SIZE,
      labels: [{ text: labelOf(frame), width: widthOf(labelOf(frame)), height: 13 }],
      layoutOptions: { 'elk.nodeLabels.placement': '[OUTSIDE, V_BOTTOM, H_CENTER]', ...(frame.root ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {}) },
    })),
    edges: edges.map(({ part, from, to }, index) => ({
      id: `e${index}`,
      sources: [`f${from}`],
      targets: [`f${to}`],
      labels: [{ text: part, width: widthOf(part), height: 13 }],
    })),
  };
}

function text(words: string, x: number, y: number, of: string): SVGElement {
  const node = svg('text', { x, y, class: of });
  node.textContent = short(words);
  return node;
}

function draw(header: ConnectionGraphHeader, laid: ElkNode): SVGElement {
  const [width, height] = [(laid.width ?? 100) + 120, (laid.height ?? 60) + 36];
  // As large as its letters want to be; the card scrolls.
  const drawing = svg('svg', { viewBox: `-60 -12 ${width} ${height}`, width, height, class: 'connections', role: 'img', 'aria-label': 'Connection graph' });
  laid.edges?.forEach((edge, index) => {
    const { part, cut } = header.edges[index];
    const group = svg('g', { class: cut ? 'edge cut' : 'edge' });
    group.dataset.part = part;
    for (const { startPoint, bendPoints, endPoint } of edge.sections ?? []) {
      const points = [startPoint, ...(bendPoints ?? []), endPoint];
      group.append(svg('path', { d: points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x} ${y}`).join('') }));
    }
    for (const label of edge.labels ?? []) group.append(text(part, (label.x ?? 0) + (label.width ?? 0) / 2, (label.y ?? 0) + 10, 'part'));
    const title = svg('title');
    title.textContent = cut ? `cut at ${part}: the loop is closed by a constraint here` : part;
    group.append(title);
    drawing.append(group);
  });
  laid.children?.forEach(({ x = 0, y = 0 }, index) => {
    const frame = header.frames[index];
    const group = svg('g', { class: frame.root ? 'frame root' : 'frame' });
    const [cx, cy] = [x + SIZE / 2, y + SIZE / 2];
    if (frame.root) group.append(svg('circle', { cx, cy, r: SIZE / 2 + 3, class: 'ring' }));
    group.append(svg('circle', { cx, cy, r: SIZE / 2 - 2 }), text(labelOf(frame), cx, y + SIZE + 13, 'parts'));
    const title = svg('title');
    title.textContent = `${frame.root ? 'root: ' : ''}${frame.ports.join(' = ')}`;
    group.append(title);
    drawing.append(group);
  });
  return drawing;
}

export function makeConnections(header: ConnectionGraphHeader): HTMLElement {
  const { frames, edges } = header;
  const cuts = edges.filter(({ cut }) => cut).length;
  const roots = frames.filter(({ root }) => root).length;
  const place = element('div', { class: 'wide' });
  const section = element(
    'section',
    { class: 'card' },
    element('h2', { text: 'Connection graph' }),
    element('p', {
      class: 'hint',
      text: `${frames.length} frames, ${roots} ${roots === 1 ? 'root' : 'roots'} (ringed), ${cuts} ${cuts === 1 ? 'cut' : 'cuts'} (dashed). Positions go from the roots along the solid lines; a cut closes a loop.`,
    }),
    place,
  );
  if (frames.length > MOST_FRAMES) {
    place.append(element('p', { class: 'hint', text: 'It is too large to be drawn.' }));
    return section;
  }
  void new ELK().layout(elkGraph(header)).then((laid) => {
    place.append(draw(header, laid));
    section.dataset.ready = 'true';
  });
  return section;
}
