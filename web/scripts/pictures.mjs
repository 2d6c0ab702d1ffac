// Takes a small picture of each game from its rule book: the first board that is not the usual start.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const rules = new URL("../../rules/", import.meta.url);
const target = new URL("../src/lib/games/pictures.json", import.meta.url);
const START = "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR";

const pictures = {};
for (const file of readdirSync(rules)
  .filter((name) => name.endsWith(".md"))
  .sort()) {
  const boards = boardsOf(readFileSync(new URL(file, rules), "utf8"));
  pictures[file.replace(/\.md$/, "")] = boards.find((board) => board !== START) ?? START;
}
mkdirSync(new URL(".", target), { recursive: true });
writeFileSync(target, `${JSON.stringify(pictures, null, 2)}\n`);

function boardsOf(book) {
  const fences = [...book.matchAll(/^```diagram\n([\s\S]*?)^```/gm)].map(([, text]) =>
    text.split("\n").slice(0, 8),
  );
  const isRow = (row) => /^[.KQRBNPkqrbnp](\s[.KQRBNPkqrbnp]){7}$/.test(row.trim());
  return fences
    .filter((rows) => rows.length === 8 && rows.every(isRow))
    .map((rows) => rows.map((row) => row.replaceAll(" ", "")).join("/"));
}
