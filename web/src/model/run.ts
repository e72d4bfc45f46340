/** A run: columns over instants, read by path, at a row or in between. */
import { decodeDoubles, decodeTrack, EXACT, inflate, NOTHING } from '../format/decode';
import type { Header, Item, Value } from '../format/types';

/** Instants, with where a time lies among them. */
export class Grid {
  times: Float64Array;
  row = 0;
  fraction = 0;

  constructor(times: Float64Array) {
    this.times = times;
  }

  /** Sets row and fraction: the last row that is not later, and the way to the next. */
  seek(time: number): this {
    const { times } = this;
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    this.row = low;
    const next = low + 1 < times.length ? times[low + 1] - times[low] : 0;
    this.fraction = next > 0 ? Math.min(1, Math.max(0, (time - times[low]) / next)) : 0;
    return this;
  }
}

/** A track, kept as whole numbers: exact, and half of the memory. Of a live run, as it is. */
export class Column {
  constructor(
    readonly whole: Int32Array | Float64Array,
    readonly offset: number,
    readonly step: number,
    readonly grid: Grid,
  ) {}

  at(row: number): number {
    const k = this.whole[row];
    if (this.whole instanceof Float64Array) return k;
    return k === NOTHING ? NaN : this.offset + this.step * k;
  }

  /** Where the grid was sought, linear between rows. */
  now(): number {
    const { row, fraction } = this.grid;
    return fraction === 0 ? this.at(row) : (1 - fraction) * this.at(row) + fraction * this.at(row + 1);
  }
}

/** A variable: constant, or with a track. */
export interface Signal {
  readonly path: string;
  readonly unit: string;
  readonly description: string;
  value: Value;
  sign: number;
}

/** Where blocks come from: the elements of a file, or a server. */
export type BlockSource = (index: number) => Promise<Uint8Array<ArrayBuffer>>;

/** All that says where a picture is. */
export function numbersOf({ p, q, size }: Pick<Item, 'p' | 'q' | 'size'>): Value[] {
  return [...p, ...q, ...size];
}

const HEADER = 0;
const INSTANTS = 1;
const FIRST_TRACKS = 2;

export class Run {
  readonly grids: [Grid, Grid, Grid, Grid];
  readonly signals: Signal[];
  private readonly byPath = new Map<string, Signal>();
  private readonly columns = new Map<number, Column>();
  private inflated = new Map<number, Promise<void>>();
  private bytes = new Map<number, Uint8Array>();

  private constructor(
    readonly header: Header,
    instants: Uint8Array,
    private source: BlockSource,
    known?: Float64Array[],
  ) {
    let start = 0;
    const grids = header.instants.map((rows, index) => {
      const grid = new Grid(known?.[index] ?? decodeDoubles(instants, start, rows));
      start += 8 * rows;
      return grid;
    });
    this.grids = [grids[0], grids[1], grids[2], grids[3]];
    this.signals = header.signals.map(([path, unit, description, value, sign]) => ({
      path,
      unit,
      description,
      value,
      sign: sign ?? 1,
    }));
    for (const signal of this.signals) this.byPath.set(signal.path, signal);
  }

  static async open(source: BlockSource): Promise<Run> {
    const text = new TextDecoder().decode(await inflate(await source(HEADER)));
    const header = JSON.parse(text) as Header;
    const run = new Run(header, await inflate(await source(INSTANTS)), source);
    if (header.scene) await run.need(header.scene.items.flatMap(numbersOf));
    return run;
  }

  /** Another run with the same data; to be called when everything has been read. */
  copy(): Run {
    const copy = new Run(structuredClone(this.header), new Uint8Array(), this.source, this.grids.map(({ times }) => times));
    copy.inflated = this.inflated;
    copy.bytes = this.bytes;
    return copy;
  }

  /** Everything can be read at once afterwards. */
  async needAll(): Promise<this> {
    await Promise.all(this.header.blocks.map((_, block) => this.readBlock(block)));
    return this;
  }

