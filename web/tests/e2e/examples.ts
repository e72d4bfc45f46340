/** Examples of different kinds, and where to find their runs. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Example {
  model: string;
  options?: string[];
  /** A model of Modelica text: the kind of `multibond new`. */
  text?: 'planar' | '3d';
  /** A picture, and the variables that are the position of its origin. */
  picture?: string;
  position?: [string, string, string?];
  /** A variable to search for and to plot, and words that find it. */
  variable: string;
  words: string;
}

export const EXAMPLES: Example[] = [
  { model: 'WhippleBicycle', picture: 'rear_frame.picture', position: ['rear_frame.x[1]', 'rear_frame.x[2]', 'rear_frame.x[3]'], variable: 'front_hub.phi', words: 'front_hub.phi' },
  { model: 'SevenBody', picture: 'body2.picture', position: ['body2.frame_a.x', 'body2.frame_a.y'], variable: 'spring.f', words: 'spring.f' },
  { model: 'CraneCrab3', picture: 'Body1.picture_CM', position: ['Body1.x', 'Body1.y'], variable: 'Revolute1.w', words: 'revolute1.w' },
  { model: 'DoublePendulum3D', picture: 'Body2.picture_CM', position: ['Body2.x[1]', 'Body2.x[2]', 'Body2.x[3]'], variable: 'Revolute1.phi', words: 'revolute1.phi' },
  { model: 'NewtonsCradle', options: ['--stop', '3'], picture: 'body[1].picture_CM', position: ['body[1].x[1]', 'body[1].x[2]', 'body[1].x[3]'], variable: 'revolute[5].phi', words: 'revolute[5].phi' },
  { model: 'Robot', picture: 'mechanics.a5.picture', position: ['mechanics.r5.frame_b.x[1]', 'mechanics.r5.frame_b.x[2]', 'mechanics.r5.frame_b.x[3]'], variable: 'mechanics.r2.phi', words: 'mechanics.r2.phi' },
  { model: 'BuckConverter', variable: 'C.v', words: 'C.v' },
  { model: 'SpringMassDamper', variable: 'damper.f', words: 'damper.f' },
  { model: 'BondCircuit', variable: 'L.port.e', words: 'l.port.e' },
  { model: 'TextPendulum', text: 'planar', picture: 'elbow.picture', position: ['elbow.frame_a.x', 'elbow.frame_a.y'], variable: 'elbow.phi', words: 'elbow.phi' },
  { model: 'ThermalWall', variable: 'link1.dT', words: 'link1.dt' },
];

export const FOLDER = process.env.MULTIBOND_E2E_RUNS ?? join(tmpdir(), 'multibond-page-tests');
export const PROGRAM = process.env.MULTIBOND ?? join(import.meta.dirname, '../../../build/release/multibond');

export const pageOf = (model: string): string => join(FOLDER, `${model}.html`);
export const tableOf = (model: string): string => join(FOLDER, `${model}.csv`);
