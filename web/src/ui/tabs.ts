/** Tabs by the ARIA pattern; a panel is made when it is first opened. */
import type { Store } from '../state/store';
import { element } from './element';

export interface Tab {
  name: string;
  title: string;
  make(): HTMLElement;
  /** Told each time it is shown. */
  shown?(): void;
}

export class Tabs {
  readonly bar = element('div', { class: 'tabs', attributes: { role: 'tablist' } });
  readonly body = element('div', { class: 'bodies' });
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly panels = new Map<string, HTMLElement>();

  constructor(
    readonly tabs: Tab[],
    private readonly store: Store,
  ) {
    for (const tab of tabs) {
      const one = element('button', {
        text: tab.title,
        attributes: { role: 'tab', id: `tab-${tab.name}`, type: 'button', 'aria-controls': `panel-${tab.name}` },
        on: { click: () => { store.set('tab', tab.name); } },
      });
      this.buttons.set(tab.name, one);
      this.bar.append(one);
    }
    this.bar.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const names = tabs.map(({ name }) => name);
      const next = names[(names.indexOf(this.current().name) + step + names.length) % names.length];
      store.set('tab', next);
      this.buttons.get(next)?.focus();
      event.stopPropagation();
      event.preventDefault();
    });
    store.on('tab', () => { this.show(); });
  }

  current(): Tab {
    return this.tabs.find(({ name }) => name === this.store.get('tab')) ?? this.tabs[0];
  }

  /** Panels are made again when they are shown next, all but these. */
  renew(kept: string[]): void {
    for (const [name, panel] of this.panels) {
      if (kept.includes(name)) continue;
      panel.remove();
      this.panels.delete(name);
    }
    this.show();
  }

  show(): void {
    const current = this.current();
    for (const [name, one] of this.buttons) {
      const selected = name === current.name;
      one.setAttribute('aria-selected', String(selected));
      one.tabIndex = selected ? 0 : -1;
    }
    if (!this.panels.has(current.name)) {
      const panel = element(
        'div',
        { class: 'body', attributes: { role: 'tabpanel', id: `panel-${current.name}`, 'aria-labelledby': `tab-${current.name}` } },
        current.make(),
      );
      this.panels.set(current.name, panel);
      this.body.append(panel);
    }
    for (const [name, panel] of this.panels) panel.hidden = name !== current.name;
    document.documentElement.dataset.tab = current.name;
    current.shown?.();
  }
}
