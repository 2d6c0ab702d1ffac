/**
 * A board as a picture that can be taken along: one SVG file that needs nothing else, or a PNG of it.
 *
 * It draws what lies on the board that it is given and nothing else, so a picture of what the public saw
 * holds what the public saw.
 */
import { isBeyond } from "./layers";
import { readFace } from "./table/labels";
import { isDark, placeOf, rowsSeenBy, zoneBox } from "./table/squares";
import { letterOf } from "./theme/sets";
import type { Board, Color, Figure, Mark, Token } from "./wire/play";

/** How a board is drawn. */
export interface Look {
  bottom: Color;
  coordinates: boolean;
  /** The pictures of pieces by their names, `wk` to `bp`, as symbols. */
  symbols: Readonly<Record<string, string>>;
  colors: Readonly<Record<Paint, string>>;
  /** What the picture shows, for those who cannot see it. */
  title: string;
}

/** The colors that pictures take from the page, by the names of its style sheet. */
export const PAINTS = [
  "wood-light",
  "wood-dark",
  "edge",
  "wash",
  "coordinate-on-light",
  "coordinate-on-dark",
  "board-danger",
  "checker-white",
  "checker-white-line",
  "checker-black",
  "checker-black-line",
  "coin",
  "coin-line",
] as const;
export type Paint = (typeof PAINTS)[number];

/** The width of a square and of the edge. */
const SQUARE = 45;
const EDGE = 6;
/** The width and height of a whole picture. */
export const SIDE = 8 * SQUARE + 2 * EDGE;
const FONT = 'font-family="Source Sans 3, Segoe UI, system-ui, sans-serif" font-weight="600"';

/** The board as an SVG file. */
export function drawBoard(board: Board, look: Look): string {
  const used = new Set<string>();
  const piece = (color: Color, letter: string, x: number, y: number, size: number): string => {
    const name = (color === "white" ? "w" : "b") + letter.toLowerCase();
    used.add(name);
    return `<use href="#${name}" x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size)}"/>`;
  };
  const body = [
    squares(board, look),
    board.zones.map((zone) => drawZone(zone, look)).join(""),
    board.tokens.map(({ square, token }) => at(square, look, drawToken(board, square, token, look))).join(""),
    board.figures.map((figure) => drawFigure(board, figure, look, piece)).join(""),
    board.tokens.map(({ square, token }) => drawBadge(board, square, token, look)).join(""),
    board.under.map((figure) => at(figure.square, look, grave(figure, piece))).join(""),
    (board.possible ?? []).map((maybe) => at(maybe.square, look, candidates(maybe, piece))).join(""),
    board.marks.map((mark) => at(mark.square, look, drawMark(mark, look))).join(""),
  ].join("");
  const symbols = [...used].map((name) => look.symbols[name] ?? "").join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${2 * SIDE}" height="${2 * SIDE}" role="img">` +
    `<title>${escaped(look.title)}</title><defs>${symbols}${HALO(look)}</defs>` +
    `<rect width="${SIDE}" height="${SIDE}" rx="5" fill="${look.colors.edge}"/>` +
    `<g transform="translate(${EDGE} ${EDGE})">${body}</g></svg>`
  );
}

type Piece = (color: Color, letter: string, x: number, y: number, size: number) => string;

const round = (value: number): number => Math.round(value * 100) / 100;
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const HALO = ({ colors }: Look): string =>
  `<filter id="halo"><feMorphology in="SourceAlpha" operator="dilate" radius="0.9"/><feComposite in2="SourceAlpha" operator="out" result="rim"/><feFlood flood-color="${colors["checker-black-line"]}"/><feComposite in2="rim" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>`;

/** Something in the coordinates of its square. */
function at(square: string, { bottom }: Look, inside: string): string {
  const { column, row } = placeOf(square, bottom);
  return inside && `<g transform="translate(${column * SQUARE} ${row * SQUARE})">${inside}</g>`;
}

