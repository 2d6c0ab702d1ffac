// What people do beside the game, each in a browser of their own: talk, offer, ask, leave, come back, watch.
import { expect, type Page } from "@playwright/test";
import { meetByLink, move, newcomer, press, sitTogether, square } from "./company";
import { test } from "./test";

const GAME = "chess960";
const chatLine = (page: Page) => page.locator(".conduct .line");

/** Whether the talk lies over the board. */
const overlaps = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [board, chat] = [document.querySelector(".board"), document.querySelector("section.chat")];
    if (!board || !chat) throw new Error("there is no board or no talk");
    const [one, other] = [board.getBoundingClientRect(), chat.getBoundingClientRect()];
    const apart =
      one.right <= other.left + 1 ||
      other.right <= one.left + 1 ||
      one.bottom <= other.top + 1 ||
      other.bottom <= one.top + 1;
    return !apart;
  });

const bar = (page: Page, name: string) => page.locator(".seat", { hasText: name });

test("a line is heard by everybody at the table, spectators too, and says whom it is for", async ({
  browser,
}) => {
  const [ada, ben, eve] = [await newcomer(browser), await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, GAME);
  await eve.goto(ada.url());
  await press(ada, "Say something");
  const talk = ada.getByRole("region", { name: "What players say" });
  await expect(talk.getByPlaceholder("To all")).toBeFocused();
  expect(await overlaps(ada)).toBe(false);
  await talk.getByLabel("Your words").fill("Good luck, Ben");
  await ada.keyboard.press("Enter");
  await expect(talk.getByRole("log")).toContainText("Ada Good luck, Ben");
  for (const page of [ben, eve]) {
    await expect(chatLine(page)).toContainText(/Ada\s*Good luck, Ben/);
    await expect(chatLine(page)).toContainText("1 new line");
    await chatLine(page).click();
    await expect(page.getByRole("log")).toContainText("Ada Good luck, Ben");
    expect(await overlaps(page)).toBe(false);
  }
  await expect(eve.getByText("Only those who play can talk here.").first()).toBeVisible();
  await ben.getByRole("button", { name: "Applause" }).click();
  await expect(talk.getByRole("img", { name: "Applause" })).toBeVisible();
  await talk.getByLabel("Your words").press("Escape");
  await expect(talk).toBeHidden();
  await expect(chatLine(ada)).toBeFocused();
  await expect(chatLine(ada)).toContainText("Ben");
});

test("on a phone talk is a drawer below the board", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, GAME);
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [820, 1180],
  ] as const) {
    await ada.setViewportSize({ width, height });
    await press(ada, /^Chat/);
    await expect(ada.getByLabel("Your words")).toBeVisible();
    expect(await overlaps(ada), `${width} by ${height}`).toBe(false);
    await ada.getByLabel("Your words").fill(`from ${width}`);
    await ada.getByRole("button", { name: "Say it" }).click();
    await expect(chatLine(ben)).toContainText(`from ${width}`);
    await ada.getByLabel("Your words").press("Escape");
    await expect(ada.getByLabel("Your words")).toBeHidden();
    await expect(ada.getByRole("button", { name: /^Chat/ })).toBeFocused();
  }
});

test("whoever must be silent is told so", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await meetByLink(ada, ben, "telepathic-chess", "", async (page) => {
    for (const seat of ["White's partner", "Black's partner"])
      await page.getByLabel(`Who plays ${seat}`).selectOption("bot");
  });
  const silent = "The rules ask you to be silent now.";
  for (const page of [ada, ben]) await chatLine(page).click();
  /** Whether somebody is told to be silent, and whether they can speak. */
  const told = async (page: Page): Promise<string> => {
    const hushed = await chatLine(page).getByText(silent).isVisible();
    const free = await page.getByLabel("Your words").isVisible();
    return hushed === free ? "neither" : hushed ? "silent" : "free";
  };
  const both = async () => (await Promise.all([ada, ben].map(told))).sort().join();
  await expect.poll(both).toMatch(/^(free|silent),silent$/);
});

test("a draw is offered, declined, offered again and agreed", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, GAME);
  await press(ada, "Offer a draw");
  await expect(ada.locator(".conduct").getByText("Draw offered")).toBeVisible();
  await expect(ben.getByRole("alert").getByText("Ada offers a draw.")).toBeVisible();
  await press(ben, "Play on");
  await expect(ben.getByText("Ada offers a draw.")).toBeHidden();
  await expect(ada.locator(".conduct").getByText("Draw offered")).toBeHidden();
  await move(ada, "e2", "e4");
  await expect(square(ben, "e4")).toHaveAccessibleName(/white pawn/);
  await press(ben, "Offer a draw");
  await press(ada, "Agree");
  for (const page of [ada, ben]) {
    await expect(page.locator("section.banner")).toContainText(/draw/i);
    await expect(page.getByRole("button", { name: "Rematch" })).toBeVisible();
  }
});

