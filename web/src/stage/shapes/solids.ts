/** Boxes, cylinders, cones, spheres and beams: unit bodies, scaled. */
import { BoxGeometry, CylinderGeometry, Group } from 'three';
import type { Item } from '../../format/types';
import { mesh, unitCylinder, unitSphere, type Placeable, type ShapeContext } from './shape';

export function makeBox(item: Item, context: ShapeContext): Placeable {
  const geometry = context.shared('box', () => new BoxGeometry(1, 1, 1).translate(0.5, 0, 0));
  const object = mesh(geometry, context.paint(item.colour, item.opacity));
  return { object, resize: (l, w, h) => void object.scale.set(l, w, h) };
}

export function makeCylinder(item: Item, context: ShapeContext): Placeable {
  const object = mesh(unitCylinder(context), context.paint(item.colour, item.opacity));
  return { object, resize: (l, w, h) => void object.scale.set(l, w, h) };
}

export function makeCone(item: Item, context: ShapeContext): Placeable {
  const geometry = context.shared('cone', () =>
    new CylinderGeometry(0, 0.5, 1, context.fineness.round).rotateZ(-Math.PI / 2).translate(0.5, 0, 0),
  );
  const object = mesh(geometry, context.paint(item.colour, item.opacity));
  return { object, resize: (l, w, h) => void object.scale.set(l, w, h) };
}

export function makeSphere(item: Item, context: ShapeContext): Placeable {
  const object = mesh(unitSphere(context), context.paint(item.colour, item.opacity));
  return { object, resize: (l, w, h) => void object.scale.set(l, w, h) };
}

/** A bar with round ends about both of its end points. */
export function makeBeam(item: Item, context: ShapeContext): Placeable {
  const material = context.paint(item.colour, item.opacity);
  const bar = mesh(unitCylinder(context), material);
  const ends = [mesh(unitSphere(context), material), mesh(unitSphere(context), material)];
  const object = new Group().add(bar, ...ends);
  return {
    object,
    resize(l, w, h) {
      bar.scale.set(l, w, h);
      for (const end of ends) end.scale.set(Math.min(w, h), w, h);
      ends[1].position.x = l;
    },
  };
}
