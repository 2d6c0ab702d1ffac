// Makes the picture of each game on the start page: from its cover, or else from its rule book.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { closeUp, readCover } from "./cover.mjs";
import { keep } from "./keep.mjs";

const rules = new URL("../../rules/", import.meta.url);
const target = new URL("../src/lib/games/pictures.json", import.meta.url);
const START = "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR";

const pictures = {};
for (const file of readdirSync(rules)
  .filter((name) => name.endsWith(".md") && name !== "introduction.md")
  .sort()) {
  const game = file.replace(/\.md$/, "");
  const cover = new URL(`covers/${game}.txt`, rules);
  pictures[game] = existsSync(cover) ? coverIn(cover) : closeUp(firstBoard(new URL(file, rules)));
}
mkdirSync(new URL(".", target), { recursive: true });
keep(target, `${JSON.stringify(pictures)}\n`);

function coverIn(file) {
  try {
    return readCover(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file.pathname}: ${cause.message}`);
  }
}

/** The first board of a rule book that is not the usual start. */
function firstBoard(file) {
  const fences = [...readFileSync(file, "utf8").matchAll(/^```diagram\n([\s\S]*?)^```/gm)].map(([, text]) =>
    text.split("\n").slice(0, 8),
  );
  const isRow = (row) => /^[.KQRBNPkqrbnp](\s[.KQRBNPkqrbnp]){7}$/.test(row.trim());
  const boards = fences
    .filter((rows) => rows.length === 8 && rows.every(isRow))
    .map((rows) => rows.map((row) => row.replaceAll(" ", "")).join("/"));
  return boards.find((board) => board !== START) ?? START;
}