  /**
   * Has the data of another run from now on: pictures, variables and grids stay the same objects, so that whoever
   * holds them reads the new values. False, and nothing has changed, if the other run has other variables or pictures.
   */
  adopt(other: Run): boolean {
    const items = this.header.scene?.items ?? [];
    const others = other.header.scene?.items ?? [];
    const look = ({ path, shape, colour, count, corners }: Item): string => JSON.stringify([path, shape, colour, count, corners]);
    const same =
      this.header.model === other.header.model &&
      items.length === others.length &&
      items.every((item, index) => look(item) === look(others[index])) &&
      this.signals.length === other.signals.length &&
      this.signals.every(({ path }, index) => path === other.signals[index].path);
    if (!same) return false;
    items.forEach((item, index) => Object.assign(item, others[index]));
    this.signals.forEach((signal, index) => Object.assign(signal, other.signals[index]));
    this.grids.forEach((grid, index) => Object.assign(grid, { times: other.grids[index].times, row: 0, fraction: 0 }));
    Object.assign(this.header, other.header, { scene: this.header.scene, modes: other.header.modes });
    this.columns.clear();
    this.inflated = other.inflated;
    this.bytes = other.bytes;
    this.source = other.source;
    return true;
  }

  get times(): Float64Array {
    return this.grids[0].times;
  }
  get start(): number {
    return this.times[0];
  }
  get stop(): number {
    return this.times[this.times.length - 1];
  }

  signal(path: string): Signal | undefined {
    return this.byPath.get(path);
  }

  /** Reads what these values need; they have a column afterwards. */
  async need(values: Value[]): Promise<void> {
    const blocks = new Set<number>();
    for (const value of values) {
      if (typeof value === 'object' && value) blocks.add(this.blockOf(value.t));
    }
    await Promise.all([...blocks].map((block) => this.readBlock(block)));
  }

  /** Whether a value can be read at once. */
  has(value: Value): boolean {
    return typeof value !== 'object' || value === null || this.bytes.has(this.blockOf(value.t));
  }

  /** The column of a value; undefined for a constant. Its block must have been read. */
  column(value: Value): Column | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const known = this.columns.get(value.t);
    if (known) return known;
    const column = this.decode(value.t);
    this.columns.set(value.t, column);
    return column;
  }

  /** A value where its grid was sought. */
  now(value: Value): number {
    if (typeof value === 'number') return value;
    return this.column(value)?.now() ?? NaN;
  }

  /** A signal at a time. Its block must have been read. */
  at(signal: Signal, time: number): number {
    if (typeof signal.value === 'number') return signal.value;
    const column = this.column(signal.value);
    if (!column) return NaN;
    column.grid.seek(time);
    return signal.sign * column.now();
  }

  private blockOf(track: number): number {
    const first = this.header.blocks;
    let block = first.length - 1;
    while (first[block] > track) --block;
    return block;
  }

  private readBlock(block: number): Promise<void> {
    const known = this.inflated.get(block);
    if (known) return known;
    const reading = this.source(FIRST_TRACKS + block)
      .then(inflate)
      .then((bytes) => {
        this.bytes.set(block, bytes);
      });
    this.inflated.set(block, reading);
    return reading;
  }

  private decode(track: number): Column {
    const { tracks, blocks, instants } = this.header;
    const block = this.blockOf(track);
    const bytes = this.bytes.get(block);
    if (!bytes) throw new Error(`track ${track} is not read yet`);
    let start = 0;
    for (let t = blocks[block]; t < track; ++t) start += (tracks.order[t] === EXACT ? 8 : 4) * instants[tracks.grid[t]];
    if (tracks.order[track] === EXACT) {
      return new Column(decodeDoubles(bytes, start, instants[tracks.grid[track]]), 0, 1, this.grids[tracks.grid[track]]);
    }
    const whole = decodeTrack(bytes, start, instants[tracks.grid[track]], tracks.order[track]);
    return new Column(whole, tracks.offset[track], tracks.step[track], this.grids[tracks.grid[track]]);
  }
}
