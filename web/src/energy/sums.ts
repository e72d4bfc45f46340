/** Energies over time: sums of what components store, lose and supply. */
import type { EnergyEntry, EnergyHeader } from '../format/types';
import type { Grid, Run } from '../model/run';
import { ownerOf } from './flows';

export interface EnergyCurve {
  name: string;
  values: Float64Array;
}

/** Curves that share their instants. */
export interface EnergyCurves {
  times: Float64Array;
  /** Stored, by form; all that is stored, if there are several; dissipated, supplied, changed at events. */
  energies: EnergyCurve[];
  /** What does not add up; of the whole model only, since parts exchange energy. */
  error: EnergyCurve | undefined;
}

/** Forms in the order in which they are shown. */
const FORMS = ['kinetic', 'inertial', 'potential', 'elastic', 'capacitive', 'magnetic', 'electric', 'thermal', 'hydraulic', 'other'];

const counted = ({ entries }: EnergyHeader): EnergyEntry[] => entries.filter(({ kind, over_time }) => kind !== 'conserved' && over_time !== undefined);

/** Whether the run has recorded them. */
export function hasHistory(energy: EnergyHeader): boolean {
  return counted(energy).length > 0;
}

export async function needHistory(run: Run, energy: EnergyHeader): Promise<void> {
  await run.need([...counted(energy).map(({ over_time }) => over_time ?? null), energy.jumps_over_time ?? null]);
}

/** The instants that all of them have. */
function gridOf(run: Run, energy: EnergyHeader): Grid {
  const some = counted(energy).map(({ over_time }) => run.column(over_time ?? null)).find((column) => column !== undefined);
  return some?.grid ?? run.grids[0];
}

/** Adds a value, at all instants, times a factor. */
function add(run: Run, sum: Float64Array, value: EnergyEntry['over_time'], factor = 1): void {
  const column = run.column(value ?? null);
  const constant = typeof value === 'number' ? value : 0;
  for (let row = 0; row < sum.length; ++row) sum[row] += factor * (column ? column.at(row) : constant);
}

/** Components, those whose energy changes most first. Their histories must have been read. */
export function componentsOf(run: Run, energy: EnergyHeader): { name: string; size: number }[] {
  const { times } = gridOf(run, energy);
  const sums = new Map<string, Float64Array>();
  for (const entry of counted(energy)) {
    const key = `${entry.kind === 'stored' ? 'stored' : 'moved'} ${ownerOf(entry.path)}`;
    const sum = sums.get(key) ?? new Float64Array(times.length);
    add(run, sum, entry.over_time, entry.kind === 'supplied' ? -1 : 1);
    sums.set(key, sum);
  }
  const sizes = new Map<string, number>();
  for (const [key, values] of sums) {
    const name = key.slice(key.indexOf(' ') + 1);
    const finite = values.filter(Number.isFinite);
    const range = finite.reduce((most, value) => Math.max(most, value), -Infinity) - finite.reduce((least, value) => Math.min(least, value), Infinity);
    sizes.set(name, Math.max(sizes.get(name) ?? 0, range, 0));
  }
  return [...sizes].map(([name, size]) => ({ name, size })).sort((a, b) => b.size - a.size);
}

/** Of some components, or of the whole model. Their histories must have been read. */
export function curvesOf(run: Run, energy: EnergyHeader, chosen?: ReadonlySet<string>): EnergyCurves {
  const { times } = gridOf(run, energy);
  const sums = new Map<string, Float64Array>();
  const sum = (name: string): Float64Array => {
    const known = sums.get(name) ?? new Float64Array(times.length);
    sums.set(name, known);
    return known;
  };
  const stored = new Float64Array(times.length);
  for (const { path, kind, form, over_time } of counted(energy)) {
    if (chosen && !chosen.has(ownerOf(path))) continue;
    if (kind === 'stored') {
      add(run, sum(form ?? 'other'), over_time);
      add(run, stored, over_time);
    } else {
      add(run, sum(kind), over_time);
    }
  }
  const curve = (name: string): EnergyCurve[] => {
    const values = sums.get(name);
    // What is zero all the time tells nothing.
    return values?.some((value) => value !== 0) ? [{ name, values }] : [];
  };
  const forms = FORMS.flatMap((form) => curve(form));
  const energies = [
    ...forms,
    ...(forms.length > 1 ? [{ name: 'all stored', values: stored }] : []),
    ...curve('dissipated'),
    ...curve('supplied'),
  ];
  if (chosen) return { times, energies, error: undefined };
  const jumps = new Float64Array(times.length);
  add(run, jumps, energy.jumps_over_time);
  // Rounding is no loss.
  const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest(jumps) > 1e-9 * largest(stored)) energies.push({ name: 'lost in impacts', values: jumps.map((value) => -value) });
  const [dissipated, supplied] = ['dissipated', 'supplied'].map((name) => sums.get(name));
  const error = stored.map((value, row) => (supplied?.[row] ?? 0) - (dissipated?.[row] ?? 0) + jumps[row] - (value - stored[0]));
  return { times, energies, error: { name: 'balance error', values: error } };
}
