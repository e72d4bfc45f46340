/** What the compiler made of the model. */
import type { StructureHeader } from '../format/types';
import { element } from '../ui/element';

const MOST = 60;

function list(title: string, items: string[], about: string): HTMLElement | null {
  if (items.length === 0) return null;
  const rows = items.slice(0, MOST).map((text) => element('li', { text }));
  if (items.length > MOST) rows.push(element('li', { text: `and ${items.length - MOST} more` }));
  return element(
    'section',
    { class: 'card' },
    element('h2', { text: `${title} (${items.length})` }),
    element('p', { class: 'hint', text: about }),
    element('ul', { class: 'names' }, ...rows),
  );
}

function table(head: string[], rows: string[][]): HTMLElement {
  const row = (tag: 'th' | 'td', cells: string[]): HTMLElement => element('tr', {}, ...cells.map((text) => element(tag, { text })));
  return element('div', { class: 'wide' }, element('table', { class: 'grid' }, element('thead', {}, row('th', head)), element('tbody', {}, ...rows.map((cells) => row('td', cells)))));
}

export function makeStructure(structure: StructureHeader): HTMLElement {
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
    list('Conditions', structure.conditions, 'Their changes are events.'),
  );
}
