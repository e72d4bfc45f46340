/** Which arrows are on the stage: kinds, and the component whose frames they are at. */
import { framesOf, VECTOR_KINDS, type Frame, type VectorKind } from '../model/frames';
import type { Run } from '../model/run';
import type { Stage } from '../stage/stage';
import { VECTOR_COLOURS } from '../stage/vectors';
import type { Store } from '../state/store';
import { button, element, withUnit } from './element';

const NAMES: Record<VectorKind, string> = { force: 'forces', torque: 'torques', velocity: 'velocities' };
const UNITS: Record<VectorKind, string> = { force: 'N', torque: 'N.m', velocity: 'm/s' };
const LETTERS: Record<VectorKind, string> = { force: 'f', torque: 't', velocity: 'v' };
const ALL = '*';

/** "fv" in the address: forces and velocities. */
export function kindsIn(letters: string): VectorKind[] {
  return VECTOR_KINDS.filter((kind) => letters.includes(LETTERS[kind]));
}

/** Of all components, the first frame of each: what acts on its other frames acts on its neighbours too. */
export function chosenFrames(frames: Map<string, Frame[]>, component: string): Frame[] {
  return component === ALL ? [...frames.values()].map(([first]) => first) : (frames.get(component) ?? []);
}

export class ArrowsMenu {
  readonly button: HTMLButtonElement;
  readonly menu = element('div', { class: 'group arrows', attributes: { role: 'group', 'aria-label': 'Arrows' } });
  private readonly frames: Map<string, Frame[]>;
  private readonly largest = new Map<VectorKind, HTMLElement>();

  constructor(
    run: Run,
    private readonly stage: Stage,
    private readonly store: Store,
    private readonly redraw: () => void,
  ) {
    this.frames = framesOf(run);
    this.button = button({
      label: 'Arrows of forces, torques and velocities (V)',
      shows: 'arrows',
      on: { click: () => { this.toggle(); } },
    });
    this.button.hidden = this.frames.size === 0;
    this.menu.hidden = true;
    const at = element('select', { attributes: { 'aria-label': 'Component with arrows' } });
    at.append(element('option', { text: 'all components', attributes: { value: ALL } }));
    for (const name of this.frames.keys()) at.append(element('option', { text: name, attributes: { value: name } }));
    at.addEventListener('change', () => { store.set('at', at.value); });
    this.menu.append(...VECTOR_KINDS.map((kind) => this.check(kind)), at);
    const show = (): void => {
      at.value = this.component;
      for (const kind of VECTOR_KINDS) {
        const box = this.menu.querySelector<HTMLInputElement>(`input[value=${kind}]`);
        if (box) box.checked = this.kinds.includes(kind);
      }
      void this.show();
    };
    store.on('arrows', show);
    store.on('at', show);
    show();
    this.menu.hidden = this.kinds.length === 0;
  }

  private get kinds(): VectorKind[] {
    return kindsIn(this.store.get('arrows'));
  }
  private get component(): string {
    const wanted = this.store.get('at');
    return this.frames.has(wanted) ? wanted : ALL;
  }

  private check(kind: VectorKind): HTMLElement {
    const box = element('input', { attributes: { type: 'checkbox', value: kind } });
    box.addEventListener('change', () => { this.turn(kind, box.checked); });
    const swatch = element('span', { class: 'swatch' });
    swatch.style.background = VECTOR_COLOURS[kind];
    const largest = element('span', { class: 'second' });
    this.largest.set(kind, largest);
    return element('label', { class: 'check' }, box, swatch, NAMES[kind], largest);
  }

  private turn(kind: VectorKind, on: boolean): void {
    const kinds = VECTOR_KINDS.filter((one) => (one === kind ? on : this.kinds.includes(one)));
    this.store.set('arrows', kinds.map((one) => LETTERS[one]).join(''));
  }

  /** Opens the menu; with it closed there are no arrows. */
  toggle(): void {
    if (this.button.hidden) return;
    this.menu.hidden = !this.menu.hidden;
    this.store.set('arrows', this.menu.hidden ? '' : 'f');
  }

  /** The run has other data, or something else was chosen. */
  async show(): Promise<void> {
    this.button.setAttribute('aria-pressed', String(this.kinds.length > 0));
    await this.stage.vectors.choose(chosenFrames(this.frames, this.component), this.kinds);
    for (const [kind, text] of this.largest) {
      const most = this.stage.vectors.largestOf(kind);
      text.textContent = most > 0 ? `up to ${withUnit(most, UNITS[kind], 3)}` : '';
    }
    this.redraw();
  }
}
