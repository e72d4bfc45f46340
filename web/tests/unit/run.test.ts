import { describe, expect, it } from 'vitest';
import { smallRun } from './fixture';

const opened = () =>
  smallRun([
    ['a.x', 'm', 'place', { t: 0 }],
    ['a.y', 'm', 'minus a quarter of it', { t: 1 }, -1],
    ['a.c', '1', 'constant', 7],
    ['a.n', '1', 'no number', null],
  ]);

describe('a run', () => {
  it('is linear between instants, and later at an event', async () => {
    const run = await opened();
    const x = run.signal('a.x');
    expect(x).toBeDefined();
    if (!x) return;
    await run.need([x.value]);
    expect([0, 0.5, 1, 1.5, 2].map((time) => run.at(x, time))).toEqual([0, 5, 20, 30, 40]);
  });

  it('keeps its ends beyond them', async () => {
    const run = await opened();
    const x = run.signals[0];
    await run.need([x.value]);
    expect([run.at(x, -1), run.at(x, 3)]).toEqual([0, 40]);
  });

  it('applies the sign of an alias, and knows constants', async () => {
    const run = await opened();
    await run.need(run.signals.map(({ value }) => value));
    expect(run.at(run.signals[1], 2)).toBe(-10);
    expect(run.at(run.signals[2], 2)).toBe(7);
    expect(run.at(run.signals[3], 2)).toBeNaN();
  });

  it('reads a block when it is needed, and once', async () => {
    const run = await opened();
    expect(run.has({ t: 1 })).toBe(false);
    await run.need([{ t: 1 }]);
    expect(run.has({ t: 1 })).toBe(true);
    expect(run.has({ t: 0 })).toBe(false);
  });
});
