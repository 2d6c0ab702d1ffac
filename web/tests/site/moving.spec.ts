// Running games go from the page to a server and back, and the app of a server plays in the page what needs no server.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { PHONE, screen } from "../e2e/companion";
import { dice, LIT, pointOnce, waitForTurn } from "../e2e/hands";
import { chromiumOptions, OwnServer } from "../e2e/server";
import { curtain, lift, seal } from "./screen";
import { address, askReferee, tableOf, tap } from "./site";

const OPEN = "chess960";
const SEALED = "two-move-chess";
const MODULE = join(import.meta.dirname, "../../module");

// A page that a test has changed comes from no place that the browser knows, so sockets of this machine are strange to it.
const options = chromiumOptions();
test.use({
  launchOptions: { ...options, args: [...options.args, "--disable-features=LocalNetworkAccessChecks"] },
});

let server: OwnServer;
test.beforeAll(async () => {
  server = await OwnServer.start();
});
test.afterAll(() => server.end());

/** The browser at a server whose program carries the module: the page, its policy and the files are as that hands them out. */
async function carryModule(page: Page, beforeReferee = ""): Promise<void> {
  const name = readdirSync(MODULE).find((file) => file.endsWith(".wasm")) ?? "";
  const compiles = (headers: Record<string, string>) => ({
    ...headers,
    "content-security-policy": (headers["content-security-policy"] ?? "").replace(
      "script-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
    ),
  });
  await page.addInitScript(() => {
    localStorage.setItem("chess-kit-shown", '["*"]');
    localStorage.setItem("chess-kit-bot-pace", "0");
  });
  await page.route(
    (url) => url.href.startsWith(server.address) && !/\/(api|assets)\/|\.\w+$/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const place = 'name="app-module" content="';
      const body = (await response.text()).replace(`${place}"`, `${place}${name}"`);
      await route.fulfill({ response, body, headers: compiles(response.headers()) });
    },
  );
  await page.route(/\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const program = route.request().url().includes("/referee.") ? beforeReferee : "";
    const body = `${program}\n${await response.text()}`;
    await route.fulfill({ response, body, headers: compiles(response.headers()) });
  });
  await page.route(/\/(module-\w+\.wasm|data\/language\.\w+\.json)$/, (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    const contentType = file.endsWith(".wasm") ? "application/wasm" : "application/json";
    return route.fulfill({ body: readFileSync(join(MODULE, file)), contentType });
  });
}

/** What was asked of the server about tables. */
function askedOfTables(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.url().startsWith(server.address) && pathname.startsWith("/api/tables")) asked.push(pathname);
  });
  page.on("websocket", (socket) => asked.push(socket.url()));
  return asked;
}

const tableAt = (page: Page): string => /\/t\/(\w+)/.exec(page.url())?.[1] ?? "";
const records = (page: Page, name: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("records").objectStore("records").count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
    name,
  );

/** White seals a choice at a table for two at one screen, and covers it. */
async function sealOne(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(curtain(page)).toBeVisible();
  await lift(page);
  await seal(page);
  await page.getByRole("button", { name: /^Cover the table for/ }).click();
  await expect(curtain(page)).toContainText("Black");
}

