/** Arrows, and the axes of a frame. */
import { CylinderGeometry, Group } from 'three';
import type { Item } from '../../format/types';
import { mesh, unitCylinder, type Placeable, type ShapeContext } from './shape';

const HEAD_LENGTH = 3.2; // of the shaft's width
const HEAD_WIDTH = 2.4;
const AXES = ['#d1495b', '#3a9d6b', '#3573c4'];

function arrow(colour: string, opacity: number | undefined, context: ShapeContext): Placeable {
  const cone = context.shared('cone', () =>
    new CylinderGeometry(0, 0.5, 1, context.fineness.round).rotateZ(-Math.PI / 2).translate(0.5, 0, 0),
  );
  const material = context.paint(colour, opacity);
  const shaft = mesh(unitCylinder(context), material);
  const head = mesh(cone, material);
  const object = new Group().add(shaft, head);
  return {
    object,
    resize(l, w) {
      object.visible = l > 1e-9;
      if (!object.visible) return;
      const point = Math.min(HEAD_LENGTH * w, 0.6 * l);
      shaft.scale.set(Math.max(l - point, 1e-9), w, w);
      head.position.x = l - point;
      head.scale.set(point, HEAD_WIDTH * w, HEAD_WIDTH * w);
    },
  };
}

export function makeArrow(item: Item, context: ShapeContext): Placeable {
  return arrow(item.colour, item.opacity, context);
}

export function makeAxes(item: Item, context: ShapeContext): Placeable {
  const arrows = AXES.map((colour) => arrow(colour, item.opacity, context));
  arrows[1].object.rotation.z = Math.PI / 2;
  arrows[2].object.rotation.y = -Math.PI / 2;
  return {
    object: new Group().add(...arrows.map(({ object }) => object)),
    resize(l, w) {
      for (const one of arrows) one.resize(l, w, w);
    },
  };
}
