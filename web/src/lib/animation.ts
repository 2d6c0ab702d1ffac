/**
 * A game as an animated picture, made in the browser and only when somebody wants one.
 *
 * Boards are drawn here, one after the other with pauses for the page; a worker makes the file of them.
 */
import { paint } from "./boardfile";

/** One board, and how long it is looked at. */
export interface Scene {
  svg: string;
  milliseconds: number;
}

/** How wide and high the animation is. */
export const ANIMATED = 496;

/** What the worker is told: a frame, or that there are no more. */
export type Told = { pixels: ArrayBuffer; side: number; milliseconds: number } | "end";

/**
 * The animation of some scenes as a GIF file.
 *
 * `onprogress` is told how far it has come, from 0 to 1; `signal` ends it early.
 */
export async function animate(
  scenes: AsyncIterable<Scene>,
  count: number,
  onprogress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL("./animation.worker.ts", import.meta.url), { type: "module" });
  try {
    let done = 0;
    for await (const { svg, milliseconds } of scenes) {
      signal.throwIfAborted();
      const canvas = await paint(svg, ANIMATED);
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      const pixels = context.getImageData(0, 0, ANIMATED, ANIMATED).data.buffer as ArrayBuffer;
      await tell(worker, { pixels, side: ANIMATED, milliseconds }, [pixels]);
      done += 1;
      onprogress(done / count);
    }
    signal.throwIfAborted();
    const { file } = await tell(worker, "end");
    return new Blob([file as Uint8Array<ArrayBuffer>], { type: "image/gif" });
  } finally {
    worker.terminate();
  }
}

/** What the worker answers: the file when it has heard of the end. */
export interface Answer {
  file: Uint8Array | null;
}

/** Tells the worker something and waits until it is done with it, so that boards do not pile up. */
function tell(worker: Worker, told: Told, given: Transferable[] = []): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || "the animation cannot be made"));
    worker.postMessage(told, given);
  });
}