test("a move is taken back when the other allows it", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, GAME);
  await move(ada, "e2", "e4");
  await press(ada, "Ask to take back");
  await expect(ada.getByText("Waiting for leave to take back")).toBeVisible();
  await press(ben, "No");
  await expect(square(ada, "e4")).toHaveAccessibleName(/white pawn/);
  await press(ada, "Ask to take back");
  await expect(ben.getByRole("alert")).toContainText("Ada asks to take the last decision back.");
  await press(ben, "Allow it");
  for (const page of [ada, ben]) {
    await expect(square(page, "e4")).toHaveAccessibleName(/empty/);
    await expect(square(page, "e2")).toHaveAccessibleName(/white pawn/);
  }
});

test("whoever leaves is played by a bot and can sit down again", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, GAME);
  await ben.getByRole("button", { name: "This table …" }).click();
  await ben.getByRole("button", { name: "Leave the table" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
  await expect(ben.getByText("You have left this table.")).toBeVisible();
  await expect(bar(ada, "Ben")).toContainText("away");
  await expect(ada.getByText("All others have left.")).toBeVisible();
  await press(ada, "Let a bot play on");
  await expect(bar(ada, "Ben")).toContainText("bot");
  await move(ada, "e2", "e4");
  await expect(ada.locator(".said [data-line]").last()).toContainText("Ben plays", { timeout: 15_000 });
  await press(ben, "Sit down again");
  await expect(bar(ada, "Ben")).not.toContainText(/away|bot/);
  await move(ada, "d2", "d4");
  await expect(ben.locator("[data-light]").first()).toBeVisible();
});

test("after resigning the next game has the seats turned", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, GAME);
  await press(ada, "Resign");
  const sure = ada.getByRole("dialog", { name: "Resign?" });
  await sure.getByRole("button", { name: "No, stay" }).click();
  await expect(ada.locator("section.banner")).toBeHidden();
  await press(ada, "Resign");
  await sure.getByRole("button", { name: "Resign" }).click();
  for (const page of [ada, ben])
    await expect(page.locator("section.banner")).toContainText("Ben wins by resignation.");
  const before = ada.url();
  await ada.getByRole("button", { name: "Rematch" }).click();
  await expect(ada).not.toHaveURL(before);
  await ben.getByRole("button", { name: "To the next game" }).click();
  await expect(ben).toHaveURL(ada.url());
  await expect(bar(ada, "You, Ada").locator(".disc")).toHaveClass(/black/);
  await expect(bar(ben, "You, Ben").locator(".disc")).toHaveClass(/white/);
  await expect(ben.locator("[data-light]").first()).toBeVisible();
});

test("a spectator sees what everybody may see, and has nothing to decide", async ({ browser }) => {
  const [ada, ben, eve] = [await newcomer(browser), await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, "tar-pit-chess");
  await eve.goto(ada.url());
  await expect(eve.getByText("You are watching: you see what everybody may see.")).toBeVisible();
  await expect(ada.locator('[aria-label="Your cards"] li').first()).toBeVisible();
  await expect(eve.locator('[aria-label="Your cards"]')).toHaveCount(0);
  await move(ada, "e2", "e4");
  await expect(square(eve, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(eve.locator("[data-light]")).toHaveCount(0);
  await expect(eve.locator(".conduct").getByRole("button", { name: "Resign" })).toHaveCount(0);
});

test("a spectator with a delay may look over shoulders, but only at the past", async ({ browser }) => {
  const [ada, ben, eve] = [await newcomer(browser), await newcomer(browser), await newcomer(browser)];
  await meetByLink(ada, ben, "tar-pit-chess", "", async (page) => {
    await page.getByText("Clock, spectators and start position").click();
    await page.getByLabel("People without a seat").selectOption("delayed");
    await page.getByLabel("How many minutes later").fill("1");
  });
  await move(ada, "e2", "e4");
  await eve.goto(ada.url());
  await expect(eve.getByText(/What a seat saw is shown 1 minute/)).toBeVisible();
  await eve.getByLabel(/Seen by/).selectOption("white");
  await expect(eve.getByText("Nothing is old enough to be shown yet.")).toBeVisible();
  await expect(eve.locator(".table")).toHaveCount(0);
  await eve.getByLabel(/Seen by/).selectOption("public");
  await expect(square(eve, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(eve.locator('[aria-label="Your cards"]')).toHaveCount(0);
});

test("clocks stand beside the names, and the one whose turn it is runs", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await meetByLink(ada, ben, GAME, "", async (page) => {
    await page.getByText("Clock, spectators and start position").click();
    await page.getByLabel("Clock").selectOption("player");
    await page.getByLabel("Minutes for each player").fill("5");
    await page.getByLabel("Seconds added after a turn").fill("0");
  });
  const clocks = (page: Page) => page.getByRole("timer");
  await expect(clocks(ben)).toHaveCount(2);
  await move(ada, "e2", "e4");
  const [above, below] = [clocks(ben).first(), clocks(ben).last()];
  await expect(below).toContainText(/Ben: 4:\d\d, running/);
  await expect(above).not.toContainText("running");
  const [standing, running] = [await above.textContent(), await below.textContent()];
  await expect(below).not.toHaveText(running ?? "");
  await expect(below).toContainText(/Ben: 4:\d\d, running/);
  expect(await above.textContent()).toBe(standing);
});
