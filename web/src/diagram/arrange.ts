/** From components and connections to what the layout needs: sides of ports, directions of edges. */
import type { DiagramHeader } from '../format/types';
import { hasIcon, placeOf, type Place, type Side } from './icons';

export interface ArrangedPort {
  name: string;
  kind: string;
  /** Leads away from the ground. */
  east: boolean;
  side: Side;
  /** Fraction of the side, from the left or from the top. */
  at: number;
}

export interface ArrangedNode {
  path: string;
  type: string;
  /** The class in the catalog that has its icon. */
  icon: string | undefined;
  /** Steps from the ground. */
  depth: number;
  ports: ArrangedPort[];
  /** Its first port is on the right. */
  mirrored: boolean;
}

export interface Arranged {
  nodes: ArrangedNode[];
  /** From node and port to node and port, away from the ground. */
  edges: { from: [number, number]; to: [number, number]; kind: string }[];
}

const GROUND = /(^|::)(Fixed|World|Ground|Ambient|FixedTemperature|PressureSource|Tank)$/;
const FIRST = /(^|\.)(frame_a|flange_a|port_a|p|pin_p|u|input)$/;

/** Distances from the ground; parts that do not hang on it begin anew. */
function depths({ nodes, edges }: DiagramHeader): number[] {
  const near: number[][] = nodes.map(() => []);
  for (const [[a], [b]] of edges) {
    near[a].push(b);
    near[b].push(a);
  }
  const depth = nodes.map(() => -1);
  const visit = (starts: number[]): void => {
    let now = starts;
    for (const node of now) depth[node] = 0;
    for (let steps = 1; now.length > 0; ++steps) {
      const next = new Set(now.flatMap((node) => near[node]).filter((node) => depth[node] < 0));
      for (const node of next) depth[node] = steps;
      now = [...next];
    }
  };
  visit(nodes.flatMap(({ type }, index) => (GROUND.test(type) ? [index] : [])));
  for (;;) {
    const left = depth.indexOf(-1);
    if (left < 0) return depth;
    visit([left]);
  }
}

const MIRRORED: Record<Side, Side> = { left: 'right', right: 'left', top: 'top', bottom: 'bottom' };

type LeadingPort = Pick<ArrangedPort, 'name' | 'kind' | 'east'>;

/** Ports where the icon has them; it is mirrored if that lets more of them lead the right way. */
function placedByIcon(ports: LeadingPort[], places: Place[]): { ports: ArrangedPort[]; mirrored: boolean } {
  let wrong = 0;
  places.forEach(([side], number) => {
    if (side === 'left' || side === 'right') wrong += (side === 'right') === ports[number].east ? -1 : 1;
  });
  const mirrored = wrong > 0;
  const placed = ports.map((port, number): ArrangedPort => {
    const [side, at] = places[number];
    return { ...port, side: mirrored ? MIRRORED[side] : side, at: mirrored && (side === 'top' || side === 'bottom') ? 1 - at : at };
  });
  return { ports: placed, mirrored };
}

/** Ports of a plain box: on the side to which they lead, which they share evenly. */
function placedByLead(ports: LeadingPort[]): ArrangedPort[] {
  // Between two equally far: one port on each side.
  if (ports.length === 2 && ports[0].east === ports[1].east) {
    const turned = ports[0].east === FIRST.test(ports[0].name) ? 0 : 1;
    ports = ports.map((port, number) => (number === turned ? { ...port, east: !port.east } : port));
  }
  const used = { left: 0, right: 0 };
  const numbered = ports.map((port) => ({ port, side: port.east ? ('right' as const) : ('left' as const), number: ++used[port.east ? 'right' : 'left'] }));
  return numbered.map(({ port, side, number }) => ({ ...port, side, at: number / (used[side] + 1) }));
}

export function arrange(header: DiagramHeader): Arranged {
  const depth = depths(header);
  // A port leads outwards if something behind it is further from the ground.
  const leads = new Map<string, boolean>();
  const note = ([node, port]: [number, number], [other]: [number, number]): void => {
    const key = `${node} ${port}`;
    leads.set(key, (leads.get(key) ?? false) || depth[other] > depth[node]);
  };
  for (const [a, b] of header.edges) {
    note(a, b);
    note(b, a);
  }
  const nodes = header.nodes.map(({ path, type, icon, ports }, index): ArrangedNode => {
    const leading = ports.map((port, number) => ({ ...port, east: leads.get(`${index} ${number}`) ?? false }));
    const own = hasIcon(icon) ? icon : undefined;
    const places = own === undefined ? [] : ports.map(({ name }) => placeOf(own, name)).filter((place) => place !== undefined);
    const placed = own !== undefined && places.length === ports.length ? placedByIcon(leading, places) : { ports: placedByLead(leading), mirrored: false };
    return { path, type, icon: own, depth: depth[index], ...placed };
  });
  const edges = header.edges.map(([a, b]) => {
    const outwards = depth[a[0]] < depth[b[0]] || (depth[a[0]] === depth[b[0]] && nodes[a[0]].ports[a[1]].east);
    return { from: outwards ? a : b, to: outwards ? b : a, kind: header.nodes[a[0]].ports[a[1]].kind };
  });
  return { nodes, edges };
}

/** Classes of lines, by the kind of their ports. */
export function lineKind(kind: string): string {
  if (/signal|real|boolean|integer/i.test(kind)) return 'signal';
  if (/pin/i.test(kind)) return 'electric';
  if (/heat|thermal/i.test(kind)) return 'heat';
  if (/hydraulic|fluid/i.test(kind)) return 'fluid';
  if (/flange/i.test(kind)) return 'flange';
  return 'frame';
}
