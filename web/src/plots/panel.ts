/** All plots, below a field that searches for variables. */
import { search } from '../model/tree';
import type { Run, Signal } from '../model/run';
import type { Clock } from '../state/clock';
import type { Store } from '../state/store';
import { button, element, icon } from '../ui/element';
import { PlotCard } from './card';

const MOST_SHOWN = 40;

export class PlotsPanel {
  readonly node = element('div', { class: 'panel plots' });
  readonly field = element('input', {
    attributes: { type: 'search', autocomplete: 'off', spellcheck: 'false', 'aria-controls': 'found' },
  });
  private readonly found = element('ul', { class: 'found', attributes: { role: 'listbox', id: 'found' } });
  private readonly list = element('div', { class: 'cards' });
  private readonly empty = element('p', { class: 'hint', text: 'Search for a variable above to plot it.' });
  private cards: PlotCard[] = [];
  private chosen = 0;
  private matches: Signal[] = [];
  private range: [number, number] | null = null;
  private reference: Run | undefined;

  constructor(
    private readonly run: Run,
    private readonly clock: Clock,
    private readonly store: Store,
  ) {
    const count = run.signals.length;
    this.field.placeholder = `Search ${count.toLocaleString('en')} variables`;
    this.field.setAttribute('aria-label', this.field.placeholder);
    this.found.hidden = true;
    this.node.append(
      element('div', { class: 'search' }, icon('M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9M10.5 10.5L14 14'), this.field, this.found),
      this.list,
      this.empty,
    );
    this.field.addEventListener('input', () => { this.search(); });
    this.field.addEventListener('focus', () => { this.search(); });
    this.field.addEventListener('blur', () => { setTimeout(() => { this.found.hidden = true; }, 150); });
    this.field.addEventListener('keydown', (event) => { this.key(event); });
    store.on('plots', () => { this.rebuild(); });
    clock.addEventListener('time', () => { for (const card of this.cards) card.update(); });
    this.rebuild();
  }

  // -- plots --

  /** Adds a plot of a variable, or its curve to the last plot of the same unit. */
  add(path: string, together = false): void {
    const plots = this.store.get('plots').map((curves) => [...curves]);
    if (plots.some((curves) => curves.includes(path))) return;
    if (together && plots.length > 0) plots[plots.length - 1].push(path);
    else plots.push([path]);
    this.store.set('plots', plots);
  }

  private remove(path: string): void {
    const plots = this.store
      .get('plots')
      .map((curves) => curves.filter((curve) => curve !== path))
      .filter((curves) => curves.length > 0);
    this.store.set('plots', plots);
  }

  private rebuild(): void {
    const old = new Map(this.cards.map((card) => [card.paths.join(';'), card]));
    let colour = 0;
    const next: PlotCard[] = [];
    for (const curves of this.store.get('plots')) {
      const paths = curves.filter((path) => this.run.signal(path));
      if (paths.length === 0) continue;
      const key = paths.join(';');
      const known = old.get(key);
      old.delete(key);
      const card = known ?? this.makeCard(paths, colour);
      next.push(card);
      colour += paths.length;
    }
    for (const card of old.values()) card.destroy();
    this.cards = next;
    this.list.append(...next.map(({ node }) => node));
    this.empty.hidden = next.length > 0;
  }

  private makeCard(paths: string[], colour: number): PlotCard {
    const card = new PlotCard(this.run, this.clock, this.run.header.events, paths, colour, {
      remove: (path) => { this.remove(path); },
      zoom: (range) => {
        this.range = range;
        for (const one of this.cards) one.zoom(range);
      },
    });
    card.zoom(this.range);
    if (this.reference) card.renew(this.reference);
    return card;
  }

  /** The run has other data; dashed curves show the one that it is compared with. */
  renew(reference: Run | undefined): void {
    this.reference = reference;
    for (const card of this.cards) card.renew(reference);
  }

  dress(): void {
    for (const card of this.cards) card.dress();
  }

  // -- search --

  private search(): void {
    this.matches = search(this.run.signals, this.field.value);
    this.chosen = 0;
    this.found.replaceChildren(
      ...this.matches.slice(0, MOST_SHOWN).map((signal, index) => this.row(signal, index)),
    );
    const more = this.matches.length - MOST_SHOWN;
    if (more > 0) this.found.append(element('li', { class: 'more', text: `and ${more} more: add a word` }));
    if (this.matches.length === 0 && this.field.value.trim()) {
      this.found.append(element('li', { class: 'more', text: 'No variable has all of these words.' }));
    }
    this.found.hidden = this.found.childElementCount === 0;
  }

  private row(signal: Signal, index: number): HTMLElement {
    const together = button(
      {
        label: `Add ${signal.path} to the last plot`,
        class: 'quiet',
        on: { mousedown: (event) => { event.preventDefault(); event.stopPropagation(); this.choose(index, true); } },
      },
      icon('M8 3v10M3 8h10'),
    );
    return element(
      'li',
      {
        class: 'row',
        data: { path: signal.path },
        attributes: { role: 'option', 'aria-selected': String(index === 0) },
        on: { mousedown: (event) => { event.preventDefault(); this.choose(index, event.shiftKey); } },
      },
      element('span', { class: 'path', text: signal.path }),
      element('span', { class: 'second', text: [signal.unit === '1' ? '' : signal.unit, signal.description].filter(Boolean).join(' · ') }),
      together,
    );
  }

  private choose(index: number, together: boolean): void {
    if (index >= this.matches.length) return;
    const { path } = this.matches[index];
    this.add(path, together);
    this.field.value = '';
    this.found.hidden = true;
    this.list.querySelector(`[data-paths="${CSS.escape(path)}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = Math.min(this.matches.length, MOST_SHOWN);
    if (step && count > 0) {
      this.chosen = (this.chosen + step + count) % count;
      [...this.found.children].forEach((row, index) => {
        row.setAttribute('aria-selected', String(index === this.chosen));
        if (index === this.chosen) row.scrollIntoView({ block: 'nearest' });
      });
    } else if (event.key === 'Enter') {
      this.choose(this.chosen, event.shiftKey);
    } else if (event.key === 'Escape') {
      this.field.value = '';
      this.field.blur();
    } else {
      return;
    }
    event.preventDefault();
  }
}
