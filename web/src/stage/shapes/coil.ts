/** A spring: a wire wound about x. Its windings move apart when it is drawn out; the wire stays round. */
import { BufferAttribute, BufferGeometry } from 'three';
import type { Item } from '../../format/types';
import { mesh, type Placeable, type ShapeContext } from './shape';

const USUAL_WINDINGS = 8;
const END = 0.08; // straight pieces at both ends, of the length
const WIRE = 0.14; // of the width

export function makeCoil(item: Item, context: ShapeContext): Placeable {
  const windings = item.count && item.count > 0 ? item.count : USUAL_WINDINGS;
  const along = Math.round(windings * Math.max(12, context.fineness.round * 0.8)) + 1;
  const around = context.fineness.tube;
  const rings = along + 4; // two more at each end, on the axis
  const positions = new Float32Array(rings * around * 3);
  const normals = new Float32Array(rings * around * 3);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  const faces: number[] = [];
  for (let i = 0; i + 1 < rings; ++i) {
    for (let j = 0; j < around; ++j) {
      const a = i * around + j;
      const b = i * around + ((j + 1) % around);
      faces.push(a, a + around, b, b, a + around, b + around);
    }
  }
  geometry.setIndex(faces);
  const object = mesh(geometry, context.paint(item.colour, item.opacity));
  object.frustumCulled = false;
  let made = '';

  /** The middle of the wire at ring i. */
  const middle = (i: number, l: number, w: number, h: number): [number, number, number] => {
    if (i === 0) return [0, 0, 0];
    if (i === 1) return [0.6 * END * l, 0, 0];
    if (i === rings - 2) return [(1 - 0.6 * END) * l, 0, 0];
    if (i === rings - 1) return [l, 0, 0];
    const s = (i - 2) / (along - 1);
    const angle = 2 * Math.PI * windings * s;
    const wide = 0.5 * (1 - WIRE);
    return [(END + (1 - 2 * END) * s) * l, wide * w * Math.sin(angle), wide * h * Math.cos(angle)];
  };

  return {
    object,
    resize(l, w, h) {
      const now = `${l.toPrecision(6)} ${w.toPrecision(4)} ${h.toPrecision(4)}`;
      if (now === made) return;
      made = now;
      const radius = 0.5 * WIRE * w;
      for (let i = 0; i < rings; ++i) {
        const [x, y, z] = middle(i, l, w, h);
        const before = middle(Math.max(0, i - 1), l, w, h);
        const after = middle(Math.min(rings - 1, i + 1), l, w, h);
        let [tx, ty, tz] = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
        const length = Math.hypot(tx, ty, tz) || 1;
        [tx, ty, tz] = [tx / length, ty / length, tz / length];
        // Across the wire: outwards from the axis, and what is left.
        const out = Math.hypot(y, z) || 1;
        let [ux, uy, uz] = y === 0 && z === 0 ? [0, 0, 1] : [0, y / out, z / out];
        const along_ = ux * tx + uy * ty + uz * tz;
        [ux, uy, uz] = [ux - along_ * tx, uy - along_ * ty, uz - along_ * tz];
        const size = Math.hypot(ux, uy, uz) || 1;
        [ux, uy, uz] = [ux / size, uy / size, uz / size];
        const [vx, vy, vz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
        for (let j = 0; j < around; ++j) {
          const angle = (2 * Math.PI * j) / around;
          const c = Math.cos(angle);
          const s = -Math.sin(angle);
          const at = 3 * (i * around + j);
          normals[at] = c * ux + s * vx;
          normals[at + 1] = c * uy + s * vy;
          normals[at + 2] = c * uz + s * vz;
          positions[at] = x + radius * normals[at];
          positions[at + 1] = y + radius * normals[at + 1];
          positions[at + 2] = z + radius * normals[at + 2];
        }
      }
      geometry.attributes.position.needsUpdate = true;
      geometry.attributes.normal.needsUpdate = true;
      geometry.computeBoundingSphere();
    },
  };
}
