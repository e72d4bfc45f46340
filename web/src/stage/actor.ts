/** A picture on the stage: its shape, and where it is put. */
import { Group, Quaternion, Vector3 } from 'three';
import type { Item } from '../format/types';
import { numbersOf, type Run } from '../model/run';
import { makeShape } from './shapes';
import type { Placeable, ShapeContext } from './shapes/shape';

export interface Actor {
  item: Item;
  shape: Placeable;
  /** Its origin, in the axes of the model. */
  object: Group;
  moves: boolean;
}

/** Where a picture is, and how large. */
export interface Placement {
  position: Vector3;
  turn: Quaternion;
  size: Vector3;
}

export function moves(item: Pick<Item, 'p' | 'q' | 'size'>): boolean {
  return numbersOf(item).some((value) => typeof value === 'object');
}

/** Where its grid was sought. */
export function placementOf(run: Run, { p, q, size }: Pick<Item, 'p' | 'q' | 'size'>): Placement {
  return {
    position: new Vector3(run.now(p[0]), run.now(p[1]), run.now(p[2])),
    turn: new Quaternion(run.now(q[0]), run.now(q[1]), run.now(q[2]), run.now(q[3])).normalize(),
    size: new Vector3(run.now(size[0]), run.now(size[1]), run.now(size[2])),
  };
}

/** From one placement on towards another: `part` of the way, or beyond. */
export function between(a: Placement, b: Placement, part: number): Placement {
  const sign = a.turn.dot(b.turn) < 0 ? -1 : 1;
  const mixed = (x: number, y: number): number => x + part * (sign * y - x);
  return {
    position: a.position.clone().lerp(b.position, part),
    turn: new Quaternion(mixed(a.turn.x, b.turn.x), mixed(a.turn.y, b.turn.y), mixed(a.turn.z, b.turn.z), mixed(a.turn.w, b.turn.w)).normalize(),
    size: a.size.clone().lerp(b.size, part),
  };
}

export function makeActor(item: Item, context: ShapeContext, { size }: Placement): Actor {
  const shape = makeShape(item, context, [size.x, size.y, size.z]);
  const object = new Group();
  object.name = item.path;
  object.userData.component = item.component;
  object.add(shape.object);
  return { item, shape, object, moves: moves(item) };
}

/** What has no size of its own beside the model: arrows are all drawn at one scale, axes no longer than this. */
export interface Measures {
  arrows: number;
  longestAxes: number;
}

export function put({ item, shape, object }: Actor, { position, turn, size }: Placement, measures: Measures): void {
  object.position.copy(position);
  object.quaternion.copy(turn);
  if (item.shape === 'axes') size.multiplyScalar(Math.min(1, measures.longestAxes / Math.max(1e-9, size.x)));
  shape.resize((item.shape === 'arrow' ? measures.arrows : 1) * size.x, size.y, size.z);
}
