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

/** Where the app begins, with a slash at both ends. */
const BASE = new URL(told() ?? "/", location.href).pathname;

function told(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="app-base"]')?.content;
}

/** The address of something of ours on this site. */
export function addressOf(path: string): string {
  return BASE + path.replace(/^\//, "");
}

/** The same with the name of the site, for people elsewhere. */
export function linkTo(path: string): string {
  return location.origin + addressOf(path);
}

/** The path of an address as the app writes it, or nothing if it belongs to somebody else. */
export function pathOf(address: { origin: string; pathname: string }): string | null {
  const ours = address.origin === location.origin && `${address.pathname}/`.startsWith(BASE);
  return ours ? `/${address.pathname.slice(BASE.length)}` : null;
}

/**
 * The name under which this app keeps something in the browser.
 *
 * A browser keeps things by site, and another Chess Kit may lie at another path of this one.
 */
export function keptAs(name: string): string {
  return BASE === "/" ? name : `${name} ${BASE}`;
}
