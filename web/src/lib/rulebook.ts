/** Rule books laid out for reading: items that follow each other are a list, answers of a quiz are covered. */
import type { BlockNote, RulesNote } from "./wire/wire";

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

/** The first sentence of a rule; nothing if the book has no such rule. */
export function sentenceOfRule(book: Pick<RulesNote, "blocks">, rule: string): string {
  const block = book.blocks.find((found) => "rule" in found && found.rule === rule);
  const words = block && "spans" in block ? block.spans.map(({ text }) => text).join("") : "";
  return /^.*?[.!?](?=\s|$)/s.exec(words)?.[0] ?? words;
}
