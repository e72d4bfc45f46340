/** Wheels and gears about x. One spoke and one tooth are coloured: equal ones would seem to stand still. */
import { CylinderGeometry, ExtrudeGeometry, Group, Matrix4, Shape, TorusGeometry, Vector3 } from 'three';
import type { Item } from '../../format/types';
import { mesh, stretched, unitCylinder, type Placeable, type ShapeContext } from './shape';

const MARK = '#e69f00';

export function makeWheel(item: Item, context: ShapeContext, size: [number, number, number]): Placeable {
  const [across, diameter] = size;
  const object = new Group();
  const material = context.paint(item.colour, item.opacity);
  const tyre = Math.min(Math.max(across, 0.02 * diameter), 0.3 * diameter);
  const { round, tube } = context.fineness;
  const rim = mesh(
    new TorusGeometry(diameter / 2 - tyre / 2, tyre / 2, Math.max(6, tube), 2 * round).rotateY(Math.PI / 2),
    material,
  );
  object.add(rim);
  const spokes = item.count ?? 0;
  const length = diameter / 2 - tyre;
  if (spokes === 0) {
    // A ring: the mark is on the rim.
    const mark = mesh(unitCylinder(context), context.paint(MARK));
    mark.scale.set(1.1 * tyre, tyre, tyre);
    mark.position.set(-0.55 * tyre, diameter / 2 - tyre / 2, 0);
    object.add(mark);
  } else {
    const hub = mesh(unitCylinder(context), material);
    hub.scale.set(1.2 * tyre, 0.07 * diameter, 0.07 * diameter);
    hub.position.x = -0.6 * tyre;
    object.add(hub);
    for (let k = 0; k < spokes; ++k) {
      const marked = k === 0;
      const thick = (marked ? 0.018 : 0.007) * diameter;
      const spoke = mesh(
        new CylinderGeometry(thick / 2, thick / 2, length, 6).translate(0, length / 2, 0),
        marked ? context.paint(MARK) : material,
      );
      spoke.rotation.x = (2 * Math.PI * k) / spokes;
      object.add(spoke);
    }
  }
  const whole = new Group().add(object);
  // Across the wheel it lies on both sides of its middle.
  object.position.x = across / 2;
  return { object: whole, resize: stretched(whole, size) };
}

export function makeGear(item: Item, context: ShapeContext, size: [number, number, number]): Placeable {
  const [across, diameter] = size;
  const teeth = Math.max(3, item.count ?? 12);
  const depth = diameter / teeth;
  const outer = diameter / 2 + 0.9 * depth;
  const inner = Math.max(0.1 * diameter, diameter / 2 - depth);
  const shape = new Shape();
  for (let k = 0; k < teeth; ++k) {
    const corners: [number, number][] = [
      [inner, -0.3],
      [outer, -0.13],
      [outer, 0.13],
      [inner, 0.3],
    ];
    corners.forEach(([radius, part], i) => {
      const angle = ((k + part) * 2 * Math.PI) / teeth;
      const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      if (k === 0 && i === 0) shape.moveTo(x, y);
      else shape.lineTo(x, y);
    });
  }
  shape.closePath();
  const body = new ExtrudeGeometry(shape, { depth: across, bevelEnabled: false });
  // From the plane of x and y, thick along z, to that of y and z, thick along x.
  body.applyMatrix4(new Matrix4().makeBasis(new Vector3(0, 1, 0), new Vector3(0, 0, 1), new Vector3(1, 0, 0)));
  const wheel = mesh(body, context.paint(item.colour, item.opacity));
  const mark = mesh(unitCylinder(context), context.paint(MARK));
  mark.scale.set(1.06 * across, 0.16 * inner, 0.16 * inner);
  mark.position.set(-0.03 * across, 0.6 * inner, 0);
  const object = new Group().add(wheel, mark);
  return { object, resize: stretched(object, size) };
}
