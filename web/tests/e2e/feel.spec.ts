// How the board feels: the own move at once, sealed choices, second choices on the square, looking back,
// and arrows of one's own.
import { expect, type Page } from "@playwright/test";
import { move, newcomer, sitTogether, square } from "./company";
import { startAgainstBots, waitForTurn } from "./hands";
import { test } from "./test";

const DELAY = 600;

/** Keeps every line to the server back for a while. */
async function slowLine(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      setTimeout(() => server.send(message), DELAY);
    });
  });
}

/** Keeps actions from the server; what it gives refuses the one that is on its way. */
async function heldLine(page: Page): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, command } = JSON.parse(String(message)) as { id: number; command: object };
      const refusal = JSON.stringify({ error: { id, code: "illegal", text: "that is not possible" } });
      if ("act" in command) held.push(() => socket.send(refusal));
      else server.send(message);
    });
  });
  return async () => {
    await expect.poll(() => held.length).toBe(1);
    held.pop()?.();
  };
}

/** Somebody says something, and somebody else has heard it. */
async function speak(from: Page, to: Page, text: string): Promise<void> {
  const table = /\/t\/(\w+)/.exec(from.url())?.[1] ?? "";
  const data = { seat: "black", command: { say: { text, channel: "all" } } };
  await expect(await from.request.post(`/api/tables/${table}/commands`, { data })).toBeOK();
  await expect(to.locator(".conduct .line")).toContainText(text);
}

// In a browser that has never seen a move of the game, with secrets and without.
for (const game of ["chess960", "zombie-chess", "tar-pit-chess"]) {
  test(`the first own move of ${game} is on the screen long before the server has answered`, async ({
    page,
  }) => {
    await slowLine(page);
    await startAgainstBots(page, game);
    await waitForTurn(page);
    await square(page, "e2").click();
    // Pictures are counted, not milliseconds: other programs may have the processor between two of them.
    const { pictures, waited } = await page.evaluate(async () => {
      const spot = document.querySelector<HTMLElement>('[data-spot="e4"]');
      const began = performance.now();
      let pictures = 0;
      spot?.click();
      while (!spot?.ariaLabel?.includes("white pawn") && pictures < 100) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        pictures++;
      }
      return { pictures, waited: performance.now() - began };
    });
    console.log(`${game}: click to own move with ${DELAY} ms of delay: ${waited.toFixed(0)} ms`);
    expect(pictures, "the next picture shows the move").toBeLessThanOrEqual(1);
    await expect(square(page, "e2")).toHaveAccessibleName(/empty/);
    await waitForTurn(page);
    await expect(square(page, "e4")).toHaveAccessibleName(/white pawn/);
  });
}

test("a move that is refused goes back, with a word", async ({ page }) => {
  const refuse = await heldLine(page);
  await startAgainstBots(page, "chess960");
  await waitForTurn(page);
  for (const name of ["e2", "e4"]) await square(page, name).click();
  await expect(square(page, "e4")).toHaveAccessibleName(/white pawn/);
  await refuse();
  await expect(square(page, "e2")).toHaveAccessibleName(/white pawn/);
  await expect(square(page, "e4")).toHaveAccessibleName(/empty/);
  await expect(page.getByRole("alert")).toContainText("Your move was taken back: that is not possible");
  await waitForTurn(page);
});

test("what somebody says leaves a picked piece, a drag and a move under way alone", async ({
  page,
  browser,
}) => {
  const refuse = await heldLine(page);
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "chess960");
  await square(page, "d2").click();
  await speak(guest, page, "take your time");
  await expect(square(page, "d2")).toHaveAttribute("data-light", "picked");
  await page.keyboard.press("Escape");

  await square(page, "e2").hover();
  await page.mouse.down();
  await square(page, "e3").hover();
  await speak(guest, page, "and yet");
  await square(page, "e4").hover();
  await page.mouse.up();
  await expect(square(page, "e4")).toHaveAccessibleName(/white pawn/);
  await speak(guest, page, "at last");
  await expect(square(page, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(square(page, "e2")).toHaveAccessibleName(/empty/);
  await refuse();
  await expect(square(page, "e2")).toHaveAccessibleName(/white pawn/);
});

test("a sealed move is an arrow and a card face down, for its owner alone", async ({ page, browser }) => {
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "synchronous-chess");
  await square(page, "e2").click();
  await square(page, "e4").click();
  await expect(page.locator(".drawings .sealed")).toHaveCount(1);
  await expect(square(page, "e4")).toHaveAccessibleName(/your sealed move ends here; only you see it/);
  await expect(square(page, "e2")).toHaveAccessibleName(/white pawn/);
  await expect(guest.locator("section.prompt")).toContainText("Write");
  await expect(guest.locator(".drawings .sealed")).toHaveCount(0);
  await square(guest, "e7").click();
  await square(guest, "e5").click();
  await expect(square(page, "e4")).toHaveAccessibleName(/white pawn/);
  await expect(page.locator(".drawings .sealed")).toHaveCount(0);
});

