/** A layer of chances over the board, if somebody has switched one on; it comes with whoever draws it. */
import type { Component } from "svelte";

let layer = $state.raw<Component<{ at: (square: string) => string }> | null>(null);

export const chances = {
  get layer(): Component<{ at: (square: string) => string }> | null {
    return layer;
  },
  show(next: Component<{ at: (square: string) => string }> | null): void {
    layer = next;
  },
};
