// Builds the documentation as a static site:
//   node build.ts --root REPOSITORY --program MULTIBOND [--gallery] DIR
// Pages are those of docs/site/navigation.json, every Markdown file and source that they lead to, a
// reference of the components and the gallery. A link that leads nowhere is an error.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join, normalize, posix } from 'node:path';
import { parseArgs } from 'node:util';

import { highlight } from './code.ts';
import { galleryOf, galleryPage, performancePage, type Gallery } from './examples.ts';
import { escape, frame, relative, type NavigationLink, type Page, type Section } from './html.ts';
import { brokenLinks } from './links.ts';
import { render } from './markdown.ts';
import { each, Program } from './program.ts';
import { drawingOf, referencePages } from './reference.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string' },
    program: { type: 'string' },
    gallery: { type: 'boolean', default: false },
  },
});
/** An argument that must be there. */
function given(value: string | undefined): string {
  if (!value) throw new Error('usage: build.ts --root REPOSITORY --program FILE [--gallery] DIR');
  return value;
}
const root = given(values.root);
const command = given(values.program);
const folder = given(positionals[0]);

const say = (text: string): void => {
  console.error(`site: ${text}`);
};

function write(file: string, text: string): void {
  const place = join(folder, file);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}

// ---- pages of the repository

const pages: Page[] = [];
const titles = new Map<string, string>(); // by file of the repository
const anchors: { title: string; about: string; file: string }[] = []; // headings, for the search
const waiting: string[] = []; // files of the repository that pages lead to
const known = new Set<string>();
const pictures = new Set<string>();

