// Two browsers at one table, with a server that dies and comes back in the middle.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { meetByLink, square } from "./company";
import { chooseGame, dice, pointOnce, waitForTurn } from "./hands";
import { OwnServer } from "./server";
import { test } from "./test";
import { Wiretap } from "./wiretap";

let server: OwnServer;
test.beforeAll(async () => {
  server = await OwnServer.start();
});
test.afterAll(() => server.end());

const canDecide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector("[data-light], section.prompt .button.main") !== null);

/** Both play by pointing, whoever may, for so many clicks. */
async function playTogether(pages: Page[], clicks: number, roll: () => number): Promise<boolean> {
  for (let count = 0; count < clicks; count++) {
    for (const page of pages) {
      if (await page.locator("section.banner").isVisible()) return true;
      if (await canDecide(page)) await pointOnce(page, roll);
    }
    await pages[0]?.waitForTimeout(25);
  }
  return false;
}

interface Known {
  lines: Set<string>;
  parts: Set<string>;
}

/** What stands in the frames that a page received: lines, and parts that only its seat may see. */
function knownFrom(text: string): Known {
  const known: Known = { lines: new Set(), parts: new Set() };
  for (const row of text.split("\n")) {
    if (!row.startsWith('{"frame"')) continue;
    const { frame } = JSON.parse(row) as {
      frame: {
        lines: { text: string }[];
        body: { glimpse: { tabletop: { parts: { private?: boolean }[] } } | null };
      };
    };
    for (const line of frame.lines) known.lines.add(line.text);
    for (const part of frame.body.glimpse?.tabletop.parts ?? []) {
      if (part.private) known.parts.add(JSON.stringify(part));
    }
  }
  return known;
}

for (const game of ["masquerade-chess", "synchronous-chess"]) {
  test(`${game} between two browsers, across a crash of the server`, async ({ browser }) => {
    const contexts: BrowserContext[] = [await browser.newContext(), await browser.newContext()];
    const [host, guest] = await Promise.all(contexts.map((context) => context.newPage()));
    if (!host || !guest) throw new Error("two pages are needed");
    const taps = [new Wiretap(host), new Wiretap(guest)] as const;
    await meetByLink(host, guest, game, server.address);
    const roll = dice(11);
    await playTogether([host, guest], 30, roll);

    const count = (page: Page) => page.locator(".said [data-line]").count();
    const before = await Promise.all([host, guest].map(count));
    await server.kill();
    for (const page of [host, guest]) await expect(page.getByText("The connection broke.")).toBeVisible();
    await server.run();
    for (const page of [host, guest])
      await expect(page.getByText("The connection broke.")).toBeHidden({ timeout: 20_000 });
    for (const [index, page] of [host, guest].entries())
      await expect.poll(() => count(page)).toBeGreaterThanOrEqual(before[index] ?? 0);

    await guest.reload();
    await expect(guest.locator("section.prompt")).toBeVisible();
    await playTogether([host, guest], 30, roll);

    const [ada, ben] = [knownFrom(taps[0].text), knownFrom(taps[1].text)];
    expect(ada.parts.size + ben.parts.size + ada.lines.size).toBeGreaterThan(0);
    for (const part of ada.parts)
      expect(taps[1].text.includes(part), "a private part of the host").toBe(false);
    for (const part of ben.parts)
      expect(taps[0].text.includes(part), "a private part of the guest").toBe(false);
    for (const context of contexts) await context.close();
  });
}

test("a move made while the server is away is made once when it is back", async ({ page }) => {
  await page.goto(server.address);
  await chooseGame(page, "chess960", "random");
  await page.getByRole("button", { name: "Skip" }).click();
  await waitForTurn(page);
  await server.kill();
  await expect(page.getByText("The connection broke.")).toBeVisible();
  for (const name of ["e2", "e4"]) await square(page, name).click();
  await server.run();
  await expect(page.getByText("The connection broke.")).toBeHidden({ timeout: 20_000 });
  await expect(square(page, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(square(page, "e2")).toHaveAccessibleName(/empty/);
  await waitForTurn(page);
  await expect(page.locator(".said [data-line]", { hasText: "e4" })).toHaveCount(1);
});
