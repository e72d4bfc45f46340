/** Equations, parameters and the structure of a model, as the header has them. */

/** A number, a name, an operation with its operands (["der", order, name] of a derivative); null: left out. */
export type Tree = number | string | null | [string, ...Tree[]];

/** Component by number, left and right; the condition of a mode, and whether it holds. */
export type EquationRow = [number, Tree, Tree, Tree?, boolean?];

/** `total` alone if they are too many. */
export interface EquationsHeader {
  components?: string[];
  list?: EquationRow[];
  total?: number;
}

/** Path, value, unit, description. */
export type ParameterRow = [string, number | null, string, string];

export interface IncidenceMatrix {
  /** Columns in each row, by number. */
  rows: number[][];
  row_names: string[];
  column_names: string[];
}

export interface IncidenceHeader {
  stated: IncidenceMatrix;
  /** With the order that makes it block lower triangular, and the sizes of the blocks. */
  solved: IncidenceMatrix & { order: { rows: number[]; columns: number[] }; blocks: number[] };
}

/** Frames with their ports and what hangs on them alone; parts, and cut connections, between two of them. */
export interface ConnectionGraphHeader {
  frames: { ports: string[]; parts: string[]; root: boolean }[];
  edges: { part: string; from: number; to: number; cut?: true }[];
}
