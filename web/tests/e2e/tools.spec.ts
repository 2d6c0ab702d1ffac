// A tool of each kind on a small phone: nothing scrolls, nothing secret lies on the page while it is covered.
import { expect, type Page, test } from "@playwright/test";
import { violations } from "../axe";

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

const SHOTS = process.env.SHOTS;

/** The tool fits into the window, and axe finds nothing. */
async function fits(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/tool-${name}.png` });
  expect(over, `${name} scrolls`).toBeLessThanOrEqual(0);
  expect(await violations(page), name).toEqual([]);
}

/** Lifts the curtain as somebody does who holds the button. */
async function lift(page: Page, who: RegExp): Promise<void> {
  await page.getByRole("button", { name: who }).click();
  const look = page.getByRole("button", { name: /: look$/ });
  await look.press("Enter");
  await look.press("Enter");
}

/** Opens a tool from the start page. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("a keeper of secrets answers and tells nothing else", async ({ page }) => {
  await open(page, "Masks");
  await fits(page, "masks");
  for (const who of [/White looks/, /Black looks/]) {
    await lift(page, who);
    await fits(page, "masks-choosing");
    // Each kind captures as itself: the boxes on the diagonal.
    for (let at = 0; at < 5; at += 1) await page.locator(`[data-spot="mask ${at} ${at}"]`).click();
    await page.getByRole("button", { name: "Shut" }).click();
    await expect(page.locator('[data-spot^="mask"]')).toHaveCount(0);
  }
  await page.locator('[data-spot="white 4 4"]').click();
  await page.locator('[data-spot="ask"]').click();
  await expect(page.getByText(/May the white knight take \(a knight's leap\)\? Yes\./)).toBeVisible();
  await page.locator('[data-spot="white 4 0"]').click();
  await page.locator('[data-spot="ask"]').click();
  await expect(page.getByText(/next square, straight\)\? No\./)).toBeVisible();
  await fits(page, "masks-asking");
  await page.reload();
  await expect(page.getByText(/next square, straight\)\? No\./)).toBeVisible();
  await page.getByRole("button", { name: "Begin anew" }).click();
  await page.getByRole("button", { name: "Yes, forget it" }).click();
  await expect(page.getByText("Each player fills a grid in secret.")).toBeVisible();
});

test("a grid of graves says what climbs out", async ({ page }) => {
  await open(page, "Graves");
  await lift(page, /White looks/);
  await page.locator('[data-spot="c3"]').click();
  await page.locator('[data-spot="knight"]').click();
  await fits(page, "graves");
  await page.getByRole("button", { name: "Shut" }).click();
  await expect(page.getByText("White buries a black knight.")).toBeVisible();
  await page.locator('[data-spot="c3"]').click();
  await page.locator('[data-spot="white"]').click();
  await expect(page.getByText("A black knight climbs out at c3.")).toBeVisible();
});

test("the judge decides an exchange from any position", async ({ page }) => {
  await open(page, "Blow by blow");
  await fits(page, "judge");
  // Two pawns that can take each other, so that both moves are blows.
  await page.getByRole("button", { name: "white pawn", exact: true }).click();
  await page.getByRole("button", { name: "e4, empty" }).click();
  await page.getByRole("button", { name: "black pawn", exact: true }).click();
  await page.getByRole("button", { name: "d5, empty" }).click();
  await page.getByRole("button", { name: "It stands like this" }).click();
  await expect(page.getByRole("button", { name: "White looks" })).toBeVisible();
  await fits(page, "judge-board");
  const said = page.locator(".said");
  await expect(said).not.toContainText("e4");
  for (const [who, from, to] of [
    [/White looks/, "e4", "d5"],
    [/Black looks/, "d5", "e4"],
  ] as const) {
    await lift(page, who);
    await page.locator(`[data-spot="${from}"]`).click();
    await page.locator(`[data-spot="${to}"]`).click();
    // What one side has written is not on the page that the other looks at.
    await expect(page.getByRole("button", { name: "Shut" })).toHaveCount(0);
  }
  // Both are open at once: the blows have begun, and somebody strikes or the board is decided.
  await expect(said).toContainText(/d5/);
  await fits(page, "judge-blows");
});

test("a keeper of cloaks is opened by each side, and nothing of it lies there while it is covered", async ({
  page,
}) => {
  await open(page, "Cloaked armies");
  await fits(page, "cloaks");
  const boxes = page.locator("[data-spot]");
  for (const who of [/White looks/, /Black looks/]) {
    await expect(boxes).toHaveCount(0);
    await lift(page, who);
    await expect(boxes.first()).toBeVisible();
    await fits(page, "cloaks-choosing");
    await page.getByRole("button", { name: "Shut" }).click();
    await expect(page.getByText("Each player places an army in secret.")).toBeVisible();
  }
  await expect(boxes).toHaveCount(0);
});

/** Hides the page as a phone does when it is put away, and shows it again. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

test("a phone that is put away covers what somebody looked at", async ({ page }) => {
  await open(page, "Sealed choices");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await lift(page, /Person 1/);
  await page.getByRole("textbox").fill("e2e4");
  await hide(page);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await open(page, "Chess cards");
  await page.getByRole("spinbutton", { name: "Secret hands" }).fill("2");
  await page.getByRole("spinbutton", { name: "Cards each" }).fill("3");
  await page.getByRole("button", { name: "Shuffle and deal" }).click();
  await lift(page, /Person 1 looks/);
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await hide(page);
  await expect(page.getByRole("listitem")).toHaveCount(0);
  await open(page, "Blow by blow");
  await page.getByRole("button", { name: "It stands like this" }).click();
  await lift(page, /White looks/);
  await expect(page.getByRole("button", { name: "Shut" })).toBeVisible();
  await hide(page);
  await expect(page.getByRole("button", { name: "Shut" })).toHaveCount(0);
  await open(page, "Masks");
  await lift(page, /White looks/);
  await expect(page.locator('[data-spot^="mask"]').first()).toBeVisible();
  await hide(page);
  await expect(page.locator('[data-spot^="mask"]')).toHaveCount(0);
});

test("the dealer deals one of the 960", async ({ page }) => {
  await open(page, "Chess960");
  // Before the deal there is neither a board nor a word of one.
  const said = page.locator(".said");
  await expect(said).toHaveCount(0);
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await expect(said).toContainText(/\d/);
  await expect(page.locator(".board svg")).toBeVisible();
  await fits(page, "deal");
});

test("clock, timer, sealed choices and cards", async ({ page }) => {
  await open(page, "Chess clock");
  await fits(page, "clock");
  await page.getByRole("button", { name: /^Side 1/ }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await open(page, "Fists and fingers");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("button", { name: "Fist 1" }).click();
  await fits(page, "timer");
  await page.getByRole("button", { name: "Fist 2" }).click();
  await expect(page.getByText("Fingers!")).toBeVisible();
  await open(page, "Sealed choices");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  for (const [who, choice] of [
    [/Person 1/, "e2e4"],
    [/Person 2/, "d7d5"],
  ] as const) {
    await lift(page, who);
    await page.getByRole("textbox").fill(choice);
    await page.getByRole("button", { name: "Seal it" }).click();
    await expect(page.getByText(choice)).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Open all" }).click();
  await expect(page.getByText("e2e4")).toBeVisible();
  await fits(page, "sealed");
  await open(page, "Chess cards");
  await page.getByRole("spinbutton", { name: "Secret hands" }).fill("2");
  await page.getByRole("spinbutton", { name: "Cards each" }).fill("3");
  await page.getByRole("button", { name: "Shuffle and deal" }).click();
  await lift(page, /Person 1 looks/);
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Shut" }).click();
  await page.getByRole("button", { name: "Turn one up" }).click();
  await expect(page.getByText("25 cards are left")).toBeVisible();
  await fits(page, "cards");
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("tools speak German", async ({ page }) => {
    await page.goto("/tools");
    await expect(page.getByRole("link", { name: /Masken/ })).toBeVisible();
    await page.getByRole("link", { name: /Schachuhr/ }).click();
    await expect(page.getByText("Minuten je Seite")).toBeVisible();
  });
});
