import { Box3, MeshStandardMaterial, Vector3, type BufferGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../src/format/types';
import { makeShape, SHAPES } from '../../src/stage/shapes';

const context = {
  fineness: { round: 24, tube: 8 },
  paint: () => new MeshStandardMaterial(),
  shared: (_: string, make: () => BufferGeometry) => make(),
};

function roomOf(shape: Item['shape'], size: [number, number, number], more: Partial<Item> = {}): Box3 {
  const item: Item = { path: 'x', component: 'x', shape, colour: '#ffffff', p: [0, 0, 0], q: [0, 0, 0, 1], size, ...more };
  const made = makeShape(item, context, size);
  const { object } = made;
  made.resize(...size);
  object.updateMatrixWorld(true);
  return new Box3().setFromObject(object, true);
}

/** docs/scenes.md: by its length along x from its origin, by half of the others to both sides. */
const near = (box: Box3, min: number[], max: number[]): void => {
  const size = box.getSize(new Vector3()).length();
  expect(box.min.distanceTo(new Vector3(...min))).toBeLessThan(0.02 * size);
  expect(box.max.distanceTo(new Vector3(...max))).toBeLessThan(0.02 * size);
};

describe('shapes', () => {
  it('are all there', () => {
    expect(SHAPES).toHaveLength(13);
    for (const shape of SHAPES) expect(roomOf(shape, [1, 1, 1], { count: 8, corners: [[0, 0], [1, 0], [1, 1]], points: [0, 0, 0, 1, 0, 0, 1, 1, 0] }).isEmpty()).toBe(false);
  });
  it('extend along x from their origin', () => {
    near(roomOf('box', [3, 2, 1]), [0, -1, -0.5], [3, 1, 0.5]);
    near(roomOf('cylinder', [3, 2, 1]), [0, -1, -0.5], [3, 1, 0.5]);
    near(roomOf('cone', [3, 2, 2]), [0, -1, -1], [3, 1, 1]);
    near(roomOf('coil', [3, 2, 2], { count: 6 }), [0, -1, -1], [3, 1, 1]);
    near(roomOf('beam', [3, 0.2, 0.2]), [-0.1, -0.1, -0.1], [3.1, 0.1, 0.1]);
  });
  it('lie about their origin, if they are spheres, outlines or axes', () => {
    near(roomOf('sphere', [3, 2, 1]), [-1.5, -1, -0.5], [1.5, 1, 0.5]);
    near(roomOf('outline', [1, 0.2, 0.4], { corners: [[0, 0], [2, 0], [2, 1]] }), [-0.1, -0.1, -0.2], [2.1, 1.1, 0.2]);
    near(roomOf('axes', [1, 0.01, 0.01]), [0, 0, 0], [1, 1, 1]);
  });
  it('have their points where these are, if they are lines or meshes', () => {
    near(roomOf('lines', [1, 0.2, 0.2], { points: [0, 0, 0, 2, 0, 0, 2, 1, 3] }), [-0.1, -0.1, -0.1], [2.1, 1.1, 3.1]);
    near(roomOf('mesh', [9, 9, 9], { points: [0, 0, 0, 2, 0, 0, 2, 1, 3] }), [0, 0, 0], [2, 1, 3]);
  });
  it('turn about x, if they are wheels or gears', () => {
    near(roomOf('wheel', [0.2, 2, 2], { count: 8 }), [0, -1, -1], [0.2, 1, 1]);
    const gear = roomOf('gear', [0.3, 2, 2], { count: 40 });
    expect(gear.max.y).toBeGreaterThan(1);
    expect(gear.max.y).toBeLessThan(1.1);
    expect(gear.max.x).toBeCloseTo(0.3, 1);
  });
  it('take a new size', () => {
    const item: Item = { path: 'x', component: 'x', shape: 'coil', colour: '#ffffff', p: [0, 0, 0], q: [0, 0, 0, 1], size: [1, 1, 1] };
    const made = makeShape(item, context, [1, 1, 1]);
    const { object } = made;
    made.resize(1, 1, 1);
    made.resize(4, 1, 1);
    object.updateMatrixWorld(true);
    expect(new Box3().setFromObject(object, true).max.x).toBeCloseTo(4, 1);
  });
});