function squares(board: Board, look: Look): string {
  const washed = new Set(
    board.marks.filter(({ kind }) => kind === "left" || kind === "reached").map(({ square }) => square),
  );
  return rowsSeenBy(look.bottom)
    .flatMap((row, rank) =>
      row.map((square, file) => {
        const dark = isDark(square);
        const box = (fill: string) => `<rect width="${SQUARE}" height="${SQUARE}" fill="${fill}"/>`;
        const ink = look.colors[dark ? "coordinate-on-dark" : "coordinate-on-light"];
        const word = (x: number, y: number, text: string | undefined, anchor: string) =>
          `<text x="${x}" y="${y}" font-size="8" text-anchor="${anchor}" fill="${ink}" ${FONT}>${text}</text>`;
        return at(
          square,
          look,
          box(look.colors[dark ? "wood-dark" : "wood-light"]) +
            (washed.has(square) ? box(look.colors.wash) : "") +
            (look.coordinates && file === 0 ? word(2.5, 9, square[1], "start") : "") +
            (look.coordinates && rank === 7 ? word(42.5, 42.5, square[0], "end") : ""),
        );
      }),
    )
    .join("");
}

function drawZone(zone: Board["zones"][number], { bottom, colors }: Look): string {
  const { column, row, width, height } = zoneBox(zone, bottom);
  const small = zone.from === zone.to;
  const [x, y] = [column * SQUARE, row * SQUARE];
  const wide = zone.label.length * 4.6 + 6;
  const [left, top] = small
    ? [x + SQUARE - wide - 1, y + SQUARE - 12]
    : [x + (width * SQUARE - wide) / 2, y - 5];
  const frame = small
    ? ""
    : `<rect x="${x}" y="${y}" width="${width * SQUARE}" height="${height * SQUARE}" fill="none" stroke="${colors.edge}" stroke-width="1.5" stroke-dasharray="5 3"/>`;
  return (
    `${frame}<rect x="${round(left)}" y="${top}" width="${round(wide)}" height="11" rx="2.5" fill="${colors["wood-light"]}"/>` +
    `<text x="${round(left + wide / 2)}" y="${top + 8.3}" font-size="8.5" text-anchor="middle" fill="${colors["coordinate-on-light"]}" ${FONT}>${escaped(zone.label)}</text>`
  );
}

const stands = (board: Board, square: string): Figure | undefined =>
  board.figures.find((figure) => figure.square === square);

function drawToken(board: Board, square: string, token: Token, { colors }: Look): string {
  const circle = (radius: number, fill: string, stroke: string, width: number, more = "") =>
    `<circle cx="22.500" cy="22.500" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"${more}/>`;
  if (token.token === "coin")
    return (
      `<path d="M22.500 3.200a19.300 19.300 0 1 1-5.300.7l1.800 6.300 3.500-.9z" fill="${colors.coin}" stroke="${colors["coin-line"]}" stroke-width="1.300" stroke-linejoin="round"/>` +
      circle(13.2, "none", colors["coin-line"], 1.3)
    );
  if (token.token === "stack") {
    const line = colors["checker-white-line"];
    return (
      circle(19, "#d8cdb8", line, 1.3) + circle(16.8, "none", line, 4.4, ' stroke-dasharray="5.300 5.260"')
    );
  }
  const [fill, line] =
    token.color === "white"
      ? [colors["checker-white"], colors["checker-white-line"]]
      : [colors["checker-black"], colors["checker-black-line"]];
  const number =
    token.token === "numbered" && !stands(board, square)
      ? `<text x="22.500" y="29.500" font-size="20" text-anchor="middle" fill="${line}" font-family="Fraunces, Georgia, serif" font-weight="700">${token.number}</text>`
      : "";
  const inner =
    token.token === "checker" && isBeyond(board, square)
      ? hatching(line)
      : (token.color === "white" ? [16.5] : [18.2, 14.8])
          .map((radius) => circle(radius, "none", line, 1))
          .join("");
  return circle(19.8, fill, line, 1.2) + inner + number;
}

/** Slanting lines across a disc, as glass is drawn. */
function hatching(line: string): string {
  const paths = [-3, -2, -1, 0, 1, 2, 3].map((place) => {
    const away = 4.9 * place;
    const half = Math.sqrt(17.4 ** 2 - away ** 2);
    const end = (along: number) =>
      `${round(22.5 + (away + along) * Math.SQRT1_2)} ${round(22.5 + (away - along) * Math.SQRT1_2)}`;
    return `M${end(-half)}L${end(half)}`;
  });
  return `<path d="${paths.join("")}" stroke="${line}" stroke-width="1" opacity="0.600"/>`;
}

function drawFigure(board: Board, figure: Figure, look: Look, piece: Piece): string {
  // A black figure on a black disc needs a rim to be seen.
  const melts =
    figure.color === "black" &&
    board.tokens.some(
      ({ square, token }) => square === figure.square && token.token === "checker" && token.color === "black",
    );
  const drawn = piece(figure.color, letterOf(figure), 2, 2, SQUARE - 4);
  return at(figure.square, look, melts ? `<g filter="url(#halo)">${drawn}</g>` : drawn);
}

