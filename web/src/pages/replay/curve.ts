/** The points of a curve as SVG writes them. */
export function curve(points: readonly (readonly [number, number])[]): string {
  const written = points.map(([x, y]) => `${round(x)},${round(y)}`);
  return written.join(" ");
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

/** A chance in hundredths; what is not sure is neither 0 nor 100. */
export function percent(chance: number): number {
  const whole = Math.round(chance * 100);
  if (chance > 0 && whole <= 0) return 1;
  return chance < 1 && whole >= 100 ? 99 : whole;
}
