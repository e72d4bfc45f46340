/** The floor: a grid of two steps that fades with distance, and the shadows on it. */
import { Color, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3, type Group } from 'three';

const VERTEX = `
varying vec3 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = `
uniform vec3 colour;
uniform vec3 middle;
uniform float stepSize;
uniform float reach;
uniform float strength;
uniform int flat_;
varying vec3 place;
float lines(vec2 p, float size, float width) {
  vec2 q = p / size;
  vec2 w = fwidth(q);
  vec2 d = abs(fract(q - 0.5) - 0.5) / max(w, vec2(1e-6));
  // Where lines are closer than pixels, none.
  float fade = 1.0 - smoothstep(0.15, 0.5, max(w.x, w.y));
  return (1.0 - min(1.0, min(d.x, d.y) / width)) * fade;
}
void main() {
  vec2 p = flat_ == 1 ? place.xy : place.xz;
  vec2 m = flat_ == 1 ? middle.xy : middle.xz;
  float fine = lines(p, stepSize, 1.1) * 0.42;
  float coarse = lines(p, 5.0 * stepSize, 1.3) * 0.85;
  float fade = flat_ == 1 ? 1.0 : 1.0 - smoothstep(0.15, 1.0, length(p - m) / reach);
  gl_FragColor = vec4(colour, max(fine, coarse) * fade * strength);
  #include <colorspace_fragment>
}`;

/** 1, 2 or 5 times a power of ten, near x. */
export function roundStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const digit = x / power;
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
}

export class Floor {
  private readonly grid: ShaderMaterial;
  private readonly shadow = new ShadowMaterial({ opacity: 0.24 });
  private readonly planes: Mesh[];

  constructor(
    parent: Group,
    private readonly flat: boolean,
    private readonly level: number,
    size: number,
  ) {
    this.grid = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      uniforms: {
        colour: { value: new Color('#b3bdc9') },
        middle: { value: new Vector3() },
        stepSize: { value: roundStep(size / 9) },
        reach: { value: 9 * size },
        strength: { value: flat ? 0.6 : 0.75 },
        flat_: { value: flat ? 1 : 0 },
      },
    });
    const plane = new PlaneGeometry(40 * size, 40 * size);
    if (!flat) plane.rotateX(-Math.PI / 2);
    const lines = new Mesh(plane, this.grid);
    const ground = new Mesh(plane, this.shadow);
    ground.receiveShadow = true;
    lines.renderOrder = -2;
    ground.renderOrder = -1;
    this.planes = [lines, ground];
    parent.add(lines, ground);
    this.moveTo(new Vector3());
  }

  /** Follows what is looked at; the lines stay where they are. */
  moveTo(middle: Vector3): void {
    (this.grid.uniforms.middle.value as Vector3).copy(middle);
    for (const plane of this.planes) {
      if (this.flat) plane.position.set(middle.x, middle.y, this.level);
      else plane.position.set(middle.x, this.level, middle.z);
    }
  }

  dress(line: string, shadow: number): void {
    (this.grid.uniforms.colour.value as Color).set(line);
    this.shadow.opacity = shadow;
  }
}