/** How high a stack is, or which checker a figure wears. */
function drawBadge(board: Board, square: string, token: Token, look: Look): string {
  const text =
    token.token === "stack"
      ? token.count
      : token.token === "numbered" && stands(board, square)
        ? token.number
        : null;
  if (text === null) return "";
  const line = look.colors["checker-black-line"];
  return at(
    square,
    look,
    `<circle cx="35" cy="35" r="7.800" fill="${look.colors["checker-black"]}" stroke="${line}" stroke-width="1"/>` +
      `<text x="35" y="38.800" font-size="11" text-anchor="middle" fill="${line}" ${FONT}>${text}</text>`,
  );
}

/** What is known to lie under a square is a figure on a tombstone. */
const grave = (figure: Figure, piece: Piece): string =>
  '<path d="M27.500 43.500v-11a8 8 0 0 1 16 0v11z" fill="#f1e7f0" stroke="#6d4578" stroke-width="1"/>' +
  piece(figure.color, letterOf(figure), 29, 28.5, 13);

const FEW = 3;

/** What may be there is small and lies at the square's foot. */
function candidates({ under, pieces }: NonNullable<Board["possible"]>[number], piece: Piece): string {
  const few = pieces.slice(0, FEW);
  const more = pieces.length - few.length;
  const wide = few.length * 10 + (more > 0 ? 9 : 0) + 2;
  const left = under ? 1 : (SQUARE - wide) / 2;
  const line = under
    ? 'stroke="#6d4578" stroke-dasharray="1 1"'
    : `stroke="#4a382a" stroke-width="${pieces.length === 1 ? 1.5 : 0.7}"`;
  const drawn = few.map((letter, index) => {
    const face = readFace(letter);
    return face.kind === "piece" ? piece(face.color, face.letter, left + 1 + index * 10, 33, 10) : "";
  });
  const rest =
    more > 0
      ? `<text x="${round(left + wide - 5)}" y="41" font-size="7" text-anchor="middle" fill="#2a241d" ${FONT}>+${more}</text>`
      : "";
  return `<rect x="${round(left)}" y="32.500" width="${wide}" height="11.500" rx="3" fill="#fffaf0" ${line}/>${drawn.join("")}${rest}`;
}

function drawMark({ kind }: Mark, { colors }: Look): string {
  const danger = colors["board-danger"];
  switch (kind) {
    case "check":
      return `<circle cx="22.500" cy="22.500" r="20" fill="none" stroke="${danger}" stroke-width="3"/>`;
    case "danger":
      return `<path d="M38 2.500l5 9.500h-10z" fill="${danger}"/>`;
    case "spent":
      return '<circle cx="7.500" cy="37.500" r="5.200" fill="#2a241d" stroke="#fffaf0" stroke-width="0.600"/><path d="M4.500 37.500h6" stroke="#fffaf0" stroke-width="2"/>';
    case "named":
      return `<rect x="9" y="40.500" width="27" height="3" rx="1" fill="${colors.edge}"/>`;
    case "refused":
      return `<path d="M5 5l35 35M40 5L5 40" stroke="${danger}" stroke-width="3" opacity="0.800"/>`;
    default:
      return "";
  }
}

/** The symbols of a piece set, by their names. */
export function symbolsOf(set: string): Record<string, string> {
  const found = [...set.matchAll(/<symbol id="(\w+)"[\s\S]*?<\/symbol>/g)];
  return Object.fromEntries(found.map(([symbol, name]) => [name, symbol]));
}

/** The colors that the page has now. */
export function paintsOf(page: HTMLElement): Record<Paint, string> {
  const style = getComputedStyle(page);
  return Object.fromEntries(
    PAINTS.map((paint) => [paint, style.getPropertyValue(`--${paint}`).trim()]),
  ) as Record<Paint, string>;
}

/** Draws an SVG file on a canvas of this width and height. */
export async function paint(svg: string, side: number): Promise<HTMLCanvasElement> {
  const image = new Image(side, side);
  // Pages of ours may show pictures that stand in the address itself, and no others.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [side, side];
  canvas.getContext("2d", { willReadFrequently: true })?.drawImage(image, 0, 0, side, side);
  return canvas;
}

/** An SVG file as a PNG file. */
export async function pngOf(svg: string, side: number): Promise<Blob> {
  const canvas = await paint(svg, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture could be made"))));
  });
}
