/** The ends of a slider: from nothing to twice the value, where the value allows it. */
export function rangeFor(text: string, demand: string | undefined, unit: string): [number, number] | undefined {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value)) return undefined;
  if (value === 0) {
    const reach = unit === 'rad' ? Math.PI : unit === 'deg' ? 180 : 1;
    return demand ? [0, reach] : [-reach, reach];
  }
  // What must be positive has no value at the end of the slider.
  const least = demand === undefined ? 0 : 0.02 * value;
  return value > 0 ? [least, 2 * value] : [2 * value, 0];
}
