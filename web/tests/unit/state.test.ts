import { describe, expect, it, vi } from 'vitest';
import { Clock, timeText } from '../../src/state/clock';
import { Store, timeInHash, type Choices } from '../../src/state/store';
import { paceText } from '../../src/ui/transport';

const DEFAULTS: Choices = { theme: 'auto', tab: 'plots', plots: [['a']], view: 'iso', follow: 'auto', traces: false, arrows: '', at: '*', fill: '', open: '' };

describe('the clock', () => {
  it('stays within the run and tells of changes only', () => {
    const clock = new Clock(1, 3);
    const told = vi.fn();
    clock.addEventListener('time', told);
    clock.time = 2;
    clock.time = 2;
    clock.time = 9;
    clock.time = NaN;
    expect(clock.time).toBe(1);
    expect(told).toHaveBeenCalledTimes(3);
  });
  it('shows short and long runs in a few seconds, others in real time', () => {
    expect(new Clock(0, 5).rate).toBe(1);
    expect(new Clock(0, 0.03).rate).toBeCloseTo(0.005);
    expect(new Clock(0, 3600).rate).toBe(600);
  });
  it('has digits that fit', () => {
    expect(timeText(1.4, 5)).toBe('1.400 s');
    expect(timeText(0.006, 0.03)).toBe('6.00 ms');
    expect(paceText(0.005, 1)).toBe('200 times slower than real time');
    expect(paceText(1, 1)).toBe('real time');
  });
});

describe('choices', () => {
  it('survive the address', () => {
    const first = new Store(DEFAULTS, '');
    first.set('theme', 'dark');
    first.set('plots', [['a.x[1,2]', 'b'], ['c&d=e;'.replace(';', '')]]);
    first.set('traces', true);
    const second = new Store(DEFAULTS, `#${first.hash([['t', '1.5']])}`);
    for (const key of ['theme', 'plots', 'traces', 'tab'] as const) expect(second.get(key)).toEqual(first.get(key));
  });
  it('that are usual are not in the address', () => {
    expect(new Store(DEFAULTS, '').hash([])).toBe('');
  });
  it('know a plot that was closed', () => {
    const store = new Store(DEFAULTS, '');
    store.set('plots', []);
    expect(new Store(DEFAULTS, store.hash([])).get('plots')).toEqual([]);
  });
  it('read the time, if it is one', () => {
    expect(timeInHash('#t=1.5&theme=dark')).toBe(1.5);
    expect(timeInHash('#t=soon')).toBeUndefined();
    expect(timeInHash('')).toBeUndefined();
  });
});
