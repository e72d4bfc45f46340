import { describe, expect, it } from 'vitest';
import { framesOf, positionAt, vectorAt } from '../../src/model/frames';
import type { SignalRow } from '../../src/format/types';
import { chosenFrames, kindsIn } from '../../src/ui/arrows_menu';
import { smallRun } from './fixture';

const row = (path: string, value: SignalRow[3], unit = ''): SignalRow => [path, unit, '', value];

/** A frame in space, turned by a right angle about z: its x is the world's y. */
function spaceFrame(path: string): SignalRow[] {
  const R = [0, 1, 0, -1, 0, 0, 0, 0, 1];
  return [
    ...[1, 2, 3].map((k) => row(`${path}.x[${k}]`, k)),
    ...R.map((value, at) => row(`${path}.R[${Math.floor(at / 3) + 1},${(at % 3) + 1}]`, value)),
    ...[1, 2, 3].map((k) => row(`${path}.v[${k}]`, k === 1 ? { t: 0 } : 0)),
    ...[1, 2, 3].map((k) => row(`${path}.f[${k}]`, 10 * k, 'N')),
    ...[1, 2, 3].map((k) => row(`${path}.t[${k}]`, k === 1 ? 5 : 0)),
  ];
}

describe('frames of a run', () => {
  it('are found by their variables, of parts and not of what is inside of them', async () => {
    const run = await smallRun([...spaceFrame('body.frame_a'), ...spaceFrame('body.inner.frame_a'), ...spaceFrame('rod.frame_b'), ...spaceFrame('rod.frame_a')]);
    const frames = framesOf(run);
    expect([...frames.keys()]).toEqual(['body', 'rod']);
    expect(frames.get('rod')?.map(({ path }) => path)).toEqual(['rod.frame_b', 'rod.frame_a']);
    expect(chosenFrames(frames, '*')).toHaveLength(2);
    expect(chosenFrames(frames, 'rod')).toHaveLength(2);
  });
  it('have vectors in the world: torques are turned, forces and velocities are there already', async () => {
    const run = await smallRun(spaceFrame('body.frame_a'));
    await run.needAll();
    const frame = framesOf(run).get('body')?.[0];
    if (!frame) throw new Error('no frame');
    expect(positionAt(run, frame, 0)).toEqual([1, 2, 3]);
    expect(vectorAt(run, frame, 'force', 0)).toEqual([10, 20, 30]);
    expect(vectorAt(run, frame, 'velocity', 1.5)).toEqual([30, 0, 0]);
    const torque = vectorAt(run, frame, 'torque', 0);
    expect(torque[0]).toBeCloseTo(0, 12);
    expect(torque[1]).toBeCloseTo(5, 12);
  });
  it('are frames of the plane as well', async () => {
    const names = ['x', 'y', 'phi', 'vx', 'vy', 'w', 'fx', 'fy', 't'];
    const run = await smallRun(names.map((name, k) => row(`arm.frame_a.${name}`, k)));
    const frame = framesOf(run).get('arm')?.[0];
    if (!frame) throw new Error('no frame');
    expect(vectorAt(run, frame, 'force', 0)).toEqual([6, 7, 0]);
    expect(vectorAt(run, frame, 'torque', 0)).toEqual([0, 0, 8]);
    expect(vectorAt(run, frame, 'velocity', 0)).toEqual([3, 4, 0]);
  });
  it('have kinds of arrows as letters in the address', () => {
    expect(kindsIn('vf')).toEqual(['force', 'velocity']);
    expect(kindsIn('')).toEqual([]);
  });
});
