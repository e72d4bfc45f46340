/** The live page: a model is chosen, run, changed, and run again. What was chosen stands in the address. */
import { Run } from '../model/run';
import { button, element, icon, numberText } from '../ui/element';
import type { Questions } from '../modes/panel';
import { Page } from '../ui/page';
import { Api, type Finished } from './api';
import { makeChooser } from './chooser';
import { Experiment, type Wishes } from './experiment';
import { record, type Recording } from './record';
import { Runner } from './runner';

interface Live {
  token: string;
  model: string;
  record?: Recording;
}

/** Model and values from the address: ?model=Pendulum&stop=5&set=body.m=2. */
function wishesIn(query: string): Wishes & { model: string } {
  const words = new URLSearchParams(query);
  const set: Record<string, string> = {};
  for (const word of words.getAll('set')) {
    const equals = word.indexOf('=');
    if (equals > 0) set[word.slice(0, equals)] = word.slice(equals + 1);
  }
  const stop = words.get('stop');
  return { model: words.get('model') ?? '', set, ...(stop === null ? {} : { stop }) };
}

function queryFor(model: string, wishes: Wishes): string {
  const words = new URLSearchParams({ model });
  if (wishes.stop !== undefined) words.set('stop', wishes.stop);
  for (const [path, text] of Object.entries(wishes.set)) words.append('set', `${path}=${text}`);
  return `?${words.toString()}`;
}

export async function startLive(app: HTMLElement, text: string): Promise<void> {
  const { token, model: first, record: recording } = JSON.parse(text) as Live;
  if (recording) {
    await record(app, new Api(token), recording);
    return;
  }
  // The token is known now, and need not be seen.
  const words = new URLSearchParams(location.search);
  if (words.has('token')) {
    words.delete('token');
    const query = words.toString();
    history.replaceState(null, '', `${location.pathname}${query ? `?${query}` : ''}${location.hash}`);
  }
  document.documentElement.dataset.live = 'true';
  document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const api = new Api(token);
  const wishes = wishesIn(location.search);
  const model = wishes.model || first;
  if (model) await new LiveModel(app, api, model).start(wishes);
  else await chooseModel(app, api);
}

async function chooseModel(app: HTMLElement, api: Api): Promise<void> {
  const chooser = await makeChooser(api, (name) => { location.assign(queryFor(name, { set: {} })); });
  app.replaceChildren(element('main', { class: 'choose' }, element('h1', { text: 'Multibond' }), chooser));
  document.documentElement.dataset.ready = 'true';
  chooser.querySelector('input')?.focus();
}

class LiveModel {
  private page: Page | undefined;
  private experiment: Experiment | undefined;
  private readonly runner: Runner;
  private shown: Run | undefined; // as it was fetched
  private reference: Run | undefined;
  private comparing = true;
  private whole = false; // the page has drawings
  private began = 0;
  private parameters: string[] = [];

  constructor(
    private readonly app: HTMLElement,
    private readonly api: Api,
    private readonly model: string,
  ) {
    this.runner = new Runner(api, {
      started: () => {
        this.began = performance.now();
        this.experiment?.busy();
      },
      progress: (progress) => { this.experiment?.busy(progress); },
      grown: (run) => { void this.grow(run); },
      finished: (finished) => { void this.show(finished); },
      failed: (error) => {
        this.experiment?.idle(`This run could not be made${this.page ? '; the one before is shown' : ''}.`);
        this.experiment?.complain(error.diagnostics);
        this.settled();
      },
    });
  }

  async start(wishes: Wishes): Promise<void> {
    const form = await this.api.form(this.model);
    document.title = this.model;
    this.parameters = form.parameters.filter(({ type, structural, bound }) => type === 'real' && !structural && bound !== true).map(({ path }) => path);
    this.experiment = new Experiment(form, wishes, {
      run: () => { this.run(); },
      begins: () => { this.reference = this.shown; },
      cancel: () => { void this.runner.cancel(); },
      compare: (on) => {
        this.comparing = on;
        if (this.page && this.shown) this.page.renew(this.shown, this.compared);
      },
    });
    // Until there is something to show, the form is all there is.
    this.app.replaceChildren(element('main', { class: 'alone' }, element('h1', { text: this.model }), this.experiment.node));
    this.run();
  }

