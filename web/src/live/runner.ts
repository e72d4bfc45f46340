/** Runs what was asked for last: a new wish cancels the run before it, and nothing waits in a queue. */
import type { Run } from '../model/run';
import { Refused, type Api, type Finished, type Progress, type RunRequest } from './api';

const SOON = 40; // ms, where the server has too much to do

export interface RunnerEvents {
  started(): void;
  progress(progress: Progress): void;
  /** What there is of a run that goes on. */
  grown(run: Run): void;
  finished(finished: Finished): void;
  failed(error: Refused): void;
}

export class Runner {
  private wish = 0;
  private current: string | undefined;

  constructor(
    private readonly api: Api,
    private readonly events: RunnerEvents,
  ) {}

  async run(request: RunRequest): Promise<void> {
    const wish = ++this.wish;
    const latest = (): boolean => wish === this.wish;
    this.events.started();
    try {
      const id = await this.begin({ ...request, replaces: this.current }, latest);
      if (id === undefined) return;
      if (!latest()) {
        await this.api.cancel(id);
        return;
      }
      this.current = id;
      const finished = await this.api.follow(
        id,
        (progress) => { if (latest()) this.events.progress(progress); },
        (run) => { if (latest()) this.events.grown(run); },
      );
      if (latest()) this.events.finished(finished);
    } catch (error) {
      if (!latest()) return;
      if (error instanceof Refused) this.events.failed(error);
      else throw error;
    }
  }

  /** Ends the run; what was computed is shown. */
  async cancel(): Promise<void> {
    if (this.current !== undefined) await this.api.cancel(this.current);
  }

  private async begin(request: RunRequest, latest: () => boolean): Promise<string | undefined> {
    while (latest()) {
      try {
        return await this.api.start(request);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 429) throw error;
        await new Promise((resolve) => setTimeout(resolve, SOON));
      }
    }
    return undefined;
  }
}
