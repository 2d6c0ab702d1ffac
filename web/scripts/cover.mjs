// Reads the cover of a game: a close-up of a board with what is special about the game.
//
// Rows of pieces come first, as in the diagrams of the rule books, but as few as are needed; the lower
// left square is a1. Then come lines: `mark: b1, picked` or `asked`, `token: b1, coin`, `white checker`,
// `hatched black checker`, `stack 2` or `white 7`, `arrow: b1, d2, can` or `danger`, `zone: a1, b2`,
// `card: N, 3.3, 1, 8` (its middle in squares from the upper left corner, and its tilt in degrees), or
// `cards: N, R, back`, a fan of cards without a board.

const MARKS = ["picked", "asked"];
const ARROWS = ["can", "danger"];
const EMPTY = {
  columns: 4,
  rows: 2,
  figures: [],
  tokens: [],
  marks: [],
  arrows: [],
  zones: [],
  cards: [],
  board: true,
};

/** The cover that a text describes; what it cannot be is thrown. */
export function readCover(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const rows = lines
    .filter((line) => /^[.KQRBNPkqrbnp](\s[.KQRBNPkqrbnp])*$/.test(line))
    .map((line) => line.split(" "));
  const cover = structuredClone(EMPTY);
  if (rows.length > 0) {
    cover.rows = rows.length;
    cover.columns = rows[0].length;
    if (rows.some((row) => row.length !== cover.columns)) throw new Error("the rows are not of one length");
    cover.figures = rows.flatMap((row, y) =>
      row.flatMap((piece, x) => (piece === "." ? [] : [{ piece, x, y }])),
    );
  }
  for (const line of lines) {
    const [, key, rest] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (key) readLine(cover, key, rest.split(", "));
    else if (line !== "" && !rows.some((row) => row.join(" ") === line))
      throw new Error(`not understood: ${line}`);
  }
  return cover;
}

function readLine(cover, key, words) {
  const [first, second, third, fourth] = words;
  if (key === "mark") cover.marks.push({ ...squareOf(cover, first), kind: oneOf(MARKS, second) });
  else if (key === "token") cover.tokens.push({ ...squareOf(cover, first), ...tokenOf(second) });
  else if (key === "arrow")
    cover.arrows.push({
      from: squareOf(cover, first),
      to: squareOf(cover, second),
      kind: oneOf(ARROWS, third),
    });
  else if (key === "zone") cover.zones.push(zoneOf(squareOf(cover, first), squareOf(cover, second)));
  else if (key === "card")
    cover.cards.push({ face: first, x: Number(second), y: Number(third), tilt: Number(fourth) });
  else if (key === "cards") {
    cover.board = false;
    cover.cards = words.map((face, index) => fanned(face, index, words.length));
  } else throw new Error(`not understood: ${key}`);
}

function oneOf(words, found) {
  if (!words.includes(found)) throw new Error(`${found} is none of ${words}`);
  return found;
}

function squareOf({ columns, rows }, name) {
  const x = name.charCodeAt(0) - "a".charCodeAt(0);
  const y = rows - Number(name.slice(1));
  if (!(x >= 0 && x < columns && y >= 0 && y < rows)) throw new Error(`${name} is not on the picture`);
  return { x, y };
}

function zoneOf(one, other) {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { x, y, width: Math.abs(one.x - other.x) + 1, height: Math.abs(one.y - other.y) + 1 };
}

function tokenOf(text) {
  const words = text.split(" ");
  const hatched = words[0] === "hatched";
  const [first, second] = hatched ? words.slice(1) : words;
  if (first === "coin") return { token: { token: "coin" }, hatched };
  if (first === "stack") return { token: { token: "stack", count: Number(second) }, hatched };
  const color = oneOf(["white", "black"], first);
  if (second === "checker") return { token: { token: "checker", color }, hatched };
  return { token: { token: "numbered", color, number: Number(second) }, hatched };
}

/** Cards beside each other across the picture, tilted a little like in a hand. */
function fanned(face, index, count) {
  const place = index - (count - 1) / 2;
  return { face, x: 2 + place * 0.86, y: 1.04 + Math.abs(place) * 0.04, tilt: place * 4 - 2 };
}

/** For a game without a cover of its own: the part of a board of its rule book with the most pieces. */
export function closeUp(board) {
  const rows = board.split("/").map((row) => [...row]);
  const windows = [0, 2, 4, 6].flatMap((y) =>
    [0, 4].map((x) => rows.slice(y, y + 2).map((row) => row.slice(x, x + 4))),
  );
  const count = (window) => window.flat().filter((piece) => piece !== ".").length;
  const fullest = windows.reduce((best, window) => (count(window) > count(best) ? window : best));
  return readCover(fullest.map((row) => row.join(" ")).join("\n"));
}
