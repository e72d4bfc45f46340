/** The models of the server, by topic, with a search that knows components too. */
import { element, icon, numberText } from '../ui/element';
import type { Api, ModelRow } from './api';

interface Row {
  node: HTMLElement;
  words: string;
}

export async function makeChooser(api: Api, chosen: (model: string) => void): Promise<HTMLElement> {
  const { models, components } = await api.models();
  const field = element('input', { attributes: { type: 'search', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Search models' } });
  field.placeholder = `Search ${models.length} models${components.length > 0 ? ` and ${components.length} components` : ''}`;
  const rows: Row[] = [];
  const sections: { node: HTMLElement; rows: Row[] }[] = [];
  const add = (title: string, made: Row[]): void => {
    if (made.length === 0) return;
    const node = element('section', {}, element('h2', { text: title }), element('ul', {}, ...made.map((row) => row.node)));
    sections.push({ node, rows: made });
    rows.push(...made);
  };
  const model = ({ name, description, stop }: ModelRow): Row => ({
    words: `${name} ${description}`.toLowerCase(),
    node: element(
      'li',
      {},
      element(
        'button',
        { class: 'model card', data: { model: name }, attributes: { type: 'button' }, on: { click: () => { chosen(name); } } },
        element('b', { text: name }),
        element('span', { class: 'second', text: `${numberText(stop)} s` }),
        element('span', { class: 'about', text: description }),
      ),
    ),
  });
  for (const topic of [...new Set(models.map((row) => row.topic))]) {
    add(topic || 'Models', models.filter((row) => row.topic === topic).map(model));
  }
  add(
    'Components',
    components.map(({ name, description }) => ({
      words: `${name} ${description}`.toLowerCase(),
      node: element('li', { class: 'component' }, element('b', { text: name }), element('span', { class: 'second', text: description })),
    })),
  );
  const nothing = element('p', { class: 'hint', text: 'No model and no component has all of these words.' });
  const filter = (): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.node.hidden = !words.every((word) => row.words.includes(word));
    for (const section of sections) {
      // Components are what models are made of: shown when they are looked for.
      const quiet = words.length === 0 && section.rows.some(({ node }) => node.className === 'component');
      section.node.hidden = quiet || section.rows.every(({ node }) => node.hidden);
    }
    nothing.hidden = sections.some(({ node }) => !node.hidden) || words.length === 0;
  };
  field.addEventListener('input', filter);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    rows.find(({ node }) => !node.hidden)?.node.querySelector('button')?.click();
  });
  filter();
  return element(
    'div',
    { class: 'chooser' },
    element('div', { class: 'search' }, icon('M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9M10.5 10.5L14 14'), field),
    ...sections.map(({ node }) => node),
    nothing,
  );
}
