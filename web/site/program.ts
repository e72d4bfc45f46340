// What the site asks the program for: the catalog, drawings, figures.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface Parameter {
  name: string;
  type: string;
  unit: string;
  value: string;
  choices: string[];
  check: string;
  description: string;
}

export interface Variable {
  name: string;
  unit: string;
  description: string;
}

export interface Entry {
  path: string;
  description: string;
  is_model: boolean;
  class: string;
  header: string;
  topic?: string;
  story?: string;
  /** Models that show it. */
  examples?: string[];
}

export interface Component extends Entry {
  parameters: Parameter[];
  inner_parameters: Parameter[];
  ports: { name: string; kind: string; variables: Variable[] }[];
  variables: Variable[];
  equations: string[];
  parts: string[];
}

export class Program {
  private readonly command: string;
  constructor(command: string) {
    this.command = command;
  }

  async text(...words: string[]): Promise<string> {
    const { stdout } = await execute(this.command, words, { maxBuffer: 1 << 28 });
    return stdout;
  }

  private async json<T>(...words: string[]): Promise<T> {
    return JSON.parse(await this.text(...words, '--json')) as T;
  }

  async entries(): Promise<Entry[]> {
    return (await this.json<{ entries: Entry[] }>('catalog')).entries;
  }

  async component(path: string): Promise<Component> {
    return (await this.json<{ entry: Component }>('catalog', path)).entry;
  }

  /** Draws the inside of a component; false if it has no bond graph. */
  async draw(path: string, file: string): Promise<boolean> {
    try {
      await this.text('draw', path, '-o', file);
      return true;
    } catch (error) {
      if (String(error).includes('no bond')) return false;
      throw error;
    }
  }
}

/** Runs a task for each item, a few at a time, in order of the results. */
export async function each<T, R>(items: T[], task: (item: T) => Promise<R>, atOnce = 2): Promise<R[]> {
  const results: R[] = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const k = next++;
      results[k] = await task(items[k]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
