import { describe, expect, it } from 'vitest';
import { makeModes, modeText } from '../../src/modes/panel';

describe('modes', () => {
  it('are told as people tell them', () => {
    expect(modeText({ real: -3, imaginary: 4 })).toBe('0.6366 Hz, damping 0.6');
    expect(modeText({ real: -2, imaginary: 0 })).toBe('time constant 0.5 s');
    expect(modeText({ real: 0.5, imaginary: 0 })).toBe('grows with 2 s');
    expect(modeText({ real: 0, imaginary: 0 })).toBe('free');
  });
  it('have both of a pair in the plane, and unstable ones marked', () => {
    const panel = makeModes({ time: 0, drift: 0, values: [{ real: -1, imaginary: 2, parts: [['a.x', 1]] }, { real: 1, imaginary: 0, parts: [] }] });
    expect(panel.querySelectorAll('.pole')).toHaveLength(3);
    expect(panel.querySelectorAll('.pole.unstable')).toHaveLength(1);
    expect(panel.textContent).toContain('a.x');
  });
});
