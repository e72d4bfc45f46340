import { describe, expect, it } from 'vitest';
import { valueAt } from '../../src/energy/chart';
import { componentsOf, curvesOf, hasHistory, needHistory } from '../../src/energy/sums';
import type { EnergyEntry, EnergyHeader, Value } from '../../src/format/types';
import { smallRun } from './fixture';

const entry = (path: string, kind: EnergyEntry['kind'], form: string | undefined, over_time: Value): EnergyEntry => ({ path, kind, form, over_time, initial: 0, final: 0, energy: 0 });

/** Track 0 is 0, 10, 20, 40; track 1 a quarter of it. */
const ENERGY: EnergyHeader = {
  entries: [
    entry('body', 'stored', 'potential', { t: 0 }),
    entry('body.mass', 'stored', 'kinetic', { t: 1 }),
    entry('spring', 'stored', 'elastic', 3),
    entry('damper.element', 'dissipated', undefined, { t: 1 }),
    entry('gear', 'conserved', undefined, 99),
    entry('motor', 'supplied', undefined, { t: 0 }),
  ],
  stored: 50,
  dissipated: 10,
  supplied: 40,
  jumps: -5,
  jumps_over_time: { t: 1 },
  error: 0,
  relative_error: 0,
};

async function run() {
  const result = await smallRun([]);
  await needHistory(result, ENERGY);
  return result;
}
const values = (list: Float64Array | undefined): number[] => [...(list ?? [])];

describe('energies over time', () => {
  it('are summed by form, and in all', async () => {
    const { times, energies } = curvesOf(await run(), ENERGY);
    const of = (name: string): number[] => values(energies.find((curve) => curve.name === name)?.values);
    expect([...times]).toEqual([0, 1, 1, 2]);
    expect(energies.map(({ name }) => name)).toEqual(['kinetic', 'potential', 'elastic', 'all stored', 'dissipated', 'supplied', 'lost in impacts']);
    expect(of('potential')).toEqual([0, 10, 20, 40]);
    expect(of('elastic')).toEqual([3, 3, 3, 3]);
    expect(of('all stored')).toEqual([3, 15.5, 28, 53]);
    expect(of('lost in impacts').map(Math.abs)).toEqual([0, 2.5, 5, 10]);
  });
  it('do not add up by the balance error', async () => {
    const { error } = curvesOf(await run(), ENERGY);
    // supplied - dissipated + jumps - gain of the stores
    expect(values(error?.values)).toEqual([0, 10 - 2.5 + 2.5 - 12.5, 20 - 5 + 5 - 25, 40 - 10 + 10 - 50]);
  });
  it('are those of chosen components', async () => {
    const { energies, error } = curvesOf(await run(), ENERGY, new Set(['body', 'damper']));
    expect(energies.map(({ name }) => name)).toEqual(['kinetic', 'potential', 'all stored', 'dissipated']);
    expect(values(energies[2].values)).toEqual([0, 12.5, 25, 50]);
    expect(error).toBeUndefined();
  });
  it('tell which components matter most', async () => {
    expect(componentsOf(await run(), ENERGY)).toEqual([
      { name: 'body', size: 50 },
      { name: 'motor', size: 40 },
      { name: 'damper', size: 10 },
      { name: 'spring', size: 0 },
    ]);
  });
  it('may be missing', () => {
    expect(hasHistory(ENERGY)).toBe(true);
    expect(hasHistory({ ...ENERGY, entries: ENERGY.entries.map((one) => ({ ...one, over_time: undefined })) })).toBe(false);
  });
  it('are linear between instants, the later one at an event', () => {
    const times = Float64Array.of(0, 1, 1, 2);
    const curve = Float64Array.of(0, 10, 20, 40);
    expect([-1, 0.5, 1, 1.5, 2, 3].map((time) => valueAt(times, curve, time))).toEqual([0, 5, 20, 30, 40, 40]);
  });
});
