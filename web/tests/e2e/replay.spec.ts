// A finished game, moment by moment: from any eyes, by every kind of hand, and to be taken along.
import { expect, type Page } from "@playwright/test";
import { violationsInBoth } from "../axe";
import { openReplay, playAndResign, saved, steps } from "./after";
import { newcomer } from "./company";
import { CHIEF_WINDOWS, outOfSight, WINDOWS } from "./fit";
import { expectFocusKept } from "./hands";
import { test } from "./test";

const OPEN = "half-alice-chess";
const HIDDEN = "tar-pit-chess";

const eyes = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const lines = (page: Page) => page.locator(".said [data-line]");
const play = (page: Page) => page.getByRole("button", { name: "Play", exact: true });
const pause = (page: Page) => page.getByRole("button", { name: "Pause", exact: true });
const atStep = (page: Page, at: number) => expect.poll(async () => (await steps(page))[0]).toBe(at);

test("it opens at the end with my own eyes, and goes anywhere by keys, list, wheel and buttons", async ({
  page,
}) => {
  await playAndResign(page, OPEN);
  await openReplay(page);
  await expect(eyes(page, "White")).toBeChecked();
  const [end, last] = await steps(page);
  expect(end).toBe(last);
  expect(last).toBeGreaterThan(4);
  await expectFocusKept(page);
  const all = await lines(page).count();

  await page.keyboard.press("Home");
  await atStep(page, 0);
  // The whole list is there, whatever moment is shown.
  expect(await lines(page).count()).toBe(all);
  await page.keyboard.press("ArrowRight");
  await atStep(page, 1);
  await page.keyboard.press("End");
  await atStep(page, last);
  await page.keyboard.press("ArrowLeft");
  await atStep(page, last - 1);
  const third = lines(page).nth(2).getByRole("button");
  await third.click();
  await expect(third).toHaveAttribute("aria-current", "true");
  const [now] = await steps(page);
  await page.locator(".board").hover();
  await page.mouse.wheel(0, -120);
  await atStep(page, now - 1);
  await page.mouse.wheel(0, 120);
  await atStep(page, now);
  await page.getByRole("button", { name: "To the beginning" }).click();
  await atStep(page, 0);
  await page.getByRole("slider").press("End");
  await atStep(page, last);
});

test("it plays by itself, faster if one likes, and halts when it is touched", async ({ page }) => {
  // Long enough that it still plays when a busy machine gets round to touching it.
  await playAndResign(page, OPEN, 12);
  await openReplay(page);
  const [, last] = await steps(page);
  await page.getByRole("button", { name: /^Speed/ }).click();
  await expect(page.getByRole("button", { name: "Speed: 2×" })).toBeVisible();
  // At the end it begins anew.
  await play(page).press("Space");
  await expect.poll(async () => (await steps(page))[0]).toBeLessThan(last);
  await expect.poll(async () => (await steps(page))[0]).toBeGreaterThan(1);
  await page.locator('.board [data-spot="e4"]').click();
  await expect(play(page)).toBeVisible();
  const [halted] = await steps(page);
  expect(halted).toBeLessThan(last);
  // The key plays, and a step by hand halts.
  await page.locator("h2").first().focus();
  await page.keyboard.press("Space");
  await expect(pause(page)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(play(page)).toBeVisible();
  // It stops at the end.
  await page.getByRole("slider").fill(String(last - 1));
  await play(page).click();
  await atStep(page, last);
  await expect(play(page)).toBeVisible();
});

test("a swipe turns the pages of a game on a phone", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await playAndResign(page, OPEN);
  await page.setViewportSize({ width: 360, height: 740 });
  await openReplay(page);
  const [, last] = await steps(page);
  await swipe(page, 90);
  await atStep(page, last - 1);
  await swipe(page, -90);
  await atStep(page, last);
});

/** A finger that goes to the side over the middle of the board. */
async function swipe(page: Page, way: number): Promise<void> {
  const box = await page.locator('.board [data-spot="e4"]').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
  const tell = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number) =>
    tell.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  for (const part of [0.3, 0.6, 1]) await touch("touchMove", x + way * part);
  await touch("touchEnd", x + way);
}

