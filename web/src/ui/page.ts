/** The page as a whole: its parts, and what they tell each other. */
import { DiagramPanel } from '../diagram/panel';
import { makeEnergy } from '../energy/panel';
import type { SceneHeader } from '../format/types';
import { GraphPanel } from '../graph/panel';
import type { Run } from '../model/run';
import { makeModes, makeNoModes, type Questions } from '../modes/panel';
import { ModePlayer } from '../modes/player';
import { PlotsPanel } from '../plots/panel';
import { Stage } from '../stage/stage';
import { Clock, SPEEDS } from '../state/clock';
import { Store, timeInHash } from '../state/store';
import { makeStructure } from '../structure/panel';
import { makeSummary, runLine } from '../summary/summary';
import { button, element, icon, oncePerFrame } from './element';
import { Keys } from './keys';
import { StageView } from './stage_view';
import { Tabs, type Tab } from './tabs';
import { makeTransport } from './transport';
import { VariablesPanel } from './variables';

/** Nothing but a few balls moves: their paths say more than they do. */
function isOfBalls({ items }: SceneHeader): boolean {
  const moving = items.filter(({ p }) => p.some((value) => typeof value === 'object'));
  return moving.length <= 6 && moving.every(({ shape }) => shape === 'sphere');
}

const MOST_PLOTS = 4;
const MOST_COMPONENTS = 300; // in a diagram that one can still read

export class Page {
  readonly clock: Clock;
  readonly store: Store;
  readonly stage: Stage | undefined;
  private readonly view: StageView | undefined;
  private readonly plots: PlotsPanel;
  private readonly variables: VariablesPanel;
  private readonly graph: GraphPanel | undefined;
  private readonly tabs: Tabs;
  private readonly keys: Keys;
  private player: ModePlayer | undefined;
  private readonly closing = new AbortController();
  private readonly prefersDark = matchMedia('(prefers-color-scheme: dark)');

  constructor(
    private readonly app: HTMLElement,
    private readonly run: Run,
    /** Beside the stage, and in the head: what a server adds. */
    private readonly live: { panel?: HTMLElement; buttons?: HTMLElement[]; questions?: Questions } = {},
  ) {
    const { header } = run;
    this.clock = new Clock(run.start, run.stop);
    this.store = new Store(
      {
        theme: 'auto',
        tab: 'plots',
        plots: header.plots.slice(0, MOST_PLOTS).map((path) => [path]),
        view: 'iso',
        follow: 'auto',
        traces: header.scene ? isOfBalls(header.scene) : false,
        arrows: '',
        at: '*',
        fill: '',
        open: '',
      },
      location.hash,
    );
    this.dressRoot();
    if (header.scene) {
      this.stage = new Stage(run, header.scene, () => this.view?.redraw());
      this.view = new StageView(run, this.stage, this.clock, this.store, header.events, (component) => { this.reveal(component); });
    }
    this.plots = new PlotsPanel(run, this.clock, this.store);
    const plot = (path: string, together: boolean): void => {
      this.plots.add(path, together);
    };
    this.variables = new VariablesPanel(run, this.clock, plot);
    this.graph = header.drawings ? new GraphPanel(run, this.clock, this.store, (paths) => { this.plotAll(paths); }) : undefined;
    const tabs = this.makeTabs();
    const figure = this.stage ? undefined : this.figureOf(tabs);
    this.tabs = new Tabs(tabs.filter((tab) => tab !== figure), this.store);
    this.keys = new Keys(this.keyActions(), this.closing.signal);
    app.dataset.stage = this.stage || figure ? 'some' : 'none';
    app.append(
      this.head(live.buttons ?? []),
      ...(live.panel ? [live.panel] : []),
      ...(this.view ? [this.view.node] : []),
      ...(figure ? [element('main', { class: 'stage', attributes: { 'aria-label': figure.title } }, figure.make())] : []),
      element('aside', { class: 'side' }, this.tabs.bar, this.tabs.body),
      makeTransport(this.clock, run),
      this.keys.dialog,
    );
    this.tabs.show();
    figure?.shown?.();
    this.clock.time = timeInHash(location.hash) ?? run.start;
    this.listen();
    this.dress();
    this.fill();
  }

