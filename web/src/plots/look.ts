/** What all charts look alike in: colours, dashes, and the line of the clock. */
import type uPlot from 'uplot';

export const DASHES: number[][] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [12, 4], [5, 2, 2, 2, 2, 2]];

/** A colour or size of the style sheet. */
export function style(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function curveColour(index: number): string {
  return style(`--curve-${(index % 6) + 1}`);
}

/** A line across the chart at x, in pixels of its canvas. */
export function drawInstant(chart: uPlot, x: number): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.setLineDash([]);
  ctx.strokeStyle = style('--accent');
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
