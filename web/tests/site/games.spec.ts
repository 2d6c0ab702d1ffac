// All games without a network, from the first visit to a result, and nothing of other seats in the page:
// to a result, in the middle of a game, and at one screen. `SITE_SEEDS=1,2,3 npm run site -- games` goes on
// for longer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { ReplayNote, Standing } from "../../src/lib/wire/wire";
import { dice, OVER, playOn, playToTheEnd, waitForTurn } from "../e2e/hands";
import { curtain, lift, seal } from "./screen";
import {
  address,
  askReferee,
  commandReferee,
  folder,
  heardBetween,
  heardBy,
  heardCount,
  knowsAllGames,
  tableOf,
  tap,
} from "./site";

const CATALOGUE = JSON.parse(readFileSync(join(folder(), "data/games.en.json"), "utf8")) as {
  game: string;
  open: boolean;
  seats: string[];
}[];
/** Those in which somebody at the table knows what another does not. */
const HIDDEN = CATALOGUE.filter(({ open, seats }) => !open && seats.length > 1);

/** Where random hands would play for very long, the game starts near its end. */
const NEAR_THE_END: Record<string, string> = {
  "telepathic-chess": "fen: 7k/8/5K2/8/8/8/8/QRR5 w - -",
  "synchronous-chess": "fen: 3qk3/8/8/8/8/8/8/3QK3",
};

/** Where the first turns seldom have secrets, the game starts in the middle of a fight. */
const FIGHT: Record<string, string> = {
  "zombie-chess": "fen: 4k3/8/8/pppppppp/PPPPPPPP/8/8/4K3",
};

/** How hands roll: as one of these to a result, and as the others in the middle of games. */
const SEEDS = { end: [7], middle: [23, 40], screen: [5] };
/** More of them, with which nobody knows whether any secret comes up. */
const MORE = (process.env.SITE_SEEDS ?? "").split(",").filter(Boolean).map(Number);
const seedsOf = (where: keyof typeof SEEDS): number[] => [...SEEDS[where], ...MORE];

/** How many clicks of one person lead into the middle of a game. */
const CLICKS = 40;
/** How often the screen is handed over. */
const TURNS = 6;

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({
    serviceWorkers: "allow",
    storageState: knowsAllGames(),
    baseURL: address(),
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
  });
  page = await context.newPage();
  await tap(page);
  await page.goto("");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
});

test.afterAll(() => context.close());

async function open(game: string, company: "bots" | "screen", arrangement?: string): Promise<void> {
  await page.goto(`?/new&game=${game}&with=${company}`);
  for (const level of await page.getByLabel(/^How the bot plays/).all()) await level.selectOption("learner");
  if (arrangement !== undefined) {
    await page.getByText("Clock, spectators and start position").click();
    await page.getByLabel(/^Start from a position/).fill(arrangement);
  }
  await page.getByRole("button", { name: "Open the table" }).click();
  const there = page.locator(company === "bots" ? "section.prompt" : "section.curtain");
  await expect(there).toBeVisible({ timeout: 30_000 });
}

/** How a text stands in what was heard, which is JSON inside JSON. */
const inside = (heard: string, text: string): boolean => heard.includes(JSON.stringify(text).slice(1, -1));

const standing = async (): Promise<Standing> =>
  JSON.parse(await askReferee(page, `/api/tables/${tableOf(page)}`)) as Standing;

/** What one viewer of a finished game could see or hear. */
interface Known {
  /** Parts of the table that nobody else sees. */
  parts: string[];
  lines: string[];
}

/** What a viewer knew, at moments all over the game but the last, which may open everything. */
async function knownBy(viewer: string): Promise<Known> {
  const replay = async (entry: number): Promise<ReplayNote> =>
    JSON.parse(await askReferee(page, `/api/tables/${tableOf(page)}/replay/${entry}?seat=${viewer}`));
  const last = Math.max(0, (await replay(0)).entries - 1);
  const step = Math.max(1, Math.floor(last / 25));
  const parts = new Set<string>();
  for (let entry = 0; entry <= last; entry += step) {
    for (const part of (await replay(entry)).glimpse.tabletop.parts as { private?: boolean }[])
      if (part.private) parts.add(JSON.stringify(part));
  }
  const { lines } = await replay(last);
  return { parts: [...parts], lines: [...new Set(lines.map(({ text }) => text))] };
}

/** What all seats and the public knew. */
async function allKnown(): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  const { note } = await standing();
  const seats = note.seats.map(({ seat }) => seat);
  for (const viewer of ["public", ...seats]) known.set(viewer, await knownBy(viewer));
  return known;
}

