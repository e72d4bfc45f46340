import { describe, expect, it } from 'vitest';
import type { ConnectionGraphHeader, EquationsHeader, IncidenceMatrix } from '../../src/format/structure';
import type { Header } from '../../src/format/types';
import { partsOfName, Typesetter } from '../../src/math/typeset';
import { makeConnections } from '../../src/structure/connections';
import { findEquations, makeEquations } from '../../src/structure/equations';
import { asStated, pointsOf } from '../../src/structure/incidence';
import { Details, detailsOf } from '../../src/ui/details';

const text = (node: Element): string => node.textContent.replaceAll(/[\u2061\u2062]/g, '');

describe('typeset equations', () => {
  const typesetter = new Typesetter('mass');
  it('have dots for derivatives and subscripts for places', () => {
    const node = typesetter.equation(['*', 'mass.m', ['der', 1, 'mass.v']], '-∞');
    expect(text(node)).toBe('mv˙=-∞');
    expect(node.querySelector('mover')?.firstElementChild?.textContent).toBe('v');
    const place = typesetter.formula('body.frame_a.r_CM[2]');
    expect(place.querySelector('msub')?.textContent).toBe('rCM, 2');
    expect(place.querySelector('.of')?.textContent).toBe('body.frame_a.');
    expect(partsOfName('phi')).toEqual({ letter: 'φ', below: '' });
  });
  it('have parentheses where they are needed, and nowhere else', () => {
    const shown = (tree: Parameters<Typesetter['formula']>[0]): string => text(typesetter.formula(tree));
    expect(shown(['*', ['+', 'a', 'b'], 'c'])).toBe('(a+b)c');
    expect(shown(['+', ['*', 'a', 'b'], 'c'])).toBe('ab+c');
    expect(shown(['-', 'a', ['-', 'b', 'c']])).toBe('a−(b−c)');
    expect(shown(['-', ['+', 'a', 'b']])).toBe('−(a+b)');
    expect(shown(['*', 'a', -2])).toBe('a·(−2)');
    expect(shown(['^', ['-', 'a'], 2])).toBe('(−a)2');
    expect(shown(['atan2', 'a', ['+', 'b', 1e-7]])).toBe('atan2(a,b+1·10−7)');
  });
  it('have fractions, roots and cases', () => {
    const node = typesetter.formula(['select', ['<', 'a', 0], ['/', 1, 'a'], ['sqrt', 'a']]);
    expect(node.querySelectorAll('mtr')).toHaveLength(2);
    expect(node.querySelector('mfrac')?.children).toHaveLength(2);
    expect(node.querySelector('msqrt')).not.toBeNull();
  });
  it('are text, whatever the names are', () => {
    const node = typesetter.formula(['<img src=x>', 'a.<script>b</script>', null]);
    expect(node.querySelector('img, script')).toBeNull();
    expect(text(node)).toContain('<img src=x>');
    expect(text(node)).toContain('…');
  });
});

const EQUATIONS: EquationsHeader = {
  components: ['', 'mass', 'spring'],
  list: [
    [1, ['*', 'mass.m', ['der', 1, 'mass.v']], 'mass.flange.f'],
    [2, 'spring.f', ['*', 'spring.c', 'spring.s']],
    ...Array.from({ length: 60 }, (_, k): [number, string, string] => [0, `mass.x[${k}]`, `spring.x[${k}]`]),
  ],
};

describe('the list of equations', () => {
  it('is searched by names and components', () => {
    const whole = { components: EQUATIONS.components ?? [], list: EQUATIONS.list ?? [] };
    expect(findEquations(whole, 'spring.c')).toEqual([whole.list[1]]);
    expect(findEquations(whole, 'MASS flange')).toEqual([whole.list[0]]);
    expect(findEquations(whole, ' ')).toHaveLength(62);
    expect(findEquations(whole, 'oddity')).toEqual([]);
  });
  it('is cut off with a way to see all', () => {
    const node = makeEquations(EQUATIONS);
    expect(node.querySelectorAll('math')).toHaveLength(40);
    const more = node.querySelector('button');
    expect(more?.textContent).toContain('22 more');
    more?.click();
    expect(node.querySelectorAll('math')).toHaveLength(62);
    expect(makeEquations({ total: 100000 }).textContent).toContain('100000');
  });
});

describe('the incidence', () => {
  const matrix: IncidenceMatrix = { rows: [[0, 1], [1], [2, 0]], row_names: ['a', 'b', 'c'], column_names: ['x', 'y', 'z'] };
  it('has a point for each entry, in any order', () => {
    expect(pointsOf(asStated(matrix)).points).toEqual([[0, 0], [0, 1], [1, 1], [2, 2], [2, 0]]);
    const sorted = pointsOf({ matrix, rows: [1, 0, 2], columns: [1, 0, 2], blocks: [1, 1, 1] });
    expect(sorted.points.every(([row, column]) => column <= row)).toBe(true);
    expect(sorted.points).toHaveLength(5);
  });
  it('is reduced if it is large', () => {
    const rows = Array.from({ length: 1000 }, (_, k) => [k]);
    const names = rows.map((_, k) => String(k));
    const { share, points, width } = pointsOf(asStated({ rows, row_names: names, column_names: names }));
    expect(share).toBe(3);
    expect(width).toBe(334);
    expect(points).toHaveLength(334);
    expect(points.every(([row, column]) => row === column)).toBe(true);
  });
});

describe('the connection graph', () => {
  it('tells roots and cuts', () => {
    const header: ConnectionGraphHeader = {
      frames: [
        { ports: ['ground.frame', 'joint.frame_a'], parts: ['ground'], root: true },
        { ports: ['joint.frame_b'], parts: [], root: false },
      ],
      edges: [{ part: 'joint', from: 0, to: 1 }, { part: 'rod.frame_b', from: 0, to: 1, cut: true }],
    };
    expect(makeConnections(header).textContent).toContain('2 frames, 1 root (ringed), 1 cut (dashed)');
  });
});

describe('the card about a component', () => {
  const header = {
    equations: EQUATIONS,
    parameters: [['mass.element.I', 2, 'kg', 'inertance'], ['mass.m', 2, 'kg', 'mass'], ['massive.m', 3, 'kg', 'another'], ['spring.c', null, 'N/m', 'stiffness']],
  } as unknown as Header;
  it('has its equations and parameters', () => {
    const { equations, parameters } = detailsOf(header, 'mass');
    expect(equations).toEqual([EQUATIONS.list?.[0]]);
    expect(parameters.map(([path]) => path)).toEqual(['mass.m', 'mass.element.I']);
    // A port states nothing; its variables occur.
    expect(detailsOf(header, 'mass.flange').equations).toEqual([EQUATIONS.list?.[0]]);
    const details = new Details(header);
    expect(details.node.hidden).toBe(true);
    details.show('mass');
    expect(details.node.hidden).toBe(false);
    expect(details.node.querySelector('.parameters')?.textContent).toBe('m2 kgmasselement.I2 kginertance');
    expect(text(details.node.querySelector('math') ?? document.body)).toBe('mv˙=flange.f');
  });
});
