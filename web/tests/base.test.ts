// The app works below any path of a site, because every address goes through one function.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";

const { happyDOM } = window as unknown as { happyDOM: { setURL(address: string): void } };

/** The functions as they are on a page with this address, which says this of its base. */
async function baseAt(address: string, told: string | null) {
  vi.resetModules();
  happyDOM.setURL(address);
  document.head.innerHTML = told === null ? "" : `<meta name="app-base" content="${told}">`;
  return import("../src/lib/base");
}

afterEach(() => {
  document.head.innerHTML = "";
  happyDOM.setURL("http://localhost:3000/");
});

test("what the page says of its base is where everything lies", async () => {
  const cases: [string, string | null, string][] = [
    ["https://chess.example/t/abc", null, "/"],
    ["https://chess.example/t/abc", "/", "/"],
    ["https://club.example/chess/t/abc", "/chess/", "/chess/"],
    ["https://club.example/chess", "/chess/", "/chess/"],
    // Plain files: the page lies at the top of the app.
    ["https://club.example/games/chess/", "./", "/games/chess/"],
    ["https://club.example/games/chess/index.html#x", "./", "/games/chess/"],
  ];
  for (const [address, told, expected] of cases) {
    const base = await baseAt(address, told);
    expect(base.addressOf("/"), address).toBe(expected);
    expect(base.addressOf("/t/abc#entry=1")).toBe(`${expected}t/abc#entry=1`);
    expect(base.linkTo("/golf")).toBe(`${new URL(address).origin}${expected}golf`);
  }
});

test("what lies beside the app is not the app's", async () => {
  const { pathOf } = await baseAt("https://club.example/chess/", "/chess/");
  const cases: [string, string | null][] = [
    ["https://club.example/chess/t/abc", "/t/abc"],
    ["https://club.example/chess/", "/"],
    ["https://club.example/chess", "/"],
    ["https://club.example/", null],
    ["https://club.example/chessboard", null],
    ["https://other.example/chess/t/abc", null],
  ];
  for (const [address, expected] of cases) expect(pathOf(new URL(address)), address).toBe(expected);
});

test("two apps of one site keep their tables apart", async () => {
  const root = await baseAt("https://club.example/", "/");
  expect(root.keptAs("chess-kit-tables")).toBe("chess-kit-tables");
  const below = await baseAt("https://club.example/chess/", "/chess/");
  expect(below.keptAs("chess-kit-tables")).toBe("chess-kit-tables /chess/");
});

test("no address is written past the one function", () => {
  const source = join(import.meta.dirname, "../src");
  const files = readdirSync(source, { recursive: true }).map(String);
  const pages = files.filter((name) => /\.(svelte|ts|css)$/.test(name) && !name.startsWith("dev"));
  const stray = [
    // Links and pictures in templates and styles.
    /\b(?:href|src|action)=["'{`]+\//,
    /url\(["']?\//,
    // Requests, sockets and the site's name.
    /\b(?:fetch|register|WebSocket|EventSource)\(\s*["'`]\//,
    /location\.(?:assign|replace)\(|location\.href\s*=|location\.origin\}\//,
  ];
  for (const name of pages) {
    const text = readFileSync(join(source, name), "utf8");
    for (const pattern of stray) expect(text.match(pattern)?.[0], name).toBeUndefined();
  }
  expect(pages.length).toBeGreaterThan(50);
});
