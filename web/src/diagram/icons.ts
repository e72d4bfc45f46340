/** Icons of components, in the manner of the Modelica Standard Library, on a grid of 64 x 44. */
import { svg } from '../ui/element';

export const WIDTH = 64;
export const HEIGHT = 44;

type Part = [kind: 'path' | 'circle' | 'rect' | 'text', attributes: Record<string, string | number>, text?: string];

const line = (d: string, kind = 'line'): Part => ['path', { d, class: kind }];
const rect = (x: number, y: number, width: number, height: number, kind: string, rx = 2): Part => [
  'rect',
  { x, y, width, height, rx, class: kind },
];
const circle = (cx: number, cy: number, r: number, kind: string): Part => ['circle', { cx, cy, r, class: kind }];
const letters = (text: string, size = 15): Part => ['text', { x: 32, y: 22 + size / 3, class: 'letters', 'font-size': size }, text];

/** The centre of mass: a quartered disc. */
const mass = (x: number, r: number): Part[] => [
  circle(x, 22, r, 'body'),
  line(`M${x} 22L${x} ${22 - r}A${r} ${r} 0 0 1 ${x + r} 22ZM${x} 22L${x} ${22 + r}A${r} ${r} 0 0 1 ${x - r} 22Z`, 'dark'),
];
const hatch = (x: number, y: number, width: number): Part =>
  line(`M${x} ${y}h${width}` + Array.from({ length: 5 }, (_, k) => `M${x + 4 + (k * width) / 5} ${y}l-5 7`).join(''));
const ZIGZAG = 'M0 22h12l4 -9l7 18l7 -18l7 18l7 -18l4 9h16';
const DASHPOT = 'M0 22h26M26 14v16M18 10h26M18 34h26M44 10v24M44 22h20';
const TURN = 'M24 9a10 10 0 0 1 16 0m0 0l-5 -1m5 1l-1 -5';

