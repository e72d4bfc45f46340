import { describe, expect, it } from 'vitest';
import { arrange, lineKind } from '../../src/diagram/arrange';
import { drawIcon, iconOf } from '../../src/diagram/icons';
import type { DiagramHeader } from '../../src/format/types';

const frame = (name: string) => ({ name, kind: 'planar frame' });

/** body - joint - wall, written from the far end. */
const PENDULUM: DiagramHeader = {
  nodes: [
    { path: 'body', type: 'planar::Body', ports: [frame('frame_a')] },
    { path: 'joint', type: 'planar::Revolute', ports: [frame('frame_b'), frame('frame_a')] },
    { path: 'wall', type: 'planar::Fixed', ports: [frame('frame_b')] },
  ],
  edges: [
    [[0, 0], [1, 0]],
    [[1, 1], [2, 0]],
  ],
};

describe('the diagram', () => {
  it('reads from the ground outwards', () => {
    const { nodes, edges } = arrange(PENDULUM);
    expect(nodes.map(({ depth }) => depth)).toEqual([2, 1, 0]);
    expect(edges.map(({ from, to }) => [from[0], to[0]])).toEqual([[1, 0], [2, 1]]);
    expect(nodes[1].ports.map(({ name, east }) => [name, east])).toEqual([['frame_b', true], ['frame_a', false]]);
    expect(nodes[1].mirrored).toBe(false);
  });
  it('mirrors a part that is connected the other way round', () => {
    const turned: DiagramHeader = structuredClone(PENDULUM);
    turned.nodes[1].ports.reverse();
    expect(arrange(turned).nodes[1].mirrored).toBe(true);
  });
  it('knows parts that hang on nothing', () => {
    const free: DiagramHeader = { ...PENDULUM, nodes: PENDULUM.nodes.slice(0, 2), edges: [[[0, 0], [1, 0]]] };
    expect(arrange(free).nodes.map(({ depth }) => depth)).toEqual([0, 1]);
  });
  it('tells lines apart', () => {
    expect(['electrical pin', 'real signal', 'frame', 'rotational flange', 'heat port'].map(lineKind)).toEqual(['electric', 'signal', 'frame', 'flange', 'heat']);
  });
});

describe('icons', () => {
  it('fit the class', () => {
    const icons = { 'mechanics3d::Revolute': 'revolute', 'mechanics3d::FixedTranslation': 'rod', 'planar::Fixed': 'ground', 'electrical::Ground': 'earth', 'mechanics3d::AbsolutePosition': 'meter', 'rotational::SpringDamper': 'springdamper', 'translational::Mass': 'slide', 'electrical::Resistor': 'resistor' };
    for (const [type, name] of Object.entries(icons)) expect(iconOf(type), type).toBe(name);
  });
  it('are boxes with the name of the class, if there is no other', () => {
    expect(drawIcon('mine::Oddity<b>', false).textContent).toContain('Oddity<b>');
    expect(drawIcon('mine::Oddity<b>', false).querySelector('b')).toBeNull();
  });
});
