/** Chances over the board and in the cells of sheets, if somebody has switched them on; whoever draws them comes along. */
import type { Component } from "svelte";

interface Drawn {
  /** Over the board. */
  layer: Component<{ at: (square: string) => string }>;
  /** In a cell of a sheet. */
  cell: Component<{ spot: string }>;
}

let drawn = $state.raw<Drawn | null>(null);

export const chances = {
  get drawn(): Drawn | null {
    return drawn;
  },
  show(next: Drawn | null): void {
    drawn = next;
  },
};
