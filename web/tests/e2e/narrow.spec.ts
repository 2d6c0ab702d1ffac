// A language with longer words than English has room on the narrowest phone: a third language is no code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { pseudo, pseudoWire } from "../pseudo";
import { chooseGame, decideOnce, dice, waitForTurn } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";

const ENGLISH = join(import.meta.dirname, "../../../languages/en");

/** Each file of texts is a chunk of its own. */
const CHUNKS = ["app", "companion", "club"];

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: "de-DE" });

/**
 * Puts the pseudo-language in the place of the one that the browser's owner reads.
 *
 * What the server says is German and is made longer still.
 */
async function speakPseudo(page: Page): Promise<void> {
  for (const chunk of CHUNKS) {
    const texts = JSON.parse(readFileSync(join(ENGLISH, `${chunk}.json`), "utf8")) as Record<string, string>;
    const pseudoTexts = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));
    await page.route(new RegExp(`/assets/${chunk}-[\\w-]+\\.js$`), (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `export default ${JSON.stringify(pseudoTexts)};`,
      }),
    );
  }
  // Holes of golf are texts for programs.
  await page.route(/\/api\/(?!golf)/, async (route) => {
    const response = await route.fetch();
    const json = response.headers()["content-type"]?.includes("json");
    await route.fulfill(json ? { response, json: pseudoWire(await response.json()) } : { response });
  });
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => socket.send(JSON.stringify(pseudoWire(JSON.parse(String(message))))));
  });
}

// A request may still be on its way through here when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

/** Whatever sticks out sideways, has words that stick out of it, or makes the page wider than the screen. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const seen = [...document.querySelectorAll<HTMLElement>("main *, header *, footer *")].filter(
      (element) => element.offsetParent !== null && !element.closest(".spoken, .skip"),
    );
    /** Whether it lies in something that can be scrolled or cuts off what is too much. */
    const isCut = (element: Element): boolean => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== "visible") return true;
      return false;
    };
    const sticksOut = (element: HTMLElement): boolean => {
      const { left, right } = element.getBoundingClientRect();
      return (left < -1 || right > clientWidth + 1) && !isCut(element);
    };
    const hasTooMuch = (element: HTMLElement): boolean => {
      const { textOverflow, overflowX } = getComputedStyle(element);
      const words = element.matches(
        "button, a, h1, h2, h3, p, li:not(:has(.card)), dt, dd, label, th, td, legend",
      );
      return (
        words &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        !(textOverflow === "ellipsis" && overflowX === "hidden")
      );
    };
    const named = (element: HTMLElement): string =>
      `${element.nodeName.toLowerCase()}.${element.className}: ${element.textContent?.trim().slice(0, 40)}`;
    const wide = seen.filter((element) => sticksOut(element) || hasTooMuch(element)).map(named);
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...wide] : wide;
  });

async function expectRoom(page: Page): Promise<void> {
  // Without it the test would pass for an app that speaks English.
  await expect(page.getByText(/^\[.*\]$/).first()).toBeAttached();
  expect(await tooWide(page), page.url()).toEqual([]);
}

const PAGES = [
  "/",
  "/new?game=telepathic-chess",
  "/new?game=masquerade-chess",
  "/learn",
  "/learn/zombie-chess",
  "/lobby",
  "/golf",
  "/golf/2026-11-18",
  "/golf/course/2026-11-18",
  "/replay",
  "/settings",
  "/tools",
  "/club",
];

for (const path of PAGES) {
  test(`${path} has room for longer words`, async ({ page }) => {
    await speakPseudo(page);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectRoom(page);
  });
}

for (const game of GAMES) {
  test(`a table of ${game} has room for longer words`, async ({ page }) => {
    await speakPseudo(page);
    await page.goto("/");
    await chooseGame(page, game);
    await expect(page.locator("section.prompt")).toBeVisible({ timeout: 20_000 });
    const roll = dice(7);
    for (let turn = 0; turn < 3; turn++) {
      await expectRoom(page);
      if ((await waitForTurn(page)).over) break;
      await decideOnce(page, roll);
    }
    await expectRoom(page);
    await page.locator(".said .switch").click();
    await expectRoom(page);
  });
}
