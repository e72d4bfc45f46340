/** Energy over time, structure, equations: what one learns of a run beyond its motion. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { Header } from '../../src/format/types';
import { pageOf, tableOf } from './examples';
import { Watched } from './open';
import { Table } from './table';

const headerOf = (page: Page): Promise<Header> => page.evaluate(() => (window as unknown as { mb: { run: { header: Header } } }).mb.run.header);

async function energy(page: Page, name: string): Promise<number> {
  return Number(await page.locator(`.history output[data-energy="${name}"]`).getAttribute('data-value'));
}

test('shows energies at the time of the clock, which add up', async ({ page }) => {
  const watched = new Watched(page);
  const table = new Table(tableOf('SpringMassDamper'));
  await watched.open(pageOf('SpringMassDamper'), 'tab=energy');
  await page.locator('.history[data-ready]').waitFor();
  const header = await headerOf(page);
  const parameter = (path: string): number => header.parameters?.find(([name]) => name === path)?.[1] ?? NaN;
  const [time] = table.instants([0.2]);
  await watched.setTime(time);
  const kinetic = await energy(page, 'kinetic');
  expect(kinetic).toBeCloseTo(0.5 * parameter('mass.m') * table.at('mass.v', time) ** 2, 5);
  expect(await energy(page, 'elastic')).toBeGreaterThan(0);
  expect(Math.abs(await energy(page, 'balance error'))).toBeLessThan(1e-4);
  // At the end, what the audit has.
  await watched.setTime(table.instants([1])[0]);
  expect(await energy(page, 'dissipated')).toBeCloseTo(header.energy?.dissipated ?? NaN, 4);
  // The curves of one component alone.
  await page.locator('.choices li[data-component="mass"] input').check();
  await expect(page.locator('.history output[data-energy="elastic"]')).toHaveCount(0);
  await expect(page.locator('.history output[data-energy="balance error"]')).not.toBeVisible();
  await page.locator('.choices li').first().locator('input').check();
  await expect(page.locator('.history output[data-energy="elastic"]')).toHaveCount(1);
  // A click sets the clock.
  await page.locator('.history .u-over').first().click({ position: { x: 60, y: 60 } });
  expect(await watched.time()).toBeLessThan(table.instants([1])[0]);
  watched.expectQuiet();
});

test('shows the structure of a mechanism with a loop', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('SevenBody'), 'tab=structure');
  await page.locator('.connections').waitFor();
  const { connection_graph: graph, incidence } = await headerOf(page);
  await expect(page.locator('.connections .cut')).toHaveCount(graph?.edges.filter(({ cut }) => cut).length ?? -1);
  await expect(page.locator('.connections .root')).toHaveCount(graph?.frames.filter(({ root }) => root).length ?? -1);
  expect(await page.locator('.connections .cut').count()).toBeGreaterThan(0);
  const sorted = page.locator('.incidence', { hasText: 'After sorting' });
  await expect(sorted).toHaveAttribute('data-points', String(incidence?.solved.rows.reduce((sum, row) => sum + row.length, 0)));
  // The first row and column, by name.
  const { order, row_names: rows, column_names: columns } = incidence?.solved ?? { order: { rows: [], columns: [] }, row_names: [], column_names: [] };
  await sorted.locator('canvas').hover({ position: { x: 1, y: 1 } });
  await expect(sorted.locator('.named b')).toHaveText(columns[order.columns[0]]);
  await expect(sorted.locator('.named code')).toHaveText(rows[order.rows[0]]);
  watched.expectQuiet();
});

test('typesets equations and finds them', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('SpringMassDamper'), 'tab=structure');
  const found = page.locator('.equation math');
  const all = await found.count();
  await page.getByRole('searchbox', { name: 'Search equations' }).fill('spring.c');
  await expect.poll(() => found.count()).toBeLessThan(all);
  expect(await found.count()).toBeGreaterThan(0);
  // A fraction or a dot is higher than a letter: the browser lays the formula out.
  expect((await found.first().boundingBox())?.height).toBeGreaterThan(10);
  watched.expectQuiet();
});

test('tells the equations and parameters of an element', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('BondCircuit'), 'tab=graph');
  await page.locator('.graph g.element[data-path="R1"]').click();
  const card = page.locator('.details[data-path="R1"]');
  await expect(card.locator('math').first()).toBeVisible();
  await expect(card.locator('.parameters')).toContainText('R');
  await card.getByRole('button', { name: 'Close' }).click();
  await expect(card).toBeHidden();
  watched.expectQuiet();
});

test('shows the power of bonds at ports that have no variables of their own', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('SpringMassDamper'), 'tab=graph');
  await page.locator('.graph g.bond[data-power]').first().waitFor({ state: 'attached' });
  const bonds = page.locator('.graph g.bond');
  await expect(page.locator('.graph g.bond[data-power]')).toHaveCount(await bonds.count());
  watched.expectQuiet();
});

for (const { model, drawing, tab } of [
  { model: 'SpringMassDamper', drawing: '.diagram g.component[data-path="spring"]', tab: 'Diagram' },
  { model: 'BondCircuit', drawing: '.graph g.element[data-path="R1"]', tab: 'Bond graph' }, // elements without an inside
]) {
  test(`has a drawing beside the plots where nothing moves in space: ${model}`, async ({ page }) => {
    const watched = new Watched(page);
    await watched.open(pageOf(model));
    await expect(page.locator(`main.stage ${drawing}`)).toBeVisible();
    await expect(page.locator('.plot').first()).toBeVisible();
    await expect(page.getByRole('tab', { name: tab })).toHaveCount(0);
    watched.expectQuiet();
  });
}

test('shows a model of Modelica text with its components as icons', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('TextPendulum'));
  await page.getByRole('tab', { name: 'Diagram' }).click();
  for (const path of ['world', 'shoulder', 'upper', 'arm', 'elbow', 'lower']) {
    await expect(page.locator(`.diagram g.component[data-path="${path}"]`)).toBeVisible();
  }
  watched.expectQuiet();
});

test('has the icons that it needs, and no others', () => {
  const html = readFileSync(pageOf('CraneCrab3'), 'utf8');
  const icons = Object.keys(JSON.parse(/id="icons">([^<]*)</.exec(html)?.[1] ?? '{}') as object);
  expect(icons).toContain('Planar.Joints.Revolute');
  expect(icons.length).toBeLessThanOrEqual(6);
});
