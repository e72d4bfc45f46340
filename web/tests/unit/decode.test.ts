import { describe, expect, it } from 'vitest';
import { decodeDoubles, decodeTrack, fromBase64, NOTHING } from '../../src/format/decode';
import { encodeDoubles, encodeTrack } from './fixture';

describe('tracks', () => {
  it.each([0, 1, 2, 3])('come back from differences of order %i', (order) => {
    const whole = [0, 5, -7, 2147483647, -2147483647, 3, NOTHING, 1];
    const bytes = new Uint8Array([9, 9, ...encodeTrack(whole, order)]);
    expect([...decodeTrack(bytes, 2, whole.length, order)]).toEqual(whole);
  });
});

describe('instants', () => {
  it('come back to the last bit', () => {
    const values = [0, 0.1, 1 / 3, -1e300, 5e-324];
    expect([...decodeDoubles(encodeDoubles(values), 0, values.length)]).toEqual(values);
  });
});

describe('base64', () => {
  it('is read as bytes', () => {
    expect([...fromBase64('//4A')]).toEqual([255, 254, 0]);
  });
});
