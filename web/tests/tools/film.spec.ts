// One guided turn as an animated picture for the README: `npm run film`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
// It is a CommonJS module for Node, whatever its types say.
import * as gifenc from "gifenc";

const GAME = "zombie-chess";
const SIZE = { width: 860, height: 520 };
const TARGET = join(import.meta.dirname, "../../../docs/screenshots/one-turn.gif");
const { applyPalette, GIFEncoder, quantize } =
  (gifenc as unknown as { default?: typeof gifenc }).default ?? gifenc;
/** Long enough to read a step. */
const READING = 3_200;

/** The pixels of a picture of the page, read by another page, because Node cannot read PNG. */
async function pixelsOf(page: Page, reader: Page): Promise<Uint8Array> {
  const picture = (await page.screenshot()).toString("base64");
  const read = await reader.evaluate(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const paper = new OffscreenCanvas(image.width, image.height);
    const pen = paper.getContext("2d");
    pen?.drawImage(image, 0, 0);
    const bytes = pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    let text = "";
    for (let at = 0; at < bytes.length; at += 30_000)
      text += String.fromCharCode(...bytes.subarray(at, at + 30_000));
    return btoa(text);
  }, picture);
  return new Uint8Array(Buffer.from(read, "base64"));
}

test("a turn as an animated picture", async ({ page, context }) => {
  await page.setViewportSize(SIZE);
  await page.goto(`/learn/${GAME}/turn`);
  const reader = await context.newPage();
  await page.bringToFront();
  const steps = await page.locator(".lesson .line li").count();
  const encoder = GIFEncoder();
  let before: Uint32Array | null = null;
  for (let at = 0; at < steps; at++) {
    await expect(page.locator(".lesson")).toHaveAttribute("data-step", String(at));
    await page.waitForTimeout(500);
    const pixels = await pixelsOf(page, reader);
    const palette = quantize(pixels, 255, { format: "rgb565" });
    const colors = applyPalette(pixels, palette, "rgb565");
    const now = new Uint32Array(pixels.buffer);
    // What has not changed is left as it was, which makes the file many times smaller.
    const kept = palette.length;
    if (before) for (const [place, color] of now.entries()) if (before[place] === color) colors[place] = kept;
    encoder.writeFrame(colors, SIZE.width, SIZE.height, {
      palette: [...palette, [0, 0, 0]],
      delay: READING,
      transparent: before !== null,
      transparentIndex: kept,
      dispose: 1,
    });
    before = now;
    if (at + 1 < steps) await page.locator(".lesson .primary").click();
  }
  encoder.finish();
  writeFileSync(TARGET, encoder.bytes());
});
