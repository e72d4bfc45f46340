/** How much room a scene takes all along the run: as it lies, and about its middle. */
import { Box3, Quaternion, Vector3 } from 'three';
import type { Item, SceneHeader } from '../format/types';
import type { Run } from '../model/run';
import { moves } from './actor';

const SAMPLES = 60;

const ROUND = 16;
const MOST_POINTS = 400; // of a mesh, that are looked at

/** Points of a circle about x. */
function circle(x: number, w: number, h: number): Vector3[] {
  return Array.from({ length: ROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / ROUND;
    return new Vector3(x, (w / 2) * Math.cos(angle), (h / 2) * Math.sin(angle));
  });
}

/** Some of the points of lines or of a mesh: enough to know how far they reach. */
function pointsIn(points: number[]): Vector3[] {
  const every = Math.max(1, Math.ceil(points.length / 3 / MOST_POINTS));
  const result: Vector3[] = [];
  for (let k = 0; k + 2 < points.length; k += 3 * every) result.push(new Vector3(points[k], points[k + 1], points[k + 2]));
  return result;
}

/** Outer points of a shape, in its own axes. */
function pointsOf(item: Item, [l, w, h]: number[]): Vector3[] {
  switch (item.shape) {
    case 'sphere':
      return [0.99, 0.7, 0.35, 0].flatMap((part) => {
        const across = Math.sqrt(1 - part * part);
        return [...circle((part * l) / 2, across * w, across * h), ...circle((-part * l) / 2, across * w, across * h)];
      });
    case 'arrow': // as long as a force is large: that is no room
    case 'axes': // no longer than a part of the model
      return [new Vector3(0, 0, 0)];
    case 'outline':
      return (item.corners ?? []).flatMap(([x, y]) =>
        circle(0, w, w).map((p) => new Vector3(x + p.y, y + p.z, h / 2)),
      );
    case 'lines':
    case 'mesh':
      return pointsIn(item.points ?? []);
    case 'wheel':
    case 'gear':
      return [...circle(0, w, w), ...circle(l, w, w)];
    case 'box':
      return [0, l].flatMap((x) => [-w / 2, w / 2].flatMap((y) => [-h / 2, h / 2].map((z) => new Vector3(x, y, z))));
    default:
      return [...circle(0, w, h), ...circle(l, w, h)];
  }
}

/** The room of some items where the scene was sought, turned into the axes of the stage. */
function roomNow(run: Run, items: Item[], turn: Quaternion): Box3 {
  const room = new Box3();
  const q = new Quaternion();
  for (const item of items) {
    const [x, y, z] = item.p.map((value) => run.now(value));
    const [qx, qy, qz, qw] = item.q.map((value) => run.now(value));
    q.set(qx, qy, qz, qw).normalize();
    const size = item.size.map((value) => run.now(value));
    for (const point of pointsOf(item, size)) {
      room.expandByPoint(point.applyQuaternion(q).add(new Vector3(x, y, z)).applyQuaternion(turn));
    }
  }
  return room;
}

export interface Extent {
  whole: Box3;
  /** Room that what moves takes about its middle all along the run; up and down about the middle only if it rises. */
  company: Box3;
  /** What moves goes up or down by far more than its height. */
  rises: boolean;
  /** What moves goes far: it is lost sight of unless one follows. */
  leaves: boolean;
  /** There is hardly anything beside what goes so far. */
  alone: boolean;
  /** Pieces of ground that the floor of the stage stands for. */
  ground: Set<Item>;
  /** Height of the floor. */
  level: number;
  /** Of all arrows, at any time. */
  longestArrow: number;
}

/** A level sheet that one sees through: the ground below a wheel or a ball. */
function isSheet(run: Run, item: Item, turn: Quaternion): boolean {
  if (item.shape !== 'box' || (item.opacity ?? 1) > 0.5) return false;
  const [l, w, h] = item.size.map((value) => run.now(value));
  const thin = Math.min(l, w, h);
  if (thin > 0.05 * Math.max(l, w, h)) return false;
  const [x, y, z, s] = item.q.map((value) => run.now(value));
  const normal = thin === h ? new Vector3(0, 0, 1) : thin === w ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
  normal.applyQuaternion(new Quaternion(x, y, z, s).normalize()).applyQuaternion(turn);
  return Math.abs(normal.y) > 0.999;
}

/** Middle of the pictures, as the stage follows it. */
function middleNow(run: Run, items: Item[], turn: Quaternion): Vector3 {
  const middle = new Vector3();
  for (const { p } of items) middle.add(new Vector3(...p.map((value) => run.now(value))));
  return middle.divideScalar(Math.max(1, items.length)).applyQuaternion(turn);
}

