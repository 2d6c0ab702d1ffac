/** Rule books laid out for reading: items that follow each other are a list, answers of a quiz are covered. */
import type { BlockNote } from "./wire/wire";

export interface Section {
  kind: "text" | "list" | "quiz";
  /** What an answer is called. */
  heading: string;
  blocks: BlockNote[];
}

/** The blocks of a book in groups. */
export function sectionsOf(blocks: readonly BlockNote[]): Section[] {
  const sections: Section[] = [];
  let covered = false;
  for (const block of blocks) {
    const kind = block.block === "item" ? "list" : "text";
    if (block.block === "heading") {
      covered = block.level === 3 && isAnswer(block.text);
      if (covered) {
        sections.push({ kind: "quiz", heading: block.text, blocks: [] });
        continue;
      }
    }
    const last = sections.at(-1);
    if (covered && last) last.blocks.push(block);
    else if (last?.kind === kind && kind === "list") last.blocks.push(block);
    else sections.push({ kind, heading: "", blocks: [block] });
  }
  return sections;
}

/** A heading below which the answer to a question stands. */
function isAnswer(text: string): boolean {
  return /^answer\b/i.test(text);
}

/** The eight rows of a board diagram, if the picture is one. */
export function rowsOf(diagram: string): string[] | null {
  const rows = diagram
    .split("\n")
    .slice(0, 8)
    .map((row) => row.trim());
  const isRow = (row: string): boolean => /^[.KQRBNPkqrbnp](\s[.KQRBNPkqrbnp]){7}$/.test(row);
  return rows.length === 8 && rows.every(isRow) ? rows : null;
}
