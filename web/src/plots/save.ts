/** Plots as files. */
import type uPlot from 'uplot';

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name.replace(/[^\w.+[\]-]+/g, '_').slice(0, 120);
  link.click();
  setTimeout(() => { URL.revokeObjectURL(link.href); }, 10_000);
}

export function savePng(chart: uPlot, name: string): void {
  const { canvas } = chart.ctx;
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  if (!context) return;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--card');
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  copy.toBlob((blob) => { if (blob) save(blob, `${name}.png`); });
}

/** A field as spreadsheets read it: quoted where needed, and never calculated. */
export function csvField(text: string): string {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(columns: { name: string; values: ArrayLike<number> }[]): string {
  const lines = [columns.map(({ name }) => csvField(name)).join(',')];
  for (let row = 0; row < columns[0].values.length; ++row) {
    lines.push(columns.map(({ values }) => String(values[row])).join(','));
  }
  return `${lines.join('\n')}\n`;
}

export function saveCsv(name: string, columns: { name: string; values: ArrayLike<number> }[]): void {
  save(new Blob([csvText(columns)], { type: 'text/csv' }), `${name}.csv`);
}