  private get compared(): Run | undefined {
    return this.comparing ? this.reference : undefined;
  }

  private run(): void {
    const wishes = this.experiment?.wishes() ?? { set: {} };
    history.replaceState(null, '', `${queryFor(this.model, wishes)}${location.hash}`);
    // Modes take a moment: they are computed while they are looked at.
    const modes = !this.page || this.page.store.get('tab') === 'modes';
    void this.runner.run({ model: this.model, ...wishes, graphs: !this.whole, modes });
  }

  /** A part of a run that goes on: the page begins with it, or grows. */
  private async grow(run: Run): Promise<void> {
    if (this.page) {
      this.page.grow(run);
    } else {
      await this.makePage(run);
      document.documentElement.dataset.ready = 'true';
    }
    const { dataset } = document.documentElement;
    dataset.parts = String(Number(dataset.parts ?? '0') + 1);
  }

  private async show({ run, status, diagnostics }: Finished): Promise<void> {
    this.shown = run;
    if (!this.page || !this.whole) {
      // A page that began with a part of the run has no drawings yet: it is made anew.
      await this.makePage(run);
      this.whole = true;
    } else if (!this.page.renew(run, this.compared)) {
      // Another shape of the model: everything is made anew, as the address says.
      location.reload();
      return;
    }
    const { steps } = run.header.summary;
    const words = { completed: '', interrupted: 'Cancelled: shown as far as it came. ', terminated: 'The model ended the run. ', failed: 'The run failed on its way. ' };
    const took = numberText(performance.now() - this.began, 3);
    this.experiment?.idle(`${words[status as keyof typeof words]}${steps.toLocaleString('en')} steps, shown after ${took} ms`);
    this.experiment?.complain(diagnostics.filter(({ severity }) => severity !== 'note'));
    this.settled();
  }

  /** The page shows a run of its own, whose data change; what was fetched stays as it is. */
  private async makePage(run: Run): Promise<void> {
    const { experiment } = this;
    if (!experiment) return;
    const own = run.copy();
    const models = button({ label: 'All models', shows: 'Models', class: 'plain', on: { click: () => { location.assign('?'); } } });
    const fold = button(
      { label: 'Parameters', class: 'fold', on: { click: () => { this.app.classList.toggle('folded'); } } },
      icon('M2 4h7M12 4h2M2 12h2M7 12h7M10.5 2.5v3M5.5 10.5v3M2 8h10'),
    );
    this.page?.close();
    this.app.replaceChildren();
    this.page = new Page(this.app, own, { panel: experiment.node, buttons: [fold, models], questions: this.questions(own) });
    const { store } = this.page;
    store.on('tab', () => { if (store.get('tab') === 'modes' && !own.header.modes) this.run(); });
    Object.assign(window, { mb: { clock: this.page.clock, stage: this.page.stage, run: own, store: this.page.store } });
    await this.page.firstFrame();
  }

  private readonly asked: Questions['last'] = {};
  private questions(run: Run): Questions {
    const ask = (question: { locus?: string; response?: string }): ReturnType<Api['analyse']> =>
      this.api.analyse({ model: this.model, set: this.experiment?.wishes().set ?? {}, ...question });
    return {
      parameters: this.parameters,
      variables: run.signals.map(({ path }) => path),
      last: this.asked,
      locus: async (text) => {
        const { locus } = await ask({ locus: text });
        if (!locus) throw new Error('The server has no answer.');
        return locus;
      },
      response: async (text) => (await ask({ response: text })).responses ?? [],
    };
  }

  /** For whoever waits: the last wish has been answered. */
  private settled(): void {
    const { dataset } = document.documentElement;
    dataset.ready = 'true';
    dataset.runs = String(Number(dataset.runs ?? '0') + 1);
  }
}
