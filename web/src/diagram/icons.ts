/** Icons of the component classes, from the folder icons/ of the repository; its README has the rules. The page has those that it needs as data. */
import { svg } from '../ui/element';
import exceptions from '../../../icons/ports.json';

export const WIDTH = 64;
export const HEIGHT = 48;

export type Side = 'left' | 'right' | 'top' | 'bottom';
/** A side of the icon, and the fraction of it from the left or from the top. */
export type Place = [side: Side, at: number];

let known: Partial<Record<string, string>> | undefined;

function sourceOf(icon: string): string | undefined {
  known ??= JSON.parse(document.getElementById('icons')?.textContent ?? '{}') as Partial<Record<string, string>>;
  return Object.hasOwn(known, icon) ? known[icon] : undefined;
}
const EXCEPTIONS = exceptions as unknown as Partial<Record<string, Partial<Record<string, Place>>>>;

export const hasIcon = (icon: string | undefined): icon is string => icon !== undefined && sourceOf(icon) !== undefined;

/** Where the icon of a class has a port; undefined if nothing says so. */
export function placeOf(icon: string, port: string): Place | undefined {
  const own = EXCEPTIONS[icon];
  const place = own?.[port] ?? own?.[port.replace(/\[.*\]$/, '')];
  if (place) return place;
  if (port === 'axis') return ['bottom', 0.75];
  if (port === 'bearing') return ['bottom', 0.25];
  if (/_a$|^(p|u|u1|port|flange|point)$/.test(port)) return ['left', 0.5];
  if (/_b$|^(n|y)$/.test(port)) return ['right', 0.5];
  return undefined;
}

/** The policy of the page allows no styles as attributes, not even while a text is parsed. */
const parsed = (source: string): Document =>
  new DOMParser().parseFromString(source.replaceAll(' style="', ' data-style="'), 'image/svg+xml');

/** A copy of a node with its styles, set one by one. */
function adopted(node: SVGElement): SVGElement {
  const copy = document.importNode(node, true);
  for (const part of [copy, ...copy.querySelectorAll<SVGElement>('[data-style]')]) {
    const style = part.getAttribute('data-style');
    if (style === null) continue;
    part.removeAttribute('data-style');
    for (const declaration of style.split(';')) {
      const colon = declaration.indexOf(':');
      if (colon > 0) part.style.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
    }
  }
  return copy;
}

/** Texts read from left to right in a mirrored icon as well: each is turned back about its own x. */
function turnTexts(group: SVGElement): void {
  for (const text of group.querySelectorAll('text')) {
    const own = text.getAttribute('transform') ?? '';
    text.setAttribute('transform', `translate(${2 * Number(text.getAttribute('x') ?? 0)} 0) scale(-1 1) ${own}`.trim());
  }
}

/** A box with the name of the class, for components that have no icon. */
function plainBox(type: string): SVGGElement {
  const name = type.slice(type.lastIndexOf(':') + 1);
  const label = svg('text', { x: WIDTH / 2, y: HEIGHT / 2 + 4, class: 'letters', 'font-size': Math.min(11, 84 / Math.min(16, name.length)) });
  label.textContent = name.length > 16 ? `${name.slice(0, 15)}…` : name;
  return svg('g', { class: 'plain-box' }, svg('rect', { x: 2, y: 4, width: WIDTH - 4, height: HEIGHT - 8, rx: 4 }), label);
}

/** The icon of a class of the catalog, or a box with the name of the class. */
export function drawIcon(icon: string | undefined, type: string, mirrored: boolean): SVGGElement {
  const source = icon === undefined ? undefined : sourceOf(icon);
  if (source === undefined) return plainBox(type);
  const group = svg('g', mirrored ? { transform: `translate(${WIDTH} 0) scale(-1 1)` } : {});
  for (const part of parsed(source).documentElement.children) {
    if (part.tagName !== 'title') group.append(adopted(part as SVGElement));
  }
  if (mirrored) turnTexts(group);
  return group;
}
