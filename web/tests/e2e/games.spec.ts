// All games, from the start page to a result, by pointing at lit spots; bots have the other seats.
import { expect, type Page } from "@playwright/test";
import { violationsInBoth } from "../axe";
import { chooseGame, playToTheEnd } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";
import { secretsOf, Wiretap } from "./wiretap";

/** Where random hands would play for very long, the game starts near its end. */
const NEAR_THE_END: Record<string, string> = {
  "telepathic-chess": "fen: 7k/8/5K2/8/8/8/8/QRR5 w - -",
  "synchronous-chess": "fen: 3qk3/8/8/8/8/8/8/3QK3",
};

async function start(page: Page, game: string): Promise<void> {
  const arrangement = NEAR_THE_END[game];
  if (arrangement === undefined) {
    await page.goto("/");
    await chooseGame(page, game, "learner");
    await expect(page.locator("section.prompt")).toBeVisible({ timeout: 20_000 });
    return;
  }
  await page.goto(`/new?game=${game}&with=bots`);
  for (const level of await page.getByLabel(/^How the bot plays/).all()) await level.selectOption("learner");
  await page.getByText("Clock, spectators and start position").click();
  await page.getByLabel(/^Start from a position/).fill(arrangement);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.locator("section.prompt")).toBeVisible({ timeout: 20_000 });
}

for (const game of GAMES) {
  test(`${game} is played to a result`, async ({ page, request }) => {
    const tap = new Wiretap(page);
    await start(page, game);
    const clicks = await playToTheEnd(page, 7).catch((cause: unknown) => {
      throw new Error([String(cause), ...tap.errors].join("\n"));
    });
    expect(tap.errors).toEqual([]);
    expect(clicks).toBeGreaterThan(0);
    await expect(page.locator("section.banner h2")).not.toBeEmpty();
    expect(await violationsInBoth(page), "at the end").toEqual([]);

    const table = new URL(page.url()).pathname.split("/")[2] ?? "";
    const replay = await (await request.get(`/api/tables/${table}/replay/0?seat=public`)).json();
    const mine = await page.locator(".table").first().getAttribute("data-viewer");
    const live = tap.text;
    for (const seat of replay.seats as string[]) {
      if (seat === mine) continue;
      const secrets = await secretsOf(request, table, seat, [mine ?? "public", "public"]);
      for (const part of secrets.parts) expect(live.includes(part), `a private part of ${seat}`).toBe(false);
      for (const line of secrets.lines)
        expect(live.includes(JSON.stringify(line)), `what ${seat} heard`).toBe(false);
    }
  });
}
