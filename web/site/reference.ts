// The reference of components: a page for each library and each component, made from the catalog.

import { escape, type NavigationLink, type Page, relative } from './html.ts';
import type { Component, Parameter, Variable } from './program.ts';

const folder = 'components/';

export const fileOf = (path: string): string => `${folder}${path}.html`;
export const drawingOf = (path: string): string => `${folder}drawings/${path}.svg`;

const libraryOf = (path: string): string => path.slice(0, path.lastIndexOf('.'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const line = (cells: string[], kind: string): string =>
    `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join('')}</tr>`;
  return `<div class="scroll"><table><thead>${line(head, 'th')}</thead><tbody>${rows
    .map((row) => line(row, 'td'))
    .join('')}</tbody></table></div>`;
}

const code = (text: string): string => (text === '' ? '' : `<code>${escape(text)}</code>`);

function parameters(list: Parameter[]): string {
  return table(
    ['Name', 'Default', 'Unit', 'Meaning'],
    list.map((parameter) => {
      const limits = [
        parameter.choices.length > 0 ? parameter.choices.join(', ') : '',
        parameter.check,
      ].filter(Boolean);
      const more = limits.length > 0 ? ` (${escape(limits.join('; '))})` : '';
      return [code(parameter.name), code(parameter.value), code(parameter.unit), escape(parameter.description) + more];
    }),
  );
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<h2>${title}</h2>\n${content}\n`;
}

/** "x[1…3] [m]" for the elements of a vector or matrix, else the name alone. */
function variables(list: Variable[]): string {
  const groups: { base: string; unit: string; first: string; last: string }[] = [];
  for (const variable of list) {
    const [base = '', index = ''] = variable.name.split(/\[|\]$/);
    const group = groups.at(-1);
    if (group && index && group.base === base && group.unit === variable.unit) group.last = index;
    else groups.push({ base, unit: variable.unit, first: index, last: index });
  }
  return groups
    .map(({ base, unit, first, last }) => {
      const range = first === last ? first : `${first} … ${last}`;
      return escape(base + (range ? `[${range}]` : '') + (unit && unit !== '1' ? ` in ${unit}` : ''));
    })
    .join(', ');
}

export interface Reference {
  components: Component[];
  icons: Map<string, string>; // SVG by path
  drawn: Set<string>; // paths with a drawing
  examples: Map<string, string[]>; // models that show it, by path
}

const MOST_EXAMPLES = 12;

/** Links to the gallery; of many, the first. */
function examplesOf(file: string, models: string[]): string {
  if (models.length === 0) return '';
  const links = models.slice(0, MOST_EXAMPLES).map((model) => `<a href="${relative(file, 'gallery/index.html')}#${escape(model)}">${escape(model)}</a>`);
  const more = models.length > MOST_EXAMPLES ? ` and ${models.length - MOST_EXAMPLES} more` : '';
  return `<p>${links.join(', ')}${more}</p>`;
}

function componentPage(component: Component, reference: Reference): Page {
  const { path } = component;
  const file = fileOf(path);
  const icon = reference.icons.get(path) ?? '';
  const drawing = reference.drawn.has(path)
    ? `<div class="plate"><img src="${relative(file, drawingOf(path))}" alt="Bond graph inside ${escape(path)}"></div>`
    : '';
  const library = libraryOf(path);
  const inner =
    component.inner_parameters.length === 0
      ? ''
      : `<details><summary>Parameters of its parts (${component.inner_parameters.length})</summary>${parameters(component.inner_parameters)}</details>`;
  const include = component.header
    ? `<pre><code>#include "${escape(component.header)}"</code></pre><p>Class ${code(component.class)}.</p>`
    : '';
  const body = `<p class="links"><a href="${relative(file, fileOf(library))}">${escape(library)}</a></p>
<div class="component">${icon}<div><h1>${escape(nameOf(path))}</h1><p class="lead">${escape(component.description)}</p></div></div>
${include}
${section('Ports', table(['Name', 'Kind', 'Variables'], component.ports.map((port) => [code(port.name), escape(port.kind), variables(port.variables)])))}
${section('Parameters', parameters(component.parameters) + inner)}
${section('Variables', table(['Name', 'Unit', 'Meaning'], component.variables.map((v) => [code(v.name), code(v.unit), escape(v.description)])))}
${section('Equations', component.equations.length > 0 ? `<pre><code>${component.equations.map(escape).join('\n')}</code></pre>` : '')}
${section('Bond graph', drawing)}
${section('Examples', examplesOf(file, reference.examples.get(path) ?? []))}${section('Parts', component.parts.length > 0 ? `<ul>${component.parts.map((part) => `<li>${code(part)}</li>`).join('')}</ul>` : '')}`;
  return { file, title: path, body, section: 'Components', about: component.description };
}

function card(file: string, component: Component, icons: Map<string, string>): string {
  return `<li><a href="${relative(file, fileOf(component.path))}">${icons.get(component.path) ?? ''}<span><b>${escape(nameOf(component.path))}</b><small>${escape(component.description)}</small></span></a></li>`;
}

function libraryPage(library: string, components: Component[], icons: Map<string, string>): Page {
  const file = fileOf(library);
  const body = `<p class="links"><a href="index.html">Components</a></p><h1>${escape(library)}</h1>
<ul class="parts">${components.map((component) => card(file, component, icons)).join('')}</ul>`;
  return { file, title: library, body, section: 'Components', wide: true, about: `${components.length} components.` };
}

export function referencePages(reference: Reference): { pages: Page[]; links: NavigationLink[] } {
  const libraries = new Map<string, Component[]>();
  for (const component of reference.components) {
    const library = libraryOf(component.path);
    libraries.set(library, [...(libraries.get(library) ?? []), component]);
  }
  const names = [...libraries.keys()].sort();
  const index: Page = {
    file: `${folder}index.html`,
    title: 'Components',
    section: 'Components',
    wide: true,
    about: 'All components by library.',
    body: `<h1>Components</h1><p class="lead">${reference.components.length} components in ${names.length} libraries. Each page shows the ports, parameters and equations, and the bond graph inside.</p>${names
      .map(
        (name) =>
          `<h2 id="${escape(name)}"><a class="heading" href="${name}.html">${escape(name)}</a></h2><ul class="parts">${(libraries.get(name) ?? []).map((component) => card(`${folder}index.html`, component, reference.icons)).join('')}</ul>`,
      )
      .join('')}`,
  };
  const pages = [index];
  const links: NavigationLink[] = [];
  for (const name of names) {
    const components = libraries.get(name) ?? [];
    pages.push(libraryPage(name, components, reference.icons));
    for (const component of components) pages.push(componentPage(component, reference));
    links.push({
      title: name,
      file: fileOf(name),
      below: components.map((component) => ({ title: nameOf(component.path), file: fileOf(component.path) })),
    });
  }
  return { pages, links };
}
