/** The energy of the run over time, of the whole model or of chosen components. */
import type { EnergyHeader } from '../format/types';
import type { Run } from '../model/run';
import type { Clock } from '../state/clock';
import { element, withUnit } from '../ui/element';
import { EnergyChart } from './chart';
import { componentsOf, curvesOf, needHistory } from './sums';

const ALL = 'the whole model';

export class EnergyHistory {
  readonly node = element('section', { class: 'card history' }, element('h2', { text: 'Energy over time' }));
  private readonly chart: EnergyChart;
  private readonly error: EnergyChart;
  private readonly errorPart: HTMLElement;
  private readonly note = element('p', { class: 'hint' });
  private readonly list = element('ul', { class: 'choices', attributes: { 'aria-label': 'Components' } });
  private readonly chosen = new Set<string>();
  private readonly boxes = new Map<string, HTMLInputElement>();
  private seen = false;

  constructor(
    private readonly run: Run,
    private readonly energy: EnergyHeader,
    clock: Clock,
  ) {
    this.chart = new EnergyChart(clock, 220);
    this.error = new EnergyChart(clock, 130);
    this.errorPart = element('div', {}, element('h2', { text: 'What does not add up' }), this.error.node);
    this.node.append(element('div', { class: 'with-choices' }, element('div', {}, this.chart.node, this.note, this.errorPart), this.list));
    const update = (): void => {
      this.seen ||= this.node.isConnected;
      // Another run has a panel of its own.
      if (this.seen && !this.node.isConnected) clock.removeEventListener('time', update);
      this.chart.update();
      this.error.update();
    };
    clock.addEventListener('time', update);
    new MutationObserver(() => {
      this.chart.dress();
      this.error.dress();
    }).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    void needHistory(run, energy).then(() => {
      this.offer();
      this.show();
      this.node.dataset.ready = 'true';
    });
  }

  private offer(): void {
    const components = componentsOf(this.run, this.energy);
    const largest = components.at(0)?.size ?? 0;
    this.list.append(this.choice(ALL, undefined, 1));
    for (const { name, size } of components) this.list.append(this.choice(name, size, largest > 0 ? size / largest : 0));
    this.check();
  }

  private choice(name: string, size: number | undefined, part: number): HTMLElement {
    const box = element('input', { attributes: { type: 'checkbox' } });
    this.boxes.set(name, box);
    box.addEventListener('change', () => {
      if (name === ALL) this.chosen.clear();
      else if (box.checked) this.chosen.add(name);
      else this.chosen.delete(name);
      this.check();
      this.show();
    });
    const bar = element('i');
    bar.style.width = `${Math.round(100 * part)}%`;
    const label = element('label', { title: size === undefined ? name : `${name}: changes by up to ${withUnit(size, 'J', 4)}` }, box, element('span', { class: 'path', text: name }));
    return element('li', { data: { component: name } }, label, ...(size === undefined ? [] : [bar]));
  }

  private check(): void {
    for (const [name, box] of this.boxes) box.checked = name === ALL ? this.chosen.size === 0 : this.chosen.has(name);
  }

  private show(): void {
    const { times, energies, error } = curvesOf(this.run, this.energy, this.chosen.size > 0 ? this.chosen : undefined);
    this.chart.show(times, energies);
    this.errorPart.hidden = error === undefined;
    if (error) this.error.show(times, [error]);
    this.note.textContent =
      times.length < this.run.times.length ? `At ${times.length} of ${this.run.times.length} instants.` : '';
    this.note.hidden = this.note.textContent === '';
  }
}