test("the app of a server plays against bots in the page, and asks the server for none of it", async ({
  page,
}) => {
  await carryModule(page);
  const asked = askedOfTables(page);
  await page.goto(`${server.address}/new?game=${OPEN}&with=bots`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await waitForTurn(page);
  const roll = dice(3);
  for (let count = 0; count < 4; count++) await pointOnce(page, roll);
  await page.reload();
  await waitForTurn(page);
  await page.goto(`${server.address}/golf`);
  await page.locator(".lengths .button").nth(1).click();
  await expect(page.locator("section.prompt h2")).toHaveText(/^Try it/);
  expect(asked).toEqual([]);
  // With others it is the server's table.
  await page.goto(`${server.address}/new?game=${OPEN}&with=friends`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL(/\/t\/\w+/);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test("a friend joins from home in the middle of a sealed choice, and a game comes back", async ({
  page,
  browser,
}) => {
  await carryModule(page);
  await page.goto(`${server.address}/new?game=${SEALED}&with=screen`);
  await sealOne(page);
  await page.goto(`${server.address}/bring?table=${tableAt(page)}`);
  await page.getByLabel(/Black/).first().selectOption("invited");
  await page.getByRole("button", { name: "Take the game there" }).click();
  await page.waitForURL(/\/t\/\w+/);
  const table = tableAt(page);
  const token = await page.evaluate(
    (table) =>
      (
        JSON.parse(localStorage.getItem("chess-kit-tables") ?? "[]") as {
          table: string;
          invitations: { seat: string; token: string }[];
        }[]
      )
        .find((mine) => mine.table === table)
        ?.invitations.find(({ seat }) => seat === "black")?.token ?? "",
    table,
  );
  expect(await records(page, "chess-kit-page"), "nothing of it is left in the browser").toBe(0);
  const home = await browser.newContext({ locale: "en-US" });
  const friend = await home.newPage();
  await friend.goto(`${server.address}/t/${table}#invitation=${token}`);
  await friend.locator("form button.main, .button.main").first().click();
  await page.getByRole("button", { name: "Start the game" }).click();
  // The game goes on where it was: White's choice is sealed, and Black chooses.
  await expect(friend.locator(LIT).first()).toBeVisible();
  await expect(page.locator(".table[data-viewer]")).toBeVisible();
  const standing = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}`)).json(), table);
  expect(standing.turns).toEqual([]);
  await home.close();

  // Whoever has all seats takes the game back into the page.
  await page.goto(`${server.address}/new?game=${SEALED}&with=screen`);
  await sealOne(page);
  await page.goto(`${server.address}/bring?table=${tableAt(page)}`);
  await page.getByRole("button", { name: "Take the game there" }).click();
  await expect(curtain(page)).toContainText("Black");
  const there = tableAt(page);
  await page.goto(`${server.address}/bring?table=${there}`);
  await page.getByRole("button", { name: "Take the game here" }).click();
  await page.waitForURL((url) => /\/t\/\w+/.test(url.pathname) && !url.pathname.includes(there));
  await expect(curtain(page)).toContainText("Black");
  expect(await records(page, "chess-kit-page")).toBeGreaterThan(0);
});

test("a game goes from a site of plain files to a server by its address, and back", async ({ page }) => {
  await page.goto(`?/new&game=${SEALED}&with=screen`);
  await sealOne(page);
  const table = tableOf(page);
  await page.goto(`?/bring&table=${table}`);
  await page.getByLabel("Address of the server").fill(server.address);
  await page.getByRole("button", { name: "Take the game there" }).click();
  await page.waitForURL(`${server.address}/bring`);
  await page.getByRole("button", { name: "Go on here" }).click();
  await expect(curtain(page)).toContainText("Black");
  const there = tableAt(page);
  // On the site the table says where its game is.
  await page.goto(`${address()}?/t/${table}`);
  await expect(page.getByRole("heading", { name: "This game was taken along" })).toBeVisible();
  await page.goto(`${server.address}/bring?table=${there}`);
  await page.getByRole("button", { name: "Take the game back" }).click();
  await page.waitForURL(`${address()}?/bring`);
  await page.getByRole("button", { name: "Go on here" }).click();
  await expect(curtain(page)).toContainText("Black");
  // A copy stays at the server, which says where the game is, until somebody forgets it there.
  await page.goto(`${server.address}/t/${there}`);
  await expect(page.getByRole("heading", { name: "This game was taken along" })).toBeVisible();
  await page.getByRole("button", { name: "Forget it here" }).click();
  // The server has closed it once the page goes on.
  await page.waitForURL(/\/lobby/);
  await page.goto(`${server.address}/t/${there}`);
  await expect(page.getByRole("alert")).toBeVisible();
  // What is no game gets a sentence.
  await page.goto(`${server.address}/bring#game=${"garbage".repeat(1000)}`);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("no game");
});

test("a table of wood is one at the server, too, and after the way back", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const setUp = screen(page).getByRole("heading", { name: "Set up the table" });
  const hereAs = async (): Promise<unknown> =>
    JSON.parse(await askReferee(page, `/api/tables/${tableOf(page)}`)).note.real_board;
  await tap(page);
  await page.goto("?/new&game=half-alice-chess&with=screen&real=one");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(setUp).toBeVisible();
  const wood = { phones: "one", checkers: 12 };
  expect(await hereAs()).toMatchObject(wood);
  await page.goto(`?/bring&table=${tableOf(page)}`);
  await page.getByLabel("Address of the server").fill(server.address);
  await page.getByRole("button", { name: "Take the game there" }).click();
  await page.waitForURL(`${server.address}/bring`);
  await page.getByRole("button", { name: "Go on here" }).click();
  await expect(setUp).toBeVisible();
  const there = tableAt(page);
  const standing = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}`)).json(), there);
  expect(standing.note.real_board).toMatchObject(wood);
  expect(standing.note.hints).toBeUndefined();
  await page.goto(`${server.address}/bring?table=${there}`);
  await page.getByRole("button", { name: "Take the game back" }).click();
  await page.waitForURL(`${address()}?/bring`);
  await page.getByRole("button", { name: "Go on here" }).click();
  await expect(setUp).toBeVisible();
  expect(await hereAs()).toMatchObject(wood);
});

test("a game that goes home and does not arrive is still at the server", async ({ page }) => {
  await page.goto(`?/new&game=${SEALED}&with=screen`);
  await sealOne(page);
  await page.goto(`?/bring&table=${tableOf(page)}`);
  await page.getByLabel("Address of the server").fill(server.address);
  await page.getByRole("button", { name: "Take the game there" }).click();
  await page.waitForURL(`${server.address}/bring`);
  await page.getByRole("button", { name: "Go on here" }).click();
  await expect(curtain(page)).toContainText("Black");
  const there = tableAt(page);
  await page.goto(`${server.address}/bring?table=${there}`);
  await page.getByRole("button", { name: "Take the game back" }).click();
  await page.waitForURL(`${address()}?/bring`);
  // What came with the address is gone with the page.
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("no game");
  await page.goto(`${server.address}/t/${there}`);
  await page.getByRole("button", { name: "Go on here after all" }).click();
  await expect(curtain(page)).toContainText("Black");
});

test("a silent server holds up no table, and the game stays where it was", async ({ page }) => {
  await tap(page);
  // A tenth of the patience is enough for a test.
  await carryModule(
    page,
    "const wait = AbortSignal.timeout; AbortSignal.timeout = (time) => wait.call(AbortSignal, time / 10);",
  );
  await page.goto(`${server.address}/new?game=${SEALED}&with=screen`);
  await sealOne(page);
  const table = tableAt(page);
  let asked = 0;
  await page.route(`${server.address}/api/tables`, () => {
    asked += 1;
  });
  await page.goto(`${server.address}/bring?table=${table}`);
  await page.getByRole("button", { name: "Take the game there" }).click();
  await expect.poll(() => asked).toBe(1);
  expect(await askReferee(page, `/api/tables/${table}`), "nobody waits").toContain('"status":"playing"');
  await expect(page.getByRole("alert").first()).toContainText("taken too long");
  await page.goto(`${server.address}/t/${table}`);
  await expect(curtain(page)).toContainText("Black");
});
