// Ten turns of every game at one phone beside a real board, as a bot would play them: how often one taps, how
// many words one reads, how many screens one looks at. `npm run evenings` writes it into docs/real-board.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import type { GameNote, HintNote, Offer } from "../../src/lib/wire/wire";
import {
  done,
  expectFits,
  frameOf,
  letGo,
  lift,
  me,
  openReal,
  PHONE,
  press,
  shownOn,
} from "../e2e/companion";
import { dice } from "../e2e/hands";

const FILE = join(import.meta.dirname, "../../../docs/real-board.md");
/** Each game's row, so that games can be recorded one by one. */
const PIECES = join(import.meta.dirname, "../../test-results/evenings");
const scenariosOf = (game: string): string => join(import.meta.dirname, "../../../scenarios", game);
const HEAD = [
  "| Game | Turns | Decisions | Taps | Screens | Words | Taps for a decision | Taps more than the move | At most |",
  "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
];
const [BEGIN, END] = ["<!-- evenings -->", "<!-- /evenings -->"];
const TURNS = 10;
/** No evening takes more decisions than this. */
const MOST = 400;

test.use({ viewport: PHONE });
test.setTimeout(1_800_000);

interface Evening {
  taps: number;
  words: number;
  screens: number;
  decisions: number;
  turns: number;
  /** For each entry, the taps beside those that point at squares and cards, as a hand does. */
  more: number[];
}

/** What a bot would do here, or something by lot where nobody can say in time. */
async function chosen(page: Page, table: string, seat: string, roll: () => number): Promise<Offer | null> {
  const frame = await frameOf(page, table, seat);
  const offers = frame.body.glimpse?.offers ?? [];
  if (offers.length === 0) return null;
  const asked = await page.request.post(`/api/tables/${table}/hint`, {
    data: { seat, prompt: frame.prompt, depth: "what" },
  });
  const action = asked.ok() ? ((await asked.json()) as HintNote).what?.offer.action : undefined;
  return (
    offers.find((offer) => offer.action === action) ?? offers[Math.floor(roll() * offers.length)] ?? null
  );
}

/** A hand moves a piece in one go: it lifts it here and puts it down there; a card and a word are one tap each. */
const MOVING = 1;

/** Enters a decision as fingers do, and counts the taps. */
async function enter(page: Page, offer: Offer): Promise<number> {
  const quick = page.locator(`.companion .quick [data-action="${offer.action}"]`);
  if ((await quick.count()) > 0) {
    await quick.click();
    return 1;
  }
  let taps = 0;
  for (const spot of offer.gesture) {
    const place = page.locator(`.companion [data-spot="${spot}"]`).first();
    // What all offers share is picked already, and what is clear needs no more taps.
    if ((await place.count()) === 0 || (await place.getAttribute("data-light")) === "picked") continue;
    await place.click();
    taps += 1;
  }
  const ready = page.locator('[data-do="ready"]');
  if ((await ready.count()) > 0) {
    await ready.click();
    taps += 1;
  }
  return taps;
}

/** Holds what is secret, and looks whether the table is right; both have to fit, and cost no tap of a turn. */
async function lookAround(page: Page, shown: string, moment: string): Promise<void> {
  const hold = page.locator(".companion .hold");
  if (shown === "decide" && (await hold.count()) > 0) {
    await press(page);
    await expectFits(page, `${moment}, held`);
    await letGo(page);
  }
  // Beside hands it would begin their steps anew.
  if (shown !== "decide") return;
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Is our table right?" }).click();
  await expect(page.getByRole("button", { name: "It is right" })).toBeVisible();
  await expectFits(page, `${moment}, is our table right`);
  await page.getByRole("button", { name: "It is right" }).click();
}

