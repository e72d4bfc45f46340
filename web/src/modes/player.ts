/** Shapes of vibration on the stage, moved by a clock of their own. */
import type { ShapesHeader } from '../format/types';
import { numbersOf, type Run } from '../model/run';
import type { ModePose } from '../stage/stage';
import { Clock } from '../state/clock';

const PERIOD = 2; // s: all modes are shown equally fast

/** Where they are shown: nothing means the run again. */
export interface ModeView {
  vibrate(pose: ModePose | undefined): void;
}

export class ModePlayer extends EventTarget {
  readonly clock = new Clock(0, PERIOD);
  amplitude = 1;
  /** The mode that is shown. */
  current: number | undefined;

  constructor(
    private readonly run: Run,
    private readonly shapes: ShapesHeader,
    private readonly view: ModeView,
  ) {
    super();
    this.clock.addEventListener('time', () => { this.show(); });
  }

  /** Whether the mode moves anything that is seen. */
  has(mode: number): boolean {
    return typeof this.shapes.first[mode] === 'number';
  }

  async play(mode: number): Promise<void> {
    await this.run.need(this.shapes.items.flatMap(numbersOf));
    this.current = mode;
    this.clock.time = 0;
    this.show();
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.clock.play();
    this.dispatchEvent(new Event('change'));
  }

  stop(): void {
    if (this.current === undefined) return;
    this.current = undefined;
    this.clock.pause();
    this.view.vibrate(undefined);
    this.dispatchEvent(new Event('change'));
  }

  show(): void {
    const first = this.current === undefined ? undefined : this.shapes.first[this.current];
    if (typeof first !== 'number') return;
    const row = first + (this.clock.time / PERIOD) * this.shapes.phases;
    this.view.vibrate({ shapes: this.shapes, row, amplitude: this.amplitude });
  }
}
