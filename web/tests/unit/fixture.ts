/** A small run, coded as the program codes it. */
import { deflateSync } from 'node:zlib';
import type { Header, SignalRow } from '../../src/format/types';
import { Run } from '../../src/model/run';

/** Four planes of bytes of zigzag-coded differences. */
export function encodeTrack(whole: number[], order: number): Uint8Array {
  let k = Int32Array.from(whole);
  for (let pass = 0; pass < order; ++pass) k = k.map((value, i) => (i === 0 ? value : (value - k[i - 1]) | 0));
  const bytes = new Uint8Array(4 * k.length);
  k.forEach((value, i) => {
    const zigzag = (value << 1) ^ (value >> 31);
    for (let plane = 0; plane < 4; ++plane) bytes[plane * k.length + i] = zigzag >>> (8 * plane);
  });
  return bytes;
}

export function encodeDoubles(values: number[]): Uint8Array {
  const raw = new Uint8Array(Float64Array.from(values).buffer);
  return raw.map((_, at) => raw[8 * (at % values.length) + Math.floor(at / values.length)]);
}

const zip = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(deflateSync(bytes));

/** Times 0, 1, 1, 2: an event at 1. Tracks: 0, 10, 20, 40 and its quarter. */
export async function smallRun(signals: SignalRow[]): Promise<Run> {
  const header: Partial<Header> = {
    format: 'multibond page',
    version: 2,
    model: 'Small',
    scene: null,
    signals,
    tracks: { offset: [0, 0], step: [1, 0.25], order: [1, 0], grid: [0, 0] },
    blocks: [0, 1],
    instants: [4, 0, 0, 0],
    events: [{ time: 1, conditions: ['x > 1'] }],
  };
  const blocks = [
    new TextEncoder().encode(JSON.stringify(header)),
    encodeDoubles([0, 1, 1, 2]),
    encodeTrack([0, 10, 20, 40], 1),
    encodeTrack([0, 10, 20, 40], 0),
  ].map(zip);
  return Run.open((index) => Promise.resolve(blocks[index]));
}