async function play(page: Page, game: GameNote): Promise<Evening> {
  const names = ["Ada", "Ben", "Cleo", "Dan"];
  const count = Math.min(game.seats.length, Math.max(game.fewest_seats, 2));
  const seats = names.slice(0, count).map(me);
  const { table } = await openReal(page, game.game, seats, { phones: "one" }, { hints: true });
  await page.goto(`/t/${table}`);
  const roll = dice(7);
  const evening: Evening = { taps: 0, words: 0, screens: 0, decisions: 0, turns: 0, more: [] };
  let last = "";
  for (let count = 0; count < MOST; count++) {
    await page.waitForFunction(() => document.querySelector(".companion h1, .companion h2") !== null);
    await expect.poll(() => shownOn(page), { timeout: 30_000 }).not.toBe("wait");
    const shown = await shownOn(page);
    const text = (await page.locator(".companion").innerText()).trim();
    if (text !== last) {
      evening.screens += 1;
      evening.words += text.split(/\s+/).length;
      last = text;
      await expectFits(page, `${game.game}, ${shown}, after ${evening.decisions} decisions`);
    }
    await lookAround(page, shown, `${game.game}, after ${evening.decisions} decisions`);
    if (shown === "over") break;
    if (shown === "hands") {
      await done(page).click();
      evening.taps += 1;
    } else if (shown === "curtain") {
      await lift(page);
      evening.taps += 1;
    } else {
      const frames = await Promise.all(
        game.seats.slice(0, seats.length).map((seat) => frameOf(page, table, seat)),
      );
      evening.turns = Math.max(...frames.map(({ lines }) => lines.at(-1)?.turn ?? 0));
      if (evening.turns > TURNS) break;
      const seat = await page.locator(".companion").getAttribute("data-viewer");
      const deciding = game.seats.find(
        (name, index) =>
          (seat === null || name === seat) && (frames[index]?.body.glimpse?.offers.length ?? 0) > 0,
      );
      const offer = deciding ? await chosen(page, table, deciding, roll) : null;
      if (!offer) continue;
      const taps = await enter(page, offer);
      evening.taps += taps;
      // What has more parts than a move (cards, boxes, blows) is pointed at part by part, as hands do it.
      evening.more.push(taps - Math.max(MOVING, offer.gesture.length - 1));
      evening.decisions += 1;
      await expect.poll(async () => (await page.locator(".companion").innerText()).trim()).not.toBe(text);
    }
  }
  return evening;
}

/** All games, the golf hole of one's own and the partners against the clock included. */
const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((name) => name.endsWith(".md") && existsSync(scenariosOf(name.slice(0, -3))))
  .map((name) => name.slice(0, -3))
  .sort();

for (const id of GAMES) {
  test(`ten turns of ${id} at one phone`, async ({ page }) => {
    const games = (await (await page.request.get("/api/games")).json()) as GameNote[];
    const game = games.find((found) => found.game === id);
    if (!game) throw new Error(`no game ${id}`);
    const { taps, words, screens, decisions, turns, more } = await play(page, game);
    // At most two taps more than moving the piece, for every single entry.
    expect(Math.max(...more), "taps more than moving the piece").toBeLessThanOrEqual(2);
    const entry = (more.reduce((sum, count) => sum + count, 0) / Math.max(1, more.length)).toFixed(1);
    const row = `| ${game.name} | ${Math.min(turns, TURNS)} | ${decisions} | ${taps} | ${screens} | ${words} | ${(taps / Math.max(1, decisions)).toFixed(1)} | ${entry} | ${Math.max(...more)} |`;
    mkdirSync(PIECES, { recursive: true });
    writeFileSync(join(PIECES, `${id}.row`), row);
  });
}

/** Puts the rows of this run together with those that stand there already, in the order of the catalogue. */
test.afterAll(async ({ playwright, baseURL }) => {
  if (!existsSync(PIECES)) return;
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  const games = (await (await request.get("/api/games")).json()) as GameNote[];
  await request.dispose();
  const text = readFileSync(FILE, "utf8");
  const [before = "", after = ""] = [text.split(BEGIN)[0], text.split(END)[1]];
  const old = (text.split(BEGIN)[1] ?? "").split(END)[0] ?? "";
  const rows = games.flatMap(({ game, name }) => {
    const piece = join(PIECES, `${game}.row`);
    const stood = old.split("\n").find((row) => row.startsWith(`| ${name} |`));
    const row = existsSync(piece) ? readFileSync(piece, "utf8") : stood;
    // A row of an older table has fewer columns.
    return row ? [row + " – |".repeat(Math.max(0, cells(HEAD[0]) - cells(row)))] : [];
  });
  writeFileSync(FILE, `${before}${BEGIN}\n${HEAD.join("\n")}\n${rows.join("\n")}\n${END}${after}`);
});

const cells = (row = ""): number => row.split("|").length;
