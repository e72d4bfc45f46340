/** Draws a run picture by picture, each as slowly as it needs, and sends them where they are wanted. */
import { Page } from '../ui/page';
import type { Api } from './api';

export interface Recording {
  times: number[];
  width: number;
  height: number;
  theme: 'light' | 'dark';
  view: string;
}

const QUALITY = 0.95;

export async function record(app: HTMLElement, api: Api, { times, width, height, theme, view }: Recording): Promise<void> {
  document.documentElement.dataset.record = 'true';
  try {
    history.replaceState(null, '', `#${new URLSearchParams({ theme, view, fill: 'stage' }).toString()}`);
    const page = new Page(app, await api.recorded());
    const stage = app.querySelector<HTMLElement>('.stage');
    if (!stage) throw new Error('the model has no pictures');
    Object.assign(stage.style, { width: `${width}px`, height: `${height}px` });
    await page.firstFrame();
    for (const [index, time] of times.entries()) {
      const picture = await new Promise<Blob | null>((resolve) => page.drawAt(time)?.toBlob(resolve, 'image/jpeg', QUALITY));
      if (!picture) throw new Error('the browser could not make a picture');
      await api.sendFrame(index, picture);
    }
  } catch (error) {
    await api.giveUp(error instanceof Error ? error.message : String(error));
  }
}