  private makeTabs(): Tab[] {
    const { header } = this.run;
    const tabs: Tab[] = [
      { name: 'plots', title: 'Plots', make: () => this.plots.node },
      { name: 'variables', title: 'Variables', make: () => this.variables.node, shown: () => { this.variables.update(); } },
    ];
    const { graph } = this;
    if (graph) tabs.push({ name: 'graph', title: 'Bond graph', make: () => graph.node, shown: () => { graph.update(); } });
    const { diagram } = header;
    if (diagram && diagram.nodes.length <= MOST_COMPONENTS) {
      const panel = new DiagramPanel(diagram, header, (path) => this.waysInto(path));
      tabs.push({ name: 'diagram', title: 'Diagram', make: () => panel.node, shown: () => { panel.show(); } });
    }
    const { energy } = header;
    if (energy) tabs.push({ name: 'energy', title: 'Energy', make: () => makeEnergy(header.energy ?? energy, this.run, this.clock) });
    const { modes, structure } = header;
    if (modes ? modes.values.length > 0 : header.no_modes !== undefined) tabs.push({ name: 'modes', title: 'Modes', make: () => this.makeModes() });
    if (structure) tabs.push({ name: 'structure', title: 'Structure', make: () => makeStructure(structure, header) });
    tabs.push({ name: 'summary', title: 'Summary', make: () => makeSummary(this.run) });
    return tabs;
  }

  /** Where nothing moves in space, a drawing stands beside the plots: the bond graph of plain elements, or the diagram of components that have an inside. */
  private figureOf(tabs: Tab[]): Tab | undefined {
    const plain = this.run.header.drawings?.length === 1;
    const order = plain ? ['graph', 'diagram'] : ['diagram', 'graph'];
    return order.map((name) => tabs.find((tab) => tab.name === name)).find((tab) => tab !== undefined);
  }

  private makeModes(): HTMLElement {
    const { modes, no_modes: reason, model } = this.run.header;
    this.player?.stop();
    this.player = undefined;
    if (!modes) return makeNoModes(reason ?? 'The modes of this run are being computed.');
    const { view } = this;
    if (view && modes.shapes) this.player = new ModePlayer(this.run, modes.shapes, view);
    const unitOf = (path: string): string => this.run.signal(path)?.unit ?? '';
    return makeModes(modes, { model, unitOf, player: this.player, questions: this.live.questions });
  }

  private head(buttons: HTMLElement[]): HTMLElement {
    const { header } = this.run;
    const mark = icon('M1.5 6.5h11l-3.5-3M1.5 9.5h11M13.5 2.5v11');
    mark.classList.add('mark');
    const warnings = header.summary.diagnostics.filter(({ severity }) => severity !== 'note').length;
    const pill = button({
      label: 'Summary of the run',
      class: warnings > 0 ? 'pill warning' : 'pill',
      shows: warnings > 0 ? `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}` : runLine(header),
      on: { click: () => { this.store.set('tab', 'summary'); } },
    });
    return element(
      'header',
      { class: 'head' },
      mark,
      element('h1', { text: header.model, title: header.model }),
      ...buttons,
      element('span', { class: 'about', text: header.description, title: header.description }),
      pill,
      button({ label: 'Keys (?)', on: { click: () => { this.keys.toggle(); } } }, icon('M6 6a2 2 0 1 1 3 1.8c-.7.4-1 .8-1 1.7M8 12v.1M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13')),
      button({ label: 'Light or dark (D)', on: { click: () => { this.toggleTheme(); } } }, icon('M8 2a6 6 0 1 1 0 12zM8 2a6 6 0 0 0 0 12M9 4v8M11 5v6')),
    );
  }

  /** Shows another run of the same model; false if it has other variables or pictures. */
  renew(other: Run, reference?: Run): boolean {
    if (!this.run.adopt(other)) return false;
    this.player?.stop();
    this.clock.range(this.run.start, this.run.stop);
    this.view?.renew();
    this.compare(reference);
    this.graph?.update();
    this.tabs.renew(['plots', 'variables', 'graph']);
    const pill = this.app.querySelector('.head .pill');
    if (pill) pill.textContent = runLine(this.run.header);
    return true;
  }

