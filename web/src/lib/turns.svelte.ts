/**
 * Where it is my turn: what the server says of the tables that were in this browser.
 *
 * It is asked when a page is opened, when the tab is looked at again, and now and then in between.
 */
import { failureOf, standing } from "./api";
import { forget, type MyTable, myTables } from "./mine";
import { awake, isHere } from "./page/here";
import { standingThen } from "./page/standings";
import { kindOf } from "./problem";
import type { Standing } from "./wire/wire";

/** How many tables are asked about; the rest has not been looked at for long. */
const MOST = 12;
const PAUSE = 30_000;

/** Tables in the order in which they want somebody: my turn first, the oldest first; then those that go on, then the rest, the latest first. */
export function byUrgency(tables: readonly MyTable[], known: Readonly<Record<string, Standing>>): MyTable[] {
  const isMine = (mine: MyTable): boolean => (known[mine.table]?.turns.length ?? 0) > 0;
  const running = tables.filter((mine) => !mine.over && !isMine(mine));
  return [
    ...tables.filter(isMine).sort((one, other) => one.seen - other.seen),
    ...running.sort((one, other) => other.seen - one.seen),
    ...tables.filter((mine) => mine.over && !isMine(mine)).sort((one, other) => other.seen - one.seen),
  ];
}

class MyTurns {
  /** What is known of the tables. */
  known = $state.raw<Record<string, Standing>>({});
  /** The table that is on the screen and speaks for itself. */
  #here = "";
  #asking = false;

  /** At how many tables it is my turn, beside the one on the screen. */
  get count(): number {
    return Object.values(this.known).filter(({ table, turns }) => table !== this.#here && turns.length > 0)
      .length;
  }

  /** Asks about all tables but the one that is on the screen. */
  async refresh(here = this.#here): Promise<void> {
    this.#here = here;
    if (this.#asking || document.visibilityState === "hidden") return;
    this.#asking = true;
    const asked = myTables()
      .filter((mine) => !mine.over && mine.table !== here)
      .slice(0, MOST);
    const found = await Promise.all(asked.map(({ table }) => this.#ask(table)));
    this.known = Object.fromEntries(found.flatMap((one) => (one ? [[one.table, one]] : [])));
    this.#asking = false;
  }

  async #ask(table: string): Promise<Standing | null> {
    // Nothing happens at a table of this browser while nobody looks.
    if (isHere(table) && !awake.is) return standingThen(table);
    try {
      return await standing(table);
    } catch (cause) {
      if (kindOf(failureOf(cause).code) === "gone") forget(table);
      return null;
    }
  }

  /** Goes on asking until the answer is called. */
  watch(): () => void {
    const again = (): void => void this.refresh();
    const timer = setInterval(again, PAUSE);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }
}

export const myTurns = new MyTurns();