const ICONS: Partial<Record<string, Part[]>> = {
  ground: [line('M32 22h32M32 22v6'), hatch(12, 28, 40)],
  world: [line('M14 34V8m0 0l-3 6m3 -6l3 6M14 34h34m0 0l-6 -3m6 3l-6 3'), hatch(10, 36, 36)],
  body: [rect(0, 18, 38, 8, 'light'), ...mass(42, 14)],
  point: mass(32, 14),
  rod: [rect(2, 18, 60, 8, 'light', 4), line('M14 11h34m0 0l-7 -4m7 4l-7 4')],
  turned: [rect(2, 18, 60, 8, 'light', 4), line('M22 36a14 14 0 0 0 22 0m0 0l-6 0m6 0l1 -6')],
  revolute: [rect(4, 10, 18, 24, 'joint'), rect(42, 10, 18, 24, 'joint'), rect(22, 17, 20, 10, 'light', 0), line(TURN)],
  prismatic: [rect(4, 10, 26, 24, 'joint'), rect(30, 16, 30, 12, 'light', 0), line('M34 8h24m0 0l-5 -3m5 3l-5 3')],
  spherical: [line('M40 10a15 15 0 1 0 0 24', 'socket'), rect(0, 18, 16, 8, 'joint'), circle(32, 22, 9, 'light'), rect(40, 18, 24, 8, 'light', 0)],
  universal: [rect(4, 18, 16, 8, 'joint'), rect(44, 18, 16, 8, 'joint'), line('M20 10v24M44 10v24M20 22h24M32 12v20', 'socket')],
  cylindrical: [rect(4, 10, 26, 24, 'joint'), rect(30, 16, 30, 12, 'light', 6), line('M34 8h24m0 0l-5 -3m5 3l-5 3M44 34a6 6 0 0 0 8 -4')],
  free: [line('M4 22h10M50 22h10'), line('M18 22c6 -20 10 20 14 0s10 -20 14 0', 'dash')],
  spring: [line(ZIGZAG)],
  damper: [line(DASHPOT)],
  springdamper: [line('M0 22h8M8 10v24M8 10h8l3 -5l6 10l6 -10l6 10l6 -10l3 5h10v24h8M8 34h20M28 28v12M22 27h20M22 41h20M42 27v14M42 34h14')],
  wheel: [circle(32, 20, 16, 'tyre'), circle(32, 20, 3, 'dark'), line('M32 4v32M16 20h32'), line('M6 37h52')],
  marble: [circle(32, 21, 15, 'body'), line('M6 37h52')],
  gear: [circle(22, 22, 13, 'gear'), circle(44, 22, 8, 'gear'), circle(22, 22, 2, 'dark'), circle(44, 22, 2, 'dark')],
  inertia: [rect(0, 19, 64, 6, 'light', 0), rect(14, 7, 36, 30, 'body')],
  slide: [rect(14, 9, 36, 26, 'body'), line('M0 22h14M50 22h14')],
  motor: [rect(12, 9, 40, 26, 'body', 8), line('M0 22h12M52 22h12'), letters('M')],
  force: [line('M6 22h46m0 0l-10 -6m10 6l-10 6', 'strong')],
  torque: [line('M12 32a22 22 0 0 1 40 -4m0 0l-9 -2m9 2l2 -9', 'strong')],
  friction: [line('M4 16h56M4 28h56M12 28l-5 7M24 28l-5 7M36 28l-5 7M48 28l-5 7M18 11h20m0 0l-5 -4m5 4l-5 4')],
  stop: [line('M0 22h22M22 12v20M42 12v20M42 22h22')],
  clutch: [line('M0 22h26M38 22h26'), rect(24, 8, 5, 28, 'body', 0), rect(35, 8, 5, 28, 'body', 0)],
  contact: [circle(22, 18, 11, 'body'), line('M4 30h56M12 30l-5 7M24 30l-5 7M36 30l-5 7M48 30l-5 7')],
  resistor: [line('M0 22h12M52 22h12'), rect(12, 14, 40, 16, 'paper', 0)],
  capacitor: [line('M0 22h27M37 22h27M27 8v28M37 8v28')],
  inductor: [line('M0 22h8a6 6 0 0 1 12 0a6 6 0 0 1 12 0a6 6 0 0 1 12 0a6 6 0 0 1 12 0h8')],
  diode: [line('M0 22h22M42 22h22M42 11v22'), line('M22 11v22L42 22Z', 'paper')],
  switch: [line('M0 22h18M46 22h18M18 22l26 -12'), circle(18, 22, 2, 'dark'), circle(46, 22, 2, 'dark')],
  voltage: [line('M0 22h64'), circle(32, 22, 14, 'paper'), line('M18 22h28')],
  current: [line('M0 22h64'), circle(32, 22, 14, 'paper'), line('M32 8v28')],
  earth: [line('M32 6v14M16 20h32M22 27h20M28 34h8')],
  transformer: [line('M0 10h18M0 34h18M64 10h-18M64 34h-18M18 10a4 6 0 0 1 0 12a4 6 0 0 1 0 12M46 10a4 6 0 0 0 0 12a4 6 0 0 0 0 12')],
  meter: [circle(32, 22, 15, 'paper'), line('M0 22h17M47 22h17M32 28l8 -11M22 20l3 2M42 20l-3 2M32 11v4')],
  tank: [line('M14 8v28h36V8'), line('M14 18h36', 'water')],
  pipe: [rect(0, 16, 64, 12, 'paper', 0)],
  valve: [line('M10 10v24L54 10v24Z', 'paper'), line('M0 22h10M54 22h10')],
  pump: [line('M0 22h64'), circle(32, 22, 15, 'paper'), line('M24 13v18L47 22Z', 'dark')],
  piston: [rect(4, 10, 40, 24, 'paper', 0), rect(22, 11, 8, 22, 'body', 0), line('M30 22h34')],
  heat: [rect(12, 8, 40, 28, 'warm')],
  wave: [rect(8, 4, 48, 36, 'paper'), line('M14 22h36M16 22c6 -18 10 -18 16 0s10 18 16 0', 'curve')],
  ramp: [rect(8, 4, 48, 36, 'paper'), line('M14 34h10l14 -22h12', 'curve')],
  step: [rect(8, 4, 48, 36, 'paper'), line('M14 32h14V12h22', 'curve')],
};

