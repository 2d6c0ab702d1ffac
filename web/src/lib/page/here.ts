/** Which tables lie in this browser; on a site of plain files all do, before a server those that need nobody else. */
import { keptAs } from "../base";
import { ALONE, MODULE } from "./site";

const KEY = keptAs("chess-kit-here");

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((table) => typeof table === "string") : [];
  } catch {
    return [];
  }
}

/** Whether somebody is there who knows the tables of this browser; nobody is called only to list them. */
export const awake = { is: false };

/** Tables of a window that keeps nothing. */
const fleeting = new Set<string>();

/** Whether the table lies in this browser. */
export const isHere = (table: string): boolean =>
  ALONE || (MODULE !== "" && (fleeting.has(table) || kept().includes(table)));

/** Notes that a table lies in this browser. */
export function keepHere(table: string): void {
  if (isHere(table)) return;
  fleeting.add(table);
  try {
    localStorage.setItem(KEY, JSON.stringify([table, ...kept()]));
  } catch {
    // Then it is found as long as the window is open.
  }
}

/** Notes that a table lies here no longer. */
export function dropHere(table: string): void {
  fleeting.delete(table);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept().filter((other) => other !== table)));
  } catch {
    // See above.
  }
}
