/** The squares that somebody points at elsewhere on the page, such as in a sentence. */
let squares: ReadonlySet<string> = $state.raw(new Set());

export const pointed = {
  get squares(): ReadonlySet<string> {
    return squares;
  },
  at(names: readonly string[]): void {
    squares = new Set(names);
  },
  away(): void {
    if (squares.size > 0) squares = new Set();
  },
};
