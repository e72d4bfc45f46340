/** Pictures and videos of `multibond animate`, drawn without a window. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { FOLDER, PROGRAM } from './examples';

const SHORT = ['--stop', '0.4', '--speed', '1', '--fps', '10', '--size', '320x240'];

test('makes a picture per instant, and they move', () => {
  const folder = join(FOLDER, 'frames');
  rmSync(folder, { recursive: true, force: true });
  execFileSync(PROGRAM, ['animate', 'DoublePendulum3D', '--frames', folder, ...SHORT], { stdio: 'ignore' });
  const files = readdirSync(folder).sort();
  expect(files).toEqual([1, 2, 3, 4, 5].map((k) => `frame-0000${k}.jpg`));
  const pictures = files.map((file) => readFileSync(join(folder, file)));
  for (const picture of pictures) expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(5);
});

test('makes a video where ffmpeg is, and says what is missing where it is not', () => {
  const file = join(FOLDER, 'run.mp4');
  rmSync(file, { force: true });
  const { status, stderr } = spawnSync(PROGRAM, ['animate', 'DoublePendulum3D', '--video', file, ...SHORT], { encoding: 'utf8' });
  if (spawnSync('ffmpeg', ['-version']).status === 0) {
    expect(status).toBe(0);
    expect(statSync(file).size).toBeGreaterThan(1000);
    expect(readFileSync(file).subarray(4, 8).toString()).toBe('ftyp');
  } else {
    expect(status).not.toBe(0);
    expect(stderr).toContain('The program ffmpeg is needed and was not found.');
    expect(stderr).toContain('--frames');
    expect(existsSync(file)).toBe(false);
  }
});
