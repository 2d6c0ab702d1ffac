// One link for everybody: people choose chairs, see each other, change their minds, and start together.
import { expect, type Page } from "@playwright/test";
import { comeIn, newcomer, roomLink } from "./company";
import { expectFocusKept } from "./hands";
import { test } from "./test";

/** What people call the first seat of the second team in the game of four. */
const FIRST = "Black's first player";
const chair = (page: Page, seat: string) => page.locator(`[data-chair="${seat}"]`);
const status = (page: Page) => page.locator(".foot [role=status]");

/** Somebody opens a table for friends and is in its room. */
async function openRoom(host: Page, game: string, name: string, count?: number): Promise<string> {
  await host.goto("/");
  await host.evaluate((name) => localStorage.setItem("chess-kit-name", name), name);
  await host.locator(`[data-card="${game}"]`).click();
  if (count) await host.getByLabel("How many play").selectOption(String(count));
  await host.locator('[data-way="friends"]').click();
  return roomLink(host);
}

const COMPANIES: [string, string[], string[]][] = [
  ["masquerade-chess", ["white", "black"], ["Ada", "Ben"]],
  ["chess-golf", ["A", "B", "C"], ["Ada", "Ben", "Cleo"]],
  ["telepathic-chess", ["W1", "W2", "B1", "B2"], ["Ada", "Ben", "Cleo", "Dan"]],
];
for (const [game, seats, names] of COMPANIES) {
  test(`${names.length} browsers sit down by the one link and start ${game}`, async ({ browser }) => {
    const pages = await Promise.all(names.map(() => newcomer(browser)));
    const [host, ...guests] = pages as [Page, ...Page[]];
    const link = await openRoom(
      host,
      game,
      names[0] ?? "",
      seats.length > 2 && game === "chess-golf" ? 3 : undefined,
    );
    await expect(host.getByRole("button", { name: "Start the game" })).toBeDisabled();
    for (const [index, guest] of guests.entries()) await comeIn(guest, link, names[index + 1] ?? "");
    for (const page of pages)
      for (const name of names) await expect(page.locator("[data-chair]", { hasText: name })).toBeVisible();
    // Everybody is there, and each knows which chair is their own.
    for (const page of pages) {
      await expect(page.locator("[data-chair] .presence.away")).toHaveCount(0);
      await expect(page.locator(".chair.mine")).toHaveCount(1);
    }
    await expect(status(host)).toContainText("Everybody is here.");
    await expect(status(guests[0] as Page)).toContainText("The host starts the game.");
    await host.getByRole("button", { name: "Start the game" }).click();
    for (const page of pages) {
      await expect(page.locator("section.prompt")).toBeVisible({ timeout: 20_000 });
      await expectFocusKept(page);
      // Nobody is called by the code of a seat.
      const codes = seats.filter((seat) => /\d/.test(seat));
      const said = await page.locator("section.prompt, .above, .below, .told").allInnerTexts();
      expect(codes.filter((code) => new RegExp(`\\b${code}\\b`).test(said.join(" ")))).toEqual([]);
    }
    for (const name of names.slice(1))
      await expect(host.locator(".seat", { hasText: name }).first()).toBeVisible();
  });
}

test("the invitation says who invites, to what, and how long it takes", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await ben.goto(await openRoom(ada, "zombie-chess", "Ada"));
  await expect(ben.getByText("Ada invites you to Zombie Chess")).toBeVisible();
  await expect(ben.getByText("60 min")).toBeVisible();
  await expect(status(ada)).toContainText("1 person is choosing a chair.");
  await ben.close();
  await expect(status(ada)).not.toContainText("choosing");
});

test("one gets up, moves to another chair, and the host puts a bot on the old one", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await comeIn(ben, await openRoom(ada, "telepathic-chess", "Ada"), "Ben", FIRST);
  await ben.getByRole("button", { name: "Move to the chair of Black's partner" }).click();
  await expect(chair(ben, "B2")).toContainText("Ben");
  await expect(chair(ada, "B2")).toContainText("Ben");
  await expect(chair(ada, "B1")).toContainText("Free chair");
  await expectFocusKept(ben);
  await ada.getByRole("button", { name: `Put a bot on the chair of ${FIRST}` }).click();
  await expect(chair(ben, "B1")).toContainText("A bot");
  await expectFocusKept(ada);
  await ada.getByLabel(`How the bot plays ${FIRST}`).selectOption("learner");
  await expect(chair(ben, "B1")).toContainText("learner");
  await ada.getByRole("button", { name: `Free the chair of ${FIRST}` }).click();
  await expect(chair(ben, "B1")).toContainText("Free chair");
  await ben.getByRole("button", { name: /^Get up/ }).click();
  await expect(chair(ada, "B2")).toContainText("Free chair");
  await expect(ben.getByLabel("Your name")).toHaveValue("Ben");
  await ben.getByRole("button", { name: `Sit down as ${FIRST}` }).click();
  await expect(chair(ada, "B1")).toContainText("Ben");
});

