/** Elements of the page: names and texts go in as text only. */

interface Properties {
  class?: string;
  text?: string;
  title?: string;
  data?: Record<string, string>;
  attributes?: Record<string, string>;
  on?: Partial<{ [K in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[K]) => void }>;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: (Node | string | null | undefined)[]
): HTMLElementTagNameMap[K] {
  const result = document.createElement(tag);
  if (properties.class) result.className = properties.class;
  if (properties.text !== undefined) result.textContent = properties.text;
  if (properties.title) result.title = properties.title;
  for (const [name, value] of Object.entries(properties.data ?? {})) result.dataset[name] = value;
  for (const [name, value] of Object.entries(properties.attributes ?? {})) result.setAttribute(name, value);
  for (const [name, action] of Object.entries(properties.on ?? {})) {
    result.addEventListener(name, action as EventListener);
  }
  for (const child of children) {
    if (child !== null && child !== undefined) result.append(child);
  }
  return result;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const result = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, String(value));
  result.append(...children);
  return result;
}

/** An icon of lines on a grid of 16. */
export function icon(path: string): SVGElement {
  return svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: path }));
}

export function button(
  properties: Properties & { label: string; shows?: string },
  ...children: Node[]
): HTMLButtonElement {
  const result = element('button', { ...properties, title: properties.title ?? properties.label }, ...children);
  result.type = 'button';
  if (properties.shows) result.append(properties.shows);
  else if (properties.text === undefined) result.setAttribute('aria-label', properties.label);
  return result;
}

/** At most once per frame. */
export function oncePerFrame(action: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      action();
    });
  };
}

/** A number for people, with a true minus sign. */
export function numberText(value: number, digits = 5): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(digits - 2).split('e');
    text = `${trimmed(mantissa)}e${Number(exponent)}`;
  } else {
    text = String(Number(value.toPrecision(digits)));
  }
  return text.replaceAll('-', '−');
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function withUnit(value: number, unit: string, digits?: number): string {
  const text = numberText(value, digits);
  return unit && unit !== '1' ? `${text} ${unit}` : text;
}