/** Words in the name of a class, the first that fits counts. */
const WORDS: [RegExp, string][] = [
  [/sensor|absolute|relative|cut(force|torque)|distance|power$/i, 'meter'],
  [/electrical::ground/i, 'earth'],
  [/world$/i, 'world'],
  [/fixedtranslation|^.*::rod$|massat|rod$/i, 'rod'],
  [/fixedrotation|weld/i, 'turned'],
  [/fixed(temperature|heat)|convection|radiation|thermal|heat|temperature/i, 'heat'],
  [/fixed$|ambient|mounting/i, 'ground'],
  [/pointmass/i, 'point'],
  [/bodyforce|bodytorque|torque/i, 'torque'],
  [/force|wrench|impulse|actuator/i, 'force'],
  [/body/i, 'body'],
  [/collider|contact|gravitypool/i, 'contact'],
  [/marble/i, 'marble'],
  [/wheel/i, 'wheel'],
  [/gear|rack|differential|planetary|worm/i, 'gear'],
  [/springdamper|bushing/i, 'springdamper'],
  [/spring/i, 'spring'],
  [/damp|drag/i, 'damper'],
  [/revolute/i, 'revolute'],
  [/prismatic|carriage|slot/i, 'prismatic'],
  [/cylindrical|screw/i, 'cylindrical'],
  [/universal/i, 'universal'],
  [/spherical/i, 'spherical'],
  [/free/i, 'free'],
  [/friction|brake/i, 'friction'],
  [/clutch|ratchet|latch/i, 'clutch'],
  [/stops|gap|backlash/i, 'stop'],
  [/inertia$|rotor/i, 'inertia'],
  [/translational::mass|mass$/i, 'slide'],
  [/motor|emf/i, 'motor'],
  [/resistor|conductor/i, 'resistor'],
  [/capacitor/i, 'capacitor'],
  [/inductor/i, 'inductor'],
  [/diode/i, 'diode'],
  [/switch/i, 'switch'],
  [/voltage/i, 'voltage'],
  [/current/i, 'current'],
  [/transformer|gyrator/i, 'transformer'],
  [/pump/i, 'pump'],
  [/valve|resistance/i, 'valve'],
  [/cylinder/i, 'piston'],
  [/pipe|inertance/i, 'pipe'],
  [/tank|volume|pressure/i, 'tank'],
  [/sine|wave/i, 'wave'],
  [/ramp|table|ptp/i, 'ramp'],
  [/step|pulse|relay/i, 'step'],
];

/** The icon that a class has; undefined if it has none of its own. */
export function iconOf(type: string): string | undefined {
  return WORDS.find(([word]) => word.test(type))?.[1];
}

/** How far a line from a port leads inside, where an icon does not reach its ports. */
const LEADS: Partial<Record<string, number>> = { earth: 32, gear: 32, body: 32, point: 32, wheel: 32, marble: 32, contact: 22, tank: 50 };

/** The line from a port to the icon of its class; undefined if the icon reaches it. */
export function leadOf(type: string, x: number, y: number): string | undefined {
  const reach = LEADS[iconOf(type) ?? ''];
  // From the left, to the same distance from the other side.
  return reach === undefined ? undefined : `M${x} ${y}H${x > 0 ? reach : WIDTH - reach}${reach < 40 ? 'V22' : ''}`;
}

/** A drawing of the class: its icon, or a box with its name. */
export function drawIcon(type: string, mirrored: boolean): SVGGElement {
  const name = type.slice(type.lastIndexOf(':') + 1);
  const parts = ICONS[iconOf(type) ?? ''] ?? [rect(2, 4, 60, 36, 'paper', 4), letters(name.length > 16 ? `${name.slice(0, 15)}…` : name, Math.min(11, 84 / Math.min(16, name.length)))];
  const group = svg('g', { class: 'icon-drawing' });
  const shapes = svg('g', mirrored ? { transform: `translate(${WIDTH} 0) scale(-1 1)` } : {});
  for (const [kind, attributes, text] of parts) {
    const part = svg(kind, attributes);
    if (text !== undefined) part.textContent = text;
    // Letters read from left to right on either side.
    (kind === 'text' ? group : shapes).append(part);
  }
  group.prepend(shapes);
  return group;
}
