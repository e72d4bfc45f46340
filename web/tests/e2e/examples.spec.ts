/** Every example: it moves as computed, plots follow the clock, search finds. */
import { expect, test } from '@playwright/test';
import { EXAMPLES, pageOf, tableOf } from './examples';
import { Watched } from './open';
import { Table } from './table';

for (const { model, picture, position, variable, words } of EXAMPLES) {
  test(`${model} is shown as it was computed`, async ({ page }) => {
    const watched = new Watched(page);
    const table = new Table(tableOf(model));
    await watched.open(pageOf(model));
    await expect(page.locator('h1')).toHaveText(model);
    await expect(page).toHaveTitle(model);
    const instants = table.instants([0.11, 0.52, 0.97]);

    if (picture && position) {
      const pictures = new Set<string>();
      for (const time of instants) {
        await watched.setTime(time);
        const at = await watched.position(picture);
        position.forEach((name, k) => {
          expect(Math.abs((at?.[k] ?? NaN) - table.at(name ?? '', time)), `${picture}, ${name ?? ''} at ${time} s`).toBeLessThan(1e-6);
        });
        pictures.add(await watched.pixels());
      }
      expect(pictures.size).toBe(instants.length);
    } else {
      await expect(page.locator('canvas').first()).toBeVisible(); // of a plot
      await expect(page.locator('.stage canvas')).toHaveCount(0);
    }

    // Search finds, and plots what it found.
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await expect(page.locator('.found .row').first()).toHaveAttribute('data-path', variable);
    await page.keyboard.press('Enter');
    const card = page.locator(`.plot[data-paths=${JSON.stringify(variable)}]`);
    await expect(card).toHaveAttribute('data-ready', 'true');
    await card.scrollIntoViewIfNeeded();

    // The slider moves everything.
    for (const part of [0.3, 0.8]) {
      await page.getByRole('slider', { name: 'Time' }).fill(String(10000 * part));
      const time = await watched.time();
      const duration = table.times[table.times.length - 1] - table.times[0];
      expect(time).toBeCloseTo(table.times[0] + part * duration, 6);
      await watched.setTime(time + 1e-9 * duration);
      const tolerance = 1e-6 * table.range(variable);
      // A plot follows the clock when it is in sight.
      await expect.poll(async () => Math.abs((await watched.shown(variable)) - table.at(variable, time))).toBeLessThanOrEqual(tolerance);
    }
    watched.expectQuiet();
  });
}
