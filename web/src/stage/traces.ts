/** Paths of masses through the whole run. */
import { Group, Vector2 } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Item } from '../format/types';
import type { Run } from '../model/run';

const MOST_POINTS = 3000;
const COLOURS = ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

export class Traces {
  readonly object = new Group();
  private readonly materials: LineMaterial[] = [];

  constructor(private readonly run: Run) {}

  /** The paths of the origins of these pictures; those that do not move have none. */
  show(items: Item[]): void {
    for (const child of this.object.children) (child as Line2).geometry.dispose();
    for (const material of this.materials) material.dispose();
    this.object.clear();
    this.materials.length = 0;
    items.forEach((item, index) => {
      if (item.p.some((value) => typeof value === 'object')) this.add(item, COLOURS[index % COLOURS.length]);
    });
  }

  resize(width: number, height: number): void {
    for (const material of this.materials) material.resolution = new Vector2(width, height);
  }

  private add(item: Item, colour: string): void {
    const grid = this.run.grids[1];
    const rows = grid.times.length;
    const every = Math.max(1, Math.ceil(rows / MOST_POINTS));
    const points: number[] = [];
    for (let row = 0; row < rows; row += every) {
      for (const value of item.p) {
        points.push(typeof value === 'number' ? value : (this.run.column(value)?.at(row) ?? 0));
      }
    }
    const material = new LineMaterial({ color: colour, linewidth: 1.5, transparent: true, opacity: 0.85 });
    this.materials.push(material);
    const line = new Line2(new LineGeometry().setPositions(points), material);
    line.raycast = () => undefined;
    this.object.add(line);
  }
}
