/**
 * Where on its site the app lies: at the root, or below a path such as `/chess/`.
 *
 * The page itself says so in `<meta name="app-base">`, so one build works anywhere.
 * As built it says `./`, which is right for a page that lies at the top of the app, as on a
 * site of plain files; a server that answers deep addresses with the same page writes its path there.
 *
 * Everything that the app asks for or links to is written as if it lay at the root (`/t/abc`,
 * `/api/games`) and goes through {@link addressOf}.
 */

import { ALONE } from "./page/site";

/** Where the app begins, with a slash at both ends. */
const BASE = new URL(told() ?? "/", location.href).pathname;

function told(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="app-base"]')?.content;
}

/** The address of a file of ours, or of something that a server answers. */
export function fileAddress(path: string): string {
  return BASE + path.replace(/^\//, "");
}

/**
 * The address of a page of the app.
 *
 * A site of plain files has one page at one address, so there the path stands behind a question
 * mark: `?/t/abc`, which any host answers, also after a reload.
 */
export function addressOf(path: string): string {
  const [, page = "", query, rest = ""] = /^\/?([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? [];
  if (!ALONE) return fileAddress(path);
  if (page === "" && !query) return BASE + rest;
  return `${BASE}?/${page}${query ? `&${query}` : ""}${rest}`;
}

/** The same with the name of the site, for people elsewhere. */
export function linkTo(path: string): string {
  return location.origin + addressOf(path);
}

/** An address as the app reads it. */
export interface Read {
  path: string;
  /** What stands after the question mark and is no path, with the mark. */
  search: string;
}

/** An address as the app writes it, or nothing if it belongs to somebody else. */
export function read(address: { origin: string; pathname: string; search: string }): Read | null {
  const ours = address.origin === location.origin && `${address.pathname}/`.startsWith(BASE);
  if (!ours) return null;
  const path = `/${address.pathname.slice(BASE.length)}`;
  if (!ALONE) return { path, search: address.search };
  const [page = "", ...rest] = address.search.slice(1).split("&");
  if (!page.startsWith("/")) return { path: "/", search: address.search };
  return { path: page, search: rest.length > 0 ? `?${rest.join("&")}` : "" };
}

/** The path of an address as the app writes it, or nothing if it belongs to somebody else. */
export function pathOf(address: { origin: string; pathname: string; search: string }): string | null {
  return read(address)?.path ?? null;
}

/**
 * The name under which this app keeps something in the browser.
 *
 * A browser keeps things by site, and another Chess Kit may lie at another path of this one.
 */
export function keptAs(name: string): string {
  return BASE === "/" ? name : `${name} ${BASE}`;
}
