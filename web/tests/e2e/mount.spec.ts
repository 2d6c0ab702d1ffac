// The app below a path of a site: the same build, every address in its place.
import { expect, type Page } from "@playwright/test";
import { meetByLink, move, newcomer, square } from "./company";
import { OwnServer } from "./server";
import { test } from "./test";

const PATH = "/chess";
let server: OwnServer;
test.beforeAll(async () => {
  server = await OwnServer.start(PATH);
});
test.afterAll(() => server.end());

/** Everything that a page asks for, and everything it complains of. */
function followed(page: Page): { asked: string[]; complaints: string[] } {
  const found = { asked: [] as string[], complaints: [] as string[] };
  page.on("request", (request) => found.asked.push(new URL(request.url()).pathname));
  page.on("websocket", (socket) => found.asked.push(new URL(socket.url()).pathname));
  page.on("pageerror", (error) => found.complaints.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error") found.complaints.push(line.text());
  });
  return found;
}

test("two people play below a path, and nothing is asked for beside it", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  const traces = [followed(ada), followed(ben)];
  await meetByLink(ada, ben, "chess960", server.address);
  expect(ada.url()).toContain(`${server.address}/t/`);
  await move(ada, "e2", "e4");
  await expect(square(ben, "e4")).toHaveAccessibleName(/white pawn/);
  await ben.reload();
  await move(ben, "e7", "e5");
  await expect(square(ada, "e5")).toHaveAccessibleName(/black pawn/);
  const cookies = await ben.context().cookies(`${ben.url().replace("/t/", "/api/tables/")}`);
  for (const cookie of cookies) expect(cookie.path).toMatch(/^\/chess\/api\/tables\/\w+$/);
  expect(cookies.length).toBeGreaterThan(0);
  for (const { asked, complaints } of traces) {
    expect(asked.filter((path) => !path.startsWith(`${PATH}/`))).toEqual([]);
    expect(asked.some((path) => path.endsWith("/socket"))).toBe(true);
    expect(complaints).toEqual([]);
  }
});

test("links, pictures and the browser's own buttons keep to the path", async ({ page }) => {
  const { asked, complaints } = followed(page);
  await page.goto(server.address);
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await expect(page).toHaveURL(`${server.address}/learn`);
  await page.locator('main a[href$="/learn/zombie-chess"]').first().click();
  await expect(page).toHaveURL(`${server.address}/learn/zombie-chess`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Zombie");
  await page.goBack();
  await expect(page).toHaveURL(`${server.address}/learn`);
  await page.locator("a.logo").click();
  await expect(page).toHaveURL(`${server.address}/`);
  await expect(page.locator("[data-card]").first()).toBeVisible();
  const links = await page
    .locator("a[href]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/^(#|https:|\/chess\/)/);
  const manifest = await page.locator('link[rel="manifest"]').getAttribute("href");
  expect(manifest).toBe(`${PATH}/manifest.webmanifest`);
  expect(asked.filter((path) => path !== PATH && !path.startsWith(`${PATH}/`))).toEqual([]);
  expect(complaints).toEqual([]);
});

for (const path of ["", PATH]) {
  test(`a page at "${path}/t/…" says so when the server is gone, and looks as it should`, async ({
    browser,
  }) => {
    const own = await OwnServer.start(path);
    try {
      const context = await browser.newContext({ serviceWorkers: "allow" });
      const page = await context.newPage();
      await page.goto(`${own.address}/learn`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await own.kill();
      await page.goto(`${own.address}/t/abc`);
      await expect(page.getByRole("heading", { name: "The server cannot be reached" })).toBeVisible();
      expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
      await own.run();
      await page.getByRole("link", { name: "try again" }).click();
      await expect(page).toHaveURL(`${own.address}/`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await context.close();
    } finally {
      await own.end();
    }
  });
}
