import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrange, lineKind } from '../../src/diagram/arrange';
import { drawIcon, hasIcon, placeOf } from '../../src/diagram/icons';
import type { DiagramHeader } from '../../src/format/types';

/** As the page has them. */
beforeAll(() => {
  const names = ['Planar.Parts.Body', 'Planar.Joints.Revolute', 'Planar.Parts.Fixed', 'Mechanics3D.Joints.Revolute', 'Bonds.R'];
  const data = document.createElement('script');
  data.id = 'icons';
  data.type = 'application/json';
  data.textContent = JSON.stringify(Object.fromEntries(names.map((name) => [name, readFileSync(join(import.meta.dirname, `../../../icons/${name}.svg`), 'utf8')])));
  document.body.append(data);
});

const frame = (name: string) => ({ name, kind: 'planar frame' });

/** body - joint - wall, written from the far end. */
const PENDULUM: DiagramHeader = {
  nodes: [
    { path: 'body', type: 'planar::Body', icon: 'Planar.Parts.Body', ports: [frame('frame_a')] },
    { path: 'joint', type: 'planar::Revolute', icon: 'Planar.Joints.Revolute', ports: [frame('frame_b'), frame('frame_a')] },
    { path: 'wall', type: 'planar::Fixed', icon: 'Planar.Parts.Fixed', ports: [frame('frame_b')] },
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
    const joint = arrange(turned).nodes[1];
    expect(joint.mirrored).toBe(true);
    expect(joint.ports.map(({ name, side }) => [name, side])).toEqual([['frame_a', 'right'], ['frame_b', 'left']]);
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
  it('are those of the catalog', () => {
    expect(hasIcon('Mechanics3D.Joints.Revolute')).toBe(true);
    expect(hasIcon('Mechanics3D.Joints.Oddity')).toBe(false);
    const drawn = drawIcon('Mechanics3D.Joints.Revolute', 'mechanics3d::Revolute', false);
    expect(drawn.querySelectorAll('rect').length).toBeGreaterThanOrEqual(3);
    expect(drawn.querySelector('title')).toBeNull();
  });
  it('have places for ports, by rule or by exception', () => {
    expect(placeOf('Mechanics3D.Joints.Revolute', 'frame_a')).toEqual(['left', 0.5]);
    expect(placeOf('Mechanics3D.Joints.ActuatedRevolute', 'axis')?.[0]).toBe('bottom');
    expect(placeOf('Bonds.J1', 'p[3]')).toEqual(['bottom', 0.5]);
    expect(placeOf('Mechanics3D.Joints.Revolute', 'oddity')).toBeUndefined();
  });
  it('can be mirrored, and their letters still read from left to right', () => {
    const drawn = drawIcon('Bonds.R', 'bonds::R', true);
    expect(drawn.getAttribute('transform')).toContain('scale(-1 1)');
    expect(drawn.querySelector('text')?.getAttribute('transform')).toContain('scale(-1 1)');
  });
  it('are boxes with the name of the class, if there is no other', () => {
    expect(drawIcon(undefined, 'mine::Oddity<b>', false).textContent).toContain('Oddity<b>');
    expect(drawIcon(undefined, 'mine::Oddity<b>', false).querySelector('b')).toBeNull();
  });
});
