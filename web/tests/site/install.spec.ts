// What a browser reads that installs the site as an app: its manifest, whose addresses are those of plain files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { address, PATH } from "./site";

interface Manifest {
  name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string }[];
  shortcuts: { name: string; url: string }[];
}

test("the site installs as an app whose icons and shortcuts are there", async ({ page }) => {
  await page.goto("");
  const at = await page.locator('link[rel="manifest"]').evaluate((link) => (link as HTMLLinkElement).href);
  expect(new URL(at).pathname).toBe(`${PATH}manifest.webmanifest`);
  const manifest = (await (await page.request.get(at)).json()) as Manifest;
  const place = (url: string): URL => new URL(url, at);
  expect(manifest.name).toBe("Chess Kit");
  expect(manifest.display).toBe("standalone");
  // The app is what lies below its path, and nothing else of the host.
  expect(place(manifest.start_url).href).toBe(address());
  expect(place(manifest.scope).href).toBe(address());

  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["any", "192x192", "512x512"]);
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await page.request.get(place(src).href);
    expect(answer.headers()["content-type"], src).toBe(type);
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, place(src).href);
    if (sizes !== "any") expect(size, src).toBe(sizes);
  }

  // They are those that the app has at a server, with the paths behind a question mark.
  const source = join(import.meta.dirname, "../../public/manifest.webmanifest");
  const served = JSON.parse(readFileSync(source, "utf8")) as Manifest;
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(served.shortcuts.map(({ name }) => name));
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(["./?/new&with=bots", "./?/lobby", "./?/learn"]);
  for (const { url } of manifest.shortcuts) {
    await page.goto(place(url).href);
    await expect(page.locator("h1").first(), url).toBeVisible();
    await expect(page.locator("section.problem"), url).toHaveCount(0);
    // A path that the app does not know leads to the start page.
    expect(await page.evaluate(() => location.search), url).toBe(place(url).search);
  }
});
