/**
 * Where in the app one is, by the address in the browser.
 *
 * Links are ordinary links; a click on one of ours changes the address without a reload.
 */

import { addressOf, read as readAddress } from "./base";

/** The address, read. */
export interface Place {
  /** Which page: the first word of the path, or nothing for the start page. */
  page: string;
  /** The second word of the path. */
  name: string;
  /** The words after those two. */
  more: string[];
  /** What stands after the question mark. */
  query: URLSearchParams;
  /** What stands after the hash; it never leaves the browser. */
  hash: string;
}

function read(): Place {
  const { path, search } = readAddress(location) ?? { path: "", search: "" };
  const [page = "", name = "", ...more] = path.split("/").filter(Boolean).map(decode);
  return { page, name, more, query: new URLSearchParams(search), hash: location.hash.slice(1) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class Router {
  /** Where one is. */
  place = $state.raw<Place>(read());
  /** Counts the pages that were opened, so that each gets the focus once. */
  visits = $state(0);

  /** Follows the browser's own buttons and clicks on links. */
  start(): void {
    addEventListener("popstate", () => this.#arrive());
    addEventListener("hashchange", () => {
      this.place = read();
    });
    addEventListener("click", (event) => this.#follow(event));
  }

  /** Opens a page of the app. */
  go(path: string, how: { replace?: boolean } = {}): void {
    if (how.replace) history.replaceState(null, "", addressOf(path));
    else history.pushState(null, "", addressOf(path));
    this.#arrive();
  }

  /** Changes the address of the page that is open. */
  rename(path: string): void {
    history.replaceState(null, "", addressOf(path));
    this.place = read();
  }

  #arrive(): void {
    this.place = read();
    this.visits += 1;
    scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = (event.target as Element | null)?.closest?.("a");
    if (!plain || event.defaultPrevented || !link || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href, location.href);
    const found = readAddress(address);
    if (found === null || found.path.startsWith("/api/")) return;
    const samePage = address.pathname === location.pathname && address.search === location.search;
    if (samePage && address.hash) return;
    event.preventDefault();
    this.go(found.path + found.search + address.hash);
  }
}

export const router = new Router();
