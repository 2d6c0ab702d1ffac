// The line breaks while somebody draws, looks back, plans or moves: what was begun is still there when it is back.
import { type Browser, expect, type Page } from "@playwright/test";
import { meetAllByLink, move, newcomer, press, sitAround, square } from "./company";
import { test } from "./test";

const lost = (page: Page) => page.getByText("The connection broke.");

/** The lines of a page, which a browser that is offline leaves open by itself. */
class Line {
  static readonly #of = new WeakMap<Page, Line>();
  readonly #ends: { close: () => Promise<void> }[] = [];
  #broken = false;

  /** A page whose lines can be broken. */
  static async through(page: Page): Promise<Page> {
    const line = new Line();
    Line.#of.set(page, line);
    await page.routeWebSocket(/\/socket/, (socket) => {
      if (line.#broken) return void socket.close();
      line.#ends.push(socket.connectToServer(), socket);
    });
    return page;
  }

  static of(page: Page): Line {
    const line = Line.#of.get(page);
    if (!line) throw new Error("this page has no line that can be broken");
    return line;
  }

  async break(): Promise<void> {
    this.#broken = true;
    await Promise.all(this.#ends.splice(0).map((end) => end.close()));
  }

  mend(): void {
    this.#broken = false;
  }
}

async function breakLine(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await Line.of(page).break();
  await expect(lost(page)).toBeVisible();
}

async function mendLine(page: Page): Promise<void> {
  Line.of(page).mend();
  await page.context().setOffline(false);
  await expect(lost(page)).toBeHidden({ timeout: 20_000 });
}

const people = (browser: Browser, count: number): Promise<Page[]> =>
  Promise.all(Array.from({ length: count }, async () => Line.through(await newcomer(browser))));

/** Two, three and four browsers at one table; those without a seat look on. */
async function gather(browser: Browser, game: string, players: number, onlookers = 0): Promise<Page[]> {
  const pages = await people(browser, players + onlookers);
  await sitAround(pages.slice(0, players), game);
  for (const page of pages.slice(players)) {
    await page.goto(pages[0]?.url() ?? "");
    await expect(page.locator("section.prompt")).toBeVisible();
  }
  return pages;
}

async function draw(page: Page, from: string, to: string): Promise<void> {
  await square(page, from).hover();
  await page.mouse.down({ button: "right" });
  await square(page, to).hover();
  await page.mouse.up({ button: "right" });
  await expect(page.locator(".drawings line")).toHaveCount(1);
}

test("two: arrows outlive a line that breaks, and go with the next move", async ({ browser }) => {
  const [ada, ben] = (await gather(browser, "chess960", 2)) as [Page, Page];
  await draw(ada, "d2", "d4");
  await breakLine(ada);
  await expect(ada.locator(".drawings line")).toHaveCount(1);
  await mendLine(ada);
  await expect(square(ada, "d4")).toHaveAccessibleName(/your arrow from d2 ends here/);
  await draw(ben, "d7", "d5");
  await breakLine(ben);
  await move(ada, "e2", "e4");
  await expect(ada.locator(".drawings")).toHaveCount(0);
  await expect(ben.locator(".drawings line")).toHaveCount(1);
  await mendLine(ben);
  await expect(square(ben, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(ben.locator(".drawings")).toHaveCount(0);
});

test("two: a move under way is made once when the line is back", async ({ browser }) => {
  const [ada, ben] = (await gather(browser, "chess960", 2)) as [Page, Page];
  await breakLine(ada);
  for (const name of ["e2", "e4"]) await square(ada, name).click();
  await expect(square(ada, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(square(ben, "e4")).toHaveAccessibleName(/empty/);
  await mendLine(ada);
  await expect(square(ben, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(square(ada, "e2")).toHaveAccessibleName(/empty/);
  await move(ben, "e7", "e5");
  await expect(square(ada, "e5")).toHaveAccessibleName(/black pawn/);
  await expect(ada.locator(".said [data-line]", { hasText: "e4" })).toHaveCount(1);
});

test("two: a move under way that is refused goes back when the line is back, with a word", async ({
  browser,
}) => {
  const [ada, ben] = (await gather(browser, "chess960", 2)) as [Page, Page];
  await breakLine(ada);
  for (const name of ["e2", "e4"]) await square(ada, name).click();
  await expect(square(ada, "e4")).toHaveAccessibleName(/white pawn/);
  // The game ends meanwhile, so nothing more can be done in it.
  await press(ben, "Resign");
  await ben
    .getByRole("dialog")
    .getByRole("button", { name: /Resign/ })
    .click();
  await expect(ben.locator("section.banner")).toBeVisible();
  await mendLine(ada);
  await expect(ada.locator("section.banner")).toBeVisible();
  await expect(square(ada, "e2")).toHaveAccessibleName(/white pawn/);
  await expect(square(ada, "e4")).toHaveAccessibleName(/empty/);
  await expect(ada.getByRole("alert")).toContainText("Your move was taken back");
});

test("three: who looks back goes on looking back, a player and one who looks on", async ({ browser }) => {
  const [ada, ben, eve] = (await gather(browser, "chess960", 2, 1)) as [Page, Page, Page];
  await move(ada, "e2", "e4");
  await move(ben, "e7", "e5");
  for (const page of [ben, eve]) {
    await expect(square(page, "e5")).toHaveAccessibleName(/black pawn/);
    await page.keyboard.press("ArrowLeft");
    await expect(square(page, "e5")).toHaveAccessibleName(/empty/);
    await breakLine(page);
  }
  await move(ada, "d2", "d4");
  for (const page of [ben, eve]) {
    await expect(page.getByText("Looking back:")).toBeVisible();
    await mendLine(page);
    await expect(square(page, "d4")).toHaveAccessibleName(/empty/);
    await page.getByRole("button", { name: "Back to now" }).click();
    await expect(square(page, "d4")).toHaveAccessibleName(/white pawn/);
    await expect(square(page, "e5")).toHaveAccessibleName(/black pawn/);
  }
});

test("four: a plan waits out a broken line, and only one's own half can be planned in", async ({
  browser,
}) => {
  const [first, second, third, fourth] = (await gather(browser, "crowded-house", 4)) as [
    Page,
    Page,
    Page,
    Page,
  ];
  await square(third, "g2").click();
  await square(third, "g4").click();
  await expect(third.getByRole("alert")).toContainText("would be your partner’s move");
  await expect(third.locator(".planned")).toHaveCount(0);
  await square(third, "b2").click();
  await square(third, "b4").click();
  await expect(third.locator(".planned")).toHaveCount(2);
  await draw(fourth, "c7", "c5");
  await breakLine(third);
  await breakLine(fourth);
  await move(first, "e2", "e4");
  await move(second, "e7", "e5");
  await expect(third.locator(".planned")).toHaveCount(2);
  await mendLine(third);
  await expect(square(first, "b4")).toHaveAccessibleName(/white pawn/);
  await expect(third.locator(".planned")).toHaveCount(0);
  await mendLine(fourth);
  await expect(fourth.locator(".drawings")).toHaveCount(0);
  await move(fourth, "c7", "c5");
  for (const page of [first, second, third])
    await expect(square(page, "c5")).toHaveAccessibleName(/black pawn/);
});

test("two: a plan outlives a line that breaks", async ({ browser }) => {
  const [ada, ben] = (await gather(browser, "chess960", 2)) as [Page, Page];
  await square(ben, "e7").click();
  await square(ben, "e5").click();
  await breakLine(ben);
  await move(ada, "e2", "e4");
  await expect(ben.locator(".planned")).toHaveCount(2);
  await mendLine(ben);
  await expect(square(ada, "e5")).toHaveAccessibleName(/black pawn/);
});

async function resign(page: Page): Promise<void> {
  await press(page, "Resign");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Resign/ })
    .click();
}

/** How many people there are, and what they play; in the game of four a bot has the chair that is left. */
const COMPANIES = [
  ["two", 2, "chess960"],
  ["three", 3, "crowded-house"],
  ["four", 4, "crowded-house"],
] as const;

for (const [count, chairs, game] of COMPANIES) {
  test(`${count} through the one link: arrows, a plan, looking back and a move under way outlive broken lines`, async ({
    browser,
  }) => {
    const pages = await people(browser, chairs);
    await meetAllByLink(pages, game);
    const [first, second] = pages as [Page, Page];
    const third = pages[2] ?? first;

    // Everybody has drawn something when all lines break.
    await Promise.all(pages.map((page) => draw(page, "a2", "a4")));
    await Promise.all(pages.map(breakLine));
    await Promise.all(pages.map(mendLine));
    for (const page of pages) await expect(page.locator(".drawings line")).toHaveCount(1);

    // Whoever comes next has planned; the turn comes while the line is broken.
    await square(second, "e7").click();
    await square(second, "e5").click();
    await expect(second.locator(".planned")).toHaveCount(2);
    await breakLine(second);
    await move(first, "e2", "e4");
    await expect(second.locator(".planned")).toHaveCount(2);
    await mendLine(second);
    for (const page of pages) {
      await expect(square(page, "e5")).toHaveAccessibleName(/black pawn/);
      await expect(page.locator(".drawings line")).toHaveCount(0);
    }

    // The same one looks back while the game goes on.
    await second.keyboard.press("ArrowLeft");
    await expect(square(second, "e5")).toHaveAccessibleName(/empty/);
    await breakLine(second);
    await move(third, "c2", "c3");
    await mendLine(second);
    await expect(second.getByText("Looking back:")).toBeVisible();
    await expect(square(second, "c3")).toHaveAccessibleName(/empty/);
    await second.getByRole("button", { name: "Back to now" }).click();
    await expect(square(second, "c3")).toHaveAccessibleName(/white pawn/);

    // A move is under way on a broken line, and is no longer possible when that is back.
    const fourth = chairs === 3 ? first : (pages[3] ?? second);
    const [from, to] = fourth === first ? ["g2", "g4"] : ["c7", "c5"];
    const pawn = fourth === first ? /white pawn/ : /black pawn/;
    await expect(fourth.locator("[data-light]").first()).toBeVisible();
    await breakLine(fourth);
    for (const name of [from, to]) await square(fourth, name).click();
    await expect(square(fourth, to)).toHaveAccessibleName(pawn);
    await resign(third);
    await expect(third.locator("section.banner")).toBeVisible();
    await mendLine(fourth);
    await expect(fourth.locator("section.banner")).toBeVisible();
    await expect(square(fourth, from)).toHaveAccessibleName(pawn);
    await expect(square(fourth, to)).toHaveAccessibleName(/empty/);
    await expect(fourth.getByRole("alert")).toContainText("Your move was taken back");
  });
}
