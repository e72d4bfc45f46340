/** The live page: values are changed, runs follow, and nobody disturbs anybody. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { FOLDER, PROGRAM } from './examples';
import { Watched } from './open';
import { ServerProcess } from './server';
import { Table } from './table';

let server: ServerProcess;
test.beforeAll(async () => { server = await ServerProcess.start(); });
test.afterAll(async () => { expect(await server.stop()).toBe(0); });

const addressOf = (model: string, more = ''): string => `${server.url}&model=${model}${more}`;

const field = (page: Page, path: string) => page.locator(`.field[data-path="${path}"]`);

/** How many runs the page has shown. */
const runs = async (page: Page): Promise<number> => Number((await page.locator('html').getAttribute('data-runs')) ?? '0');

/** Waits for the first whole run: a part of one makes the page ready too. */
async function shown(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await expect.poll(() => runs(page)).toBeGreaterThan(0);
}

async function openLive(page: Page, model: string, more = ''): Promise<Watched> {
  const watched = new Watched(page);
  await page.goto(addressOf(model, more));
  await shown(page);
  return watched;
}

/** Does something, and waits until the page shows the run of it. */
async function andRun(page: Page, action: () => Promise<void>): Promise<void> {
  const before = await runs(page);
  await action();
  await expect.poll(() => runs(page)).toBeGreaterThan(before);
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'idle');
}

/** A column of the run that is shown, exactly. */
const column = (page: Page, path: string): Promise<number[]> =>
  page.evaluate((name) => {
    interface Read {
      signal(path: string): { value: unknown; sign: number } | undefined;
      column(value: unknown): { at(row: number): number } | undefined;
      times: Float64Array;
    }
    const { run } = (window as unknown as { mb: { run: Read } }).mb;
    const signal = run.signal(name);
    const values = signal && run.column(signal.value);
    return Array.from(run.times, (_, row) => (values ? signal.sign * values.at(row) : NaN));
  }, path);

const CASES = [
  { model: 'SpringMassDamper', parameter: 'spring.c', variable: 'mass.s' },
  { model: 'WhippleBicycle', parameter: 'rear_frame.m', variable: 'steer.phi' },
  { model: 'SevenBody', parameter: 'spring.c', variable: 'O.phi' },
];

for (const { model, parameter, variable } of CASES) {
  test(`a slider of ${model} gives the run of simulate --set`, async ({ page }) => {
    const watched = await openLive(page, model);
    await page.getByPlaceholder('Search parameters').fill(parameter);
    const slider = field(page, parameter).getByRole('slider');
    await andRun(page, async () => { await slider.press('ArrowRight'); });
    await andRun(page, async () => { await slider.press('PageUp'); });
    const text = await field(page, parameter).getByRole('textbox').inputValue();
    const file = join(FOLDER, `live-${model}.csv`);
    execFileSync(PROGRAM, ['simulate', model, '--set', `${parameter}=${text}`, '--output', file], { stdio: 'ignore' });
    const table = new Table(file);
    const shown = await column(page, variable);
    expect(shown).toHaveLength(table.times.length);
    const largest = Math.max(...shown.map((value, row) => Math.abs(value - table.column(variable)[row])));
    expect(largest).toBeLessThanOrEqual(1e-9);
    expect(watched.errors).toEqual([]);
    // Nothing but this server was asked.
    expect(watched.requests.every((url) => url.startsWith(new URL(server.url).origin))).toBe(true);
    expect(page.url()).not.toContain('token');
  });
}

