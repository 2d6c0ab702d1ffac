// Makes the piece sets out of the packages that carry them; nothing of them is kept in the repository.
//
// Each set becomes one SVG file with twelve symbols, `wk` to `bp`.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { keep } from "./keep.mjs";

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL("../src/lib/theme/pieces/", import.meta.url));
const letters = { king: "k", queen: "q", rook: "r", bishop: "b", knight: "n", pawn: "p" };

/** cburnett's drawings, out of the style sheet that shows them. */
function classic() {
  const sheet = readFileSync(
    require.resolve("@lichess-org/chessground/assets/chessground.cburnett.css"),
    "utf8",
  );
  const rule =
    /piece\.(\w+)\.(white|black) \{\s*background-image: url\('data:image\/svg\+xml;base64,([^']+)'\)/g;
  const symbols = [...sheet.matchAll(rule)].map(([, role, color, base64]) => {
    const svg = Buffer.from(base64, "base64").toString("utf8");
    const inside = svg.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
    return symbol(color, role, "0 0 45 45", inside);
  });
  return sprite(symbols);
}

/** The solid figures of game-icons, filled and outlined for each color. */
function solid() {
  const { icons } = JSON.parse(readFileSync(require.resolve("@iconify-json/game-icons/icons.json"), "utf8"));
  const paints = { white: { fill: "#fffdf8", line: "#2a241d" }, black: { fill: "#2a241d", line: "#fffdf8" } };
  const symbols = Object.entries(paints).flatMap(([color, paint]) =>
    Object.keys(letters).map((role) => {
      const body = icons[`chess-${role}`].body.replaceAll("currentColor", paint.fill);
      const style = `stroke="${paint.line}" stroke-width="${color === "white" ? 18 : 10}" stroke-linejoin="round" paint-order="stroke"`;
      return symbol(color, role, "-20 -20 552 552", `<g ${style}>${body}</g>`);
    }),
  );
  return sprite(symbols);
}

function symbol(color, role, viewBox, inside) {
  return `<symbol id="${color[0]}${letters[role]}" viewBox="${viewBox}">${inside}</symbol>`;
}

function sprite(symbols) {
  if (symbols.length !== 12) throw new Error(`a piece set has 12 pictures, found ${symbols.length}`);
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

mkdirSync(folder, { recursive: true });
keep(`${folder}classic.svg`, classic());
keep(`${folder}solid.svg`, solid());
