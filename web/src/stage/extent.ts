/** How much room a scene takes: at its start, and all along the run. */
import { Box3, Quaternion, Vector3 } from 'three';
import type { Item, SceneHeader } from '../format/types';
import type { Run } from '../model/run';

const SAMPLES = 60;

/** Corners of the box around a shape, in its own axes. */
function boxOf(item: Item, [l, w, h]: number[]): Box3 {
  switch (item.shape) {
    case 'sphere':
      return new Box3(new Vector3(-l / 2, -w / 2, -h / 2), new Vector3(l / 2, w / 2, h / 2));
    case 'axes':
      return new Box3(new Vector3(0, 0, 0), new Vector3(l, l, l));
    case 'outline': {
      const box = new Box3();
      for (const [x, y] of item.corners ?? []) box.expandByPoint(new Vector3(x, y, 0));
      return box.expandByScalar(w / 2);
    }
    case 'wheel':
    case 'gear':
      return new Box3(new Vector3(0, -w / 2, -w / 2), new Vector3(l, w / 2, w / 2));
    default:
      return new Box3(new Vector3(0, -w / 2, -h / 2), new Vector3(l, w / 2, h / 2));
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
    const box = boxOf(
      item,
      item.size.map((value) => run.now(value)),
    );
    for (let corner = 0; corner < 8; ++corner) {
      const point = new Vector3(
        corner & 1 ? box.max.x : box.min.x,
        corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z,
      );
      room.expandByPoint(point.applyQuaternion(q).add(new Vector3(x, y, z)).applyQuaternion(turn));
    }
  }
  return room;
}

export interface Extent {
  first: Box3;
  whole: Box3;
  /** Pieces of ground that the floor of the stage stands for. */
  ground: Set<Item>;
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

export function extentOf(run: Run, scene: SceneHeader, turn: Quaternion): Extent {
  const grid = run.grids[1];
  const moves = (item: Item): boolean => [...item.p, ...item.q, ...item.size].some((v) => typeof v === 'object');
  const last = grid.times.length - 1;
  const whole = new Box3();
  grid.seek(grid.times[0]);
  const sheets = scene.flat ? [] : scene.items.filter((item) => isSheet(run, item, turn));
  // It is the floor if it is the lowest there is.
  const solid = scene.items.filter((item) => !sheets.includes(item));
  const first = roomNow(run, solid, turn);
  const margin = 0.02 * first.getSize(new Vector3()).length();
  const ground = new Set(sheets.filter((sheet) => roomNow(run, [sheet], turn).min.y < first.min.y + margin));
  if (ground.size === 0) first.union(roomNow(run, sheets, turn));
  const moving = scene.items.filter((item) => moves(item) && !ground.has(item));
  whole.union(first);
  // Fewer instants where there are many pictures: this is a matter of size, not of exactness.
  const samples = Math.max(8, Math.min(SAMPLES, Math.round(20000 / Math.max(1, moving.length))));
  for (let k = 1; k <= samples; ++k) {
    grid.seek(grid.times[Math.round((k * last) / samples)]);
    whole.union(roomNow(run, moving, turn));
  }
  return { first, whole, ground };
}
