/** Where energy came from and went to: two columns of bars and the flows between them. */
import type { EnergyHeader } from '../format/types';

export interface Bar {
  name: string;
  kind: 'stored' | 'supplied' | 'dissipated' | 'impacts';
  energy: number;
}

export interface Flows {
  given: Bar[];
  taken: Bar[];
  total: number;
}

/** The component that users know: a part of a wrapped component counts for its owner. */
export function ownerOf(path: string): string {
  return path.split('.')[0];
}

/**
 * What gave energy and what took it, by component. A store that has lost energy has given it; a
 * source that has taken some is among those that took it.
 */
export function flowsOf(energy: EnergyHeader): Flows {
  const sums = new Map<string, Bar>();
  for (const { path, kind, energy: amount } of energy.entries) {
    if (kind === 'conserved') continue;
    const name = ownerOf(path);
    const bar = sums.get(`${kind} ${name}`) ?? { name, kind, energy: 0 };
    // Positive is what it gave.
    bar.energy += kind === 'supplied' ? amount : -amount;
    sums.set(`${kind} ${name}`, bar);
  }
  const bars = [...sums.values()];
  if (energy.jumps !== 0) bars.push({ name: 'impacts', kind: 'impacts', energy: energy.jumps });
  const given = bars.filter((bar) => bar.energy > 0).sort((a, b) => b.energy - a.energy);
  const taken = bars
    .filter((bar) => bar.energy < 0)
    .map((bar) => ({ ...bar, energy: -bar.energy }))
    .sort((a, b) => b.energy - a.energy);
  const sum = (list: Bar[]): number => list.reduce((all, bar) => all + bar.energy, 0);
  return { given: few(given), taken: few(taken), total: Math.max(sum(given), sum(taken)) };
}

const MOST = 10;

/** Small ones together. */
function few(bars: Bar[]): Bar[] {
  if (bars.length <= MOST) return bars;
  const rest = bars.slice(MOST - 1);
  return [
    ...bars.slice(0, MOST - 1),
    { name: `${rest.length} others`, kind: rest[0].kind, energy: rest.reduce((all, bar) => all + bar.energy, 0) },
  ];
}