test('a wrong value shows the message of the command beside its field', async ({ page }) => {
  const watched = await openLive(page, 'SpringMassDamper');
  for (const wrong of ['-1', '2 m', 'heavy']) {
    await andRun(page, async () => {
      const input = field(page, 'mass.m').getByRole('textbox');
      await input.fill(wrong);
      await input.press('Enter');
    });
    let said = '';
    try {
      execFileSync(PROGRAM, ['simulate', 'SpringMassDamper', '--set', `mass.m=${wrong}`], { stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      said = (error as { stderr: Buffer }).stderr.toString().trim().replace(/^error: /, '');
    }
    expect(said).not.toBe('');
    await expect(field(page, 'mass.m').getByRole('alert')).toHaveText(said);
  }
  await andRun(page, async () => { await field(page, 'mass.m').getByRole('button').click(); });
  await expect(field(page, 'mass.m').getByRole('alert')).toBeHidden();
  expect(watched.errors).toEqual([]);
});

test('a long run is cancelled, and shown as far as it came', async ({ page }) => {
  const watched = await openLive(page, 'DoublePendulum3D');
  const before = await runs(page);
  const stop = field(page, 'stop').getByRole('textbox');
  await stop.fill('10000000');
  await stop.press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeVisible();
  await expect(page.locator('.live output').first()).toContainText('of 1e7 s');
  await cancel.click();
  await expect.poll(() => runs(page)).toBeGreaterThan(before);
  await expect(page.locator('.live')).toContainText('Cancelled');
  await andRun(page, async () => {
    await stop.fill('2');
    await stop.press('Enter');
  });
  expect((await column(page, 'Revolute1.phi')).length).toBeGreaterThan(100);
  expect(watched.errors).toEqual([]);
});

test('two tabs do not disturb each other', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  await openLive(one, 'SpringMassDamper');
  await openLive(two, 'SpringMassDamper');
  const start = await column(two, 'mass.s');
  const set = async (page: Page, text: string): Promise<void> => {
    const input = field(page, 'mass.m').getByRole('textbox');
    await input.fill(text);
    await input.press('Enter');
  };
  await andRun(one, () => set(one, '5'));
  expect(await column(two, 'mass.s')).toEqual(start);
  await Promise.all([andRun(one, () => set(one, '7')), andRun(two, () => set(two, '0.3'))]);
  const [a, b] = [await column(one, 'mass.s'), await column(two, 'mass.s')];
  await andRun(two, () => set(two, '7'));
  expect(await column(two, 'mass.s')).toEqual(a);
  await andRun(one, () => set(one, '0.3'));
  expect(await column(one, 'mass.s')).toEqual(b);
});

test('the run before is drawn beside the new one, and what was set survives a reload', async ({ page }) => {
  const watched = await openLive(page, 'SpringMassDamper');
  await andRun(page, async () => {
    const input = field(page, 'mass.m').getByRole('textbox');
    await input.fill('3 kg');
    await input.press('Enter');
  });
  await expect(page.locator('.plot').first()).toHaveAttribute('data-compared', 'true');
  const before = await column(page, 'mass.s');
  await page.reload();
  await shown(page);
  await expect(field(page, 'mass.m').getByRole('textbox')).toHaveValue('3 kg');
  expect(await column(page, 'mass.s')).toEqual(before);
  expect(watched.errors).toEqual([]);
});

test('models are found and opened', async ({ page }) => {
  const watched = new Watched(page);
  await page.goto(server.url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.getByRole('searchbox').fill('bicycle');
  await page.locator('.model[data-model="WhippleBicycle"]').click();
  await expect(page.locator('.head h1')).toHaveText('WhippleBicycle');
  await page.getByRole('button', { name: 'Models' }).click();
  await page.getByRole('searchbox').fill('resistor');
  await expect(page.locator('.component:visible').first()).toBeVisible();
  expect(watched.errors).toEqual([]);
});

test('curves and motion grow while a run goes on', async ({ page }) => {
  await page.goto(addressOf('DoublePendulum3D', '&stop=10000000'));
  const parts = async (): Promise<number> => Number((await page.locator('html').getAttribute('data-parts')) ?? '0');
  const rows = (): Promise<number> => page.evaluate(() => (window as unknown as { mb: { run: { times: Float64Array } } }).mb.run.times.length);
  await expect.poll(parts, { timeout: 60_000 }).toBeGreaterThan(0);
  const first = await rows();
  // A part may come without a new row where rows are far apart: both have to grow in the end.
  await expect.poll(parts, { timeout: 60_000 }).toBeGreaterThan(2);
  await expect.poll(rows, { timeout: 60_000 }).toBeGreaterThan(first);
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'running');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'idle', { timeout: 30_000 });
  await expect(page.getByRole('tab', { name: 'Energy' })).toBeVisible();
});

test('the live page is asked for a root locus, a Bode diagram, and says what it does not know', async ({ page }) => {
  const watched = await openLive(page, 'SpringMassDamper', '#tab=modes');
  const ask = async (name: string, text: string): Promise<void> => {
    const card = page.locator(`[data-question=${name}]`);
    await card.getByRole('combobox').fill(text);
    await card.getByRole('button', { name: 'Show' }).click();
  };
  await ask('locus', 'damper.d=0.5:12');
  await expect(page.locator('.locus .branch')).toHaveCount(2);
  await ask('response', 'spring.s_rel0:mass.s');
  await expect(page.locator('.bode')).toHaveCount(1);
  await ask('locus', 'damper.q=1:2');
  await expect(page.locator('[data-question=locus] .message')).toContainText('There is no parameter damper.q.');
  expect(watched.errors.filter((text) => !text.includes('400'))).toEqual([]);
});

test('modes are those of the values that are set', async ({ page }) => {
  await openLive(page, 'SpringMassDamper', '#tab=modes');
  const real = page.locator('.modes tbody td').nth(1);
  await expect(real).toHaveText('−0.2');
  await page.getByPlaceholder('Search parameters').fill('damper.d');
  await andRun(page, async () => {
    await field(page, 'damper.d').getByRole('textbox').fill('2');
    await page.keyboard.press('Enter');
  });
  await expect(real).toHaveText('−1');
});

