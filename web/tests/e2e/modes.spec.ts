/** Arrows, shapes of modes, root locus, Bode diagrams, and two runs in one report. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { FOLDER, pageOf, PROGRAM, tableOf } from './examples';
import { Watched } from './open';
import { Table } from './table';

interface Stage {
  position(path: string): number[] | undefined;
  vectors: { arrow(path: string, kind: string): { from: number[]; along: number[]; scale: number } | undefined };
  ghost: { position(path: string): number[] | undefined };
}
const onStage = <T>(page: Page, read: (stage: Stage) => T): Promise<T> =>
  page.evaluate(`(${read.toString()})(window.mb.stage)`);

const near = (a: number[] | undefined, b: number[], tolerance: number): void => {
  expect(a).toHaveLength(b.length);
  b.forEach((value, k) => { expect(Math.abs((a?.[k] ?? NaN) - value)).toBeLessThan(tolerance); });
};

test('arrows are at the frames of a component and along what acts there', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('DoublePendulum3D'), 'arrows=fv&at=Body2');
  const table = new Table(tableOf('DoublePendulum3D'));
  const [time] = table.instants([0.3]);
  await watched.setTime(time);
  await expect(page.locator('.stage .arrows')).toContainText('up to'); // arrows are chosen
  for (const [kind, name] of [['force', 'f'], ['velocity', 'v']]) {
    const arrow = await page.evaluate(([frame, which]) => (window as unknown as { mb: { stage: Stage } }).mb.stage.vectors.arrow(frame, which), ['Body2.frame_a', kind]);
    const vector = [1, 2, 3].map((k) => table.at(`Body2.frame_a.${name}[${k}]`, time));
    const length = Math.hypot(...vector);
    near(arrow?.from, [1, 2, 3].map((k) => table.at(`Body2.frame_a.x[${k}]`, time)), 1e-6);
    near(arrow?.along, vector.map((x) => x / length), 1e-5);
  }
  const before = await watched.pixels();
  await page.keyboard.press('v');
  await expect.poll(() => watched.pixels()).not.toBe(before);
  watched.expectQuiet();
});

test('a mode moves the mechanism, larger with its amplitude, until one goes back', async ({ page }) => {
  const watched = new Watched(page);
  await watched.open(pageOf('NewtonsCradle'), 'tab=modes');
  const rest = await onStage(page, (stage) => stage.position('body[5].picture_CM'));
  await page.locator('[data-mode]').first().click();
  const shapes = new Set<string>();
  await expect.poll(async () => {
    shapes.add(JSON.stringify(await onStage(page, (stage) => stage.position('body[5].picture_CM'))));
    return shapes.size;
  }).toBeGreaterThan(4);
  await page.getByRole('slider', { name: 'Amplitude' }).fill('0');
  await page.getByRole('button', { name: 'back to the run' }).click();
  near(await onStage(page, (stage) => stage.position('body[5].picture_CM')), rest ?? [], 1e-9);
  watched.expectQuiet();
});

test('a report has the root locus and the Bode diagram that were asked for', async ({ page }) => {
  const file = join(FOLDER, 'locus.html');
  execFileSync(PROGRAM, ['report', 'SpringMassDamper', '--locus', 'damper.d=0.5:12', '--bode', 'spring.s_rel0:mass.s', '-o', file], { stdio: 'ignore' });
  const watched = new Watched(page);
  await watched.open(file, 'tab=modes');
  await expect(page.locator('.locus .branch')).toHaveCount(2);
  await expect(page.locator('.locus')).toContainText('damper.d from 0.5 N.s/m (×) to 12 N.s/m (○)');
  const bode = page.locator('.bode[data-input="spring.s_rel0"]');
  await bode.scrollIntoViewIfNeeded();
  await expect(bode.locator('canvas')).toHaveCount(2);
  watched.expectQuiet();
});

test('a second run is a ghost on the stage, and dashed in the plots', async ({ page }) => {
  const file = join(FOLDER, 'two.html');
  const table = join(FOLDER, 'two.csv');
  const other = ['--set', 'Body2.m=3'];
  execFileSync(PROGRAM, ['report', 'DoublePendulum3D', '--with', 'Body2.m=3', '-o', file], { stdio: 'ignore' });
  execFileSync(PROGRAM, ['simulate', 'DoublePendulum3D', ...other, '--output', table], { stdio: 'ignore' });
  const watched = new Watched(page);
  await watched.open(file);
  const reference = new Table(table);
  const [time] = reference.instants([0.5]);
  await watched.setTime(time);
  near(await onStage(page, (stage) => stage.ghost.position('Body2.picture_CM')), [1, 2, 3].map((k) => reference.at(`Body2.x[${k}]`, time)), 1e-6);
  await expect(page.locator('.plot').first()).toHaveAttribute('data-compared', 'true');
  watched.expectQuiet();
});
