/** Keeps the keyboard where people are. */

/** Puts the focus on the page itself if what had it is gone; else the next key would begin at the top. */
export function keepFocus(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  document.getElementById("main")?.focus({ preventScroll: true });
}
