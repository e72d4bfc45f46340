/** Bond graphs: of the model, and of the inside of each component; the power of every bond now. */
import type { BondRow } from '../format/types';
import type { Run, Signal } from '../model/run';
import type { Clock } from '../state/clock';
import type { Store } from '../state/store';
import { Details } from '../ui/details';
import { button, element, oncePerFrame, withUnit } from '../ui/element';
import { pressable } from '../ui/pressable';
import { PanZoom } from './pan_zoom';

interface ShownBond {
  group: SVGGElement;
  lines: SVGPathElement[];
  bond: PowerBond;
}

/** A bond with the variables that its power is made of. */
export class PowerBond {
  readonly efforts: Signal[];
  readonly flows: Signal[];
  /** All variables of the row are there. */
  readonly complete: boolean;
  /** The largest power of the run, either way; for the scale of colours. */
  largest: number | undefined;
  private readonly atRest: boolean;

  constructor(
    private readonly run: Run,
    readonly row: BondRow,
  ) {
    const signals = (paths: string[]): Signal[] => paths.map((path) => run.signal(path)).filter((signal) => signal !== undefined);
    this.efforts = signals(row.effort);
    this.flows = signals(row.flow.filter((path) => path !== null));
    this.atRest = row.flow.includes(null);
    this.complete = this.efforts.length === row.effort.length && row.effort.length > 0 && (this.atRest || this.flows.length === this.efforts.length);
  }

  async load(): Promise<void> {
    await this.run.need([...this.efforts, ...this.flows].map(({ value }) => value));
  }

  /** Sum of effort times flow, positive along the harpoon. */
  power(time: number): number {
    if (this.atRest) return 0;
    return (this.row.sign ?? 1) * this.efforts.reduce((sum, effort, k) => sum + this.run.at(effort, time) * this.run.at(this.flows[k], time), 0);
  }

  /** Of some instants: the scale need not be exact. */
  findLargest(): number {
    if (this.largest !== undefined) return this.largest;
    const { times } = this.run;
    const every = Math.max(1, Math.floor(times.length / 200));
    let largest = 0;
    for (let row = 0; row < times.length; row += every) {
      const power = Math.abs(this.power(times[row]));
      if (power > largest) largest = power;
    }
    this.largest = largest;
    return largest;
  }
}

export class GraphPanel {
  readonly node = element('div', { class: 'panel graph' });
  private readonly crumbs = element('nav', { attributes: { 'aria-label': 'Opened components' } });
  private readonly paper = element('div', { class: 'paper' });
  private readonly readout = element('div', { class: 'card readout' });
  private readonly details: Details;
  private readonly drawings: Map<string, string>;
  private readonly bonds = new Map<string, PowerBond>();
  private shown: ShownBond[] = [];
  private open: string | undefined;
  private largest = 0;
  private panZoom: PanZoom | undefined;

  constructor(
    run: Run,
    private readonly clock: Clock,
    private readonly store: Store,
    private readonly plot: (paths: string[]) => void,
  ) {
    this.drawings = new Map((run.header.drawings ?? []).map(({ path, svg }) => [path, svg]));
    for (const row of run.header.bonds ?? []) this.bonds.set(row.path, new PowerBond(run, row));
    this.readout.hidden = true;
    this.details = new Details(run.header);
    this.paper.append(this.readout, this.details.node);
    this.node.append(this.crumbs, this.paper, this.scale());
    clock.addEventListener('time', () => { this.update(); });
    store.on('open', () => { this.update(); });
  }

  private scale(): HTMLElement {
    return element(
      'div',
      { class: 'scale' },
      element('i', { class: 'along' }),
      'power along the bond',
      element('i', { class: 'against' }),
      'against it',
    );
  }

