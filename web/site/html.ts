// Text in HTML, and the frame that all pages share.

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The name under which a heading can be linked to, as GitHub makes it. */
export function anchor(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** The way from one file of the site to another; both are paths from its root. */
export function relative(from: string, to: string): string {
  const up = from.split('/').length - 1;
  return '../'.repeat(up) + to;
}

export interface NavigationLink {
  title: string;
  file: string;
  /** What lies below it: shown when it, or one of them, is open. */
  below?: NavigationLink[];
}

export interface Section {
  title: string;
  file: string;
  links: NavigationLink[];
}

export interface Page {
  file: string;
  title: string;
  body: string;
  section?: string;
  wide?: boolean;
  /** What a search shows beside the title; pages without it are not found by a search. */
  about?: string;
}

function isOpen(link: NavigationLink, page: Page): boolean {
  return link.file === page.file || (link.below ?? []).some((other) => isOpen(other, page));
}

function list(links: NavigationLink[], page: Page): string {
  const items = links.map((link) => {
    const here = link.file === page.file ? ' aria-current="page"' : '';
    const below = link.below && isOpen(link, page) ? list(link.below, page) : '';
    return `<li><a href="${relative(page.file, link.file)}"${here}>${escape(link.title)}</a>${below}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

function hasList(page: Page, sections: Section[]): boolean {
  return (sections.find((other) => other.title === page.section)?.links.length ?? 0) > 0;
}

function sideBar(page: Page, sections: Section[]): string {
  const section = sections.find((other) => other.title === page.section);
  // On a phone the bar has no room for the sections: there they are part of this list.
  const all = sections.map((other) => ({ title: other.title, file: other.file }));
  const own =
    section && section.links.length > 0
      ? `<h2>${escape(section.title)}</h2>${list(section.links, page)}`
      : '';
  return `<aside class="side" id="side" aria-label="Pages"><div class="sections"><h2>Sections</h2>${list(all, page)}</div>${own}</aside>`;
}

/** Links to the pages before and after this one in its section. */
function neighbours(page: Page, sections: Section[]): string {
  const flat = (links: NavigationLink[]): NavigationLink[] =>
    links.flatMap((link) => [link, ...flat(link.below ?? [])]);
  const links = flat(sections.find((other) => other.title === page.section)?.links ?? []);
  const at = links.findIndex((link) => link.file === page.file);
  if (at < 0) return '';
  const before = at > 0 ? links.at(at - 1) : undefined;
  const after = links.at(at + 1);
  const left = before
    ? `<a href="${relative(page.file, before.file)}">← ${escape(before.title)}</a>`
    : '';
  const right = after
    ? `<a href="${relative(page.file, after.file)}">${escape(after.title)} →</a>`
    : '';
  return `<nav class="next" aria-label="Neighbouring pages"><span>${left}</span><span>${right}</span></nav>`;
}

/** A whole page. Nothing is loaded from anywhere else. */
export function frame(page: Page, sections: Section[]): string {
  const to = (file: string): string => relative(page.file, file);
  const bar = sections
    .map((section) => {
      const here = section.title === page.section ? ' aria-current="true"' : '';
      return `<a href="${to(section.file)}"${here}>${escape(section.title)}</a>`;
    })
    .join('');
  const title = page.file === 'index.html' ? 'Multibond' : `${page.title} – Multibond`;
  return `<!doctype html>
<html lang="en" data-root="${to('')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'">
<title>${escape(title)}</title>
<link rel="stylesheet" href="${to('style.css')}">
<script src="${to('theme.js')}"></script>
<script src="${to('site.js')}" defer></script>
</head>
<body>
<header class="bar">
<button class="menu" id="menu" aria-controls="side" aria-expanded="false" aria-label="Pages">☰</button>
<a class="home" href="${to('index.html')}">Multibond</a>
<nav aria-label="Sections">${bar}</nav>
<span class="space"></span>
<div class="search"><input id="search" type="search" placeholder="Search ( / )" aria-label="Search titles and components" autocomplete="off"><ul id="found"></ul></div>
<button id="theme" aria-label="Light or dark">◐</button>
</header>
<div class="frame${hasList(page, sections) ? '' : ' solo'}">
${sideBar(page, sections)}
<main${page.wide ? ' class="wide"' : ''}>
${page.body}
${neighbours(page, sections)}
</main>
</div>
</body>
</html>
`;
}
