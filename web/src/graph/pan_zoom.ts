/** A drawing that can be moved and zoomed towards the pointer. */

const SMALLEST = 0.15;
const LARGEST = 8;

export class PanZoom {
  private x: number;
  private y: number;
  private width: number;
  private height: number;
  private readonly home: [number, number, number, number];
  private readonly ended = new AbortController();

  constructor(private readonly drawing: SVGSVGElement) {
    const [, , width, height] = (drawing.getAttribute('viewBox') ?? '0 0 100 100').split(' ').map(Number);
    const margin = 24;
    this.home = [-margin, -margin, width + 2 * margin, height + 2 * margin];
    [this.x, this.y, this.width, this.height] = this.home;
    drawing.removeAttribute('width');
    drawing.removeAttribute('height');
    this.limitSize();
    const { signal } = this.ended;
    drawing.addEventListener('wheel', (event) => { this.wheel(event); }, { passive: false, signal });
    let last: [number, number] | undefined;
    drawing.addEventListener('pointerdown', (event) => { last = [event.clientX, event.clientY]; }, { signal });
    window.addEventListener('pointerup', () => { last = undefined; }, { signal });
    drawing.addEventListener(
      'pointermove',
      (event) => {
        if (!last || event.buttons === 0) return;
        const scale = this.scale();
        this.x -= (event.clientX - last[0]) * scale;
        this.y -= (event.clientY - last[1]) * scale;
        last = [event.clientX, event.clientY];
        this.apply();
      },
      { signal },
    );
    drawing.addEventListener('dblclick', () => { [this.x, this.y, this.width, this.height] = this.home; this.limitSize(); }, { signal });
  }

  stop(): void {
    this.ended.abort();
  }

  /** A small drawing is not blown up beyond what is pleasant to read. */
  private limitSize(): void {
    const room = this.drawing.getBoundingClientRect();
    const scale = Math.max(this.width / Math.max(1, room.width), this.height / Math.max(1, room.height));
    const least = 0.62;
    if (room.width > 0 && scale < least) {
      const [width, height] = [room.width * least, room.height * least];
      this.x -= (width - this.width) / 2;
      this.y -= (height - this.height) / 2;
      [this.width, this.height] = [width, height];
    }
    this.apply();
  }

  /** Units of the drawing per pixel. */
  private scale(): number {
    const room = this.drawing.getBoundingClientRect();
    return Math.max(this.width / Math.max(1, room.width), this.height / Math.max(1, room.height));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const factor = Math.exp(0.0015 * event.deltaY);
    const width = this.width * factor;
    if (width < this.home[2] * SMALLEST || width > this.home[2] * LARGEST) return;
    const room = this.drawing.getBoundingClientRect();
    const scale = this.scale();
    // The picture is centred in its room.
    const px = this.x + this.width / 2 + (event.clientX - room.left - room.width / 2) * scale;
    const py = this.y + this.height / 2 + (event.clientY - room.top - room.height / 2) * scale;
    this.x = px + (this.x - px) * factor;
    this.y = py + (this.y - py) * factor;
    this.width = width;
    this.height *= factor;
    this.apply();
  }

  private apply(): void {
    this.drawing.setAttribute('viewBox', `${this.x} ${this.y} ${this.width} ${this.height}`);
  }
}
