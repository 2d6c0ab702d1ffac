/** The longest scoresheet that is sent as it is; requests may have little more. */
const LONG = 60_000;

/** A scoresheet without what was said, if it is a long one: whoever plays it again says it anew. */
export const shortSheet = (text: string): string =>
  text.length > LONG ? text.replaceAll(/^[=+~] .*\n?/gm, "") : text;
