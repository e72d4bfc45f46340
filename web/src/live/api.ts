/** What the server can be asked for. */
import type { DiagnosticRow, LocusHeader, ResponseRow } from '../format/types';
import { Run } from '../model/run';
import { eventsOf } from './stream';

export interface ModelRow {
  name: string;
  description: string;
  topic: string;
  stop: number;
}

export interface FieldRow {
  path: string;
  type: string;
  unit: string;
  value: string;
  description: string;
  structural: boolean;
  bound?: boolean;
  choices?: string[];
  demand?: string;
  fixed?: boolean;
}

export interface Form {
  name: string;
  description: string;
  stop: number;
  parameters: FieldRow[];
  starts: FieldRow[];
}

export interface RunRequest {
  model: string;
  set: Record<string, string>;
  stop?: string;
  replaces?: string;
  graphs?: boolean;
  /** Whether the modes about the initial state are wanted with the run. */
  modes?: boolean;
}

/** What can be asked about a model besides runs. */
export interface AnalysisRequest {
  model: string;
  set: Record<string, string>;
  locus?: string;
  response?: string;
}

export interface Progress {
  time: number;
  stop: number;
  steps: number;
  /** How often there were more results to be fetched. */
  parts: number;
}

/** What the server says to a request that it refuses, or to a run that fails. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly diagnostics: DiagnosticRow[],
  ) {
    super(diagnostics.map(({ text, hint }) => `${text} ${hint}`).join('\n'));
  }
}

const GONE: DiagnosticRow = {
  severity: 'error',
  path: '',
  text: 'The server does not answer.',
  hint: 'Start multibond serve again, and open the address that it prints.',
};

export interface Finished {
  run: Run;
  status: string;
  diagnostics: DiagnosticRow[];
}

export class Api {
  constructor(private readonly token: string) {}

  private async ask(path: string, options: RequestInit = {}): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(path, { ...options, headers: { 'X-Multibond-Token': this.token } });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new Refused(0, [GONE]);
    }
    if (response.ok) return response;
    const answer = (await response.json().catch(() => ({}))) as { diagnostics?: DiagnosticRow[] };
    throw new Refused(response.status, answer.diagnostics ?? [{ ...GONE, text: `The server answers ${response.status}.` }]);
  }

  private async json<T>(path: string): Promise<T> {
    return (await (await this.ask(path)).json()) as T;
  }

  models(): Promise<{ models: ModelRow[]; components: { name: string; description: string }[] }> {
    return this.json('/api/models');
  }

  form(name: string): Promise<Form> {
    return this.json(`/api/models/${encodeURIComponent(name)}`);
  }

  async start(request: RunRequest): Promise<string> {
    const response = await this.ask('/api/run', { method: 'POST', body: JSON.stringify(request) });
    return ((await response.json()) as { id: string }).id;
  }

  async analyse(request: AnalysisRequest): Promise<{ locus?: LocusHeader; responses?: ResponseRow[] }> {
    const response = await this.ask('/api/analysis', { method: 'POST', body: JSON.stringify(request) });
    return (await response.json()) as { locus?: LocusHeader; responses?: ResponseRow[] };
  }

  async cancel(id: string): Promise<void> {
    await this.ask(`/api/run/${id}`, { method: 'DELETE' });
  }

  /** Follows a run to its end, and reads it; on its way what there is so far. Throws Refused if it fails. */
  async follow(id: string, told: (progress: Progress) => void, grown: (run: Run) => void): Promise<Finished> {
    const stream = await this.ask(`/api/run/${id}/events`);
    let parts = 0;
    let reading = Promise.resolve();
    for await (const { kind, data } of eventsOf(stream)) {
      if (kind === 'progress') {
        const progress = JSON.parse(data) as Progress;
        told(progress);
        if (progress.parts > parts) {
          parts = progress.parts;
          // One after the other: a later part is never overtaken by an earlier one.
          reading = reading.then(async () => { grown(await this.data(`/api/run/${id}/data`)); });
        }
      }
      if (kind === 'failed') throw new Refused(400, (JSON.parse(data) as Finished).diagnostics);
      if (kind !== 'done') continue;
      const { status, diagnostics } = JSON.parse(data) as Finished;
      await reading;
      return { run: await this.data(`/api/run/${id}/data`), status, diagnostics };
    }
    throw new Refused(0, [GONE]);
  }

  /** The run of a recorder. */
  recorded(): Promise<Run> {
    return this.data('/api/data');
  }
  async sendFrame(index: number, picture: Blob): Promise<void> {
    await this.ask(`/api/frame/${index}`, { method: 'POST', body: picture });
  }
  async giveUp(reason: string): Promise<void> {
    await this.ask('/api/failed', { method: 'POST', body: reason });
  }

  /** Blocks one after the other; before them, how many there are, and their sizes. */
  private async data(path: string): Promise<Run> {
    const bytes = await (await this.ask(path)).arrayBuffer();
    const view = new DataView(bytes);
    const count = view.getUint32(0, true);
    const blocks: Uint8Array<ArrayBuffer>[] = [];
    let start = 4 + 4 * count;
    for (let k = 0; k < count; ++k) {
      const size = view.getUint32(4 + 4 * k, true);
      blocks.push(new Uint8Array(bytes, start, size));
      start += size;
    }
    return (await Run.open((index) => Promise.resolve(blocks[index]))).needAll();
  }
}
