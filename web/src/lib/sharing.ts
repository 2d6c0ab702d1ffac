/** Whose turn to look it is when several seats share a screen. */

/** The next of `seats`, after `current` and around the table, that has something to decide. */
export function seatAfter(
  seats: readonly string[],
  turns: readonly string[],
  current: string,
): string | null {
  const start = seats.indexOf(current) + 1;
  const around = [...seats.slice(start), ...seats.slice(0, start)];
  return around.find((seat) => turns.includes(seat)) ?? null;
}
