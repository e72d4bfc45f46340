import { describe, expect, it } from 'vitest';
import type { Signal } from '../../src/model/run';
import { partsOf, search, treeOf } from '../../src/model/tree';

const signal = (path: string, unit = '1', description = '', constant = false): Signal => ({
  path,
  unit,
  description,
  value: constant ? 1 : { t: 0 },
  sign: 1,
});

const SIGNALS = [
  signal('rear.frame.phi', 'rad', 'angle'),
  signal('rear.phi', 'rad', 'angle of frame_b in frame_a'),
  signal('rear.m', 'kg', 'mass', true),
  signal('steer.phi', 'rad', 'angle of frame_b in frame_a'),
  signal('steer.tau', 'N.m', 'torque'),
  signal('r[1.5].x', 'm', 'odd name'),
];

describe('search', () => {
  const found = (query: string): string[] => search(SIGNALS, query).map(({ path }) => path);
  it('wants all words, in path, unit or description', () => {
    expect(found('steer torque')).toEqual(['steer.tau']);
    expect(found('n.m')).toEqual(['steer.tau']);
    expect(found('nothing like that')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });
  it('has the nearest first', () => {
    expect(found('steer.phi')[0]).toBe('steer.phi');
    expect(found('phi')[0]).not.toBe('rear.frame.phi');
    expect(found('PHI')).toHaveLength(3);
  });
});

describe('tree', () => {
  it('puts variables before parts, under their component', () => {
    const rear = treeOf(SIGNALS).children.find(({ name }) => name === 'rear');
    expect(rear?.children.map(({ name }) => name)).toEqual(['phi', 'm', 'frame']);
  });
  it('does not part a name in brackets or quotes', () => {
    expect(partsOf('r[1.5].x')).toEqual(['r[1.5]', 'x']);
    expect(partsOf("a.'b.c'.d")).toEqual(['a', "'b.c'", 'd']);
  });
});
