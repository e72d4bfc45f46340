import { describe, expect, it } from 'vitest';
import { rangeFor } from '../../src/live/range';
import { EventReader } from '../../src/live/stream';

describe('EventReader', () => {
  it('gives whole events, in whatever pieces they come', () => {
    const text = ': still here\n\nevent: progress\ndata: {"time": 1}\n\nevent: done\ndata: {}\n\n';
    for (const size of [1, 2, 7, 1000]) {
      const reader = new EventReader();
      const events = [];
      for (let k = 0; k < text.length; k += size) events.push(...reader.read(text.slice(k, k + size)));
      expect(events).toEqual([
        { kind: 'progress', data: '{"time": 1}' },
        { kind: 'done', data: '{}' },
      ]);
    }
  });
});

describe('rangeFor', () => {
  it('contains the value, and nothing that is not allowed', () => {
    expect(rangeFor('2', undefined, 'kg')).toEqual([0, 4]);
    expect(rangeFor('-2', undefined, 'm')).toEqual([-4, 0]);
    expect(rangeFor('2', '> 0', 'kg')?.[0]).toBeGreaterThan(0);
    expect(rangeFor('0', '>= 0', 'N')).toEqual([0, 1]);
    expect(rangeFor('0', undefined, 'rad')).toEqual([-Math.PI, Math.PI]);
  });
  it('is none where there is no number', () => {
    for (const text of ['', 'true', '{0, 0, 1}', '2 kg']) expect(rangeFor(text, undefined, '1')).toBeUndefined();
  });
});
