/** Makes a GIF file of the boards that it is sent, beside the page. */
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { Answer, Told } from "./animation";

const encoder = GIFEncoder();
let before: Uint32Array | null = null;

self.onmessage = ({ data }: MessageEvent<Told>) => {
  if (data === "end") {
    encoder.finish();
    self.postMessage({ file: encoder.bytes() } satisfies Answer);
    return;
  }
  const { pixels, side, milliseconds } = data;
  const now = new Uint32Array(pixels);
  const palette = quantize(new Uint8Array(pixels), 255, { format: "rgb565" });
  const colors = applyPalette(new Uint8Array(pixels), palette, "rgb565");
  // What has not changed is left as it was, which makes the file many times smaller.
  const kept = palette.length;
  if (before) for (const [place, color] of now.entries()) if (before[place] === color) colors[place] = kept;
  encoder.writeFrame(colors, side, side, {
    palette: [...palette, [0, 0, 0]],
    delay: milliseconds,
    transparent: before !== null,
    transparentIndex: kept,
    dispose: 1,
  });
  before = now;
  self.postMessage({ file: null } satisfies Answer);
};
