/** The tree of variables by component, with their values at the time of the clock. */
import type { Run } from '../model/run';
import { treeOf, type TreeNode } from '../model/tree';
import type { Clock } from '../state/clock';
import { button, element, icon, oncePerFrame, withUnit } from './element';

interface Shown {
  node: TreeNode;
  value: HTMLElement;
}

export class VariablesPanel {
  readonly node = element('div', { class: 'panel variables' });
  private readonly list = element('ul', { class: 'tree', attributes: { role: 'tree', 'aria-label': 'Variables' } });
  private readonly shown = new Map<string, Shown>();
  private readonly details = new Map<string, HTMLDetailsElement>();

  constructor(
    private readonly run: Run,
    private readonly clock: Clock,
    private readonly plot: (path: string, together: boolean) => void,
  ) {
    this.node.append(this.list);
    for (const child of treeOf(run.signals).children) this.list.append(this.row(child));
    clock.addEventListener('time', () => { this.update(); });
  }

  private row(node: TreeNode): HTMLElement {
    if (node.children.length > 0) return this.branch(node);
    return this.leaf(node);
  }

  private branch(node: TreeNode): HTMLElement {
    const inner = element('ul', { attributes: { role: 'group' } });
    const details = element('details', {}, element('summary', {}, element('span', { class: 'path', text: node.name })), inner);
    details.addEventListener('toggle', () => {
      if (!details.open) return;
      // Rows of a component are made when it is first opened.
      if (inner.childElementCount === 0) {
        if (node.signal) inner.append(this.leaf({ ...node, children: [] }));
        inner.append(...node.children.map((child) => this.row(child)));
        const values = node.children.flatMap((child) => (child.signal ? [child.signal.value] : []));
        void this.run.need(values).then(() => { this.update(); });
      }
      this.update();
    });
    this.details.set(node.path, details);
    return element('li', { attributes: { role: 'treeitem' } }, details);
  }

  private leaf(node: TreeNode): HTMLElement {
    const value = element('output', { class: 'value' });
    this.shown.set(node.path, { node, value });
    return element(
      'li',
      { class: 'leaf', attributes: { role: 'treeitem' }, title: node.signal?.description ?? '', data: { path: node.path } },
      button(
        {
          label: `Plot ${node.path}`,
          class: 'quiet',
          on: { click: (event) => { this.plot(node.path, event.shiftKey); } },
        },
        icon('M2 13h12M2 13V3M3 11l3-4 3 2 4-6'),
      ),
      element('span', { class: 'path', text: node.name }),
      element('span', { class: 'second', text: node.signal?.description ?? '' }),
      value,
    );
  }

  /** Opens a component and what contains it. */
  reveal(component: string): void {
    const parts = component.split('.');
    for (let k = 1; k <= parts.length; ++k) {
      const details = this.details.get(parts.slice(0, k).join('.'));
      if (!details) return;
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
      if (k === parts.length) details.scrollIntoView({ block: 'start' });
    }
  }

  readonly update = oncePerFrame(() => {
    if (this.node.offsetParent === null) return;
    for (const { node, value } of this.shown.values()) {
      if (value.offsetParent === null || !node.signal || !this.run.has(node.signal.value)) continue;
      const now = this.run.at(node.signal, this.clock.time);
      value.textContent = withUnit(now, node.signal.unit);
      value.dataset.value = String(now);
    }
  });
}
