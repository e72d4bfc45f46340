/** From components and connections to what the layout needs: sides of ports, directions of edges. */
import type { DiagramHeader } from '../format/types';

export interface ArrangedPort {
  name: string;
  kind: string;
  east: boolean;
}

export interface ArrangedNode {
  path: string;
  type: string;
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
  const nodes = header.nodes.map(({ path, type, ports }, index) => {
    const placed = ports.map((port, number) => ({ ...port, east: leads.get(`${index} ${number}`) ?? false }));
    // Between two equally far: one port on each side.
    if (placed.length === 2 && placed[0].east === placed[1].east) {
      placed[placed[0].east === FIRST.test(placed[0].name) ? 0 : 1].east = !placed[0].east;
    }
    const first = placed.find(({ name }) => FIRST.test(name));
    return { path, type, depth: depth[index], ports: placed, mirrored: first ? first.east : placed.some(({ name, east }) => /_b$|^n$/.test(name) && !east) };
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
