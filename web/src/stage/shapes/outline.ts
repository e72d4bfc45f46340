/** A plate with rounded corners: its area, a bar along each edge, a disc at each corner. */
import { BoxGeometry, CylinderGeometry, ExtrudeGeometry, Group, Shape, Vector2 } from 'three';
import type { Item } from '../../format/types';
import { mesh, type Placeable, type ShapeContext } from './shape';

export function makeOutline(item: Item, context: ShapeContext, size: [number, number, number]): Placeable {
  const corners = item.corners ?? [];
  const [, width, height] = size;
  const material = context.paint(item.colour, item.opacity);
  const object = new Group();
  if (corners.length > 2) {
    const area = new Shape();
    area.setFromPoints(corners.map(([x, y]) => new Vector2(x, y)));
    area.closePath();
    const plate = new ExtrudeGeometry(area, { depth: height, bevelEnabled: false });
    object.add(mesh(plate.translate(0, 0, -height / 2), material));
  }
  // Without a width it has sharp corners.
  if (width <= 0 && corners.length > 2) return { object, resize: () => undefined };
  corners.forEach(([x, y], i) => {
    const disc = mesh(
      new CylinderGeometry(width / 2, width / 2, height, context.fineness.round).rotateX(Math.PI / 2),
      material,
    );
    disc.position.set(x, y, 0);
    object.add(disc);
    if (corners.length < 2 || (corners.length === 2 && i === 1)) return;
    const [nextX, nextY] = corners[(i + 1) % corners.length];
    const length = Math.hypot(nextX - x, nextY - y);
    const edge = mesh(new BoxGeometry(length, width, height).translate(length / 2, 0, 0), material);
    edge.position.set(x, y, 0);
    edge.rotation.z = Math.atan2(nextY - y, nextX - x);
    object.add(edge);
  });
  return { object, resize: () => undefined };
}
