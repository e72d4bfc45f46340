/** The page: reads the run that is in the file and shows it; or those of the server that it comes from. */
import 'uplot/dist/uPlot.min.css';
import './style/page.css';
import './style/graph.css';
import './live/live.css';
import { fromBase64 } from './format/decode';
import { startLive } from './live/live';
import { Run, type BlockSource } from './model/run';
import { Page } from './ui/page';

/** Blocks of the file: block-0, block-1, ... of its run, other-0, ... of one that it is compared with. */
function blocksNamed(name: string): BlockSource {
  return (index) => {
    const block = document.getElementById(`${name}-${index}`);
    if (!block) throw new Error(`this page has no block ${index}`);
    return Promise.resolve(fromBase64(block.textContent));
  };
}

async function main(): Promise<void> {
  const app = document.getElementById('app');
  if (!app) return;
  const live = document.getElementById('live');
  if (live) {
    await startLive(app, live.textContent);
    return;
  }
  const run = await Run.open(blocksNamed('block'));
  const page = new Page(app, run);
  if (document.getElementById('other-0')) page.compare(await (await Run.open(blocksNamed('other'))).needAll());
  Object.assign(window, { mb: { clock: page.clock, stage: page.stage, run, store: page.store } });
  await page.firstFrame();
  document.documentElement.dataset.ready = 'true';
}

main().catch((error: unknown) => {
  const text = document.createElement('p');
  text.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  document.body.prepend(text);
  console.error(error);
});
