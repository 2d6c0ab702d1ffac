/** An evening as one browser follows it: asked again and again, and steered by commands. */
import { ask, type Failure, failureOf } from "../api";
import { listed } from "../company";
import { Connection } from "../connection.svelte";
import type {
  ClubCommand,
  ClubDone,
  ClubTable,
  Entered,
  EveningNote,
  EveningOpened,
  OpenEvening,
} from "../wire/wire";
import { forget, keep, kept } from "./kept";
import { tell } from "./words.svelte";

const path = (evening: string): string => `/api/evenings/${encodeURIComponent(evening)}`;

export const openEvening = (wish: OpenEvening): Promise<EveningOpened> => ask("POST", "/api/evenings", wish);
export const enterEvening = (
  evening: string,
  wish: { host?: string; code?: string; person?: number; name?: string },
): Promise<unknown> => ask("POST", `${path(evening)}/enter`, wish);
export const sitDown = (evening: string): Promise<Entered> => ask("POST", `${path(evening)}/sit`, {});

/** An evening that was opened or entered here; the code is what the screen shows to all. */
export interface MyEvening {
  evening: string;
  title: string;
  code: string;
  /** The host's secret, where this browser opened it, so that its link can be copied. */
  host: string | null;
  seen: number;
}

const isMine = (value: unknown): value is MyEvening[] =>
  Array.isArray(value) && value.every((mine) => typeof (mine as MyEvening)?.evening === "string");

export const myEvenings = (): MyEvening[] => kept("evenings", isMine) ?? [];

/** Notes an evening, with what is known of it now. */
export function rememberEvening(evening: string, change: Partial<MyEvening>): void {
  const all = myEvenings();
  const before = all.find((mine) => mine.evening === evening);
  const mine = { evening, title: "", code: "", host: null, ...before, ...change, seen: Date.now() };
  keep("evenings", [mine, ...all.filter((other) => other.evening !== evening)].slice(0, 20));
}

export function forgetEvening(evening: string): void {
  const rest = myEvenings().filter((mine) => mine.evening !== evening);
  if (rest.length > 0) keep("evenings", rest);
  else forget("evenings");
}

/** Follows an evening until it is let go. */
export class EveningLine {
  note = $state.raw<EveningNote | null>(null);
  /** Why it cannot be shown at all. */
  failure = $state.raw<Failure | null>(null);
  /** Whether what is shown may be old. */
  lost = $state(false);
  /** What the server's clock is ahead of this one. */
  ahead = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly evening: string,
    readonly pause: number,
  ) {
    void this.#follow();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Looks now. */
  async look(): Promise<void> {
    try {
      const note = await ask<EveningNote>("GET", path(this.evening));
      this.ahead = note.now - Date.now();
      this.failure = null;
      this.lost = false;
      // What is the same need not be drawn anew.
      if (note.number !== this.note?.number || note.host !== this.note.host || note.me !== this.note.me)
        this.note = note;
    } catch (cause) {
      const failure = failureOf(cause);
      this.lost = this.note !== null;
      if (!this.note || failure.code === "unknown-evening") this.failure = failure;
    }
  }

  /** Asks for something, and shows what became of it. */
  async command(command: ClubCommand): Promise<ClubDone> {
    const done = await ask<ClubDone>("POST", `${path(this.evening)}/commands`, command);
    await this.look();
    return done;
  }

  async #follow(): Promise<void> {
    await this.look();
    if (!this.#closed) this.#timer = setTimeout(() => void this.#follow(), this.pause);
  }
}

/** How many milliseconds the round has left. */
export function leftOf({ clock }: EveningNote, now: number): number {
  if (clock.until !== null) return Math.max(0, clock.until - now);
  return Math.max(0, clock.left ?? 0);
}

/** Time as a clock shows it: `24:10`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Points from half points: `1½`. */
export function pointsText(halves: number): string {
  const whole = Math.floor(halves / 2);
  return `${whole > 0 || halves % 2 === 0 ? whole : ""}${halves % 2 === 1 ? "½" : ""}`;
}

/** The names of those on one side of a table, the first pair first. */
export function sideOf(note: EveningNote, table: ClubTable, side: number): string[] {
  return table.people.flatMap((person, seat) => (table.sides[seat] === side ? [nameOf(note, person)] : []));
}

/** How a table ended. */
export function endOf(note: EveningNote, table: ClubTable, [one, other]: [number, number]): string {
  if (one === other) return one === 0 ? tell("club.table.nobody") : tell("club.table.drawn");
  return tell("club.table.won", { names: listed(sideOf(note, table, one > other ? 0 : 1)) });
}

export const nameOf = (note: EveningNote, person: number): string =>
  note.people.find((found) => found.person === person)?.name ?? "?";

/** Lines to the tables of a round with the eyes of the public; those of older rounds are closed. */
export class PublicTables {
  lines = $state.raw<Record<string, Connection>>({});

  follow(tables: readonly string[]): void {
    const old = this.lines;
    const same = tables.length === Object.keys(old).length && tables.every((table) => table in old);
    if (same) return;
    for (const [table, line] of Object.entries(old)) if (!tables.includes(table)) line.close();
    this.lines = Object.fromEntries(
      tables.map((table) => [table, old[table] ?? new Connection(table, "public")]),
    );
  }

  close(): void {
    for (const line of Object.values(this.lines)) line.close();
    this.lines = {};
  }
}
