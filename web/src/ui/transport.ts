/** Play, the time slider with its events, and the speed. */
import { SPEEDS, timeText, type Clock } from '../state/clock';
import type { Run } from '../model/run';
import { button, element, icon, oncePerFrame } from './element';

const PLAY = 'M4.5 2.5v11l9-5.5z';
const PAUSE = 'M4 3h3v10H4zM9 3h3v10H9z';
const STEPS = 10000; // of the slider
const MOST_TICKS = 400;

/** "real time", "slowed down 200 times". */
export function paceText(rate: number, speed: number): string {
  const pace = rate * speed;
  const times = (x: number): string => String(Number(x.toPrecision(2)));
  if (Math.abs(pace - 1) < 1e-9) return 'real time';
  return pace < 1 ? `${times(1 / pace)} times slower than real time` : `${times(pace)} times faster than real time`;
}

export function makeTransport(clock: Clock, run: Run): HTMLElement {
  let duration = 0;
  const play = button({ label: 'Play (space)', class: 'play', on: { click: () => { clock.toggle(); } } });
  const loop = button({ label: 'Loop (L)', class: 'quiet loop', on: { click: () => { clock.loop = !clock.loop; } } }, icon('M3 8V6.5A2.5 2.5 0 0 1 5.5 4H12L10 2M13 8v1.5A2.5 2.5 0 0 1 10.5 12H4l2 2'));
  const time = element('output', { class: 'time' });
  const slider = element('input', {
    attributes: { type: 'range', min: '0', max: String(STEPS), step: '1', 'aria-label': 'Time' },
  });
  const ticks = element('div', { class: 'ticks', attributes: { 'aria-hidden': 'true' } });
  const end = element('span', { class: 'end second' });
  const showRange = (): void => {
    const { events } = run.header;
    duration = clock.stop - clock.start;
    end.textContent = timeText(clock.stop, duration);
    const every = Math.max(1, Math.ceil(events.length / MOST_TICKS));
    ticks.replaceChildren();
    events.forEach((event, index) => {
      if (index % every !== 0 || duration <= 0) return;
      const tick = element('i', { title: `${timeText(event.time, duration)}: ${event.conditions.join(', ')}` });
      tick.style.left = `${(100 * (event.time - clock.start)) / duration}%`;
      ticks.append(tick);
    });
  };
  const speed = element('select', { attributes: { 'aria-label': 'Speed' } });
  for (const value of SPEEDS) speed.append(element('option', { text: `${value}×`, attributes: { value: String(value) } }));
  speed.addEventListener('change', () => { clock.speed = Number(speed.value); });
  slider.addEventListener('input', () => {
    clock.pause();
    clock.time = clock.start + (Number(slider.value) / STEPS) * duration;
  });

  const showTime = oncePerFrame(() => {
    const text = timeText(clock.time, duration);
    time.textContent = text;
    slider.value = String(duration > 0 ? Math.round((STEPS * (clock.time - clock.start)) / duration) : 0);
    slider.style.setProperty('--part', `${duration > 0 ? (100 * (clock.time - clock.start)) / duration : 0}%`);
    slider.setAttribute('aria-valuetext', text);
  });
  const showState = (): void => {
    play.replaceChildren(icon(clock.playing ? PAUSE : PLAY));
    play.setAttribute('aria-label', clock.playing ? 'Pause (space)' : 'Play (space)');
    loop.setAttribute('aria-pressed', String(clock.loop));
    speed.value = String(clock.speed);
    const pace = paceText(clock.rate, clock.speed);
    speed.title = pace;
    note.textContent = clock.rate === 1 && clock.speed === 1 ? '' : pace;
  };
  const note = element('span', { class: 'pace second' });
  clock.addEventListener('range', showRange);
  clock.addEventListener('time', showTime);
  clock.addEventListener('state', showState);
  showRange();
  showTime();
  showState();
  const track = element('div', { class: 'track' }, slider, ticks);
  return element('footer', { class: 'transport' }, play, time, track, end, note, loop, speed);
}