test("seats are switched to see what each knew, and all secrets lie open", async ({ page }) => {
  await playAndResign(page, HIDDEN, 3);
  // A game that has no other formats is not asked for them.
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await openReplay(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const backs = page.locator(".card.back");
  await eyes(page, "everybody").check();
  await expect(page.locator('[data-viewer="public"]')).toBeVisible();
  await expect(backs).not.toHaveCount(0);
  await eyes(page, "Black").check();
  await expect(page.locator('[data-viewer="black"]')).toBeVisible();
  await expect(page).toHaveURL(/seat=black/);
  await eyes(page, "all secrets").check();
  await expect(page).toHaveURL(/seat=all/);
  await expect(page.locator(".above .card:not(.back)").first()).toBeVisible();
  await expect(page.locator(".below .card:not(.back)").first()).toBeVisible();
  // The address names table, moment and eyes.
  const [at] = await steps(page);
  await page.reload();
  await expect(eyes(page, "all secrets")).toBeChecked();
  await atStep(page, at);
  expect(failed).toEqual([]);
});

test("a picture, files of this moment and of the game, and a link are taken along", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await playAndResign(page, OPEN);
  await openReplay(page);
  await page.keyboard.press("Home");
  await atStep(page, 0);
  const png = await saved(page, () => page.getByRole("button", { name: "Picture", exact: true }).click());
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(1000);
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/replay\/\w+#entry=0&seat=white$/);

  await page.getByRole("button", { name: "File …" }).click();
  const dialog = page.getByRole("dialog");
  const file = (name: string) => saved(page, () => dialog.getByRole("button", { name, exact: true }).click());
  const svg = (await file("Picture as SVG")).bytes.toString();
  expect(svg.match(/<use /g)).toHaveLength(32);
  const start = (await file("FEN of this moment")).bytes.toString();
  expect(start).toContain("rnbqkbnr");
  expect((await file("Scoresheet")).bytes.toString()).toContain(OPEN);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "File …" })).toBeFocused();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "File …" }).click();
  expect((await file("FEN of this moment")).bytes.toString()).not.toBe(start);
});

test("an animation is of what everybody saw, whoever's eyes one looks with", async ({ page }) => {
  await playAndResign(page, HIDDEN, 3);
  const asked: string[] = [];
  await openReplay(page);
  await eyes(page, "all secrets").check();
  await expect(page).toHaveURL(/seat=all/);
  page.on("request", (request) => asked.push(request.url()));
  const gif = await saved(page, () => page.getByRole("button", { name: "Animation" }).click());
  expect(gif.name).toMatch(/\.gif$/);
  expect(gif.bytes.subarray(0, 6).toString()).toBe("GIF89a");
  expect(gif.bytes.at(-1)).toBe(0x3b);
  // Each frame begins with a graphic control extension.
  const frames = gif.bytes.toString("latin1").split("\x21\xf9\x04").length - 1;
  expect(frames).toBeGreaterThan(3);
  const seats = asked.flatMap((url) => /replay\/.*seat=(\w+)/.exec(url)?.[1] ?? []);
  expect(seats.filter((seat) => seat !== "public")).toEqual([]);
  await expect(page.getByRole("button", { name: "Animation" })).toBeFocused();
});

test("a scoresheet that was pasted is replayed like a table, also after a reload", async ({
  page,
  request,
}) => {
  await playAndResign(page, OPEN);
  const table = /\/t\/(\w+)/.exec(page.url())?.[1] ?? "";
  const sheet = await (await request.get(`/api/tables/${table}/scoresheet`)).text();
  await page.goto("/replay");
  await page.getByLabel("Paste a scoresheet").fill("nonsense");
  await page.getByRole("button", { name: "Replay it" }).click();
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await page.getByLabel("Paste a scoresheet").fill(sheet);
  await page.getByRole("button", { name: "Replay it" }).click();
  await expect(eyes(page, "everybody")).toBeChecked();
  const [end, last] = await steps(page);
  expect(end).toBe(last);
  await page.keyboard.press("ArrowLeft");
  await atStep(page, last - 1);
  await page.reload();
  await atStep(page, last - 1);
  await expect(page.getByRole("button", { name: "Link", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "File …" }).click();
  const fen = await saved(page, () => page.getByRole("button", { name: "FEN of this moment" }).click());
  expect(fen.bytes.toString()).toContain("/");
});

test("the game goes on from a moment in the middle, against a bot and with a friend", async ({
  page,
  browser,
}) => {
  await playAndResign(page, HIDDEN, 3);
  await openReplay(page);
  const friend = page.getByRole("button", { name: "Go on from here: with friends" });
  await friend.click();
  await expect(page.getByRole("alert")).toContainText("The game is over here.");
  await expect(friend).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/entry=2/);
  const there = await page.locator(".board").innerHTML();
  const replay = page.url();
  await page.getByRole("button", { name: "Go on from here: against bots" }).click();
  await expect(page.getByRole("dialog")).toContainText("as secret as you keep it");
  await page.getByRole("dialog").getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.locator("section.prompt")).toBeVisible();
  expect(figures(await page.locator(".board").innerHTML()).length).toBe(figures(there).length);

  await page.goto(replay);
  await friend.click();
  await page.getByLabel("You play").selectOption({ label: "Black" });
  await page.getByRole("dialog").getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/t\//);
  const guest = await newcomer(browser);
  await guest.goto(page.url());
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
});

