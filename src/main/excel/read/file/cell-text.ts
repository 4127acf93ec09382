/** Texts of cells as the file writes them. */

const ESCAPED = /_x([0-9A-Fa-f]{4})_/gu;

/** A text with `_x0041_` as the character it stands for, as Excel reads it. */
export function unescapedText(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

/** Pieces of a text on their way together, no longer than may be. */
export class TextCollector {
  readonly #limit: number;
  readonly #tooLong: () => Error;
  #text = "";

  constructor(limit: number, tooLong: () => Error) {
    this.#limit = limit;
    this.#tooLong = tooLong;
  }

  add(piece: string): void {
    this.#text += piece;
    if (this.#text.length > this.#limit) throw this.#tooLong();
  }

  /** What came since it was last taken. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}
