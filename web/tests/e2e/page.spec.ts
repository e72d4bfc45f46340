/** What the page does, whatever it shows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Header } from '../../src/format/types';
import { FOLDER, pageOf, tableOf } from './examples';
import { Watched } from './open';
import { Table } from './table';

test('plays, pauses and steps by keys', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('CraneCrab3'));
  await page.keyboard.press('Space');
  await expect.poll(() => watched.time()).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  const paused = await watched.time();
  await page.keyboard.press('ArrowRight');
  const next = await watched.time();
  expect(next).toBeGreaterThan(paused);
  await page.keyboard.press('ArrowLeft');
  expect(await watched.time()).toBeLessThan(next);
  await page.keyboard.press('End');
  expect(await watched.time()).toBe(10);
  await page.keyboard.press('Home');
  expect(await watched.time()).toBe(0);
  const loop = page.getByRole('button', { name: 'Loop' });
  await expect(loop).toHaveAttribute('aria-pressed', 'true');
  await loop.click();
  await expect(loop).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('l');
  await expect(loop).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  watched.expectQuiet();
});

test('has a tree of variables with their values now, and plots from it', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('SpringMassDamper'));
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.locator('summary', { hasText: /^mass$/ }).click();
  const leaf = page.locator('.leaf[data-path="mass.s"]');
  await watched.setTime(3);
  await expect(leaf.locator('output')).not.toBeEmpty();
  await leaf.getByRole('button').click();
  await page.getByRole('tab', { name: 'Plots' }).click();
  await expect(page.locator('.plot[data-paths="mass.s"]')).toHaveCount(1);
  watched.expectQuiet();
});

test('reproduces a view from its address', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('WhippleBicycle'), 't=1.4&theme=dark&tab=summary&plot=steer.phi');
  expect(await watched.time()).toBe(1.4);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Summary');
  await page.keyboard.press('d');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect.poll(() => page.url()).toContain('theme=light');
  watched.expectQuiet();
});

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const watched = new Watched(page);
  await watched.open(pageOf('WhippleBicycle'));
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  }
  watched.expectQuiet();
});

test('fits a phone without a mechanism too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const watched = new Watched(page);
  await watched.open(pageOf('BondCircuit'));
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { y: 0, width: 0, height: 0 };
  const [head, drawing, side, foot] = [await box('.head'), await box('.stage'), await box('.side'), await box('.transport')];
  expect(head.height).toBeGreaterThan(40);
  expect(drawing.height).toBeGreaterThan(250);
  expect(drawing.y).toBeGreaterThanOrEqual(head.y + head.height);
  expect(side.height).toBeGreaterThan(350);
  expect(side.width).toBeGreaterThan(380);
  expect(side.y).toBeGreaterThanOrEqual(drawing.y + drawing.height);
  expect(foot.y).toBeGreaterThanOrEqual(side.y + side.height);
  watched.expectQuiet();
});

test('marks events', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('NewtonsCradle'));
  expect(await page.locator('.ticks i').count()).toBeGreaterThan(3);
  await page.keyboard.press('Control+ArrowRight');
  expect(await watched.time()).toBeGreaterThan(0);
  watched.expectQuiet();
});

test('opens a wrapped component, and shows the power of its bonds', async ({ page }) => {
  const watched = new Watched(page);
  const table = new Table(tableOf('CraneCrab3'));
  await watched.open(pageOf('CraneCrab3'), 'tab=graph');
  await page.locator('.graph [data-closed][data-path="Revolute1"]').click();
  await expect(page.locator('.graph text', { hasText: /^frame_a$/ })).toHaveCount(1);
  await expect(page.locator('.graph nav')).toContainText('Revolute1');
  const bonds = await page.evaluate(() => (window as unknown as { mb: { run: { header: Header } } }).mb.run.header.bonds ?? []);
  await expect(page.locator('.graph g.bond[data-power]').first()).toBeAttached(); // powers are loaded
  const expectPowersOf = async (time: number): Promise<void> => {
    const shown = await page.locator('.graph g.bond[data-power]').all();
    expect(shown.length).toBeGreaterThan(1);
    let largest = 0;
    for (const group of shown) {
      const path = await group.getAttribute('data-path');
      const bond = bonds.find((one) => one.path === path);
      const power = bond?.effort.reduce((sum, effort, k) => sum + (bond.sign ?? 1) * table.at(effort, time) * (bond.flow[k] === null ? 0 : table.at(bond.flow[k], time)), 0);
      largest = Math.max(largest, Math.abs(power ?? NaN));
      await expect.poll(async () => Math.abs(Number(await group.getAttribute('data-power')) - (power ?? NaN))).toBeLessThan(1e-5);
    }
    expect(largest).toBeGreaterThan(0.01);
  };
  const [first, second] = table.instants([0.4, 0.7]);
  await watched.setTime(first);
  await expectPowersOf(first);
  // The slider, which has steps of its own, moves the graph as well.
  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.fill(String(Math.round((10000 * second) / table.times[table.times.length - 1])));
  expect(await watched.time()).toBeCloseTo(second, 9);
  await expectPowersOf(second);
  await page.locator('.graph nav button').first().click();
  await expect(page.locator('.graph [data-path="Revolute1"]')).toHaveCount(1);
  watched.expectQuiet();
});

test('has a diagram of the components, which opens them', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('CraneCrab3'), 'tab=diagram');
  await page.locator('.diagram[data-ready]').waitFor();
  const names = await page.locator('.diagram .component').evaluateAll((all) => all.map((one) => (one as SVGElement).dataset.path));
  expect(names.sort()).toEqual(['Body1', 'Body2', 'Fixed1', 'FixedTranslation1', 'Prismatic1', 'Revolute1']);
  await page.locator('.component[data-path="Revolute1"]').click();
  const card = page.locator('.details[data-path="Revolute1"]');
  await expect(card.locator('math').first()).toBeVisible();
  await card.getByRole('button', { name: 'Bond graph' }).click();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Bond graph');
  await expect(page.locator('.graph nav')).toContainText('Revolute1');
  watched.expectQuiet();
});

test('gives curves of each unit an axis of their own', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('SpringMassDamper'), 'plot=mass.s;mass.v;damper.f');
  await page.locator('.plot[data-ready] canvas').waitFor();
  await expect(page.locator('.plot')).toHaveCount(1);
  await expect(page.locator('.plot .u-axis')).toHaveCount(4);
  const shown = page.locator('.plot output');
  expect(new Set((await shown.allTextContents()).map((text) => text.split(' ')[1])).size).toBe(3);
  watched.expectQuiet();
});

test('lays a long chain out in rows', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('ThermalWall'));
  await page.locator('.diagram[data-ready]').waitFor();
  const places = await page.locator('.diagram .component').evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
  const range = (values: number[]): number => Math.max(...values) - Math.min(...values);
  expect(range(places.map(({ x }) => x))).toBeLessThan(4 * range(places.map(({ y }) => y)));
  watched.expectQuiet();
});

test('shows every tab', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('SpringMassDamper'));
  const tabs = await page.getByRole('tab').allTextContents();
  expect(tabs).toEqual(['Plots', 'Variables', 'Bond graph', 'Energy', 'Modes', 'Structure', 'Summary']);
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.locator('[role=tabpanel]:visible')).not.toBeEmpty();
  }
  await page.getByRole('tab', { name: 'Modes' }).click();
  await expect(page.locator('.pole')).toHaveCount(2);
  watched.expectQuiet();
});

const BAD = `"'><script>window.bad = 1</script><img src=x onerror="window.bad = 1"></script> \u{1F6B2}\u202E${'x'.repeat(3000)}`;

/** A run whose names want to be markup. */
function hostilePage(): string {
  const html = readFileSync(pageOf('CraneCrab3'), 'utf8');
  const block = /(id="block-0">)([^<]*)(<)/;
  const header = JSON.parse(inflateSync(Buffer.from(block.exec(html)?.[2] ?? '', 'base64')).toString()) as Header;
  header.model = BAD;
  header.description = BAD;
  for (const row of header.signals) {
    row[0] = `${BAD}.${row[0]}`;
    row[1] = BAD;
    row[2] = BAD;
  }
  header.plots = header.plots.map((path) => `${BAD}.${path}`);
  header.events = [{ time: 1, conditions: [BAD] }];
  for (const item of header.scene?.items ?? []) item.component = BAD;
  header.summary.settings = [BAD];
  header.summary.diagnostics = [{ severity: 'warning', path: BAD, text: BAD, hint: BAD }];
  for (const entry of header.energy?.entries ?? []) entry.path = BAD;
  for (const node of header.diagram?.nodes ?? []) Object.assign(node, { path: BAD, type: BAD });
  header.equations = { components: [BAD], list: [[0, BAD, [BAD, BAD, ['der', 1, BAD]]]] };
  header.parameters = header.parameters?.map(([, value]) => [BAD, value, BAD, BAD]);
  for (const frame of header.connection_graph?.frames ?? []) Object.assign(frame, { ports: [BAD], parts: [BAD] });
  for (const edge of header.connection_graph?.edges ?? []) edge.part = BAD;
  for (const matrix of header.incidence ? [header.incidence.stated, header.incidence.solved] : []) {
    matrix.row_names = matrix.row_names.map(() => BAD);
    matrix.column_names = matrix.column_names.map(() => BAD);
  }
  const file = join(FOLDER, 'hostile.html');
  const coded = deflateSync(JSON.stringify(header)).toString('base64');
  writeFileSync(file, html.replace(block, (_, before: string, __, after: string) => before + coded + after));
  return file;
}

test('shows hostile names as text', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(hostilePage());
  await expect(page.locator('h1')).toHaveText(BAD.trim());
  for (const tab of await page.getByRole('tab').all()) await tab.click();
  await page.getByRole('tab', { name: 'Diagram' }).click();
  await page.locator('.diagram .component').first().click();
  await expect(page.locator('.diagram .details math')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Structure' }).click();
  await page.locator('.incidence canvas').last().hover();
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.locator('.tree summary, .tree .leaf').first().click();
  await page.keyboard.press('/');
  await page.keyboard.type('phi');
  await expect(page.locator('.found .row').first()).toBeVisible();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => 'bad' in window)).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  watched.expectQuiet();
});

test('stays small', () => {
  expect(readFileSync(pageOf('SpringMassDamper')).length).toBeLessThan(3 * 1024 * 1024);
});
