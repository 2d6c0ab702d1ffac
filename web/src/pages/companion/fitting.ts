/** How often the size is tried: what is smaller has wider lines, and so needs less height again. */
const TRIES = 4;

/** Makes what lies inside as small as it must be to be seen without scrolling. */
export function fitting(outer: HTMLElement): () => void {
  const inner = outer.firstElementChild as HTMLElement | null;
  const shrink = (): void => {
    if (!inner) return;
    let size = 1;
    inner.style.zoom = "1";
    for (let tried = 0; tried < TRIES && outer.scrollHeight > outer.clientHeight + 1; tried++) {
      size *= (outer.clientHeight - 2) / outer.scrollHeight;
      inner.style.zoom = String(size);
    }
  };
  shrink();
  const watcher = new ResizeObserver(shrink);
  watcher.observe(outer);
  // What lies inside may grow where nothing around it does.
  if (inner) watcher.observe(inner);
  return () => watcher.disconnect();
}
