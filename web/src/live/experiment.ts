/** What can be set in a model, how its run goes on, and what is wrong. */
import type { DiagnosticRow } from '../format/types';
import { partsOf } from '../model/tree';
import { button, element, icon, numberText } from '../ui/element';
import type { FieldRow, Form, Progress } from './api';
import { Field } from './field';

export interface Wishes {
  set: Record<string, string>;
  stop?: string;
}

export interface ExperimentActions {
  /** Something was changed: run again. */
  run(): void;
  /** A change begins: what is shown now is what it will be compared with. */
  begins(): void;
  cancel(): void;
  compare(on: boolean): void;
}

const FEW = 14; // fields that need no folding

export class Experiment {
  readonly node = element('section', { class: 'live', attributes: { 'aria-label': 'Experiment' } });
  private readonly fields: Field[] = [];
  private readonly stop: Field;
  private readonly bar = element('progress', { attributes: { max: '1', 'aria-label': 'Progress of the run' } });
  private readonly status = element('output', { class: 'second' });
  private readonly cancel: HTMLButtonElement;
  private readonly messages = element('div', { class: 'messages', attributes: { role: 'alert' } });
  private readonly reset: HTMLButtonElement;

  constructor(form: Form, wishes: Wishes, actions: ExperimentActions) {
    const changed = (): void => {
      this.showReset();
      actions.run();
    };
    const make = (row: FieldRow, name: string): Field => new Field(row, name, changed, () => { actions.begins(); });
    this.stop = make(
      { path: 'stop', type: 'real', unit: 's', value: String(form.stop), description: 'end of the run', structural: false, demand: '> 0' },
      'stop time',
    );
    this.cancel = button({ label: 'Cancel the run', shows: 'Cancel', class: 'plain', on: { click: () => { actions.cancel(); } } });
    this.reset = button({
      label: 'All values as in the model',
      shows: 'Reset',
      class: 'plain',
      on: {
        click: () => {
          actions.begins();
          for (const field of this.all()) field.set(field.row.value);
          changed();
        },
      },
    });
    const compare = element('input', { attributes: { type: 'checkbox' } });
    compare.checked = true;
    compare.addEventListener('change', () => { actions.compare(compare.checked); });
    const search = element('input', { attributes: { type: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: 'Search parameters', 'aria-label': 'Search parameters' } });
    const groups = this.makeGroups(form, make);
    search.addEventListener('input', () => { filter(groups, search.value); });
    this.node.append(
      element(
        'div',
        { class: 'control' },
        this.stop.node,
        this.bar,
        element('div', { class: 'row' }, this.status, this.cancel),
        element('div', { class: 'row' }, element('label', { class: 'check' }, compare, 'compare with the run before'), this.reset),
        this.messages,
      ),
      element('div', { class: 'search' }, icon('M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9M10.5 10.5L14 14'), search),
      ...groups.map(({ node }) => node),
    );
    for (const field of this.fields) {
      if (field.row.path in wishes.set) field.set(wishes.set[field.row.path]);
    }
    if (wishes.stop !== undefined) this.stop.set(wishes.stop);
    this.idle('');
    this.showReset();
  }

  private all(): Field[] {
    return [this.stop, ...this.fields];
  }
  private showReset(): void {
    this.reset.hidden = !this.all().some((field) => field.isChanged);
  }

  /** What differs from the model as it is. */
  wishes(): Wishes {
    const set: Record<string, string> = {};
    for (const field of this.fields) {
      if (field.isChanged) set[field.row.path] = field.text;
    }
    return this.stop.isChanged ? { set, stop: this.stop.text } : { set };
  }

  // -- how it goes --

  busy(progress?: Progress): void {
    this.node.dataset.state = 'running';
    this.cancel.hidden = false;
    if (!progress) {
      this.bar.removeAttribute('value');
      return;
    }
    this.bar.value = progress.stop > 0 ? progress.time / progress.stop : 0;
    this.status.textContent = `${numberText(progress.time, 6)} of ${numberText(progress.stop, 6)} s, ${progress.steps.toLocaleString('en')} steps`;
  }

  idle(text: string): void {
    this.node.dataset.state = 'idle';
    this.cancel.hidden = true;
    this.status.textContent = text;
  }

  /** Each finding beside the field that it is about; the others above. */
  complain(findings: DiagnosticRow[]): void {
    const left = new Set(findings);
    for (const field of this.all()) {
      const own = findings.filter(({ path }) => path === field.row.path || `${path}.start` === field.row.path);
      for (const finding of own) left.delete(finding);
      field.complain(own);
      if (own.length > 0) {
        const group = field.node.closest('details');
        if (group) group.open = true;
        field.node.hidden = false;
        field.node.scrollIntoView({ block: 'nearest' });
      }
    }
    this.messages.replaceChildren(
      ...[...left].map(({ severity, text, hint }) => element('p', { class: `message ${severity}`, text: `${text} ${hint}`.trim() })),
    );
  }

  // -- fields --

  private makeGroups(form: Form, make: (row: FieldRow, name: string) => Field): Group[] {
    const groups: Group[] = [];
    const rows = [...form.starts, ...form.parameters];
    const add = (title: string, members: [FieldRow, string][], open: boolean): void => {
      if (members.length === 0) return;
      const fields = members.map(([row, name]) => make(row, name));
      this.fields.push(...fields);
      const node = element('details', {}, element('summary', { text: title }), ...fields.map((field) => field.node));
      node.open = open;
      groups.push({ node, fields });
    };
    const ownerOf = (path: string): string => partsOf(path).slice(0, -1).join('.');
    const nameOf = (path: string): string => partsOf(path).at(-1) ?? path;
    const free = form.parameters.filter(({ bound }) => bound !== true);
    add('Model', free.filter(({ path }) => ownerOf(path) === '').map((row) => [row, row.path]), true);
    add('Start values', form.starts.map((row) => [row, row.path.replace(/\.start$/, '')]), rows.length <= FEW || form.starts.length <= 6);
    for (const owner of new Set(free.map(({ path }) => ownerOf(path)))) {
      if (owner === '') continue;
      add(owner, free.filter(({ path }) => ownerOf(path) === owner).map((row) => [row, nameOf(row.path)]), rows.length <= FEW);
    }
    if (groups.length > 0 && groups.every(({ node }) => !node.open)) groups[0].node.open = true;
    return groups;
  }
}

interface Group {
  node: HTMLDetailsElement;
  fields: Field[];
}

function filter(groups: Group[], text: string): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { node, fields } of groups) {
    for (const field of fields) {
      const about = `${field.row.path} ${field.row.description} ${field.row.unit}`.toLowerCase();
      field.node.hidden = !words.every((word) => about.includes(word));
    }
    const some = fields.some((field) => !field.node.hidden);
    node.hidden = !some;
    if (words.length > 0 && some) node.open = true;
  }
}