  /** Draws what is open, if it is not yet there. */
  private async showDrawing(): Promise<void> {
    const wanted = this.drawings.has(this.store.get('open')) ? this.store.get('open') : '';
    if (this.open === wanted) return;
    this.open = wanted;
    const text = this.drawings.get(wanted) ?? '';
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    const drawing = document.importNode(parsed, true) as unknown as SVGSVGElement;
    // The page is the paper.
    drawing.querySelector(':scope > rect')?.remove();
    drawing.querySelector(':scope > title')?.remove();
    this.paper.querySelector(':scope > svg')?.remove();
    this.paper.prepend(drawing);
    this.panZoom?.stop();
    this.panZoom = new PanZoom(drawing);
    this.showCrumbs(wanted);
    this.makeBoxesOpen(drawing);
    this.makeElementsTell(drawing);
    await this.findBonds(drawing);
    this.update();
  }

  private showCrumbs(path: string): void {
    const parts = path === '' ? [] : path.split('.');
    const crumb = (name: string, to: string): HTMLElement =>
      button({ label: `Open ${name}`, shows: name, class: 'quiet', on: { click: () => { this.store.set('open', to); } } });
    this.crumbs.replaceChildren(crumb('model', ''));
    parts.forEach((name, k) => {
      const to = parts.slice(0, k + 1).join('.');
      this.crumbs.append('›', crumb(name, this.drawings.has(to) ? to : ''));
    });
    this.crumbs.append(element('span', { class: 'second', text: 'click a box to open it, an element for its equations, a bond to plot it' }));
  }

  private makeBoxesOpen(drawing: SVGSVGElement): void {
    for (const box of drawing.querySelectorAll<SVGGElement>('[data-closed]')) {
      const path = box.dataset.path ?? '';
      if (!this.drawings.has(path)) continue;
      box.classList.add('opens');
      pressable(box, `Open ${path}`, () => { this.store.set('open', path); });
    }
  }

  private makeElementsTell(drawing: SVGSVGElement): void {
    for (const node of drawing.querySelectorAll<SVGGElement>('g.element[data-path]')) {
      const path = node.dataset.path ?? '';
      if (this.drawings.has(path)) continue;
      node.classList.add('tells');
      pressable(node, `About ${path}`, () => { this.details.show(path); });
    }
  }

  private async findBonds(drawing: SVGSVGElement): Promise<void> {
    this.shown = [];
    for (const group of drawing.querySelectorAll<SVGGElement>('g.bond[data-path]')) {
      const bond = this.bonds.get(group.dataset.path ?? '');
      if (!bond?.complete) continue;
      this.shown.push({ group, lines: [...group.querySelectorAll<SVGPathElement>('.line')], bond });
    }
    await Promise.all(this.shown.map(({ bond }) => bond.load()));
    this.largest = Math.max(0, ...this.shown.map(({ bond }) => bond.findLargest()));
    for (const { group, bond } of this.shown) {
      pressable(group, `Plot ${bond.row.path}`, () => {
        this.plot(bond.efforts.map(({ path }) => path));
        if (bond.flows.length > 0) this.plot(bond.flows.map(({ path }) => path));
      });
      group.addEventListener('pointerenter', () => { this.tell(bond); });
      group.addEventListener('focus', () => { this.tell(bond); });
      group.addEventListener('pointerleave', () => { this.readout.hidden = true; });
    }
  }

  private tell(bond: PowerBond): void {
    this.readout.hidden = false;
    this.readout.textContent = `${bond.row.path}: ${withUnit(bond.power(this.clock.time), 'W')}`;
  }

  readonly update = oncePerFrame(() => {
    if (this.node.offsetParent === null) return;
    const wanted = this.drawings.has(this.store.get('open')) ? this.store.get('open') : '';
    if (this.open !== wanted) {
      void this.showDrawing();
      return;
    }
    for (const { group, lines, bond } of this.shown) {
      const power = bond.power(this.clock.time);
      const strength = this.largest > 0 ? Math.min(1, (Math.abs(power) / this.largest) ** 0.4) : 0;
      const colour = power >= 0 ? 'var(--along)' : 'var(--against)';
      group.dataset.power = String(power);
      for (const line of lines) {
        line.style.strokeWidth = String(1.1 + 3.2 * strength);
        line.style.stroke = `color-mix(in srgb, ${colour} ${Math.round(100 * strength)}%, var(--second))`;
      }
    }
  });
}
