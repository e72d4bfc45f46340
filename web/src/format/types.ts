/** The header of a page as `multibond report` writes it; docs/report.md explains it. */

import type { ConnectionGraphHeader, EquationsHeader, IncidenceHeader, ParameterRow } from './structure';

/** A constant (null: none), or a track. */
export type Value = number | null | { t: number };

export type Shape =
  'box' | 'cylinder' | 'cone' | 'sphere' | 'beam' | 'coil' | 'arrow' | 'wheel' | 'gear' | 'outline' | 'axes' | 'lines' | 'mesh';

/** A picture of a component. */
export interface Item {
  path: string;
  component: string;
  shape: Shape;
  colour: string;
  opacity?: number;
  count?: number;
  corners?: [number, number][];
  /** Of lines and of a mesh (three per triangle): x, y, z, x, y, z, ... in the axes of the shape. */
  points?: number[];
  p: [Value, Value, Value];
  q: [Value, Value, Value, Value];
  size: [Value, Value, Value];
}

export interface SceneHeader {
  up: [number, number, number];
  flat: boolean;
  items: Item[];
}

/** Path, unit, description, value, and the sign of its track if that is not 1. */
export type SignalRow = [string, string, string, Value, number?];

export interface EventRow {
  time: number;
  conditions: string[];
}

export interface EnergyEntry {
  path: string;
  kind: 'stored' | 'dissipated' | 'supplied' | 'conserved';
  initial: number;
  final: number;
  energy: number;
  /** Of a store: kinetic, potential, elastic, ... */
  form?: string;
  /** Energy held, or what was dissipated or supplied so far. */
  over_time?: Value;
}

export interface EnergyHeader {
  entries: EnergyEntry[];
  stored: number;
  dissipated: number;
  supplied: number;
  jumps: number;
  /** Change of the stored energy at events, so far. */
  jumps_over_time?: Value;
  error: number;
  relative_error: number;
}

export interface DiagnosticRow {
  severity: 'note' | 'warning' | 'error';
  path: string;
  text: string;
  hint: string;
}

export interface SummaryHeader {
  solver: string;
  status: string;
  stop: number;
  rows: number;
  steps: number;
  rejected: number;
  evaluations: number;
  jacobians: number;
  projections: number;
  restarts: number;
  smallest_step: number;
  largest_step: number;
  residual: number;
  seconds_compile: number;
  seconds_run: number;
  settings: string[];
  diagnostics: DiagnosticRow[];
  reduced?: { variables: number; instants: number };
}

/** The drawing of the inside of a component, or of the model: path "". */
export interface DrawingRow {
  path: string;
  svg: string;
}

/** Variables of a bond, component by component. */
export interface BondRow {
  path: string;
  effort: string[];
  /** null: it is at rest. */
  flow: (string | null)[];
  /** Of the power along the harpoon, if that is not 1. */
  sign?: number;
}

/** Components of the model and what connects them; ends of edges are [node, port] by number. */
export interface DiagramHeader {
  /** `icon`: the class in the catalog, whose icon it has. */
  nodes: { path: string; type: string; icon?: string; ports: { name: string; kind: string }[] }[];
  edges: [[number, number], [number, number]][];
}

/** What the compiler made of the model. */
export interface StructureHeader {
  passes: { pass: string; equations: number; variables: number; note: string }[];
  states: string[];
  dependent: string[];
  invariants: string[];
  dropped_constraints: string[];
  conditions: string[];
  blocks: { kind: string; size: number; remaining: number; run_time: boolean; names: string[] }[];
}

/** Eigenvalues about a state, one of each pair; states that move most, with their share. */
export interface ModesHeader {
  time: number;
  /** Whether this is an equilibrium, or a steady motion. */
  notes: string[];
  values: { real: number; imaginary: number; parts: [string, number][] }[];
  /** Variables that the model takes from outside, and parameters that were asked for as such. */
  inputs: string[];
  responses: ResponseRow[];
  shapes?: ShapesHeader;
  locus?: LocusHeader;
}

/** Gain from an input to an output, by frequency in Hz; phases in degrees, without jumps. */
export interface ResponseRow {
  input: string;
  output: string;
  frequencies: number[];
  magnitude: (number | null)[];
  phase: (number | null)[];
}

/** Pictures as modes move them, on the last grid: row 0 is the state itself, a mode has phases + 1 rows. */
export interface ShapesHeader {
  /** First row of each mode; null: it moves nothing that is seen. */
  first: (number | null)[];
  phases: number;
  items: Pick<Item, 'p' | 'q' | 'size'>[];
}

/** Eigenvalues by value of a parameter; those at the same place belong together. */
export interface LocusHeader {
  parameter: string;
  unit: string;
  values: number[];
  roots: [number, number][][];
  failed?: { values: number; text: string };
}

export interface Header {
  format: 'multibond page';
  version: number;
  program: string;
  model: string;
  description: string;
  scene: SceneHeader | null;
  signals: SignalRow[];
  tracks: { offset: number[]; step: number[]; order: number[]; grid: number[] };
  /** First track of each block. */
  blocks: number[];
  /** Numbers of instants of the grids: all rows, the scene, some rows, shapes of modes. */
  instants: [number, number, number, number];
  plots: string[];
  states: string[];
  events: EventRow[];
  energy: EnergyHeader | null;
  summary: SummaryHeader;
  drawings?: DrawingRow[];
  bonds?: BondRow[];
  diagram?: DiagramHeader;
  structure?: StructureHeader;
  equations?: EquationsHeader;
  parameters?: ParameterRow[];
  incidence?: IncidenceHeader | null;
  connection_graph?: ConnectionGraphHeader | null;
  modes?: ModesHeader;
  /** Why there are none. */
  no_modes?: string;
}
