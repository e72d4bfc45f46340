/** Pictures of reports for the documentation: node pictures.ts PROGRAM FOLDER (scripts/pictures calls it). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

interface Picture {
  file: string;
  model: string;
  hash: string;
}

const PICTURES: Picture[] = [
  { file: 'bicycle.png', model: 'WhippleBicycle', hash: 't=1.4&theme=light&traces=1' },
  { file: 'crane-crab.png', model: 'CraneCrab3', hash: 't=1.75&theme=light&tab=graph' },
  { file: 'seven-body.png', model: 'SevenBody', hash: 't=0.006&theme=light&tab=diagram' },
  { file: 'opened-joint.png', model: 'DoublePendulum3D', hash: 't=0.8&theme=dark&view=front&tab=graph&open=Revolute2' },
  { file: 'newtons-cradle.png', model: 'NewtonsCradle', hash: 't=1.2&theme=dark' },
];

const [, , program, folder] = process.argv;
const runs = mkdtempSync(join(tmpdir(), 'multibond-pictures-'));
const browser = await chromium.launch({
  executablePath: process.env.MULTIBOND_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
for (const { file, model, hash } of PICTURES) {
  const run = join(runs, `${model}.html`);
  execFileSync(program, ['report', model, '--output', run], { stdio: 'ignore' });
  const page = await browser.newPage({ viewport: { width: 1280, height: 704 } });
  await page.goto(`file://${run}#${hash}`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(folder, file) });
  await page.close();
}
await browser.close();
rmSync(runs, { recursive: true });
