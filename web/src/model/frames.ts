/** Frames of mechanics among the variables of a run: where they are, and what acts on them. */
import { partsOf } from './tree';
import type { Run, Signal } from './run';

export type VectorKind = 'force' | 'torque' | 'velocity';
export const VECTOR_KINDS: VectorKind[] = ['force', 'torque', 'velocity'];

/** A vector by its components; one that is always zero has none. */
type Three = (Signal | undefined)[];

export interface Frame {
  path: string;
  component: string;
  position: Three;
  /** From the world to the frame, by rows: torques in space are given in the frame. */
  rotation?: Signal[];
  vectors: Record<VectorKind, Three>;
}

/** A frame in space: x, R, v, f and t as vectors; in the plane x, y, vx, vy, fx, fy and t. */
function frameAt(run: Run, path: string): Frame | undefined {
  const of = (name: string): Signal | undefined => run.signal(`${path}.${name}`);
  const three = (name: string): Three => [1, 2, 3].map((k) => of(`${name}[${k}]`));
  const component = partsOf(path).slice(0, -1).join('.');
  if (of('x[1]') && of('f[1]')) {
    const rotation = [1, 2, 3].flatMap((i) => [1, 2, 3].map((j) => of(`R[${i},${j}]`)));
    const whole = rotation.filter((signal) => signal !== undefined);
    if (whole.length !== 9) return undefined;
    return {
      path,
      component,
      position: three('x'),
      rotation: whole,
      vectors: { force: three('f'), torque: three('t'), velocity: three('v') },
    };
  }
  if (!of('x') || !of('y') || !of('fx')) return undefined;
  return {
    path,
    component,
    position: [of('x'), of('y'), undefined],
    vectors: {
      force: [of('fx'), of('fy'), undefined],
      torque: [undefined, undefined, of('t')],
      velocity: [of('vx'), of('vy'), undefined],
    },
  };
}

/** Frames of the parts of the model, by component; what is inside of these is left out. */
export function framesOf(run: Run): Map<string, Frame[]> {
  const frames: Frame[] = [];
  for (const { path } of run.signals) {
    const end = /\.(f\[1\]|fx)$/.exec(path);
    const frame = end ? frameAt(run, path.slice(0, end.index)) : undefined;
    if (frame && frame.component !== '') frames.push(frame);
  }
  const owners = new Set(frames.map(({ component }) => component));
  const inside = (component: string): boolean => {
    const parts = partsOf(component);
    return parts.some((_, k) => k > 0 && owners.has(parts.slice(0, k).join('.')));
  };
  const result = new Map<string, Frame[]>();
  for (const frame of frames) {
    if (!inside(frame.component)) result.set(frame.component, [...(result.get(frame.component) ?? []), frame]);
  }
  return result;
}

export function signalsOf({ position, rotation, vectors }: Frame): Signal[] {
  return [...position, ...(rotation ?? []), ...VECTOR_KINDS.flatMap((kind) => vectors[kind])].filter((signal) => signal !== undefined);
}

function threeAt(run: Run, three: Three, time: number): [number, number, number] {
  const [x, y, z] = three.map((signal) => (signal ? run.at(signal, time) : 0));
  return [x, y, z];
}

export function positionAt(run: Run, frame: Frame, time: number): [number, number, number] {
  return threeAt(run, frame.position, time);
}

/** A vector at a frame in the axes of the world. Its variables must have been read. */
export function vectorAt(run: Run, frame: Frame, kind: VectorKind, time: number): [number, number, number] {
  const given = threeAt(run, frame.vectors[kind], time);
  const { rotation } = frame;
  if (kind !== 'torque' || !rotation) return given;
  const R = rotation.map((signal) => run.at(signal, time));
  const column = (j: number): number => R[j] * given[0] + R[3 + j] * given[1] + R[6 + j] * given[2];
  return [column(0), column(1), column(2)];
}
