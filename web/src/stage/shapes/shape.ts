/** What all shapes share. Sizes and axes are those of docs/scenes.md: length along x, width y, height z. */
import {
  BufferGeometry,
  CylinderGeometry,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  SphereGeometry,
  type Material,
} from 'three';

/** How finely round things are made. */
export interface Fineness {
  round: number;
  tube: number;
}

/** A picture on the stage: an object in the axes of its shape, and how it takes a new size. */
export interface Placeable {
  object: Object3D;
  resize(length: number, width: number, height: number): void;
}

/** `both`: seen from both sides. */
export type Paint = (colour: string, opacity?: number, both?: boolean) => MeshStandardMaterial;

export interface ShapeContext {
  fineness: Fineness;
  paint: Paint;
  /** Unit geometries, shared by all who ask under the same name. */
  shared(name: string, make: () => BufferGeometry): BufferGeometry;
}

/** About x from 0 to 1, diameter 1. */
export function unitCylinder(context: ShapeContext): BufferGeometry {
  return context.shared('cylinder', () =>
    new CylinderGeometry(0.5, 0.5, 1, context.fineness.round).rotateZ(-Math.PI / 2).translate(0.5, 0, 0),
  );
}

export function unitSphere(context: ShapeContext): BufferGeometry {
  const { round } = context.fineness;
  return context.shared('sphere', () => new SphereGeometry(0.5, round, Math.round(0.6 * round)));
}

export function mesh(geometry: BufferGeometry, material: Material): Mesh {
  const result = new Mesh(geometry, material);
  // What one sees through darkens nothing.
  result.castShadow = !material.transparent;
  result.receiveShadow = true;
  return result;
}

/** A shape made for one size; another one stretches it. */
export function stretched(object: Object3D, made: [number, number, number]): Placeable['resize'] {
  const ratio = (now: number, then: number): number => (then > 0 && now > 0 ? now / then : 1);
  return (length, width, height) => {
    object.scale.set(ratio(length, made[0]), ratio(width, made[1]), ratio(height, made[2]));
  };
}
