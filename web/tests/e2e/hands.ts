/** Hands that know lit spots and buttons, and no game. */
import { expect, type Page } from "@playwright/test";
import type { GameNote, OpenTable, Sitter, TableOpened } from "../../src/lib/wire/wire";

export const LIT = '[data-light]:not([data-light="picked"])';
export const OVER = "section.banner";

/** A small dice of one's own, so that a failure can be played again. */
export function dice(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The state of a table, as far as hands can tell. */
type Sight = { over: boolean; lit: number; ready: boolean; key: string };

const look = (page: Page): Promise<Sight> =>
  page.evaluate(
    ([lit, over]) => {
      const prompt = document.querySelector("section.prompt");
      return {
        over: document.querySelector(over) !== null,
        lit: document.querySelectorAll(lit).length,
        ready: prompt?.querySelector(".button.main") !== null,
        key: prompt?.textContent ?? "",
      };
    },
    [LIT, OVER] as const,
  );

/** Waits until there is something to point at, or the game is over. */
export async function waitForTurn(page: Page): Promise<Sight> {
  await page.waitForFunction(
    ([lit, over]) =>
      document.querySelector(over) !== null ||
      document.querySelector(lit) !== null ||
      document.querySelector("section.prompt .button.main") !== null,
    [LIT, OVER] as const,
    { timeout: 30_000, polling: 20 },
  );
  return look(page);
}

/** What has the focus; at a table it is never the page itself, where keys lead nowhere. */
export const expectFocusKept = (page: Page, moment = ""): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.nodeName ?? "BODY"), `the focus ${moment}`)
    .not.toBe("BODY");

/** Points once with the mouse at a lit spot chosen by lot, or presses the button that is ready. */
export async function pointOnce(page: Page, roll: () => number): Promise<void> {
  const number = roll();
  const at = await page.evaluate(
    ([lit, chance]) => {
      const button = document.querySelector<HTMLElement>("section.prompt .button.main");
      const spots = [...document.querySelectorAll<HTMLElement>(lit)];
      if (button) spots.push(button);
      const spot = spots[Math.floor(chance * spots.length)];
      if (!spot) return null;
      spot.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = spot.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      // Something lies over the spot, such as a neighbor in a fanned hand: its own edge is free.
      const covered = hit !== null && hit !== spot && !spot.contains(hit) && !hit.contains(spot);
      return { x: covered ? box.x + 6 : x, y, name: spot.dataset.spot ?? "button" };
    },
    [LIT, number] as const,
  );
  if (at) await page.mouse.click(at.x, at.y);
}

/**
 * Plays by pointing at lit spots until the game is over.
 *
 * The first clicks are a mouse's; the rest are clicks inside the page, which are much faster.
 */
export async function playToTheEnd(page: Page, seed: number, mouse = 16, most = 3000): Promise<number> {
  const roll = dice(seed);
  for (let count = 0; count < mouse; count++) {
    const sight = await waitForTurn(page);
    if (sight.over) return count;
    await pointOnce(page, roll);
    await expectFocusKept(page, `after ${count + 1} clicks`);
  }
  const count = await page.evaluate(clickOn, { lit: LIT, over: OVER, seed, most });
  if (count < 0) throw new Error(`the game has not ended after ${most} clicks`);
  return mouse + count;
}

/** Plays on by so many clicks inside the page, or until the game is over; whether it is. */
export const playOn = async (page: Page, seed: number, clicks: number): Promise<boolean> =>
  (await page.evaluate(clickOn, { lit: LIT, over: OVER, seed, most: clicks })) >= 0;

/** Runs in the page: clicks lit spots by lot until the game is over. */
async function clickOn({ lit, over, seed, most }: { lit: string; over: string; seed: number; most: number }) {
  let state = seed;
  const roll = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4));
  for (let count = 0; count < most; ) {
    if (document.querySelector(over)) return count;
    const spots = [...document.querySelectorAll<HTMLElement>(`${lit}, section.prompt .button.main`)];
    const spot = spots[Math.floor(roll() * spots.length)];
    if (spot) {
      spot.click();
      count += 1;
    }
    await pause();
  }
  return -1;
}

/** Makes one whole decision: points until the prompt has changed. */
export async function decideOnce(page: Page, roll: () => number): Promise<void> {
  const before = (await waitForTurn(page)).key;
  for (let count = 0; count < 40; count++) {
    const sight = await look(page);
    if (sight.over) return;
    if (sight.lit === 0 && !sight.ready) break;
    if (count > 0 && sight.key !== before && !(await isHalfway(page))) return;
    await pointOnce(page, roll);
    await expectFocusKept(page);
  }
}

/** Listens to a page; the answer says whether it has sent an action yet. */
export function hearActs(page: Page): () => boolean {
  let acted = false;
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      acted ||= String(payload).includes('"act"');
    }),
  );
  return () => acted;
}

/** Waits until an action was sent, or there is more to point at before one is complete. */
export const waitForMore = (page: Page, acted: () => boolean): Promise<void> =>
  expect
    .poll(async () => {
      if (acted()) return true;
      const sight = await look(page);
      return sight.lit > 0 || sight.ready;
    })
    .toBe(true);

const isHalfway = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => document.querySelector('[data-light="picked"], section.prompt .quiet:not(.rule)') !== null,
  );

/** From the start page to a table with bots: the card of the game, and the way to play it. */
export async function chooseGame(page: Page, game: string, level?: string): Promise<void> {
  await page.locator(`button[data-card="${game}"]`).click();
  await expect(page.locator(`button[data-game="${game}"]`)).toBeVisible();
  const bots = page.getByLabel("Bots play");
  if (level !== undefined && (await bots.count()) > 0) await bots.selectOption(level);
  await page.locator(`button[data-game="${game}"]`).click();
}

/**
 * Opens a game against bots, as the start page does it, and goes to the table.
 *
 * The way there through the pages is tested for every game where that is the point: by a mouse to the end of
 * the game, and by keyboard alone.
 */
export async function startAgainstBots(page: Page, game: string, level = "random"): Promise<void> {
  const notes = (await (await page.request.get("/api/games")).json()) as GameNote[];
  const note = notes.find((one) => one.game === game);
  if (!note) throw new Error(`there is no game ${game}`);
  // As many seats as the start page sets out.
  const seats = Math.min(note.seats.length, Math.max(note.fewest_seats, 2));
  const bots = Array.from({ length: seats - 1 }, (): Sitter => ({ sitter: "bot", level }));
  const wish: OpenTable = { game, seats: [{ sitter: "me" }, ...bots] };
  const opened = await page.request.post("/api/tables", { data: wish });
  const { table } = (await opened.json()) as TableOpened;
  await page.goto(`/t/${table}`);
  await expect(page.locator("section.prompt")).toBeVisible({ timeout: 20_000 });
}
