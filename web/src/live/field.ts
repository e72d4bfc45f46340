/** One value that can be set: its name, a slider where it is a number, a text, and what is wrong with it. */
import type { DiagnosticRow } from '../format/types';
import { button, element, icon } from '../ui/element';
import type { FieldRow } from './api';
import { rangeFor } from './range';

const STEPS = 400;

export class Field {
  readonly node: HTMLElement;
  readonly input: HTMLInputElement | HTMLSelectElement;
  private readonly slider: HTMLInputElement | undefined;
  private readonly message = element('p', { class: 'wrong', attributes: { role: 'alert' } });
  private readonly back: HTMLButtonElement;
  private range: [number, number] | undefined;

  constructor(
    readonly row: FieldRow,
    name: string,
    private readonly changed: () => void,
    private readonly begins: () => void,
  ) {
    const label = `${row.path}${row.unit && row.unit !== '1' ? ` in ${row.unit}` : ''}`;
    this.input = row.choices || row.type === 'boolean' ? this.makeChoice(label) : this.makeText(label);
    this.back = button(
      { label: `Back to ${row.value}`, class: 'quiet', on: { click: () => { this.begins(); this.set(row.value); this.changed(); } } },
      icon('M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7'),
    );
    this.range = row.type === 'real' ? rangeFor(row.value, row.demand, row.unit) : undefined;
    if (this.range) this.slider = this.makeSlider(row.path);
    this.message.hidden = true;
    this.node = element(
      'div',
      { class: 'field', data: { path: row.path }, title: [row.path, row.description, row.demand ? `must be ${row.demand}` : ''].filter(Boolean).join('; ') },
      element('span', { class: 'title' }, element('span', { class: 'name', text: name }), element('span', { class: 'second', text: row.description })),
      element('span', { class: 'entry' }, this.input, element('span', { class: 'unit second', text: row.unit === '1' ? '' : row.unit }), this.back),
      ...(this.slider ? [this.slider] : []),
      this.message,
    );
    this.show();
  }

  get text(): string {
    return this.input.value.trim();
  }
  get isChanged(): boolean {
    return this.text !== this.row.value;
  }

  set(text: string): void {
    this.input.value = text;
    this.follow();
    this.show();
  }

  /** Says what is wrong, or that nothing is. */
  complain(findings: DiagnosticRow[]): void {
    this.message.hidden = findings.length === 0;
    this.message.textContent = findings.map(({ text, hint }) => `${text} ${hint}`.trim()).join(' ');
    this.input.setAttribute('aria-invalid', String(findings.length > 0));
    this.node.classList.toggle('bad', findings.length > 0);
  }

  private show(): void {
    this.node.classList.toggle('changed', this.isChanged);
  }

  private makeText(label: string): HTMLInputElement {
    const input = element('input', {
      attributes: { type: 'text', autocomplete: 'off', spellcheck: 'false', inputmode: this.row.type === 'real' ? 'decimal' : 'text', 'aria-label': label, size: '8' },
    });
    input.value = this.row.value;
    input.addEventListener('change', () => {
      this.begins();
      this.follow();
      this.show();
      this.changed();
    });
    return input;
  }

  private makeChoice(label: string): HTMLSelectElement {
    const select = element('select', { attributes: { 'aria-label': label } });
    for (const choice of this.row.choices ?? ['true', 'false']) select.append(element('option', { text: choice, attributes: { value: choice } }));
    select.value = this.row.value;
    select.addEventListener('change', () => {
      this.begins();
      this.show();
      this.changed();
    });
    return select;
  }

  private makeSlider(path: string): HTMLInputElement {
    const slider = element('input', { attributes: { type: 'range', min: '0', max: String(STEPS), step: '1', 'aria-label': `Slider of ${path}` } });
    slider.addEventListener('pointerdown', () => { this.begins(); });
    slider.addEventListener('keydown', (event) => {
      if (!event.repeat) this.begins();
      event.stopPropagation();
    });
    slider.addEventListener('input', () => {
      if (!this.range) return;
      const [low, high] = this.range;
      this.input.value = String(Number((low + (Number(slider.value) / STEPS) * (high - low)).toPrecision(4)));
      this.paint(slider);
      this.show();
      this.changed();
    });
    queueMicrotask(() => { this.follow(); });
    return slider;
  }

  /** The slider goes where the text is; beyond its ends it gets others. */
  private follow(): void {
    const { slider } = this;
    const value = Number(this.text);
    if (!slider || !this.range || !Number.isFinite(value) || this.text === '') return;
    if (value < this.range[0] || value > this.range[1]) this.range = rangeFor(this.text, this.row.demand, this.row.unit) ?? this.range;
    const [low, high] = this.range;
    slider.value = String(Math.round((STEPS * (value - low)) / (high - low)));
    this.paint(slider);
  }

  private paint(slider: HTMLInputElement): void {
    slider.style.setProperty('--part', `${(100 * Number(slider.value)) / STEPS}%`);
    slider.setAttribute('aria-valuetext', `${this.text} ${this.row.unit}`);
  }
}
