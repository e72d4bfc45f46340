import { describe, expect, it, vi } from 'vitest';
import { makeModes } from '../../src/modes/panel';
import { makePlane, modeText } from '../../src/modes/plane';
import { ModePlayer } from '../../src/modes/player';
import type { ModePose } from '../../src/stage/stage';
import { smallRun } from './fixture';

const PARTS = { model: 'M', unitOf: () => '1' };

describe('modes', () => {
  it('are told as people tell them', () => {
    expect(modeText({ real: -3, imaginary: 4 })).toBe('0.6366 Hz, damping 0.6');
    expect(modeText({ real: -2, imaginary: 0 })).toBe('time constant 0.5 s');
    expect(modeText({ real: 0.5, imaginary: 0 })).toBe('grows with 2 s');
    expect(modeText({ real: 0, imaginary: 0 })).toBe('free');
  });
  it('have both of a pair in the plane, and unstable ones marked', () => {
    const panel = makeModes({ time: 0, notes: [], values: [{ real: -1, imaginary: 2, parts: [['a.x', 1]] }, { real: 1, imaginary: 0, parts: [] }], inputs: [], responses: [] }, PARTS);
    expect(panel.querySelectorAll('.pole')).toHaveLength(3);
    expect(panel.querySelectorAll('.pole.unstable')).toHaveLength(1);
    expect(panel.textContent).toContain('a.x');
  });
  it('move with a parameter along branches that say their values', () => {
    const plane = makePlane([], { parameter: 'c', unit: 'N/m', values: [1, 4], roots: [[[-1, 1], [-1, -1]], [[1, 2], [1, -2]]] });
    expect(plane.querySelectorAll('.branch')).toHaveLength(2);
    expect(plane.querySelectorAll('.root')).toHaveLength(4);
    expect(plane.querySelectorAll('.root.unstable')).toHaveLength(2);
    expect(plane.textContent).toContain('c = 4 N/m');
  });
  it('say how to get what is missing', () => {
    const panel = makeModes({ time: 0, notes: [], values: [], inputs: [], responses: [] }, PARTS);
    expect(panel.textContent).toContain('multibond report M --locus');
  });
  it('are asked of a server by field, again after a change, with its message beside the field', async () => {
    const answers = { parameters: [], variables: [], last: { locus: 'c=1:4' }, response: () => Promise.reject(new Error('There is no variable y.')) };
    const locus = vi.fn(() => Promise.resolve({ parameter: 'c', unit: '', values: [1, 4], roots: [[[-1, 0] as [number, number]], [[-2, 0] as [number, number]]] }));
    const panel = makeModes({ time: 0, notes: [], values: [], inputs: [], responses: [] }, { ...PARTS, questions: { ...answers, locus } });
    await vi.waitFor(() => { expect(panel.querySelector('.locus')).not.toBeNull(); });
    expect(locus).toHaveBeenCalledWith('c=1:4');
    const card = panel.querySelector('[data-question=response]');
    const field = card?.querySelector('input');
    if (!field) throw new Error('no field');
    field.value = 'u:y';
    card?.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await vi.waitFor(() => { expect(card?.querySelector('.message')?.textContent).toBe('There is no variable y.'); });
  });
  it('are shown in phase by the player, until something else is looked at', async () => {
    const run = await smallRun([]);
    const poses: (ModePose | undefined)[] = [];
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const player = new ModePlayer(run, { first: [null, 1], phases: 24, items: [] }, { vibrate: (pose) => { poses.push(pose); } });
    expect([player.has(0), player.has(1)]).toEqual([false, true]);
    player.amplitude = 0.5;
    await player.play(1);
    player.clock.time = 1; // half of the period
    expect(poses.at(-1)).toMatchObject({ row: 13, amplitude: 0.5 });
    player.stop();
    expect(poses.at(-1)).toBeUndefined();
    vi.unstubAllGlobals();
  });
});