test("what a pawn becomes is chosen on the square", async ({ page }) => {
  await page.goto("/new?game=chess960&with=screen");
  await page.getByText("Clock, spectators and start position").click();
  await page.getByLabel(/^Start from a position/).fill("fen: 8/P6k/8/8/8/8/8/4K3 w - - 0 1");
  await page.getByRole("button", { name: "Open the table" }).click();
  await square(page, "a7").click();
  await square(page, "a8").click();
  const choices = page.locator(".board .become");
  await expect(choices.locator("button")).toHaveCount(4);
  await choices.locator('[data-become="knight"]').click();
  await expect(square(page, "a8")).toHaveAccessibleName(/white knight/);
});

const swipe = (page: Page, way: number): Promise<void> =>
  page.evaluate((dx) => {
    const spot = document.querySelector<HTMLElement>('.board [data-spot="d5"]');
    const box = spot?.getBoundingClientRect();
    if (!spot || !box) return;
    const at = { bubbles: true, pointerType: "touch", clientY: box.y + 9 };
    spot.dispatchEvent(new PointerEvent("pointerdown", { ...at, clientX: box.x + 9 }));
    spot.dispatchEvent(new PointerEvent("pointermove", { ...at, clientX: box.x + 9 + dx / 2 }));
    spot.dispatchEvent(new PointerEvent("pointerup", { ...at, clientX: box.x + 9 + dx }));
  }, way);

test("keys, wheel and swipes go back through the game, and one key returns", async ({ page, browser }) => {
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "chess960");
  await move(page, "e2", "e4");
  await move(guest, "e7", "e5");
  await expect(square(page, "e5")).toHaveAccessibleName(/black pawn/);
  const strip = page.getByText("Looking back:");
  const before = () => expect(square(page, "e5")).toHaveAccessibleName(/empty/);
  const now = async () => {
    await expect(square(page, "e5")).toHaveAccessibleName(/black pawn/);
    await expect(strip).toHaveCount(0);
  };
  await page.keyboard.press("ArrowLeft");
  await before();
  await expect(strip).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(square(page, "e4")).toHaveAccessibleName(/empty/);
  await page.keyboard.press("Escape");
  await now();
  await square(page, "d5").hover();
  await page.mouse.wheel(0, -120);
  await before();
  await page.mouse.wheel(0, 120);
  await now();
  await swipe(page, 90);
  await before();
  await page.getByRole("button", { name: "Back to now" }).click();
  await now();
});

test("arrows and circles of one's own are gone with the next move", async ({ page, browser }) => {
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "chess960");
  await square(page, "d2").hover();
  await page.mouse.down({ button: "right" });
  await square(page, "d4").hover();
  await page.mouse.up({ button: "right" });
  await square(page, "f7").click({ button: "right" });
  await expect(page.locator(".drawings line")).toHaveCount(1);
  await expect(page.locator(".drawings circle")).toHaveCount(1);
  await expect(square(page, "d4")).toHaveAccessibleName(/your arrow from d2 ends here/);
  await expect(guest.locator(".drawings")).toHaveCount(0);
  await move(page, "e2", "e4");
  await expect(page.locator(".drawings")).toHaveCount(0);
  // A drawing of the guest's stays only if the move has come there, too.
  await expect(square(guest, "e4")).toHaveAccessibleName(/white pawn/);
  await square(guest, "e7").focus();
  await guest.keyboard.press("o");
  await expect(square(guest, "e7")).toHaveAccessibleName(/circled by you/);
});

/** Listens to what a page sends; the answer has every action. */
function actsOf(page: Page): string[] {
  const acts: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes('"act"')) acts.push(String(payload));
    }),
  );
  return acts;
}

