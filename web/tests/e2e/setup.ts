/** Runs all examples once: a page and a table of each. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { EXAMPLES, FOLDER, pageOf, PROGRAM, tableOf } from './examples';

export default function setup(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const { model, options } of EXAMPLES) {
    execFileSync(PROGRAM, ['simulate', model, '--report', pageOf(model), '--output', tableOf(model), ...(options ?? [])], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  }
}