/** Where a file of the repository is in the site. */
function place(file: string): string {
  if (file === 'docs/site/home.md') return 'index.html';
  if (['.svg', '.png', '.jpg'].includes(extname(file))) return `pictures/${file}`;
  const inDocs = file.startsWith('docs/') ? file.slice('docs/'.length) : file === 'README.md' ? 'about.md' : file;
  if (extname(file) !== '.md') return `source/${file}.html`;
  return inDocs.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

/** Notes that a file is needed; a folder means its README. */
function need(file: string): string {
  const full = join(root, file);
  if (!existsSync(full)) throw new Error(`there is no ${file}`);
  if (statSync(full).isDirectory()) {
    const readme = posix.join(file, 'README.md');
    return existsSync(join(root, readme)) ? need(readme) : need(`${file.replace(/\/$/, '')}/.`);
  }
  if (!known.has(file)) {
    known.add(file);
    waiting.push(file);
  }
  return place(file);
}

const faults: string[] = [];

function linkFrom(file: string): (target: string) => string {
  return (target) => {
    if (/^(https?:|mailto:|#)/.test(target)) return target;
    const [path = '', hash] = target.split('#');
    const wanted = normalize(posix.join(posix.dirname(file), path));
    try {
      // A folder without a README is shown as the list of its files.
      const full = join(root, wanted);
      const isFolder = existsSync(full) && statSync(full).isDirectory();
      const to =
        isFolder && !existsSync(join(full, 'README.md')) ? needFolder(wanted) : need(wanted.replace(/\/$/, ''));
      return relative(place(file), to) + (hash ? `#${hash}` : '');
    } catch (error) {
      faults.push(`${file}: ${target} leads nowhere (${error instanceof Error ? error.message : String(error)}).`);
      return '#';
    }
  };
}

function needFolder(path: string): string {
  const name = path.replace(/\/$/, '');
  const file = `source/${name}/index.html`;
  if (!known.has(`${name}/`)) {
    known.add(`${name}/`);
    const files = readdirSync(join(root, name), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();
    pages.push({
      file,
      title: name,
      body: `<h1>${escape(name)}</h1><ul>${files.map((one) => `<li><code>${escape(one)}</code></li>`).join('')}</ul>`,
    });
  }
  return file;
}

function addFile(file: string): void {
  const full = join(root, file);
  if (place(file).startsWith('pictures/')) {
    pictures.add(file);
    return;
  }
  const text = readFileSync(full, 'utf8');
  if (extname(file) !== '.md') {
    const body = `<h1>${escape(file)}</h1><pre><code>${highlight(text, extname(file).slice(1))}</code></pre>`;
    pages.push({ file: place(file), title: file, body, wide: true });
    return;
  }
  const rendered = render(text, linkFrom(file));
  const title = rendered.title || file;
  titles.set(file, title);
  pages.push({ file: place(file), title, body: rendered.html, about: rendered.about });
  for (const heading of rendered.headings) {
    anchors.push({ title: heading.title, about: title, file: `${place(file)}#${heading.id}` });
  }
}

function addWaiting(): void {
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) addFile(file);
}

interface NavigationEntry {
  title: string;
  pages?: string[];
  made?: string;
}

const navigation = JSON.parse(readFileSync(join(root, 'docs/site/navigation.json'), 'utf8')) as NavigationEntry[];

/** Files of an entry: "docs/passes/" stands for the README and all other pages in it. */
function filesOf(entry: NavigationEntry): string[] {
  return (entry.pages ?? [])
    .flatMap((page) => {
      if (!page.endsWith('/')) return [page];
      const names = readdirSync(join(root, page)).filter((name) => name.endsWith('.md'));
      const rest = names.filter((name) => name !== 'README.md').sort();
      return [...(names.includes('README.md') ? ['README.md'] : []), ...rest].map((name) => page + name);
    })
    .filter((page) => existsSync(join(root, page)));
}

const listed = new Set(navigation.flatMap(filesOf));
// A page of docs/ that the navigation does not know is part of its first section, not lost.
const unlisted = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .filter((file) => !listed.has(file));
for (const file of [...listed, ...unlisted, 'docs/site/home.md']) need(file);
addWaiting();
say(`${pages.length} pages from the repository`);

// ---- components

const program = new Program(command);
const entries = await program.entries();
const paths = entries.filter((entry) => !entry.is_model).map((entry) => entry.path);
mkdirSync(join(folder, dirname(drawingOf('x'))), { recursive: true });
const components = await each(paths, (path) => program.component(path));
const drawings = await each(paths, (path) => program.draw(path, join(folder, drawingOf(path))));
const icons = new Map(
  paths.map((path) => {
    const file = join(root, 'icons', `${path}.svg`);
    if (!existsSync(file)) faults.push(`icons/ has no ${path}.svg.`);
    // Inserted as it is, so that its colours follow the theme.
    return [path, existsSync(file) ? readFileSync(file, 'utf8').replace(/<\?xml[^>]*>\s*/, '') : ''];
  }),
);
const reference = referencePages({
  components,
  icons,
  drawn: new Set(paths.filter((_, k) => drawings[k])),
  examples: new Map(entries.map(({ path, examples }) => [path, examples ?? []])),
});
pages.push(...reference.pages);
say(`${components.length} components, ${drawings.filter(Boolean).length} with a bond graph`);

// ---- home: ways into what is made from the program

const shownIcons = [
  'Mechanics3D.Joints.Revolute',
  'Mechanics3D.Parts.Body',
  'Translational.SpringDamper',
  'Electrical.Resistor',
  'Bonds.J1',
  'Planar.Joints.RollingWheel',
  'Hydraulic.Tank',
  'Rotational.Clutch',
];
function homeCard(file: string, title: string, text: string, picture: string): string {
  return `<article class="card"><div class="thumb"><a href="${file}">${picture}</a></div><h3><a href="${file}">${title}</a></h3><p>${text}</p></article>`;
}
const home = pages.find((page) => page.file === 'index.html');
if (home) {
  home.body += `<div class="cards home-cards">${[
    homeCard(
      'gallery/index.html',
      'Gallery',
      `${entries.length - paths.length} examples, each with a picture, its source and a report that moves.`,
      `<img src="${need('docs/figures/WhippleBicycle.svg')}" alt="">`,
    ),
    homeCard(
      'components/index.html',
      'Components',
      `${paths.length} components with their icons, equations and bond graphs.`,
      `<div class="icons">${shownIcons.map((path) => icons.get(path) ?? '').join('')}</div>`,
    ),
    homeCard(
      'performance.html',
      'Performance',
      'Times and steps, and figures of the literature beside ours.',
      `<img src="${need('docs/figures/SevenBody-mechanism.svg')}" alt="">`,
    ),
  ].join('')}</div>`;
  addWaiting();
}

// ---- gallery and performance

const galleryFile = join(folder, 'gallery/gallery.json');
const gallery = values.gallery
  ? (JSON.parse(readFileSync(galleryFile, 'utf8')) as Gallery)
  : galleryOf(entries);
pages.push(galleryPage(gallery));
pages.push(performancePage(gallery, (await program.text('bench', 'thesis')).trim()));
say(`${gallery.models.length} examples`);

// ---- frame, index, files

const link = (file: string): NavigationLink => ({ title: titles.get(file) ?? file, file: place(file) });
const sections: Section[] = navigation.map((entry, k) => {
  const files = [...filesOf(entry), ...(k === 0 ? unlisted : [])];
  for (const file of files) {
    const page = pages.find((other) => other.file === place(file));
    if (page) page.section = entry.title;
  }
  if (entry.made === 'components') {
    return { title: entry.title, file: 'components/index.html', links: reference.links };
  }
  if (entry.made === 'gallery') {
    return {
      title: entry.title,
      file: 'gallery/index.html',
      links: [],
    };
  }
  if (entry.made === 'performance') {
    const own = { title: 'Performance', file: 'performance.html' };
    return { title: entry.title, file: own.file, links: [own, ...files.map(link)] };
  }
  return { title: entry.title, file: place(files[0] ?? 'README.md'), links: files.map(link) };
});

for (const page of pages) write(page.file, frame(page, sections));
for (const file of pictures) {
  mkdirSync(dirname(join(folder, place(file))), { recursive: true });
  copyFileSync(join(root, file), join(folder, place(file)));
}
const index = [
  ...pages
    .filter((page) => page.about !== undefined)
    .map((page) => ({ title: page.title, about: page.about, file: page.file })),
  ...gallery.models.map((model) => ({
    title: model.name,
    about: model.description,
    file: `gallery/index.html#${encodeURIComponent(model.name)}`,
  })),
  ...anchors,
];
write('index.js', `window.siteIndex = ${JSON.stringify(index)};\n`);
for (const name of ['theme', 'site']) {
  const source = readFileSync(join(root, `web/site/client/${name}.ts`), 'utf8');
  write(`${name}.js`, `{\n${stripTypeScriptTypes(source)}\n}\n`);
}
copyFileSync(join(root, 'web/site/style.css'), join(folder, 'style.css'));

// ---- links

const isReport = (file: string): boolean => file.startsWith('gallery/reports/');
faults.push(...brokenLinks(folder, isReport));
for (const fault of [...new Set(faults)]) say(fault);
if (faults.length > 0) {
  say(`${new Set(faults).size} links are broken`);
  process.exit(1);
}
say(`${pages.length} pages, all links hold; open ${join(folder, 'index.html')}`);
