/** The object diagram: components as icons, a line per connection, from the ground outwards. */
import ELK, { type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js';
import type { DiagramHeader, Header } from '../format/types';
import { PanZoom } from '../graph/pan_zoom';
import { Details } from '../ui/details';
import { element, svg } from '../ui/element';
import { pressable } from '../ui/pressable';
import { arrange, lineKind, type Arranged, type ArrangedPort } from './arrange';
import { drawIcon, HEIGHT, WIDTH, type Side } from './icons';

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.spacing.componentComponent': '40',
  'elk.aspectRatio': '1.7',
};

/** Of a chain that is much longer than it is high: in rows. */
const IN_ROWS = {
  'elk.layered.wrapping.strategy': 'MULTI_EDGE',
  'elk.layered.wrapping.additionalEdgeSpacing': '24',
  'elk.layered.wrapping.correctionFactor': '1.2',
};
const LONG = 4; // width by height
const HUB = 6; // connections of one component, whose wires would fill the room between rows

const LABEL = 14;

const COMPASS: Record<Side, string> = { left: 'WEST', right: 'EAST', top: 'NORTH', bottom: 'SOUTH' };

/** Where a port is on the edge of its icon. */
function pointOf({ side, at }: ArrangedPort): { x: number; y: number } {
  if (side === 'left' || side === 'right') return { x: side === 'left' ? 0 : WIDTH, y: at * HEIGHT };
  return { x: at * WIDTH, y: side === 'top' ? 0 : HEIGHT };
}

/** Where the name stands: where no wire leaves, above if possible; beside the upper wire at worst. */
function labelOf(ports: ArrangedPort[]): { placement: string; x: number; y: number; anchor: string } {
  const above = ports.some(({ side }) => side === 'top');
  const below = ports.some(({ side }) => side === 'bottom');
  if (!above) return { placement: '[OUTSIDE, V_TOP, H_CENTER]', x: WIDTH / 2, y: -5, anchor: 'middle' };
  if (!below) return { placement: '[OUTSIDE, V_BOTTOM, H_CENTER]', x: WIDTH / 2, y: HEIGHT + 12, anchor: 'middle' };
  return { placement: '[OUTSIDE, V_TOP, H_RIGHT]', x: WIDTH / 2 + 7, y: -5, anchor: 'start' };
}

function elkGraph(arranged: Arranged, more: Record<string, string> = {}): ElkNode {
  return {
    id: 'model',
    layoutOptions: { ...OPTIONS, ...more },
    children: arranged.nodes.map(({ path, ports }, index) => ({
      id: `n${index}`,
      width: WIDTH,
      height: HEIGHT,
      labels: [{ text: path, width: Math.min(160, 6.4 * path.length + 4), height: LABEL }],
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS', 'elk.nodeLabels.placement': labelOf(ports).placement },
      ports: ports.map((port, number) => ({
        id: `n${index}p${number}`,
        ...pointOf(port),
        width: 0,
        height: 0,
        layoutOptions: { 'elk.port.side': COMPASS[port.side] },
      })),
    })),
    edges: arranged.edges.map(({ from, to }, index) => ({
      id: `e${index}`,
      sources: [`n${from[0]}p${from[1]}`],
      targets: [`n${to[0]}p${to[1]}`],
    })),
  };
}

async function layOut(arranged: Arranged): Promise<ElkNode> {
  const elk = new ELK();
  const laid = await elk.layout(elkGraph(arranged));
  const most = Math.max(...arranged.nodes.map((_, node) => arranged.edges.filter(({ from, to }) => from[0] === node || to[0] === node).length));
  const long = (laid.width ?? 0) > LONG * (laid.height ?? 0) && most <= HUB;
  return long ? elk.layout(elkGraph(arranged, IN_ROWS)) : laid;
}

function pathOf(points: ElkPoint[]): string {
  return points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

export class DiagramPanel {
  readonly node = element('div', { class: 'panel graph diagram' });
  private readonly paper = element('div', { class: 'paper' });
  private readonly details: Details;
  private started = false;

  constructor(
    private readonly header: DiagramHeader,
    whole: Header,
    /** What one can do with a component. */
    private readonly actions: (path: string) => { name: string; action: () => void }[],
  ) {
    this.details = new Details(whole);
    this.paper.append(this.details.node);
    this.node.append(this.paper);
  }

  /** Laid out when it is first seen. */
  show(): void {
    if (this.started) return;
    this.started = true;
    const arranged = arrange(this.header);
    void layOut(arranged).then((laid) => { this.draw(arranged, laid); });
  }

  private draw(arranged: Arranged, laid: ElkNode): void {
    const drawing = svg('svg', { viewBox: `0 0 ${laid.width ?? 100} ${laid.height ?? 100}` });
    laid.edges?.forEach((edge, index) => {
      for (const { startPoint, bendPoints, endPoint } of edge.sections ?? []) {
        drawing.append(svg('path', { class: `wire ${lineKind(arranged.edges[index].kind)}`, d: pathOf([startPoint, ...(bendPoints ?? []), endPoint]) }));
      }
      for (const { x, y } of edge.junctionPoints ?? []) {
        drawing.append(svg('circle', { class: `joint-of-wires ${lineKind(arranged.edges[index].kind)}`, cx: x, cy: y, r: 2.6 }));
      }
    });
    laid.children?.forEach((child, index) => { drawing.append(this.component(arranged, index, child)); });
    this.paper.append(drawing);
    new PanZoom(drawing);
    this.node.dataset.ready = 'true';
  }

  private component(arranged: Arranged, index: number, { x, y }: ElkNode): SVGGElement {
    const { path, type, icon, ports, mirrored } = arranged.nodes[index];
    const group = svg('g', { class: 'component', transform: `translate(${x ?? 0} ${y ?? 0})` });
    group.dataset.path = path;
    const title = svg('title');
    title.textContent = `${path}: ${type}`;
    const label = labelOf(ports);
    const name = svg('text', { class: 'title', x: label.x, y: label.y, 'text-anchor': label.anchor });
    name.textContent = path.length > 24 ? `${path.slice(0, 23)}…` : path;
    group.append(title, svg('rect', { class: 'hit', x: -4, y: -4, width: WIDTH + 8, height: HEIGHT + 8, rx: 6 }));
    group.append(drawIcon(icon, type, mirrored), name);
    ports.forEach((port) => {
      const place = pointOf(port);
      const second = /_b$|\.n$|^n$|^y$/.test(port.name);
      const mark = svg('rect', { class: `port ${lineKind(port.kind)}${second ? ' second-port' : ''}`, x: place.x - 3.5, y: place.y - 3.5, width: 7, height: 7 });
      const of = svg('title');
      of.textContent = port.name;
      mark.append(of);
      group.append(mark);
    });
    pressable(group, `About ${path}`, () => { this.details.show(path, this.actions(path)); });
    return group;
  }
}
