/** What this browser keeps of evenings and tools, under names of its own. */
import { keptAs } from "../base";

/** What was kept under a name; nothing if there is none, or it cannot be read. */
export function kept<T>(name: string, isRight: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keptAs(`chess-kit-${name}`)) ?? "null");
    return isRight(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps something; where nothing can be kept, it lasts as long as the page. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(keptAs(`chess-kit-${name}`), JSON.stringify(value));
  } catch {
    // Nothing is lost that is on the screen.
  }
}

/** Forgets it. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(keptAs(`chess-kit-${name}`));
  } catch {
    // There was nothing.
  }
}
