/** Arrows of forces, torques and velocities at the frames of chosen components. */
import { CylinderGeometry, Group, Matrix4, Quaternion, TorusGeometry, Vector3 } from 'three';
import type { Item } from '../format/types';
import { positionAt, signalsOf, vectorAt, type Frame, type VectorKind } from '../model/frames';
import type { Run } from '../model/run';
import { makeArrow } from './shapes/arrows';
import { mesh, type Placeable, type ShapeContext } from './shapes/shape';

export const VECTOR_COLOURS: Record<VectorKind, string> = { force: '#d55e00', torque: '#9b51b0', velocity: '#009e73' };
const LONGEST = 0.35; // of the size of the model, for the largest of the whole run
const WIDTH = 0.007;
const SAMPLES = 400; // instants that are looked at for the largest
const X = new Vector3(1, 0, 0);

interface Arrow {
  frame: Frame;
  kind: VectorKind;
  shape: Placeable;
  group: Group;
}

/** Three quarters of a turn about x, right-handed, with a point at its end: its size is the torque. */
function makeTurn(colour: string, context: ShapeContext): Placeable {
  const material = context.paint(colour);
  const arc = context.shared('turn', () =>
    // From the plane of x and y to that of y and z: it begins at y and ends below, at -z.
    new TorusGeometry(0.5, 0.014, 8, 48, 1.5 * Math.PI).applyMatrix4(
      new Matrix4().makeBasis(new Vector3(0, 1, 0), new Vector3(0, 0, 1), X),
    ),
  );
  const point = context.shared('turn point', () => new CylinderGeometry(0, 0.05, 0.16, 16).translate(0, 0.08, -0.5));
  const object = new Group().add(mesh(arc, material), mesh(point, material));
  return { object, resize: (length) => void object.scale.setScalar(length) };
}

export class Vectors {
  readonly object = new Group();
  private arrows: Arrow[] = [];
  private scales: Record<VectorKind, number> = { force: 0, torque: 0, velocity: 0 };
  private largest: Record<VectorKind, number> = { force: 0, torque: 0, velocity: 0 };
  private asked = 0;

  constructor(
    private readonly run: Run,
    private readonly size: number,
    private readonly context: ShapeContext,
  ) {}

  /** Shows these kinds at these frames, as soon as their variables are read. */
  async choose(frames: Frame[], kinds: VectorKind[]): Promise<void> {
    const asked = ++this.asked;
    const chosen = kinds.length > 0 ? frames : [];
    await this.run.need(chosen.flatMap((frame) => signalsOf(frame).map(({ value }) => value)));
    if (asked !== this.asked) return;
    this.object.clear();
    this.arrows = chosen.flatMap((frame) =>
      kinds.filter((kind) => frame.vectors[kind].some((signal) => signal)).map((kind) => this.make(frame, kind)),
    );
    for (const { group } of this.arrows) this.object.add(group);
    this.measure();
  }

  private make(frame: Frame, kind: VectorKind): Arrow {
    const colour = VECTOR_COLOURS[kind];
    const shape = kind === 'torque' ? makeTurn(colour, this.context) : makeArrow({ colour } as Item, this.context);
    const group = new Group().add(shape.object);
    group.name = `${frame.path}.${kind}`;
    return { frame, kind, shape, group };
  }

  /** One scale for a kind, all along the run: the largest is as long as it may be. */
  private measure(): void {
    const { times } = this.run;
    const count = Math.min(SAMPLES, times.length);
    this.largest = { force: 0, torque: 0, velocity: 0 };
    for (const { frame, kind } of this.arrows) {
      for (let k = 0; k < count; ++k) {
        const time = times[Math.round((k * (times.length - 1)) / Math.max(1, count - 1))];
        const length = Math.hypot(...vectorAt(this.run, frame, kind, time));
        if (length > this.largest[kind]) this.largest[kind] = length;
      }
    }
    for (const kind of Object.keys(this.scales) as VectorKind[]) {
      this.scales[kind] = this.largest[kind] > 0 ? (LONGEST * this.size) / this.largest[kind] : 0;
    }
  }

  /** The largest of a kind in the run, among what is shown; 0 if nothing is. */
  largestOf(kind: VectorKind): number {
    return this.largest[kind];
  }

  place(time: number): void {
    for (const { frame, kind, shape, group } of this.arrows) {
      const vector = new Vector3(...vectorAt(this.run, frame, kind, time));
      const length = this.scales[kind] * vector.length();
      group.visible = length > 1e-6 * this.size;
      if (!group.visible) continue;
      group.position.set(...positionAt(this.run, frame, time));
      group.quaternion.copy(new Quaternion().setFromUnitVectors(X, vector.normalize()));
      shape.resize(length, WIDTH * this.size, WIDTH * this.size);
    }
  }

  /** Of an arrow: where it begins, and its vector on the stage; for tests and texts. */
  arrow(path: string, kind: VectorKind): { from: number[]; along: number[]; scale: number } | undefined {
    const found = this.arrows.find((one) => one.frame.path === path && one.kind === kind);
    if (!found) return undefined;
    const along = X.clone().applyQuaternion(found.group.quaternion);
    return { from: found.group.position.toArray(), along: along.toArray(), scale: this.scales[kind] };
  }
}
