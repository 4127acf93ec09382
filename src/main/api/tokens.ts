/** The strings and the punctuation of a JSON text, for the places that must look at it as text. */

export interface Token {
  /** A whole string literal, or one of `{}[]:,`. */
  readonly text: string;
  readonly at: number;
}

const PUNCTUATION = "{}[]:,";

/** The position after the string literal that begins at `from`, or the text's end when it has none. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slash = at - 1;
    while (text[slash] === "\\") slash -= 1;
    if ((at - slash) % 2 === 1) return at + 1;
  }
  return text.length;
}

/**
 * Walks the tokens of a text in order; numbers, literals and white space are passed over. No pattern is used: a long string
 * would exhaust its stack.
 */
export function* jsonTokens(text: string): Generator<Token, void, void> {
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? "";
    const end = character === '"' ? endOfString(text, at) : at + 1;
    if (character === '"' || PUNCTUATION.includes(character)) yield { text: text.slice(at, end), at };
    at = end;
  }
}
