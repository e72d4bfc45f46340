/** The other run that this one is compared with: the same mechanism, translucent. */
import { Group } from 'three';
import type { Run } from '../model/run';
import { makeActor, placementOf, put, type Actor, type Measures } from './actor';
import type { ShapeContext } from './shapes/shape';

const OPACITY = 0.22;

export class Ghost {
  readonly object = new Group();
  private run: Run | undefined;
  private actors: Actor[] = [];

  constructor(
    private readonly context: ShapeContext,
    private readonly measures: Measures,
  ) {}

  /** What does not move in either run is left out: it would stand in its own place. */
  show(run: Run | undefined): void {
    this.run = run;
    this.object.clear();
    this.actors = [];
    if (!run?.header.scene) return;
    run.grids[1].seek(run.start);
    for (const item of run.header.scene.items) {
      const actor = makeActor({ ...item, opacity: OPACITY * (item.opacity ?? 1) }, this.context, placementOf(run, item));
      if (!actor.moves) continue;
      actor.object.traverse((object) => { object.raycast = () => undefined; });
      this.actors.push(actor);
      this.object.add(actor.object);
    }
  }

  place(time: number): void {
    const { run } = this;
    if (!run) return;
    run.grids[1].seek(time);
    for (const actor of this.actors) put(actor, placementOf(run, actor.item), this.measures);
  }

  /** Of a picture, for tests. */
  position(path: string): number[] | undefined {
    return this.actors.find(({ item }) => item.path === path)?.object.position.toArray();
  }
}