test("a move that is planned goes out when the turn has come, and not a byte before", async ({
  page,
  browser,
}) => {
  const guest = await newcomer(browser);
  const acts = actsOf(guest);
  await sitTogether(page, guest, "chess960");
  await expect(guest.locator("section.prompt")).toContainText("You may plan your next move.");
  await square(guest, "e7").click();
  await square(guest, "e5").click();
  await expect(square(guest, "e5")).toHaveAccessibleName(/your planned move ends here/);
  await expect(guest.locator(".planned")).toHaveCount(2);
  await expect(page.locator(".planned")).toHaveCount(0);
  expect(acts).toEqual([]);
  await move(page, "e2", "e4");
  await expect(square(page, "e5")).toHaveAccessibleName(/black pawn/);
  await expect(guest.locator(".planned")).toHaveCount(0);
  expect(acts).toHaveLength(1);
});

test("a plan that is no longer possible is dropped with a word; escape and the right button drop it, too", async ({
  page,
  browser,
}) => {
  const guest = await newcomer(browser);
  const acts = actsOf(guest);
  await sitTogether(page, guest, "half-alice-chess");
  const plan = async (from: string, to: string) => {
    await square(guest, from).hover();
    await guest.mouse.down();
    await square(guest, to).hover();
    await guest.mouse.up();
    await expect(guest.locator(".planned")).toHaveCount(2);
  };
  await plan("d7", "d5");
  await guest.keyboard.press("Escape");
  await expect(guest.locator(".planned")).toHaveCount(0);
  await plan("d7", "d5");
  await square(guest, "a3").click({ button: "right" });
  await expect(guest.locator(".planned")).toHaveCount(0);
  await expect(guest.locator(".drawings circle")).toHaveCount(0);
  await plan("d8", "a4");
  await move(page, "e2", "e4");
  await expect(guest.getByRole("alert")).toHaveText("Your planned move d8–a4 is no longer possible.");
  await expect(guest.locator("[data-light]").first()).toBeVisible();
  expect(acts).toEqual([]);
});

test("nobody plans where something is secret", async ({ page, browser }) => {
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "tar-pit-chess");
  await expect(guest.locator("section.prompt")).toBeVisible();
  await square(guest, "e7").click();
  await expect(guest.locator(".planned")).toHaveCount(0);
  await expect(guest.locator("section.prompt")).not.toContainText("plan your next move");
});

test("a piece and a card say what they are: by a mouse that rests, a long press, the keyboard", async ({
  page,
}) => {
  await startAgainstBots(page, "tar-pit-chess");
  await waitForTurn(page);
  await square(page, "g1").hover();
  const key = page.locator(".board .key");
  await expect(key).toContainText(/white knight/i);
  await expect(key).toContainText(/May go to .*f3/);
  await page.mouse.move(2, 2);
  await expect(key).toHaveCount(0);
  const card = page.locator('[aria-label="Your cards"] li').first();
  await card.hover();
  await expect(page.locator(".tip")).toContainText(/card[\s\S]*Your cards/);
  await page.keyboard.press("Escape");
  await expect(page.locator(".tip")).toHaveCount(0);
  await card.dispatchEvent("pointerdown", { pointerType: "touch" });
  await expect(page.locator(".tip")).toContainText("Your cards");
  await square(page, "e2").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(key).toContainText(/white pawn/i);
});

test("sounds are off with one tap in the head, and stay off", async ({ page }) => {
  await startAgainstBots(page, "chess960");
  const mute = page.getByRole("button", { name: "Mute" });
  await expect(mute).toHaveAttribute("aria-pressed", "false");
  await mute.click();
  await expect(mute).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(mute).toHaveAttribute("aria-pressed", "true");
});

test("what was lost lies before its seat", async ({ page, browser }) => {
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "chess960");
  await move(page, "e2", "e4");
  await move(guest, "d7", "d5");
  await move(page, "e4", "d5");
  for (const [someone, bar] of [
    [page, ".above"],
    [guest, ".below"],
  ] as const)
    await expect(someone.locator(`${bar} [data-part="black-lost"]`)).toHaveAccessibleName(/black pawn/);
  await page.reload();
  await expect(page.locator('.above [data-part="black-lost"]')).toHaveAccessibleName(/black pawn/);
});
