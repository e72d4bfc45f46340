/** Modes about the initial state: eigenvalues, their shapes on the stage, root locus and Bode diagrams. */
import type { LocusHeader, ModesHeader, ResponseRow } from '../format/types';
import { button, element, numberText, withUnit } from '../ui/element';
import { makeBode } from './bode';
import { makePlane, modeText, type Mode } from './plane';
import type { ModePlayer } from './player';

/** What a server can be asked for: "spring.c=5:20", "spring.s_rel0:mass.s". */
export interface Questions {
  parameters: string[];
  variables: string[];
  /** What was asked last, to be asked again of another run. */
  last: { locus?: string; response?: string };
  locus(text: string): Promise<LocusHeader>;
  response(text: string): Promise<ResponseRow[]>;
}

export interface ModesParts {
  model: string;
  unitOf: (path: string) => string;
  player?: ModePlayer;
  questions?: Questions;
}

function shapeButton(player: ModePlayer | undefined, index: number): HTMLElement | null {
  if (!player?.has(index)) return null;
  const one = button({
    label: 'Show how it moves',
    shows: 'show',
    class: 'plain',
    data: { mode: String(index) },
    on: {
      click: () => {
        if (player.current === index) player.stop();
        else void player.play(index);
      },
    },
  });
  player.addEventListener('change', () => { one.setAttribute('aria-pressed', String(player.current === index)); });
  return one;
}

function table(values: Mode[], player: ModePlayer | undefined): HTMLElement {
  const rows = values.map((mode, index) => {
    const size = Math.hypot(mode.real, mode.imaginary);
    const swings = mode.imaginary > 1e-9 * size;
    return element(
      'tr',
      {},
      element('td', {}, shapeButton(player, index)),
      element('td', { text: numberText(mode.real, 5) }),
      element('td', { text: mode.imaginary > 0 ? `± ${numberText(mode.imaginary, 5)}` : '' }),
      element('td', { text: swings ? numberText(mode.imaginary / (2 * Math.PI), 4) : '' }),
      element('td', { text: swings ? numberText(-mode.real / size, 3) : '' }),
      element('td', { text: swings ? '' : modeText(mode) }),
      element('td', { class: 'second', text: mode.parts.map(([state]) => state).join(', ') }),
    );
  });
  const head = ['', 'real part [1/s]', 'imaginary part', 'frequency [Hz]', 'damping', '', 'moves most'].map((text) => element('th', { text }));
  return element('div', { class: 'wide' }, element('table', { class: 'grid' }, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)));
}

/** How large, and an end. */
function playerControls(player: ModePlayer): HTMLElement {
  const slider = element('input', { attributes: { type: 'range', min: '0', max: '2', step: '0.01', 'aria-label': 'Amplitude' } });
  slider.value = String(player.amplitude);
  slider.addEventListener('input', () => {
    player.amplitude = Number(slider.value);
    player.show();
  });
  const stop = button({ label: 'Back to the run', shows: 'back to the run', class: 'plain', on: { click: () => { player.stop(); } } });
  const row = element('div', { class: 'row amplitude' }, element('label', { class: 'check' }, 'amplitude', slider), stop);
  row.hidden = true;
  player.addEventListener('change', () => { row.hidden = player.current === undefined; });
  return row;
}

function locusCard(locus: LocusHeader): HTMLElement {
  const { parameter, unit, values, failed } = locus;
  return element(
    'section',
    { class: 'card locus', data: { parameter } },
    element('h2', { text: `Root locus: ${parameter} from ${withUnit(values[0], unit)} (×) to ${withUnit(values[values.length - 1], unit)} (○)` }),
    failed ? element('p', { class: 'hint', text: `${failed.values} values are left out: ${failed.text}` }) : null,
    makePlane([], locus),
  );
}

/** A field whose text is asked, and where the answer goes. */
function question(text: { label: string; example: string; list: string[]; name: string }, last: string | undefined, ask: (wish: string) => Promise<HTMLElement[]>): HTMLElement {
  const field = element('input', { attributes: { type: 'text', placeholder: text.example, 'aria-label': text.label, autocomplete: 'off', spellcheck: 'false', list: `list-${text.name}` } });
  const options = element('datalist', { attributes: { id: `list-${text.name}` } }, ...text.list.map((value) => element('option', { attributes: { value } })));
  const message = element('p', { class: 'message error' });
  message.hidden = true;
  const answer = element('div');
  const send = async (): Promise<void> => {
    if (field.value.trim() === '') return;
    message.hidden = true;
    form.dataset.state = 'running';
    try {
      answer.replaceChildren(...(await ask(field.value.trim())));
    } catch (error) {
      message.hidden = false;
      message.textContent = error instanceof Error ? error.message : String(error);
    }
    form.dataset.state = 'idle';
  };
  const form = element(
    'form',
    { class: 'question', on: { submit: (event) => { event.preventDefault(); void send(); } } },
    element('label', { text: text.label }, field),
    options,
    element('button', { class: 'plain', text: 'Show', attributes: { type: 'submit' } }),
    message,
  );
  if (last !== undefined) {
    field.value = last;
    void send();
  }
  return element('section', { class: 'card', data: { question: text.name } }, form, answer);
}

function questionCards(questions: Questions, parts: ModesParts): HTMLElement[] {
  const { last } = questions;
  return [
    question({ label: 'Root locus over a parameter', example: 'spring.c=5:20', list: questions.parameters, name: 'locus' }, last.locus, async (wish) => {
      last.locus = wish;
      return [locusCard(await questions.locus(wish))];
    }),
    question(
      { label: 'Bode diagram, from an input or a parameter to a variable', example: 'spring.s_rel0:mass.s', list: questions.parameters, name: 'response' },
      last.response,
      async (wish) => {
        last.response = wish;
        return (await questions.response(wish)).map((row) => bode(row, parts));
      },
    ),
  ];
}

function bode(row: ResponseRow, { unitOf }: ModesParts): HTMLElement {
  const [above, below] = [unitOf(row.output), unitOf(row.input)].map((unit) => (unit === '' ? '1' : unit));
  if (above === below) return makeBode(row, '');
  const under = /[./]/.test(below) ? `(${below})` : below;
  return makeBode(row, below === '1' ? above : `${above}/${under}`);
}

/** In place of modes: why there are none. */
export function makeNoModes(reason: string): HTMLElement {
  return element('div', { class: 'panel modes' }, element('section', { class: 'card' }, element('p', { class: 'hint', text: reason })));
}

export function makeModes(modes: ModesHeader, parts: ModesParts): HTMLElement {
  const { player, questions, model } = parts;
  const how = `Reports show how the eigenvalues move with a parameter, and Bode diagrams from an input, or a parameter that acts as one (such as the value of a source), to a variable: multibond report ${model} --locus PATH=FROM:TO --bode INPUT:OUTPUT`;
  return element(
    'div',
    { class: 'panel modes' },
    element(
      'section',
      { class: 'card' },
      element('h2', { text: `Eigenvalues about the state at ${numberText(modes.time)} s` }),
      ...modes.notes.map((text) => element('p', { class: 'hint', text })),
      makePlane(modes.values),
    ),
    element('section', { class: 'card' }, player ? playerControls(player) : null, table(modes.values, player)),
    ...(modes.locus ? [locusCard(modes.locus)] : []),
    ...modes.responses.map((row) => bode(row, parts)),
    ...(questions ? questionCards(questions, parts) : []),
    !questions && (!modes.locus || modes.responses.length === 0) ? element('p', { class: 'hint', text: how }) : null,
  );
}
