/** A chance in hundredths; what is not sure is neither 0 nor 100. */
export function percent(chance: number): number {
  const whole = Math.round(chance * 100);
  if (chance > 0 && whole <= 0) return 1;
  return chance < 1 && whole >= 100 ? 99 : whole;
}
