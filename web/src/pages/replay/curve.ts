/** The points of a curve as SVG writes them. */
export function curve(points: readonly (readonly [number, number])[]): string {
  const written = points.map(([x, y]) => `${round(x)},${round(y)}`);
  return written.join(" ");
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
