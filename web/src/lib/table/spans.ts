/** What the words of a sentence speak of. */
import type { Span } from "../wire/play";

/** A stretch of a sentence, and what it speaks of. */
export interface Stretch {
  text: string;
  span: Span | null;
}

/** A sentence in stretches, in order; joined they are its text. */
export function stretches(text: string, spans: readonly Span[] = []): Stretch[] {
  const found: Stretch[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.start > at) found.push({ text: text.slice(at, span.start), span: null });
    found.push({ text: text.slice(span.start, span.start + span.length), span });
    at = span.start + span.length;
  }
  if (at < text.length) found.push({ text: text.slice(at), span: null });
  return found;
}

/** The squares that something speaks of. */
export function squaresOf(spans: readonly Span[] = []): string[] {
  return spans.flatMap(({ kind, value }) => {
    if (kind === "square") return [value];
    return kind === "move" ? (value.match(/[a-h][1-8]/g) ?? []) : [];
  });
}
