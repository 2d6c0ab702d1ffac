/** Squares, and where they are for somebody who sits on one side. */
import type { Color, Zone } from "../wire/play";

const FILES = "abcdefgh";

/** The squares in rows from the top left as seen with this color at the bottom. */
export function rowsSeenBy(bottom: Color): string[][] {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1];
  const rows = ranks.map((rank) => [...FILES].map((file) => `${file}${rank}`));
  return bottom === "white" ? rows : rows.reverse().map((row) => row.reverse());
}

/** The place of a square, counted from the top left. */
export function placeOf(square: string, bottom: Color): { column: number; row: number } {
  const file = FILES.indexOf(square[0] ?? "a");
  const rank = Number(square[1]) - 1;
  return bottom === "white" ? { column: file, row: 7 - rank } : { column: 7 - file, row: rank };
}

/** The square at a place, or nothing beside the board. */
export function squareAt(column: number, row: number, bottom: Color): string | null {
  return rowsSeenBy(bottom)[row]?.[column] ?? null;
}

export function isDark(square: string): boolean {
  return (FILES.indexOf(square[0] ?? "a") + Number(square[1])) % 2 === 1;
}

/** The place and size of a zone, in squares from the top left. */
export function zoneBox(zone: Zone, bottom: Color) {
  const from = placeOf(zone.from, bottom);
  const to = placeOf(zone.to, bottom);
  return {
    column: Math.min(from.column, to.column),
    row: Math.min(from.row, to.row),
    width: Math.abs(from.column - to.column) + 1,
    height: Math.abs(from.row - to.row) + 1,
  };
}

export function inZone(zone: Zone, square: string): boolean {
  const { column, row, width, height } = zoneBox(zone, "white");
  const place = placeOf(square, "white");
  return (
    place.column >= column && place.column < column + width && place.row >= row && place.row < row + height
  );
}
