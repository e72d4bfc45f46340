/** The stage on the page: views, following, paths, names of what is under the pointer. */
import type { EventRow } from '../format/types';
import type { Run } from '../model/run';
import type { ModePose, Stage } from '../stage/stage';
import type { Clock } from '../state/clock';
import type { Store } from '../state/store';
import { ArrowsMenu } from './arrows_menu';
import { button, element, icon, oncePerFrame } from './element';

const TITLES: Record<string, string> = { home: 'home', iso: 'iso', front: 'front', side: 'side', top: 'top' };

export class StageView {
  readonly node = element('section', { class: 'stage', attributes: { 'aria-label': 'Animation' } });
  private readonly tip = element('div', { class: 'tip' });
  private readonly chosen = element('div', { class: 'group chosen' });
  private readonly followButton: HTMLButtonElement;
  private readonly traceButton: HTMLButtonElement;
  readonly arrows: ArrowsMenu;
  private readonly flash = element('div', { class: 'flash' });
  private selected = '';
  private last: number;

  constructor(
    run: Run,
    private readonly stage: Stage,
    private readonly clock: Clock,
    private readonly store: Store,
    private readonly events: EventRow[],
    private readonly reveal: (component: string) => void,
  ) {
    this.last = clock.time;
    this.tip.hidden = true;
    this.chosen.hidden = true;
    const views = stage.views.map((name) =>
      button({ label: `View: ${name}`, shows: TITLES[name], on: { click: () => { stage.view(name); } } }),
    );
    this.followButton = button({ label: 'Follow what moves (T)', shows: 'follow', on: { click: () => { this.toggleFollow(); } } });
    this.traceButton = button({ label: 'Paths of the masses (P)', shows: 'paths', on: { click: () => { store.set('traces', !store.get('traces')); } } });
    this.arrows = new ArrowsMenu(run, stage, store, () => { this.move(); });
    const fill = button({ label: 'Large (F)', on: { click: () => { store.set('fill', store.get('fill') === 'stage' ? '' : 'stage'); } } }, icon('M3 6V3h3M13 6V3h-3M3 10v3h3M13 10v3h-3'));
    this.node.append(
      stage.canvas,
      element(
        'div',
        { class: 'views' },
        element('div', { class: 'group' }, ...views),
        element('div', { class: 'group' }, this.followButton, this.traceButton, this.arrows.button, fill),
        this.arrows.menu,
      ),
      this.chosen,
      this.flash,
      this.tip,
      element('div', { class: 'note', text: stage.flat ? 'drag: move · wheel: zoom · space: play · ?: all keys' : 'drag: turn · wheel: zoom · space: play · ?: all keys' }),
    );
    new ResizeObserver(() => { this.resize(); }).observe(this.node);
    clock.addEventListener('time', () => {
      this.flashAtEvents();
      this.move();
    });
    store.on('traces', () => { this.showTraces(); });
    if (store.get('follow') !== 'auto') stage.follows = store.get('follow');
    if (store.get('view') !== 'iso') stage.view(store.get('view'));
    this.listen();
    this.showTraces();
    this.showFollow();
  }

  private listen(): void {
    const { canvas } = this.stage;
    let pressed: [number, number] | undefined;
    canvas.addEventListener('pointerdown', (event) => { pressed = [event.offsetX, event.offsetY]; });
    canvas.addEventListener('pointerup', (event) => {
      const still = pressed && Math.hypot(event.offsetX - pressed[0], event.offsetY - pressed[1]) < 4;
      if (still) this.select(this.stage.pick(event.offsetX, event.offsetY) ?? '');
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons !== 0 || event.pointerType === 'touch' || this.clock.playing) {
        this.tip.hidden = true;
        return;
      }
      const component = this.stage.pick(event.offsetX, event.offsetY);
      this.tip.hidden = component === undefined;
      this.tip.textContent = component ?? '';
      this.tip.style.left = `${Math.min(event.offsetX + 14, this.node.clientWidth - this.tip.offsetWidth - 8)}px`;
      this.tip.style.top = `${event.offsetY + 14}px`;
    });
    canvas.addEventListener('pointerleave', () => { this.tip.hidden = true; });
  }

  private select(component: string): void {
    this.selected = component;
    this.chosen.hidden = component === '';
    this.chosen.replaceChildren(
      element('b', { text: component, title: component }),
      button({ label: 'Show its variables', shows: 'variables', on: { click: () => { this.reveal(component); } } }),
      button({ label: 'Follow it', shows: 'follow', on: { click: () => { this.setFollow(component); } } }),
      button({ label: 'Close', class: 'quiet', on: { click: () => { this.select(''); } } }, icon('M4 4l8 8M12 4l-8 8')),
    );
    this.showTraces();
  }

  toggleFollow(): void {
    this.setFollow(this.stage.follows ? '' : '*');
  }
  private setFollow(component: string): void {
    this.stage.follows = component;
    this.store.set('follow', component);
    this.showFollow();
  }
  private showFollow(): void {
    this.followButton.setAttribute('aria-pressed', String(this.stage.follows !== ''));
  }
  private showTraces(): void {
    this.traceButton.setAttribute('aria-pressed', String(this.store.get('traces')));
    this.stage.trace(this.store.get('traces'), this.selected);
  }

  /** While it plays, events are seen as they pass; not by those who want no motion. */
  private flashAtEvents(): void {
    const { last } = this;
    const now = this.clock.time;
    this.last = now;
    if (!this.clock.playing || now < last || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (!this.events.some(({ time }) => time > last && time <= now)) return;
    this.flash.animate([{ opacity: 0.8 }, { opacity: 0 }], { duration: 260, easing: 'ease-out' });
  }

  /** Places and draws, once per frame. */
  private readonly move = oncePerFrame(() => { this.drawNow(); });
  readonly redraw = oncePerFrame(() => { this.stage.draw(); });

  drawNow(): void {
    this.stage.place(this.clock.time);
    this.stage.draw();
  }

  /** A shape of vibration instead of the run. */
  vibrate(pose: ModePose | undefined): void {
    this.stage.vibrate(pose, this.clock.time);
    this.redraw();
  }

  /** The ghost of another run; nothing: none. */
  compare(reference: Run | undefined): void {
    this.stage.ghost.show(reference);
    this.move();
  }

  /** The run has other data. */
  renew(): void {
    this.stage.renew(this.clock.time);
    this.showTraces();
    void this.arrows.show();
    this.redraw();
  }

  private sized = false;
  resize(): void {
    if (this.node.clientWidth === 0 || this.node.clientHeight === 0) return;
    this.stage.resize();
    if (this.sized) return;
    // The first size decides how the model is fitted in.
    this.sized = true;
    this.stage.view(this.store.get('view'));
  }
}