const lengthOf = (box: Box3): number => (box.isEmpty() ? 0 : box.getSize(new Vector3()).length());

const HIGH = 3; // times the height of what moves
const FAR_RUN = 4; // a run so many times longer than what moves is followed
const FEW = 2; // pictures
const FAR = 1.6; // what rests and is so many times larger than what moves is not all in sight

/** Room that grows by what rests, large things such as runways left aside. */
function withResting(room: Box3, run: Run, resting: Item[], turn: Quaternion): Box3 {
  const size = room.isEmpty() ? Infinity : FAR * room.getSize(new Vector3()).length();
  const result = room.clone();
  for (const item of resting) {
    const own = roomNow(run, [item], turn);
    if (own.getSize(new Vector3()).length() < size) result.union(own);
  }
  return result;
}

/** Room that grows by axes at rest, which are no longer than a part of it. */
function withAxes(room: Box3, run: Run, resting: Item[], turn: Quaternion, part: number): Box3 {
  const longest = part * lengthOf(room);
  const result = room.clone();
  for (const { shape, p, q, size } of resting) {
    const origin = new Vector3(...p.map((value) => run.now(value)));
    if (shape !== 'axes' || !room.containsPoint(origin.clone().applyQuaternion(turn))) continue;
    const [x, y, z, s] = q.map((value) => run.now(value));
    const length = Math.min(run.now(size[0]), longest);
    for (const axis of [new Vector3(length, 0, 0), new Vector3(0, length, 0), new Vector3(0, 0, length)]) {
      axis.applyQuaternion(new Quaternion(x, y, z, s).normalize());
      result.expandByPoint(axis.add(origin).applyQuaternion(turn));
    }
  }
  return result;
}

/** `axes`: the part of the model that the longest axes may have. */
export function extentOf(run: Run, scene: SceneHeader, turn: Quaternion, axes: number): Extent {
  const grid = run.grids[1];
  grid.seek(grid.times[0]);
  const sheets = scene.flat ? [] : scene.items.filter((item) => isSheet(run, item, turn));
  const solid = scene.items.filter((item) => !sheets.includes(item));
  // A sheet is the floor if nothing that moves is below it.
  const lowest = roomNow(run, solid.filter(moves), turn).min.y;
  const margin = 0.02 * roomNow(run, solid, turn).getSize(new Vector3()).length();
  const ground = new Set(sheets.filter((sheet) => roomNow(run, [sheet], turn).max.y < lowest + margin));
  const moving = scene.items.filter((item) => moves(item) && !ground.has(item));
  // Walls that one sees through are seen from inside.
  const visible = scene.items.filter((item) => (item.opacity ?? 1) > 0.5);
  const resting = (visible.length > 0 ? visible : scene.items).filter((item) => !moves(item));
  const arrows = scene.items.filter(({ shape }) => shape === 'arrow');
  const level = roomNow(run, [...ground], turn).max.y;

  const whole = new Box3();
  const about = new Box3(); // the middle
  let longestArrow = 0;
  const last = grid.times.length - 1;
  // Fewer instants where there are many pictures: this is a matter of size, not of exactness.
  const samples = Math.max(8, Math.min(SAMPLES, Math.round(4000 / Math.max(1, moving.length))));
  for (let k = 0; k <= samples; ++k) {
    grid.seek(grid.times[Math.round((k * last) / samples)]);
    const room = roomNow(run, moving, turn);
    whole.union(room);
    if (!room.isEmpty()) about.union(room.translate(middleNow(run, moving, turn).negate()));
    for (const { size } of arrows) longestArrow = Math.max(longestArrow, run.now(size[0]));
  }
  const all = withAxes(withResting(whole, run, resting, turn), run, resting, turn, axes);
  const company = about.isEmpty() ? all.clone() : about;
  const rises = !about.isEmpty() && whole.max.y - whole.min.y > HIGH * (about.max.y - about.min.y);
  if (!rises) {
    company.min.y = whole.min.y;
    company.max.y = whole.max.y;
  }
  return {
    whole: all,
    company,
    rises,
    leaves: lengthOf(whole) > FAR_RUN * lengthOf(company),
    alone: moving.filter(({ shape }) => shape !== 'arrow' && shape !== 'axes').length <= FEW,
    ground,
    level: ground.size > 0 ? level : all.min.y,
    longestArrow,
  };
}