const figures = (board: string): string[] => board.match(/data-piece="[^"]+"/g) ?? [];

test("the whole board and every button are in sight in every window", async ({ page }) => {
  await playAndResign(page, "masquerade-chess", 3);
  await openReplay(page);
  await page.keyboard.press("ArrowLeft");
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => outOfSight(page), { message: `${width} by ${height}` }).toEqual([]);
    const far = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            ".lead button, .lead input, .lead select, [data-steps], .conduct button",
          ),
        ]
          .map((thing) => ({ thing, box: thing.getBoundingClientRect() }))
          .filter(
            ({ box }) =>
              box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0 || box.left < 0,
          )
          .map(({ thing }) => thing.textContent?.trim() || thing.getAttribute("aria-label")),
      );
    await expect.poll(far, `${width} by ${height}`).toEqual([]);
    // "0 / 1" never stacks, also where another layout has just brought it anew.
    const stepsHeight = async () => (await page.locator("[data-steps]").boundingBox())?.height ?? Infinity;
    await expect.poll(stepsHeight).toBeLessThan(32);
  }
});

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  test(`axe finds nothing in a replay at ${width} by ${height}`, async ({ page }) => {
    await playAndResign(page, HIDDEN, 3);
    await page.setViewportSize({ width, height });
    await openReplay(page);
    expect(await violationsInBoth(page)).toEqual([]);
  });
}

test("the analysis lies beside or below the board, and the focus comes back when it is shut", async ({
  page,
}) => {
  await playAndResign(page, OPEN);
  await openReplay(page);
  const opener = page.getByRole("button", { name: "Analysis", exact: true });
  const panel = page.getByRole("region", { name: "Analysis" });
  const [, last] = await steps(page);
  for (const [width, height] of CHIEF_WINDOWS) {
    const moment = `${width} by ${height}`;
    await page.setViewportSize({ width, height });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(panel.locator("polyline.truth")).toBeAttached({ timeout: 30_000 });
    await expect(panel.getByRole("heading", { level: 2 })).toBeFocused();
    const [board, box] = [await page.locator(".board").boundingBox(), await panel.boundingBox()];
    if (!board || !box) throw new Error("there is no board or no analysis");
    const apart =
      box.x >= board.x + board.width - 1 ||
      box.y >= board.y + board.height - 1 ||
      box.y + box.height <= board.y;
    expect(apart, `${moment}: it covers the board`).toBe(true);
    expect(box.x + box.width, moment).toBeLessThanOrEqual(width + 1);
    expect(box.y + box.height, moment).toBeLessThanOrEqual(height + 1);
    // It goes anywhere in the game, and the table follows.
    await panel.getByRole("slider").press("Home");
    await expect(page).toHaveURL(/entry=0/);
    if (width === 360) expect(await violationsInBoth(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await opener.click();
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(opener).toBeFocused();
  // Of two things that lie over the table only the newer one is open.
  await opener.click();
  await expect(panel).toBeVisible();
  await page.locator(".conduct").getByRole("button", { name: "Log", exact: true }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.locator(".told.open")).toBeVisible();
  await opener.click();
  await expect(panel).toBeVisible();
  await expect(page.locator(".told.open")).toHaveCount(0);
  await page.keyboard.press("End");
  await atStep(page, last);
});
