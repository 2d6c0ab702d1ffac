/**
 * A finished game, moment by moment and with anybody's eyes.
 *
 * Moments come from the server a stretch at a time and are kept, so that going through a game waits for
 * the network once in a while and not at every step.
 */
import { replayTable, replayText } from "./api";
import { openedLines, openedSecrets } from "./reveal";
import type { Line } from "./table/table";
import type { GlimpseAnswer } from "./wire/play";
import type { ReplayLine, ReplayNote } from "./wire/wire";

/** Where the game is written down: at a table of this server, or on a scoresheet that somebody brought. */
export type Source = { table: string } | { scoresheet: string };

/** Whose eyes: a seat, `public`, or `all` for everything that anybody knew. */
export type Eyes = string;

/** Everything that anybody at the table knew. */
export const ALL: Eyes = "all";

/** How many moments come at once. */
const STRETCH = 40;

export class Film {
  /** The game's id. */
  readonly game: string;
  /** The number of the last moment; 0 is the deal. */
  readonly last: number;
  /** The names of the seats. */
  readonly seats: readonly string[];
  /** Why later moments are only read, where these rules cannot play them. */
  readonly unplayed: string | null;
  /** What whoever sits somewhere is called. */
  nameOf: (seat: string) => string = (seat) => seat;
  readonly #source: Source;
  readonly #stretches = new Map<string, Promise<ReplayNote>>();
  readonly #glimpses = new Map<string, GlimpseAnswer>();
  readonly #ends = new Map<string, Promise<ReplayNote>>();

  /** Opens the film of a game. */
  static async open(source: Source): Promise<Film> {
    return new Film(source, await askFor(source, 0, "public", STRETCH - 1));
  }

  private constructor(source: Source, first: ReplayNote) {
    this.#source = source;
    this.game = first.game;
    this.last = first.entries;
    this.seats = first.seats;
    this.unplayed = first.unplayed;
    this.#keep(first);
    this.#stretches.set("public 0", Promise.resolve(first));
  }

  /** Everybody whose eyes one can look with, `all` left out. */
  get viewers(): string[] {
    return [...this.seats, "public"];
  }

  /** Whether a moment is here already. */
  has(entry: number, eyes: Eyes): boolean {
    return this.#of(eyes).every((viewer) => this.#glimpses.has(`${viewer} ${entry}`));
  }

  /** What was seen at a moment. */
  async at(entry: number, eyes: Eyes): Promise<GlimpseAnswer> {
    const seen = await Promise.all(this.#of(eyes).map((viewer) => this.#seen(entry, viewer)));
    return eyes === ALL ? openedSecrets(seen, this.nameOf) : (seen[0] as GlimpseAnswer);
  }

  /** Asks for the moments around one, so that they are here when they are wanted. */
  ready(entry: number, eyes: Eyes): void {
    for (const near of [entry - STRETCH / 4, entry + STRETCH / 4]) {
      if (near < 0 || near > this.last) continue;
      // Whoever really goes there is told what was wrong.
      for (const viewer of this.#of(eyes)) this.#stretch(near, viewer).catch(() => undefined);
    }
  }

  /** What was heard in the whole game. */
  async lines(eyes: Eyes): Promise<Line[]> {
    const ends = await Promise.all(this.#of(eyes).map((viewer) => this.#end(viewer)));
    const heard = ends.map(({ lines }) => lines.map(lineOf));
    return eyes === ALL
      ? openedLines(
          heard,
          this.viewers.map((viewer) => this.nameOf(viewer)),
        )
      : (heard[0] ?? []);
  }

  #of(eyes: Eyes): string[] {
    return eyes === ALL ? this.viewers : [eyes];
  }

  async #seen(entry: number, viewer: string): Promise<GlimpseAnswer> {
    const key = `${viewer} ${entry}`;
    if (!this.#glimpses.has(key))
      await (entry === this.last ? this.#end(viewer) : this.#stretch(entry, viewer));
    return this.#glimpses.get(key) as GlimpseAnswer;
  }

  /** The end comes with all that the viewer has heard. */
  #end(viewer: string): Promise<ReplayNote> {
    return this.#once(this.#ends, viewer, () => askFor(this.#source, this.last, viewer, 0));
  }

  #stretch(entry: number, viewer: string): Promise<ReplayNote> {
    const from = Math.floor(entry / STRETCH) * STRETCH;
    return this.#once(this.#stretches, `${viewer} ${from}`, () =>
      askFor(this.#source, from, viewer, STRETCH - 1),
    );
  }

  #once(asked: Map<string, Promise<ReplayNote>>, key: string, ask: () => Promise<ReplayNote>) {
    const found = asked.get(key);
    if (found) return found;
    const answer = ask().then((note) => this.#keep(note));
    asked.set(key, answer);
    // What failed may be asked for again.
    answer.catch(() => asked.delete(key));
    return answer;
  }

  #keep(note: ReplayNote): ReplayNote {
    for (const [index, glimpse] of [note.glimpse, ...(note.next ?? [])].entries())
      this.#glimpses.set(`${glimpse.viewer} ${note.entry + index}`, { ...glimpse, offers: [], barred: [] });
    return note;
  }
}

const askFor = (source: Source, entry: number, viewer: string, next: number): Promise<ReplayNote> =>
  "table" in source
    ? replayTable(source.table, entry, viewer, next)
    : replayText(source.scoresheet, entry, viewer, next);

const lineOf = ({ entry, turn, text, spans }: ReplayLine): Line => ({ number: entry, turn, text, spans });
