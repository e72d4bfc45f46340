// What the pages do in the browser: search, list of pages on a phone, light and dark.

interface Entry {
  title: string;
  about: string;
  file: string;
}

const root = document.documentElement.dataset['root'] ?? '';

function element(id: string): HTMLElement {
  const part = document.getElementById(id);
  if (!part) throw new Error(`The page has no ${id}.`);
  return part;
}

// -- light and dark

element('theme').addEventListener('click', () => {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const now = document.documentElement.dataset['theme'] ?? system;
  const next = now === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = next;
  try {
    localStorage.setItem('theme', next);
  } catch {
    // It holds for this page then.
  }
});

// -- list of pages

element('menu').addEventListener('click', () => {
  const open = element('side').classList.toggle('open');
  element('menu').setAttribute('aria-expanded', String(open));
});

document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'center' });
window.scrollTo(0, 0);
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

// -- search

const field = element('search') as HTMLInputElement;
const found = element('found');
let entries: Entry[] | undefined;

/** The index is a script: a page opened from a disk may load one, but no data. */
function load(): Promise<Entry[]> {
  if (entries) return Promise.resolve(entries);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}index.js`;
    script.addEventListener('load', () => {
      entries = (window as unknown as { siteIndex: Entry[] }).siteIndex;
      resolve(entries);
    });
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

/** How well an entry fits all words; 0 if it does not. */
function score(entry: Entry, words: string[]): number {
  const title = entry.title.toLowerCase();
  const last = title.slice(title.lastIndexOf('.') + 1);
  const about = entry.about.toLowerCase();
  let total = 0;
  for (const word of words) {
    if (last === word || title === word) total += 8;
    else if (last.startsWith(word)) total += 5;
    else if (title.includes(word)) total += 3;
    else if (about.includes(word)) total += 1;
    else return 0;
  }
  return total;
}

function show(all: Entry[]): void {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  if (words.length === 0) return;
  const best = all
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter((row) => row.points > 0)
    .sort((a, b) => b.points - a.points || a.entry.title.length - b.entry.title.length)
    .slice(0, 12);
  for (const [k, { entry }] of best.entries()) {
    const link = document.createElement('a');
    link.href = root + entry.file;
    link.textContent = entry.title;
    if (k === 0) link.className = 'first';
    const about = document.createElement('small');
    about.textContent = entry.about;
    link.append(about);
    const item = document.createElement('li');
    item.append(link);
    found.append(item);
  }
  if (best.length === 0) {
    const none = document.createElement('li');
    none.className = 'none';
    none.textContent = 'Nothing found.';
    found.append(none);
  }
}

const search = (): void => {
  load().then(show, () => undefined);
};
field.addEventListener('input', search);
field.addEventListener('focus', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') found.querySelector<HTMLAnchorElement>('a')?.click();
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    found.querySelector<HTMLAnchorElement>('a')?.focus();
  }
});
found.addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const links = [...found.querySelectorAll<HTMLAnchorElement>('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  (links.at(at + (event.key === 'ArrowDown' ? 1 : -1)) ?? field).focus();
});
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !typing) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape') {
    found.replaceChildren();
    field.blur();
  }
});
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !found.parentElement?.contains(event.target)) {
    found.replaceChildren();
  }
});
