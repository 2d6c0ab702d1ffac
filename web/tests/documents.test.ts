// The documents as a site, and the bill of materials.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { packageOf } from "../packages.config.ts";

const ROOT = join(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "chess-kit-documents-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const node = (script: string, ...words: string[]) =>
  execFileSync("node", [join(ROOT, "web/scripts", script), ...words], { encoding: "utf8" });

const games = readdirSync(join(ROOT, "rules"))
  .filter((file) => file.endsWith(".md") && file !== "introduction.md")
  .map((file) => basename(file, ".md"));

/** Folders with pages, and with what they link to. */
const LINKED = ["docs", "rules", "languages", "scenarios", "examples", "deploy", "web", "LICENSE"];

/** How many games there are, as a word of a language. */
function gamesIn(code: string): string {
  const texts = JSON.parse(readFileSync(join(ROOT, `languages/${code}/app.json`), "utf8"));
  return texts[`number.${games.length}`].toLowerCase();
}

/** What the introduction shows of a game. */
const diagram = /^```diagram\n(.*?)^```$/ms.exec(readFileSync(join(ROOT, "rules/introduction.md"), "utf8"));

/** Rule books as a server answers them, with nothing in them but a picture of the introduction's. */
function answers(): string {
  const folder = join(scratch, "answers");
  mkdirSync(folder, { recursive: true });
  for (const game of games) {
    for (const code of ["en", "de"]) {
      const picture = { block: "diagram", text: diagram?.[1], svg: "<svg></svg>", alt: code, caption: [] };
      const blocks = game === "zombie-chess" ? [picture] : [];
      const book = JSON.stringify({ game, title: game, blocks });
      writeFileSync(join(folder, `games-${game}-rules.${code}.json`), book);
    }
  }
  return folder;
}

test("the documents have the README and the introduction, and all that they link to is a page", () => {
  const site = join(scratch, "docs");
  expect(node("docs.mjs", answers(), site)).toContain("all links lead somewhere");
  const page = (path: string) => readFileSync(join(site, path), "utf8");
  expect(page("index.html")).toContain('href="README.html"');
  expect(page("index.html")).toContain('href="rules/introduction.html"');
  expect(page("index.html")).toContain('href="rules/de/introduction.html"');
  expect(page("rules/introduction.html")).toContain(`Here are ${gamesIn("en")} things to do`);
  expect(page("rules/de/introduction.html")).toContain(`Hier sind ${gamesIn("de")} Dinge`);
  expect(page("rules/introduction.html")).toContain('aria-label="en"><svg></svg></figure>');
  expect(page("rules/de/introduction.html")).toContain('aria-label="de"><svg></svg></figure>');
  expect(page("rules/de/introduction.html")).toContain('<html lang="de">');
  expect(page("rules/de/introduction.html")).toContain('href="../../index.html#de">Chess Kit zum Lesen</a>');
  expect(page("rules/de/introduction.html")).toContain('href="../../../">Spielen</a>');
  expect(page("rules/de/introduction.html")).not.toContain("The games were designed");
  expect(page("index.html")).toContain('<h2 id="de" lang="de">');
  expect(page("README.html")).toContain('href="CONTRIBUTING.html"');
  const files = readdirSync(site, { recursive: true }).map(String);
  expect(files.filter((file) => file.endsWith(".md"))).toEqual([]);
  for (const file of files.filter((file) => file.endsWith(".html"))) {
    expect(page(file), file).not.toMatch(/href="(?![a-z]+:)[^"#]*\.md[#"]/);
  }
});

test("what stands around the text of a page is said in all languages of the rule books", () => {
  const texts = (code: string): Record<string, string> =>
    JSON.parse(readFileSync(join(ROOT, `languages/${code}/documents.json`), "utf8"));
  for (const { name } of readdirSync(join(ROOT, "rules"), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name.length === 2,
  )) {
    expect(Object.keys(texts(name)), name).toEqual(Object.keys(texts("en")));
  }
});

test("a checkout with the line ends of Windows makes the same documents", () => {
  const checkout = join(scratch, "windows");
  for (const name of readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.name.endsWith(".md") || LINKED.includes(entry.name))
    .map((entry) => entry.name)) {
    const filter = (path: string) => !["node_modules", "dist"].includes(basename(path));
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, filter });
  }
  for (const path of readdirSync(checkout, { recursive: true }).map((path) => join(checkout, String(path)))) {
    if (!statSync(path).isFile() || !/\.(md|json)$/.test(path)) continue;
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("\n", "\r\n"));
  }
  const [here, there] = ["here", "there"].map((name) => join(scratch, name)) as [string, string];
  node("docs.mjs", answers(), here);
  node("docs.mjs", answers(), there, checkout);
  const pages = readdirSync(here, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(10);
  for (const path of pages) {
    expect(readFileSync(join(there, path), "utf8"), path).toBe(readFileSync(join(here, path), "utf8"));
  }
});

test("the bill of materials names what is in the program and the app, and no tools", () => {
  const crate = (name: string, kind = "lib") => ({
    id: name,
    name,
    version: "1.0.0",
    license: "MIT",
    source: name.startsWith("kit") || name === "chess-kit" ? null : "registry",
    targets: [{ kind: [kind] }],
  });
  const needs = (pkg: string, kind: string | null) => ({ pkg, dep_kinds: [{ kind }] });
  const metadata = {
    packages: [
      crate("chess-kit"),
      crate("kit-module"),
      crate("shipped"),
      crate("macros", "proc-macro"),
      crate("parser"),
      crate("builder"),
      crate("tester"),
    ],
    resolve: {
      nodes: [
        {
          id: "chess-kit",
          deps: [
            needs("shipped", null),
            needs("macros", null),
            needs("builder", "build"),
            needs("tester", "dev"),
          ],
        },
        { id: "macros", deps: [needs("parser", null)] },
        ...["kit-module", "shipped", "parser", "builder", "tester"].map((id) => ({ id, deps: [] })),
      ],
    },
  };
  const [listed, packages, file] = ["metadata.json", "packages.json", "bill.json"].map((name) =>
    join(scratch, name),
  );
  writeFileSync(listed as string, JSON.stringify(metadata));
  writeFileSync(packages as string, JSON.stringify(["idb", "svelte"]));
  node("materials.mjs", listed as string, packages as string, "1.2.3", "0", file as string);
  const bill = JSON.parse(readFileSync(file as string, "utf8")) as { components: { name: string }[] };
  expect(bill.components.map(({ name }) => name).sort()).toEqual([
    "@iconify-json/game-icons",
    "@lichess-org/chessground",
    "idb",
    "shipped",
    "svelte",
  ]);
});

test("packages are told from the files that are in the app", () => {
  expect(packageOf("/a/web/node_modules/idb/build/index.js")).toBe("idb");
  expect(packageOf("/a/node_modules/x/node_modules/@fontsource-variable/fraunces/files/f.woff2")).toBe(
    "@fontsource-variable/fraunces",
  );
  expect(packageOf("\0vite/preload-helper.js")).toBe("vite");
  expect(packageOf("/a/web/src/main.ts")).toBeUndefined();
});
