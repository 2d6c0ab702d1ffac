/** "Your turn" outside the page, if the player allows it. It names the game and nothing of the play. */
import { fileAddress } from "./base";
import { preferences } from "./preferences.svelte";

export type NotifyState = "unsupported" | "default" | "granted" | "denied";

/** Whether the browser lets us notify. */
export function notifyState(): NotifyState {
  return typeof Notification === "undefined" ? "unsupported" : Notification.permission;
}

/** Asks the player. */
export async function askToNotify(): Promise<NotifyState> {
  if (typeof Notification === "undefined") return "unsupported";
  return Notification.permission === "default" ? Notification.requestPermission() : Notification.permission;
}

/** Shows a notification when the page is out of sight. */
export function notify(title: string, text: string, tag: string): void {
  const away = document.visibilityState === "hidden" || !document.hasFocus();
  if (!away || !preferences.notify || notifyState() !== "granted") return;
  try {
    const note = new Notification(title, { body: text, tag, icon: fileAddress("/icon-192.png") });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications only from a service worker; the title still says it.
  }
}
