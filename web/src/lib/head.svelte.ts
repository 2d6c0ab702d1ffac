/** What a page puts into the head of the app, in the place of the ways to other pages. */
import type { Snippet } from "svelte";

let shown = $state.raw<Snippet | null>(null);

export const head = {
  get shown(): Snippet | null {
    return shown;
  },
  /** Shows something until the answer is called. */
  show(snippet: Snippet): () => void {
    shown = snippet;
    return () => {
      if (shown === snippet) shown = null;
    };
  },
};
