/** What a part of a page asks for ends with it. */
import { onDestroy } from "svelte";

/** Says when the component that is being set up is left. */
export function leaving(): AbortSignal {
  const left = new AbortController();
  onDestroy(() => left.abort());
  return left.signal;
}
