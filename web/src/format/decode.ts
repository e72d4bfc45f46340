/** The only place that knows the bytes: base64, zlib, planes of bytes, differences. */

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Stands for a number that is not finite. */
export const NOTHING = -2147483648;

/** Order of a track that is exact: doubles. */
export const EXACT = -1;

/** Whole numbers of a track: four planes of bytes, zigzag, differences of some order. */
export function decodeTrack(bytes: Uint8Array, start: number, rows: number, order: number): Int32Array {
  const whole = new Int32Array(rows);
  for (let i = 0; i < rows; ++i) {
    const at = start + i;
    const coded =
      bytes[at] | (bytes[at + rows] << 8) | (bytes[at + 2 * rows] << 16) | (bytes[at + 3 * rows] << 24);
    whole[i] = (coded >>> 1) ^ -(coded & 1);
  }
  for (let pass = 0; pass < order; ++pass) {
    for (let i = 1; i < rows; ++i) whole[i] = (whole[i] + whole[i - 1]) | 0;
  }
  return whole;
}

/** Doubles as eight planes of bytes. */
export function decodeDoubles(bytes: Uint8Array, start: number, rows: number): Float64Array {
  const raw = new Uint8Array(8 * rows);
  for (let i = 0; i < rows; ++i) {
    for (let plane = 0; plane < 8; ++plane) raw[8 * i + plane] = bytes[start + plane * rows + i];
  }
  return new Float64Array(raw.buffer);
}