  /** Another run of the model beside this one: dashed curves, and a ghost on the stage. */
  compare(reference: Run | undefined): void {
    this.plots.renew(reference);
    this.view?.compare(reference);
  }

  /** More of the same run: curves and motion grow, and everything else waits for its end. */
  grow(other: Run): boolean {
    const atEnd = this.clock.time >= this.clock.stop;
    if (!this.run.adopt(other)) return false;
    this.player?.stop();
    this.clock.range(this.run.start, this.run.stop);
    if (atEnd && !this.clock.playing) this.clock.time = this.run.stop;
    this.view?.renew();
    this.plots.renew(undefined);
    return true;
  }

  // -- what happens --

  private listen(): void {
    const { store, clock } = this;
    const { signal } = this.closing;
    this.prefersDark.addEventListener('change', () => { this.dress(); }, { signal });
    store.on('theme', () => { this.dress(); });
    store.on('fill', () => { this.fill(); });
    // A shape of vibration stays until something else is looked at.
    store.on('tab', () => { if (store.get('tab') !== 'modes') this.player?.stop(); });
    clock.addEventListener('time', () => { this.player?.stop(); });
    this.remember = (): void => {
      const time: [string, string][] = clock.playing || clock.time === clock.start ? [] : [['t', String(Number(clock.time.toPrecision(9)))]];
      const hash = store.hash(time);
      if (hash !== location.hash.replace(/^#/, '')) history.replaceState(null, '', `#${hash}`);
    };
    // Browsers allow about a hundred changes of the address in half a minute.
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(waiting);
      waiting = setTimeout(this.remember, 400);
    };
    signal.addEventListener('abort', () => { clearTimeout(waiting); });
    store.addEventListener('change', later);
    clock.addEventListener('time', () => { if (!clock.playing) later(); });
    clock.addEventListener('state', later);
  }

  private remember = (): void => undefined;

  /** Makes room for another page, which begins with what was chosen in this one. */
  close(): void {
    this.clock.pause();
    this.player?.stop();
    this.remember();
    this.closing.abort();
    this.stage?.close();
  }

  private reveal(component: string): void {
    this.store.set('tab', 'variables');
    this.variables.reveal(component);
  }

  /** Its bond graph, if it has one, and its variables. */
  private waysInto(path: string): { name: string; action: () => void }[] {
    const open = (): void => {
      this.store.set('open', path);
      this.store.set('tab', 'graph');
    };
    const drawn = this.run.header.drawings?.some((drawing) => drawing.path === path) ?? false;
    return [...(drawn ? [{ name: 'Bond graph', action: open }] : []), { name: 'Variables', action: () => { this.reveal(path); } }];
  }

  private plotAll(paths: string[]): void {
    const plots = this.store.get('plots').map((curves) => [...curves]);
    if (!plots.some((curves) => curves.join(';') === paths.join(';'))) this.store.set('plots', [...plots, paths]);
  }

  private fill(): void {
    this.app.dataset.fill = this.store.get('fill');
    this.view?.resize();
  }

  // -- colours --

  private get dark(): boolean {
    const theme = this.store.get('theme');
    return theme === 'auto' ? this.prefersDark.matches : theme === 'dark';
  }
  private toggleTheme(): void {
    this.store.set('theme', this.dark ? 'light' : 'dark');
  }
  private dressRoot(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
  }
  private dress(): void {
    this.dressRoot();
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    this.stage?.dress({ background: colour('--stage'), grid: colour('--grid'), dark: this.dark });
    this.plots.dress();
    this.graph?.update();
  }

  // -- keys --

  private step(rows: number): void {
    const { clock, run } = this;
    clock.pause();
    const { times } = run;
    const row = run.grids[0].seek(clock.time).row;
    let next = row + rows;
    // Both rows of an event are one instant.
    while (times[next] === clock.time) next += Math.sign(rows);
    clock.time = times[Math.min(times.length - 1, Math.max(0, next))];
  }
  private toEvent(direction: number): void {
    const { clock } = this;
    clock.pause();
    const later = this.run.header.events.map(({ time }) => time).filter((time) => direction * (time - clock.time) > 1e-12);
    if (later.length > 0) clock.time = direction > 0 ? later[0] : later[later.length - 1];
  }
  private faster(direction: number): void {
    const index = SPEEDS.indexOf(this.clock.speed) + direction;
    if (index >= 0 && index < SPEEDS.length) this.clock.speed = SPEEDS[index];
  }

  private keyActions(): ConstructorParameters<typeof Keys>[0] {
    const { clock, store } = this;
    const part = 0.05 * (clock.stop - clock.start);
    const to = (time: number): void => {
      clock.pause();
      clock.time = time;
    };
    const view = (name: string) => ({ action: () => { this.stage?.view(name); } });
    return [
      { keys: ['Space'], shown: 'Space', does: 'play, pause', action: () => { clock.toggle(); } },
      { keys: ['ArrowRight'], shown: '→', does: 'next instant', action: () => { this.step(1); } },
      { keys: ['ArrowLeft'], shown: '←', does: 'instant before', action: () => { this.step(-1); } },
      { keys: ['Shift+ArrowRight'], shown: 'Shift →', does: '5 % later', action: () => { to(clock.time + part); } },
      { keys: ['Shift+ArrowLeft'], shown: 'Shift ←', does: '5 % earlier', action: () => { to(clock.time - part); } },
      { keys: ['Ctrl+ArrowRight'], shown: 'Ctrl →', does: 'next event', action: () => { this.toEvent(1); } },
      { keys: ['Ctrl+ArrowLeft'], shown: 'Ctrl ←', does: 'event before', action: () => { this.toEvent(-1); } },
      { keys: ['Home'], shown: 'Home', does: 'to the start', action: () => { to(clock.start); } },
      { keys: ['End'], shown: 'End', does: 'to the end', action: () => { to(clock.stop); } },
      { keys: ['.'], shown: '.', does: 'faster', action: () => { this.faster(1); } },
      { keys: [','], shown: ',', does: 'slower', action: () => { this.faster(-1); } },
      { keys: ['l'], shown: 'L', does: 'loop, or stop at the end', action: () => { clock.loop = !clock.loop; } },
      { keys: ['0'], shown: '0', does: 'view from above, the whole model', ...view('iso') },
      { keys: ['1'], shown: '1', does: 'view from the front', ...view('front') },
      { keys: ['3'], shown: '3', does: 'view from the side', ...view('side') },
      { keys: ['7'], shown: '7', does: 'view from the top', ...view('top') },
      { keys: ['t'], shown: 'T', does: 'follow what moves', action: () => this.view?.toggleFollow() },
      { keys: ['p'], shown: 'P', does: 'paths of the masses', action: () => { store.set('traces', !store.get('traces')); } },
      { keys: ['v'], shown: 'V', does: 'arrows of forces, torques, velocities', action: () => this.view?.arrows.toggle() },
      { keys: ['f'], shown: 'F', does: 'large: animation, panel, both', action: () => { this.nextFill(); } },
      { keys: ['d'], shown: 'D', does: 'dark or light', action: () => { this.toggleTheme(); } },
      { keys: ['/'], shown: '/', does: 'search for a variable', action: () => { store.set('tab', 'plots'); this.plots.field.focus(); } },
      ...this.tabs.tabs.map(({ name, title }, index) => ({
        keys: [`Alt+${index + 1}`],
        shown: `Alt ${index + 1}`,
        does: title,
        action: () => { store.set('tab', name); },
      })),
      { keys: ['?'], shown: '?', does: 'this list', action: () => { this.keys.toggle(); } },
    ];
  }
  private nextFill(): void {
    const next = { '': 'stage', stage: 'panel', panel: '' } as const;
    this.store.set('fill', this.app.dataset.stage === 'some' ? next[this.store.get('fill')] : '');
  }

  /** Draws a time at once, and tells where. */
  drawAt(time: number): HTMLCanvasElement | undefined {
    this.clock.time = time;
    this.view?.drawNow();
    return this.stage?.canvas;
  }

  /** Everything is there to be seen. */
  async firstFrame(): Promise<void> {
    this.view?.resize();
    await new Promise<void>((resolve) => { oncePerFrame(resolve)(); });
    this.view?.drawNow();
  }
}
