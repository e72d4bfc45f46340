import { describe, expect, it } from 'vitest';
import { flowsOf } from '../../src/energy/flows';
import { csvField, csvText } from '../../src/plots/save';
import { element, numberText } from '../../src/ui/element';
import { roundStep } from '../../src/stage/floor';

describe('texts', () => {
  it('have digits for people', () => {
    expect(numberText(-0.0671834)).toBe('−0.067183');
    expect(numberText(1e-9)).toBe('1e−9');
    expect(numberText(1234567)).toBe('1.235e6');
    expect(numberText(NaN)).toBe('–');
    expect(numberText(100)).toBe('100');
    expect(numberText(150000, 4)).toBe('150000');
    expect(numberText(0.00025, 3)).toBe('0.00025');
  });
  it('are never markup', () => {
    const node = element('b', { text: '<img src=x onerror=alert(1)>' }, '</script>');
    expect(node.children).toHaveLength(0);
    expect(node.textContent).toBe('<img src=x onerror=alert(1)></script>');
  });
});

describe('CSV', () => {
  it('quotes what needs it, and is never calculated', () => {
    expect(csvField('r[1,2]')).toBe('"r[1,2]"');
    expect(csvField('=1+1')).toBe("'=1+1");
    expect(csvText([{ name: 'time', values: [0, 1] }, { name: 'x', values: [0.5, NaN] }])).toBe('time,x\n0,0.5\n1,NaN\n');
  });
});

describe('energy', () => {
  it('is given and taken by the components that users know', () => {
    const entry = (path: string, kind: 'stored' | 'dissipated' | 'supplied', energy: number) => ({ path, kind, initial: 0, final: 0, energy });
    const { given, taken, total } = flowsOf({
      entries: [entry('mass.I', 'stored', -3), entry('damper.R', 'dissipated', 2), entry('damper.R2', 'dissipated', 0.5), entry('spring.C', 'stored', 0.5)],
      stored: -2.5, dissipated: 2.5, supplied: 0, jumps: 0, error: 0, relative_error: 0,
    });
    expect(given).toEqual([{ name: 'mass', kind: 'stored', energy: 3 }]);
    expect(taken.map(({ name, energy }) => [name, energy])).toEqual([['damper', 2.5], ['spring', 0.5]]);
    expect(total).toBe(3);
  });
});

describe('the grid', () => {
  it('has round steps', () => {
    expect([0.09, 0.2, 1.4, 4, 80].map(roundStep).map((x) => Number(x.toPrecision(6)))).toEqual([0.1, 0.2, 1, 5, 100]);
  });
});
