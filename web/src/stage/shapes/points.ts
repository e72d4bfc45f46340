/** Shapes that consist of points: a line through them, or triangles. */
import { BufferGeometry, Float32BufferAttribute, Group, InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three';
import type { Item } from '../../format/types';
import { mesh, unitCylinder, unitSphere, type Placeable, type ShapeContext } from './shape';

const X = new Vector3(1, 0, 0);

/** A round bar from point to point, with balls where it bends. */
export function makeLines(item: Item, context: ShapeContext): Placeable {
  const numbers = item.points ?? [];
  const points = Array.from({ length: Math.floor(numbers.length / 3) }, (_, k) => new Vector3(...numbers.slice(3 * k, 3 * k + 3)));
  const material = context.paint(item.colour, item.opacity);
  const bars = new InstancedMesh(unitCylinder(context), material, Math.max(0, points.length - 1));
  const bends = new InstancedMesh(unitSphere(context), material, points.length);
  for (const part of [bars, bends]) part.castShadow = !material.transparent;
  return {
    object: new Group().add(bars, bends),
    resize(_, width) {
      const matrix = new Matrix4();
      points.forEach((point, k) => {
        bends.setMatrixAt(k, matrix.makeScale(width, width, width).setPosition(point));
        if (k === 0) return;
        const from = points[k - 1];
        const along = point.clone().sub(from);
        const length = along.length();
        const turn = new Quaternion().setFromUnitVectors(X, length > 0 ? along.divideScalar(length) : X);
        bars.setMatrixAt(k - 1, matrix.compose(from, turn, new Vector3(length, width, width)));
      });
      bars.instanceMatrix.needsUpdate = true;
      bends.instanceMatrix.needsUpdate = true;
      bars.computeBoundingSphere();
      bends.computeBoundingSphere();
    },
  };
}

/** Triangles, each with its own normal; open surfaces are seen from both sides. */
export function makeMesh(item: Item, context: ShapeContext): Placeable {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(item.points ?? [], 3));
  geometry.computeVertexNormals();
  return { object: mesh(geometry, context.paint(item.colour, item.opacity, true)), resize: () => undefined };
}
