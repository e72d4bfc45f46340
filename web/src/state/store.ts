/** What the user has chosen, mirrored in the address: it reproduces a view. */

export interface Choices {
  theme: 'auto' | 'light' | 'dark';
  tab: string;
  /** Curves of each plot, by path. */
  plots: string[][];
  view: string;
  follow: string;
  traces: boolean;
  /** Kinds of arrows, a letter each, and the component that has them; '*': all. */
  arrows: string;
  at: string;
  fill: '' | 'stage' | 'panel';
  open: string;
}

type Key = keyof Choices;

export class Store extends EventTarget {
  private readonly choices: Choices;

  constructor(
    private readonly defaults: Choices,
    hash: string,
  ) {
    super();
    this.choices = { ...defaults, ...read(hash) };
  }

  get<K extends Key>(key: K): Choices[K] {
    return this.choices[key];
  }

  set<K extends Key>(key: K, value: Choices[K]): void {
    if (this.choices[key] === value) return;
    this.choices[key] = value;
    this.dispatchEvent(new Event(key));
    this.dispatchEvent(new Event('change'));
  }

  on(key: Key, action: () => void): void {
    this.addEventListener(key, action);
  }

  /** What differs from the defaults, as it stands behind # in the address. */
  hash(more: [string, string][]): string {
    const words = new URLSearchParams(more);
    const { choices, defaults } = this;
    for (const key of ['theme', 'tab', 'view', 'follow', 'arrows', 'at', 'fill', 'open'] as const) {
      if (choices[key] !== defaults[key]) words.set(key, choices[key]);
    }
    if (choices.traces !== defaults.traces) words.set('traces', choices.traces ? '1' : '0');
    if (choices.plots !== defaults.plots) {
      for (const curves of choices.plots) words.append('plot', curves.join(';'));
      if (choices.plots.length === 0) words.append('plot', '');
    }
    return words.toString();
  }
}

function read(hash: string): Partial<Choices> {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const result: Partial<Choices> = {};
  for (const key of ['tab', 'view', 'follow', 'arrows', 'at', 'open'] as const) {
    const value = words.get(key);
    if (value !== null) result[key] = value;
  }
  const theme = words.get('theme');
  if (theme === 'light' || theme === 'dark') result.theme = theme;
  const fill = words.get('fill');
  if (fill === 'stage' || fill === 'panel') result.fill = fill;
  if (words.has('traces')) result.traces = words.get('traces') === '1';
  if (words.has('plot')) {
    result.plots = words
      .getAll('plot')
      .map((text) => text.split(';').filter(Boolean))
      .filter((curves) => curves.length > 0);
  }
  return result;
}

/** The time that the address asks for. */
export function timeInHash(hash: string): number | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('t');
  const time = text === null ? NaN : Number(text);
  return Number.isFinite(time) ? time : undefined;
}
