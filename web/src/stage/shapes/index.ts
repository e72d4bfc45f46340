/** The shape of a picture. */
import type { Item } from '../../format/types';
import { makeArrow, makeAxes } from './arrows';
import { makeCoil } from './coil';
import { makeOutline } from './outline';
import { makeLines, makeMesh } from './points';
import type { Placeable, ShapeContext } from './shape';
import { makeBeam, makeBox, makeCone, makeCylinder, makeSphere } from './solids';
import { makeGear, makeWheel } from './wheels';

type Maker = (item: Item, context: ShapeContext, size: [number, number, number]) => Placeable;

const MAKERS: Record<Item['shape'], Maker> = {
  box: makeBox,
  cylinder: makeCylinder,
  cone: makeCone,
  sphere: makeSphere,
  beam: makeBeam,
  coil: makeCoil,
  arrow: makeArrow,
  wheel: makeWheel,
  gear: makeGear,
  outline: makeOutline,
  axes: makeAxes,
  lines: makeLines,
  mesh: makeMesh,
};

export const SHAPES = Object.keys(MAKERS) as Item['shape'][];

export function makeShape(item: Item, context: ShapeContext, size: [number, number, number]): Placeable {
  return MAKERS[item.shape](item, context, size);
}
