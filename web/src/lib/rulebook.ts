/** Rule books laid out for reading: rules of one paragraph flow together, items that follow each other are a
 * list, and answers of a quiz and the appendix are folded away. */
import type { BlockNote, RulesNote } from "./wire/wire";

type Heading = Extract<BlockNote, { block: "heading" }>;

export interface Group {
  kind: "paragraph" | "list" | "single" | "folded";
  /** What it is; not for what is folded. */
  blocks: BlockNote[];
  /** The heading of what is folded, and what is inside. */
  heading: Heading | null;
  groups: Group[];
}

/** The blocks of a book in groups. */
export function groupsOf(blocks: readonly BlockNote[]): Group[] {
  const groups: Group[] = [];
  let folded: Group | null = null;
  for (const block of blocks) {
    if (block.block === "heading") {
      if (folded && block.level <= (folded.heading?.level ?? 0)) folded = null;
      if (!folded && isFolded(block)) {
        folded = { kind: "folded", blocks: [], heading: block, groups: [] };
        groups.push(folded);
        continue;
      }
    }
    add(folded?.groups ?? groups, block);
  }
  return groups;
}

function add(groups: Group[], block: BlockNote): void {
  const last = groups.at(-1);
  if (block.block === "item" && last?.kind === "list") last.blocks.push(block);
  else if (block.block === "paragraph" && block.goes_on && last?.kind === "paragraph")
    last.blocks.push(block);
  else {
    const kind = block.block === "item" ? "list" : block.block === "paragraph" ? "paragraph" : "single";
    groups.push({ kind, blocks: [block], heading: null, groups: [] });
  }
}

/** A heading below which the answer to a question stands, or the appendix; anchors are English in all languages. */
function isFolded(heading: Heading): boolean {
  return heading.section === "appendix" || (heading.level === 3 && heading.anchor.startsWith("answer"));
}

/** Whether a rule stands in a group. */
export function holds(group: Group, rule: string | null): boolean {
  const isIt = (block: BlockNote): boolean => "rule" in block && block.rule === rule;
  return rule !== null && (group.blocks.some(isIt) || group.groups.some((inner) => holds(inner, rule)));
}

/** The first sentence of a rule; nothing if the book has no such rule. */
export function sentenceOfRule(book: Pick<RulesNote, "blocks">, rule: string): string {
  const block = book.blocks.find((found) => "rule" in found && found.rule === rule);
  const words = block && "spans" in block ? block.spans.map(({ text }) => text).join("") : "";
  return /^.*?[.!?](?=\s|$)/s.exec(words)?.[0] ?? words;
}
