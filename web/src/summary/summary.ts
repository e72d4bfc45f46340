/** How the run went: solver, statistics, what was changed, warnings. */
import type { Header } from '../format/types';
import type { Run } from '../model/run';
import { element, numberText } from '../ui/element';

function table(rows: [string, string][]): HTMLElement {
  return element(
    'table',
    { class: 'facts' },
    element(
      'tbody',
      {},
      ...rows.map(([name, value]) => element('tr', {}, element('th', { text: name, attributes: { scope: 'row' } }), element('td', { text: value }))),
    ),
  );
}

function card(title: string, ...children: HTMLElement[]): HTMLElement {
  return element('section', { class: 'card' }, element('h2', { text: title }), ...children);
}

function seconds(value: number): string {
  return value < 1 ? `${numberText(1000 * value, 3)} ms` : `${numberText(value, 3)} s`;
}

const count = (value: number): string => value.toLocaleString('en');

/** "dop853 · 23 steps · 108 ms". */
export function runLine({ summary }: Header): string {
  return [summary.solver, `${count(summary.steps)} steps`, seconds(summary.seconds_run)].filter(Boolean).join(' · ');
}

export function makeSummary(run: Run): HTMLElement {
  const { summary, model, description, events, program } = run.header;
  const panel = element('div', { class: 'panel summary' });
  panel.append(
    card(
      'Model',
      table([
        ['name', model],
        ['about', description],
        ['variables', count(run.signals.length)],
        ['states', count(run.header.states.length)],
        ['changed', summary.settings.length > 0 ? summary.settings.join(', ') : 'nothing'],
      ]),
    ),
  );
  for (const { severity, text, hint } of summary.diagnostics) {
    panel.append(
      element('section', { class: `card message ${severity}` }, element('b', { text: severity }), element('p', { text: `${text} ${hint}` })),
    );
  }
  if (summary.reduced) {
    const { variables, instants } = summary.reduced;
    panel.append(
      element('section', {
        class: 'card message note',
        text: `Reduced: ${count(variables)} variables are kept at ${count(instants)} of ${count(summary.rows)} instants. States, plotted variables and the motion have all of them.`,
      }),
    );
  }
  panel.append(
    card(
      'Run',
      table([
        ['status', summary.status],
        ['time', `${numberText(run.start)} s to ${numberText(run.stop)} s${run.stop < summary.stop ? ` of ${numberText(summary.stop)} s` : ''}`],
        ['output instants', count(summary.rows)],
        ['solver', summary.solver],
        ['steps', `${count(summary.steps)}, and ${count(summary.rejected)} rejected`],
        ['size of steps', `${numberText(summary.smallest_step, 3)} s to ${numberText(summary.largest_step, 3)} s`],
        ['evaluations', count(summary.evaluations)],
        ['Jacobians', count(summary.jacobians)],
        ['projections', count(summary.projections)],
        ['events', count(events.length)],
        ['residual of constraints', numberText(summary.residual, 3)],
        ['compiled in', seconds(summary.seconds_compile)],
        ['run in', seconds(summary.seconds_run)],
      ]),
    ),
  );
  if (events.length > 0) panel.append(card('Events', eventTable(run)));
  panel.append(
    element('p', {
      class: 'hint',
      text: `Made by Multibond ${program}. This page contains three.js (MIT licence, three.js authors), uPlot (MIT licence, Leon Sorokin) and elkjs (EPL-2.0 licence, Kiel University and others; source: github.com/kieler/elkjs).`,
    }),
  );
  return panel;
}

const MOST_EVENTS = 200;

function eventTable(run: Run): HTMLElement {
  const { events } = run.header;
  const rows = events
    .slice(0, MOST_EVENTS)
    .map(({ time, conditions }) => [`${numberText(time, 6)} s`, conditions.join(', ')] as [string, string]);
  if (events.length > MOST_EVENTS) rows.push(['…', `and ${count(events.length - MOST_EVENTS)} more`]);
  return table(rows);
}
