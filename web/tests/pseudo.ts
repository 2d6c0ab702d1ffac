/**
 * A language that nobody speaks, made of English: longer by 40 %, with accents, in brackets.
 *
 * Who sees it knows what was never translated and what has no room for longer words.
 */
const PLAIN = "AEINOUYaceinouyz";
const FOREIGN = "ÀÉÎÑÖÛÝáçéîñöüýž";
const LONGER = 0.4;

/** The text in the pseudo-language; `{names}` stay as they are. */
export function pseudo(text: string): string {
  const accented = text.replace(/\{\w+\}|[A-Za-z]/g, (found) => {
    const at = found.length === 1 ? PLAIN.indexOf(found) : -1;
    return at < 0 ? found : (FOREIGN[at] ?? found);
  });
  return `[${accented} ${filler(Math.ceil(text.length * LONGER))}]`;
}

/** So many letters, in words that are no longer than words are. */
function filler(length: number): string {
  const words = "ö".repeat(length).match(/.{1,8}/g) ?? [];
  return words.join(" ");
}

/** Keys of the wire whose values are words for people; a list of them has words, too. */
const WORDS = new Set(
  ["text", "label", "title", "blurb", "meaning", "note", "steps", "rounds", "said", "axes", "things"].concat([
    "alt",
    "editions",
    "count",
  ]),
);

/** Something from the server, as it would be said in the pseudo-language; spans stay where their words are. */
export function pseudoWire(thing: unknown, key = ""): unknown {
  if (typeof thing === "string") return WORDS.has(key) && /[a-z]/i.test(thing) ? pseudo(thing) : thing;
  if (Array.isArray(thing)) return thing.map((one) => pseudoWire(one, key));
  if (typeof thing !== "object" || thing === null) return thing;
  const told = Object.entries(thing).map(([name, value]) => [name, within(thing, name, value)]);
  return Object.fromEntries(told);
}

function within(thing: object, name: string, value: unknown): unknown {
  // The text of a diagram is read by a program.
  if ("block" in thing && thing.block === "diagram" && name === "text") return value;
  if ("blurb" in thing && name === "name") return pseudo(String(value));
  if (name !== "spans") return pseudoWire(value, name);
  const spans = value as ({ start: number } | { span: string })[];
  // The bracket comes before everything.
  return spans.map((span) => ("start" in span ? { ...span, start: span.start + 1 } : pseudoWire(span)));
}
