/** The equations of the model, typeset, with a field that searches in them. */
import type { EquationRow, EquationsHeader } from '../format/structure';
import { namesIn, Typesetter } from '../math/typeset';
import { button, element } from '../ui/element';

const MOST = 40;

/** One equation; those of a mode with the condition under which they hold. */
export function equationItem(row: EquationRow, components: string[], owner = ''): HTMLElement {
  const [component, left, right, condition, holds] = row;
  const typesetter = new Typesetter(owner);
  const path = components[component];
  const item = element('li', { class: 'equation', title: path === '' ? 'stated by the model' : `stated by ${path}` }, typesetter.equation(left, right));
  if (condition !== undefined) item.append(element('span', { class: 'second', text: holds ? 'if' : 'unless' }), typesetter.formula(condition));
  return item;
}

/** Some of the equations, and a way to see all of them. */
export function equationList(rows: EquationRow[], components: string[], owner = ''): HTMLElement {
  const list = element('ul', { class: 'equations' });
  const show = (count: number): void => {
    list.replaceChildren(...rows.slice(0, count).map((row) => equationItem(row, components, owner)));
    const left = rows.length - count;
    if (left > 0) list.append(element('li', {}, button({ label: `Show all ${rows.length} equations`, shows: `… ${left} more: show all ${rows.length}`, class: 'quiet', on: { click: () => { show(rows.length); } } })));
  };
  show(MOST);
  return list;
}

/** Rows that have all words, in their names or in the path of their component. */
export function findEquations({ list, components }: Required<Pick<EquationsHeader, 'list' | 'components'>>, words: string): EquationRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return list;
  return list.filter(([component, ...trees]) => {
    const text = [components[component], ...trees.flatMap((tree) => (tree === undefined || typeof tree === 'boolean' ? [] : namesIn(tree)))].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function makeEquations(equations: EquationsHeader): HTMLElement {
  const { list, components, total } = equations;
  if (!list || !components) {
    return element('section', { class: 'card' }, element('h2', { text: `Equations (${total ?? 0})` }), element('p', { class: 'hint', text: 'They are too many to be listed.' }));
  }
  const field = element('input', { attributes: { type: 'search', placeholder: `Search ${list.length} equations`, 'aria-label': 'Search equations', spellcheck: 'false' } });
  const place = element('div', {}, equationList(list, components));
  const count = element('p', { class: 'hint' });
  count.hidden = true;
  field.addEventListener('input', () => {
    const found = findEquations({ list, components }, field.value);
    count.hidden = field.value.trim() === '';
    count.textContent = `${found.length} of ${list.length}`;
    place.replaceChildren(equationList(found, components));
  });
  return element('section', { class: 'card' }, element('h2', { text: `Equations (${list.length})` }), element('div', { class: 'search small' }, field), count, place);
}