/** Nothing that the viewers may not know was heard; how much of the others was looked for. */
function expectNothingOfOthers(heard: string, known: Map<string, Known>, viewers: string[]): number {
  const mine = viewers.map((viewer) => known.get(viewer));
  let sought = 0;
  for (const [seat, { parts, lines }] of known) {
    if (viewers.includes(seat)) continue;
    for (const part of parts.filter((part) => !mine.some((own) => own?.parts.includes(part)))) {
      sought += 1;
      expect(inside(heard, part), `a private part of ${seat}, for ${viewers}: ${part}`).toBe(false);
    }
    for (const line of lines.filter((line) => !mine.some((own) => own?.lines.includes(line)))) {
      sought += 1;
      expect(inside(heard, JSON.stringify(line)), `${seat} heard, for ${viewers}: ${line}`).toBe(false);
    }
  }
  return sought;
}

/** What is looked for would be found: words of the viewer's own are there. */
function expectOwnWords(heard: string, known: Map<string, Known>, viewer: string): void {
  const lines = known.get(viewer)?.lines ?? [];
  expect(lines.some((line) => inside(heard, JSON.stringify(line)))).toBe(true);
}

/** How much of what a viewer alone knew was heard. */
function secretsIn(heard: string, known: Map<string, Known>, viewer: string): number {
  const [own, all] = [known.get(viewer), known.get("public")];
  const parts = own?.parts.filter((part) => !all?.parts.includes(part) && inside(heard, part)) ?? [];
  const lines = own?.lines.filter(
    (line) => !all?.lines.includes(line) && inside(heard, JSON.stringify(line)),
  );
  return parts.length + (lines?.length ?? 0);
}

const viewerOfPage = async (): Promise<string> =>
  (await page.locator(".table").first().getAttribute("data-viewer")) ?? "public";

/** Ends the game, so that everything can be looked at that was secret. */
async function giveUp(seat: string): Promise<void> {
  await commandReferee(page, seat, { resign: {} });
  await expect.poll(async () => (await standing()).note.status).toBe("over");
}

for (const { game } of CATALOGUE) {
  for (const seed of seedsOf("end")) {
    test(`${game} is played to a result without a network, as ${seed} rolls`, async () => {
      await open(game, "bots", NEAR_THE_END[game]);
      expect(await playToTheEnd(page, seed, 2)).toBeGreaterThan(0);
      await expect(page.locator("section.banner h2")).not.toBeEmpty();
      const mine = await viewerOfPage();
      const heard = await heardBy(page);
      const known = await allKnown();
      expectOwnWords(heard, known, mine);
      expectNothingOfOthers(heard, known, [mine, "public"]);
    });
  }
}

for (const { game } of HIDDEN) {
  for (const seed of seedsOf("middle")) {
    test(`the middle of ${game} tells nothing of other seats, as ${seed} rolls`, async () => {
      await open(game, "bots", FIGHT[game]);
      await waitForTurn(page);
      const over = await playOn(page, seed, CLICKS);
      const mine = await viewerOfPage();
      const heard = await heardBy(page);
      if (!over) await giveUp(mine);
      const known = await allKnown();
      expectOwnWords(heard, known, mine);
      const sought = expectNothingOfOthers(heard, known, [mine, "public"]);
      if (!MORE.includes(seed)) expect(sought).toBeGreaterThan(0);
    });
  }
}

for (const { game, seats } of HIDDEN) {
  for (const seed of seedsOf("screen")) {
    test(`at one screen ${game} tells each seat its own and nothing behind the curtain, as ${seed} rolls`, async () => {
      await open(game, "screen", FIGHT[game]);
      const roll = dice(seed);
      /** Who was shown the table while these messages came; nobody behind the curtain. */
      const told: { viewer: string | null; from: number; until: number }[] = [];
      let from = await heardCount(page);
      const mark = async (viewer: string | null): Promise<void> => {
        const until = await heardCount(page);
        told.push({ viewer, from, until });
        from = until;
      };
      for (let turn = 0; turn < TURNS && !(await page.locator(OVER).isVisible()); turn += 1) {
        await expect(curtain(page)).toBeVisible();
        await mark(null);
        await lift(page);
        const viewer = await viewerOfPage();
        await seal(page, roll);
        await mark(viewer);
        await page.getByRole("button", { name: /^Cover the table for/ }).click();
      }
      await expect(curtain(page)).toBeVisible();
      await mark(null);
      const parts = await Promise.all(
        told.map(async ({ viewer, from, until }) => ({
          viewer,
          heard: await heardBetween(page, from, until),
        })),
      );
      await giveUp(seats[0] ?? "");
      const known = await allKnown();
      let [sought, found] = [0, 0];
      for (const { viewer, heard } of parts) {
        sought += expectNothingOfOthers(heard, known, viewer === null ? ["public"] : [viewer, "public"]);
        if (viewer === null) continue;
        expectOwnWords(heard, known, viewer);
        found += secretsIn(heard, known, viewer);
      }
      if (MORE.includes(seed)) return;
      expect(sought).toBeGreaterThan(0);
      // The same is looked for and found where it belongs.
      expect(found).toBeGreaterThan(0);
    });
  }
}
