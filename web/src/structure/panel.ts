/** What the compiler made of the model. */
import type { Header, StructureHeader } from '../format/types';
import { button, element } from '../ui/element';
import { makeConnections } from './connections';
import { makeEquations } from './equations';
import { asStated, makeIncidence } from './incidence';

const MOST = 60;

function list(title: string, items: string[], about: string): HTMLElement | null {
  if (items.length === 0) return null;
  const names = element('ul', { class: 'names' });
  const show = (count: number): void => {
    names.replaceChildren(...items.slice(0, count).map((text) => element('li', { text })));
    const left = items.length - count;
    if (left > 0) names.append(element('li', {}, button({ label: `Show all ${items.length}`, shows: `… ${left} more: show all`, class: 'quiet', on: { click: () => { show(items.length); } } })));
  };
  show(MOST);
  return element(
    'section',
    { class: 'card' },
    element('h2', { text: `${title} (${items.length})` }),
    element('p', { class: 'hint', text: about }),
    names,
  );
}

function table(head: string[], rows: string[][]): HTMLElement {
  const row = (tag: 'th' | 'td', cells: string[]): HTMLElement => element('tr', {}, ...cells.map((text) => element(tag, { text })));
  return element('div', { class: 'wide' }, element('table', { class: 'grid' }, element('thead', {}, row('th', head)), element('tbody', {}, ...rows.map((cells) => row('td', cells)))));
}

/** Entries before and after sorting, side by side. */
function incidenceOf({ incidence }: Header): HTMLElement | null {
  if (!incidence) return null;
  const { stated, solved } = incidence;
  const before = asStated(solved);
  const sorted = { matrix: solved, rows: solved.order.rows, columns: solved.order.columns, blocks: solved.blocks };
  const largest = solved.blocks.reduce((most, size) => Math.max(most, size), 0);
  const count = (rows: number): string => `${rows} ${rows === 1 ? 'equation' : 'equations'}`;
  return element(
    'section',
    { class: 'card' },
    element('h2', { text: 'Incidence' }),
    element(
      'div',
      { class: 'figures' },
      makeIncidence('As stated', `${count(stated.rows.length)} of the model, ${stated.column_names.length} variables.`, asStated(stated)),
      ...(solved.rows.length > 0
        ? [
            makeIncidence('Before sorting', `${count(solved.rows.length)} left to be solved at every instant.`, before),
            makeIncidence('After sorting', `${solved.blocks.length} ${solved.blocks.length === 1 ? 'block' : 'blocks'}, the largest of ${count(largest)}: block lower triangular.`, sorted),
          ]
        : [element('p', { class: 'hint', text: 'Nothing is left to be solved: all follows from the states one by one.' })]),
    ),
  );
}

export function makeStructure(structure: StructureHeader, header: Header): HTMLElement {
  const passes = structure.passes.map(({ pass, equations, variables, note }) => [pass, String(equations), String(variables), note]);
  const blocks = structure.blocks.map(({ kind, size, remaining, run_time, names }) => [
    kind,
    String(size),
    String(remaining),
    run_time ? 'while it runs' : 'before the run',
    names.slice(0, 6).join(', '),
  ]);
  return element(
    'div',
    { class: 'panel structure' },
    element('section', { class: 'card' }, element('h2', { text: 'Passes of the compiler' }), table(['pass', 'equations', 'variables', 'what it did'], passes)),
    list('States', structure.states, 'What the integrator advances.'),
    list('Dependent', structure.dependent, 'Would-be states that follow from the others.'),
    list('Invariants', structure.invariants, 'Constraints that projection keeps.'),
    list('Redundant constraints', structure.dropped_constraints, 'Left out, since the others imply them.'),
    blocks.length > 0
      ? element('section', { class: 'card' }, element('h2', { text: `Blocks (${blocks.length})` }), table(['kind', 'unknowns', 'remaining', 'solved', 'names'], blocks))
      : null,
    incidenceOf(header),
    header.connection_graph ? makeConnections(header.connection_graph) : null,
    header.equations ? makeEquations(header.equations) : null,
    list('Conditions', structure.conditions, 'Their changes are events.'),
  );
}
