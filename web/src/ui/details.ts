/** A card about a component: its equations, typeset, and its parameters. */
import type { EquationRow, ParameterRow } from '../format/structure';
import type { Header } from '../format/types';
import { namesIn } from '../math/typeset';
import { equationList } from '../structure/equations';
import { button, element, icon, withUnit } from './element';

const isOf = (path: string, component: string): boolean => path === component || path.startsWith(`${component}.`);

const depthOf = (path: string): number => path.split('.').length;

/** What the header knows of a component: what it states itself, or its parts; of a port or a junction, where its variables occur. */
export function detailsOf(header: Header, component: string): { equations: EquationRow[]; parameters: ParameterRow[] } {
  const { list = [], components = [] } = header.equations ?? {};
  const ways = [
    () => list.filter(([number]) => components[number] === component),
    () => list.filter(([number]) => isOf(components[number], component)),
    () => list.filter(([, left, right]) => [...namesIn(left), ...namesIn(right)].some((name) => isOf(name, component))),
  ];
  const equations = ways.reduce<EquationRow[]>((found, way) => (found.length > 0 ? found : way()), []);
  return {
    equations,
    // Its own before those of its parts.
    parameters: (header.parameters ?? []).filter(([path]) => isOf(path, component)).sort(([a], [b]) => depthOf(a) - depthOf(b)),
  };
}

function parameterTable(rows: ParameterRow[], component: string): HTMLElement {
  return element(
    'div',
    { class: 'wide' },
    element(
      'table',
      { class: 'grid parameters' },
      element(
        'tbody',
        {},
        ...rows.map(([path, value, unit, description]) =>
          element('tr', {}, element('td', { text: path.slice(component.length + 1) || path }), element('td', { class: 'value', text: withUnit(value ?? NaN, unit) }), element('td', { class: 'second', text: description })),
        ),
      ),
    ),
  );
}

export class Details {
  readonly node = element('div', { class: 'card details', attributes: { role: 'region', 'aria-live': 'polite' } });

  constructor(private readonly header: Header) {
    this.node.hidden = true;
    // What is below does not move while one reads.
    for (const event of ['pointerdown', 'wheel'] as const) this.node.addEventListener(event, (one) => { one.stopPropagation(); });
  }

  /** Actions become buttons: open its bond graph, show its variables. */
  show(component: string, actions: { name: string; action: () => void }[] = []): void {
    const { equations, parameters } = detailsOf(this.header, component);
    const { components = [] } = this.header.equations ?? {};
    const close = button({ label: 'Close', class: 'quiet', on: { click: () => { this.node.hidden = true; } } }, icon('M4 4l8 8M12 4l-8 8'));
    this.node.dataset.path = component;
    this.node.setAttribute('aria-label', component);
    this.node.replaceChildren(
      element('header', {}, element('h2', { text: component, title: component }), close),
      element('div', { class: 'actions' }, ...actions.map(({ name, action }) => button({ label: name, shows: name, class: 'quiet', on: { click: action } }))),
      equations.length > 0 ? equationList(equations, components, component) : element('p', { class: 'hint', text: 'No equation is about it alone.' }),
      ...(parameters.length > 0 ? [element('h2', { text: 'Parameters' }), parameterTable(parameters, component)] : []),
    );
    this.node.hidden = false;
    this.node.scrollTop = 0;
  }
}
