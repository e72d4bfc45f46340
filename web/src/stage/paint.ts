/** Materials: one per colour, lifted in the dark so that dark parts do not vanish. */
import { Color, DoubleSide, FrontSide, MeshStandardMaterial } from 'three';

const LIFT = new Color('#aebfd4');
const DARK = 0.09; // luminance below which a colour is lifted

export class Paints {
  private readonly known = new Map<string, { material: MeshStandardMaterial; colour: string }>();
  private dark = false;

  readonly paint = (colour: string, opacity = 1, both = false): MeshStandardMaterial => {
    const key = `${colour} ${opacity} ${both}`;
    const known = this.known.get(key);
    if (known) return known.material;
    const material = new MeshStandardMaterial({
      roughness: 0.5,
      metalness: 0.05,
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity >= 1,
      side: both ? DoubleSide : FrontSide,
    });
    this.known.set(key, { material, colour });
    this.apply(material, colour);
    return material;
  };

  dress(dark: boolean): void {
    this.dark = dark;
    for (const { material, colour } of this.known.values()) this.apply(material, colour);
  }

  private apply(material: MeshStandardMaterial, colour: string): void {
    const { color } = material;
    color.set(colour);
    const luminance = 0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b;
    if (this.dark && luminance < DARK) color.lerp(LIFT, 0.45);
  }
}
