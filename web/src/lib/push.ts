/**
 * "Your turn" when no page is open, for tables with days for a move.
 *
 * The server knows where to send it, the service worker says it; here it is asked for and called off.
 */
import { dropPush, keepPush, pushKey } from "./api";
import { keptAs } from "./base";

const KEY = keptAs("chess-kit-push");

/** Whether this browser can be told anything while no page is open. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The key of the server, or nothing if it sends no messages. */
export async function serverKey(): Promise<string | null> {
  return canPush() ? (await pushKey()).key : null;
}

/** Whether this browser was asked to tell of a seat's turns. */
export const isTold = (table: string, seat: string): boolean => told().includes(`${table} ${seat}`);

/** Asks to be told of a seat's turns; the answer says whether the browser allows it. */
export async function tellTurns(table: string, seat: string, key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await keepPush(table, seat, (await subscribe(key)).toJSON());
  keep([...told().filter((one) => one !== `${table} ${seat}`), `${table} ${seat}`]);
  return true;
}

/** Does not want to be told any more. */
export async function stopTelling(table: string, seat: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const found = await registration.pushManager.getSubscription();
  if (found) await dropPush(table, seat, found.toJSON());
  keep(told().filter((one) => one !== `${table} ${seat}`));
}

/** The browser's subscription for this server; one for an older key of it is of no use. */
async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found && isFor(found, key)) return found;
  await found?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function isFor(found: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(found.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key.replace(/=+$/, "");
}

function told(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function keep(seats: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // The server knows it; only the button will not.
  }
}
