/** The table of a run, as the program wrote it. */
import { readFileSync } from 'node:fs';

/** Fields of a line; those in quotes may contain commas. */
function fields(line: string): string[] {
  return [...line.matchAll(/("([^"]|"")*"|[^,]*)(,|$)/g)].map(([, field]) => field.replace(/^"|"$/g, ''));
}

export class Table {
  private readonly columns = new Map<string, number[]>();

  constructor(file: string) {
    const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
    const rows = lines.map((line) => line.split(',').map(Number));
    fields(head).forEach((name, k) => this.columns.set(name, rows.map((row) => row[k])));
  }

  get times(): number[] {
    return this.column('time');
  }

  column(name: string): number[] {
    const column = this.columns.get(name);
    if (!column) throw new Error(`the table has no ${name}`);
    return column;
  }

  range(name: string): number {
    const column = this.column(name);
    return column.reduce((a, b) => Math.max(a, b)) - column.reduce((a, b) => Math.min(a, b));
  }

  /** The last row that is not later, and linear to the next. */
  at(name: string, time: number): number {
    const { times } = this;
    let row = 0;
    while (row + 1 < times.length && times[row + 1] <= time) ++row;
    const values = this.column(name);
    if (row + 1 === times.length) return values[row];
    const part = (time - times[row]) / (times[row + 1] - times[row]);
    return values[row] + part * (values[row + 1] - values[row]);
  }

  /** Instants of the table near parts of the run, events aside. */
  instants(parts: number[]): number[] {
    const { times } = this;
    return parts.map((part) => {
      let row = Math.round(part * (times.length - 1));
      while (times[row] === times[row - 1] || times[row] === times[row + 1]) ++row;
      return times[row];
    });
  }
}
