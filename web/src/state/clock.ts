/** The one clock of the page: nobody else advances time. */

const SHORTEST = 2; // s that a run takes to be seen, at least
const LONGEST = 40;
const SEEN = 6;

export const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];

export class Clock extends EventTarget {
  private seconds: number;
  private running = false;
  private factor = 1;
  private last: number | undefined;
  private again = true;
  /** Seconds of the run per second of the clock on the wall, at speed 1. */
  rate = 1;

  constructor(
    public start: number,
    public stop: number,
  ) {
    super();
    this.seconds = start;
    this.range(start, stop);
  }

  /** The ends of another run. */
  range(start: number, stop: number): void {
    this.start = start;
    this.stop = stop;
    const duration = stop - start;
    this.rate = duration <= 0 || (duration >= SHORTEST && duration <= LONGEST) ? 1 : duration / SEEN;
    this.seconds = Math.min(stop, Math.max(start, this.seconds));
    this.dispatchEvent(new Event('range'));
    this.dispatchEvent(new Event('state'));
    this.dispatchEvent(new Event('time'));
  }

  get time(): number {
    return this.seconds;
  }
  set time(time: number) {
    const within = Math.min(this.stop, Math.max(this.start, Number.isFinite(time) ? time : this.start));
    if (within === this.seconds) return;
    this.seconds = within;
    this.dispatchEvent(new Event('time'));
  }

  get playing(): boolean {
    return this.running;
  }
  get speed(): number {
    return this.factor;
  }
  set speed(speed: number) {
    this.factor = speed;
    this.dispatchEvent(new Event('state'));
  }

  /** At the end it begins anew. */
  get loop(): boolean {
    return this.again;
  }
  set loop(loop: boolean) {
    this.again = loop;
    this.dispatchEvent(new Event('state'));
  }

  play(): void {
    if (this.running || this.stop <= this.start) return;
    if (this.seconds >= this.stop) this.time = this.start;
    this.running = true;
    this.last = undefined;
    this.dispatchEvent(new Event('state'));
    requestAnimationFrame(this.frame);
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.dispatchEvent(new Event('state'));
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  private readonly frame = (now: number): void => {
    if (!this.running) return;
    // A tab that was hidden goes on where it was.
    const passed = this.last === undefined ? 0 : Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    const next = this.seconds + passed * this.rate * this.factor;
    if (next < this.stop) {
      this.time = next;
    } else if (this.again) {
      this.time = this.start;
    } else {
      this.time = this.stop;
      this.pause();
      return;
    }
    requestAnimationFrame(this.frame);
  };
}

/** "1.400 s", "6.00 ms": digits that fit the duration. */
export function timeText(time: number, duration: number): string {
  if (duration < 0.0009) return `${(time * 1e6).toFixed(2)} µs`;
  if (duration < 0.9) return `${(time * 1e3).toFixed(2)} ms`;
  return `${time.toFixed(duration < 100 ? 3 : 1)} s`;
}