test("somebody takes the chair that I wanted", async ({ browser }) => {
  const [ada, ben, cleo] = [await newcomer(browser), await newcomer(browser), await newcomer(browser)];
  const link = await openRoom(ada, "telepathic-chess", "Ada");
  await cleo.goto(link);
  await cleo.getByLabel("Your name").fill("Cleo");
  const wanted = cleo.getByRole("button", { name: `Sit down as ${FIRST}` });
  await expect(wanted).toBeVisible();
  // Cleo's wish is on its way while Ben sits down.
  await cleo.route(
    "**/enter*",
    async (route) => {
      await comeIn(ben, link, "Ben", FIRST);
      await route.continue();
    },
    { times: 1 },
  );
  await wanted.click();
  await expect(cleo.getByRole("alert")).toContainText(
    `Somebody was quicker and has the chair of ${FIRST} now.`,
  );
  await expect(chair(cleo, "B1")).toContainText("Ben");
  await expectFocusKept(cleo);
  await cleo.getByRole("button", { name: "Sit down as Black's partner" }).click();
  await expect(chair(ada, "B2")).toContainText("Cleo");
});

test("the game starts while somebody still chooses", async ({ browser }) => {
  const [ada, ben, cleo] = [await newcomer(browser), await newcomer(browser), await newcomer(browser)];
  const link = await openRoom(ada, "chess960", "Ada");
  await cleo.goto(link);
  await expect(cleo.getByRole("button", { name: "Sit down as Black" })).toBeVisible();
  await comeIn(ben, link, "Ben");
  await expect(cleo.getByRole("button", { name: /^Sit down/ })).toHaveCount(0);
  await ada.getByRole("button", { name: "Start the game" }).click();
  await expect(cleo.getByRole("heading", { level: 1 })).toHaveText("The game has begun");
  await expectFocusKept(cleo);
  await cleo.getByRole("button", { name: "Watch" }).click();
  await expect(cleo.locator("section.prompt")).toBeVisible();
});

test("whoever loses the line comes back to the same chair, and the others see it", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await comeIn(ben, await openRoom(ada, "chess960", "Ada"), "Ben");
  await expect(chair(ada, "black").locator(".presence")).toHaveText("here");
  await ben.context().setOffline(true);
  await ben.reload().catch(() => undefined);
  await expect(chair(ada, "black").locator(".presence")).toHaveText("away just now");
  await ben.context().setOffline(false);
  await ben.goto(ada.url());
  await expect(chair(ben, "black")).toContainText("you");
  await expect(chair(ada, "black").locator(".presence")).toHaveText("here");
});

test("the host is away: the others are told, and the game starts when the host is back", async ({
  browser,
}) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await comeIn(ben, await openRoom(ada, "chess960", "Ada"), "Ben");
  const room = ada.url();
  await ada.goto("about:blank");
  await expect(chair(ben, "white").locator(".presence")).toHaveText("away just now");
  await expect(status(ben)).toContainText("Ada opened the table and is away just now");
  await ada.goto(room);
  await expect(status(ben)).toContainText("The host starts the game.");
  await ada.getByRole("button", { name: "Start the game" }).click();
  await expect(ben.locator("section.prompt")).toBeVisible();
});

test("a new link ends the old one, and a private link is for one chair", async ({ browser }) => {
  const [ada, ben, cleo] = [await newcomer(browser), await newcomer(browser), await newcomer(browser)];
  const old = await openRoom(ada, "telepathic-chess", "Ada");
  await ada.getByRole("button", { name: "Make a new link" }).click();
  await expect(ada.getByRole("textbox", { name: "Link for everybody" })).not.toHaveValue(old);
  await ben.goto(old);
  await ben.getByRole("button", { name: `Sit down as ${FIRST}` }).click();
  await expect(ben.getByRole("alert")).toContainText("no longer good");
  await ada.getByRole("button", { name: "A private link for one chair" }).click();
  await ada.getByLabel("For which chair").selectOption("Black's partner");
  await cleo.goto(await ada.getByRole("textbox", { name: "Link for Black's partner" }).inputValue());
  await expect(cleo.getByRole("heading", { level: 1 })).toHaveText("Ada invites you to Telepathic Chess");
  await expect(cleo.getByText("The chair of Black's partner is kept for you.")).toBeVisible();
  const rules = cleo.getByRole("link", { name: "The rules of Telepathic Chess" });
  await expect(rules).toHaveAttribute("href", "/learn/telepathic-chess");
  await cleo.getByLabel("Your name").fill("Cleo");
  await cleo.getByRole("button", { name: "Take the seat" }).click();
  await expect(chair(ada, "B2")).toContainText("Cleo");
});

test("a phone shares the link by its own sheet, and the room fits it", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await phone.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    navigator.share = async (words) => void shared.push(words);
  });
  const link = await openRoom(phone, "telepathic-chess", "Ada");
  await phone.getByRole("button", { name: "Share" }).tap();
  const shared = await phone.evaluate(
    () => (window as unknown as { shared: { url: string; text: string }[] }).shared,
  );
  expect(shared).toEqual([{ title: "Chess Kit", text: "Play Telepathic Chess with me", url: link }]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const small = await phone
    .locator("main button:visible, main select:visible")
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
    );
  expect(small).toEqual([]);
});
