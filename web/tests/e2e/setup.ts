/** Runs all examples once: a page and a table of each. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, FOLDER, pageOf, PROGRAM, tableOf } from './examples';

export default function setup(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const { model, options, text } of EXAMPLES) {
    const file = join(FOLDER, `${model}.mo`);
    if (text) {
      rmSync(file, { force: true });
      execFileSync(PROGRAM, ['new', model, '--kind', text], { cwd: FOLDER, stdio: 'ignore' });
    }
    execFileSync(PROGRAM, ['simulate', text ? file : model, '--report', pageOf(model), '--output', tableOf(model), ...(options ?? [])], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  }
}
