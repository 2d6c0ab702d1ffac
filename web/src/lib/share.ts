/** Handing a link on: by the device's own sheet where it has one, otherwise by copying. */
import { copyText } from "./copy";

/** What came of it. */
export type Shared = "shared" | "copied" | "no";

/** Whether links go to the sheet of a phone; at a desk a link is copied, which is what people want there. */
const hasSheet = (): boolean =>
  typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;

export async function shareLink(url: string, text: string): Promise<Shared> {
  if (hasSheet()) {
    try {
      await navigator.share({ url, text });
      return "shared";
    } catch (cause) {
      // Whoever puts the sheet away wants nothing else.
      if (cause instanceof DOMException && cause.name === "AbortError") return "no";
    }
  }
  return (await copyText(url)) ? "copied" : "no";
}
