/** Opens a page from the disk and watches what must not happen. */
import { expect, type Page } from '@playwright/test';

/** What the page shows of itself to tests. */
export interface Hooks {
  clock: { time: number; start: number; stop: number; playing: boolean };
  stage?: { position(path: string): [number, number, number] | undefined };
  run: { signals: { path: string }[] };
}

export class Watched {
  readonly errors: string[] = [];
  readonly requests: string[] = [];

  constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url())) this.requests.push(request.url());
    });
  }

  async open(file: string, hash = ''): Promise<void> {
    await this.page.goto(`file://${file}#${hash}`);
    await this.page.locator('html[data-ready]').waitFor({ state: 'attached' });
  }

  /** One request, for the file; no error. */
  expectQuiet(): void {
    expect(this.errors).toEqual([]);
    expect(this.requests).toHaveLength(1);
  }

  async setTime(time: number): Promise<void> {
    await this.page.evaluate(async (to) => {
      (window as unknown as { mb: Hooks }).mb.clock.time = to;
      // What is drawn once per frame has been drawn after the second one.
      for (let k = 0; k < 2; ++k) await new Promise((resolve) => requestAnimationFrame(resolve));
    }, time);
  }

  time(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { mb: Hooks }).mb.clock.time);
  }

  position(picture: string): Promise<[number, number, number] | undefined> {
    return this.page.evaluate((path) => (window as unknown as { mb: Hooks }).mb.stage?.position(path), picture);
  }

  /** What is on the canvas, as text to be compared. */
  pixels(): Promise<string> {
    return this.page.evaluate(() => document.querySelector('canvas')?.toDataURL() ?? '');
  }

  /** The value that a plot shows of a variable. */
  async shown(variable: string): Promise<number> {
    const output = this.page.locator(`.plot output[data-path=${JSON.stringify(variable)}]`);
    return Number(await output.getAttribute('data-value'));
  }
}
