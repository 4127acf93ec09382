/** Takes the escapes out of the scanner's way, chunk by chunk. */

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const BLANK = 0x20;

export class EscapeBlanker {
  /** The last byte of the chunk before was a backslash whose escape goes on here. */
  #open = false;
  #unicode = false;

  /** Whether the chunk last taken has a \u escape. */
  get unicode(): boolean {
    return this.#unicode;
  }

  /**
   * The chunk with both bytes of every escape blanked, so that each quote left opens or ends a string. A chunk without
   * escapes comes back itself. A backslash outside a string is no JSON, which the parse reports.
   */
  blank(chunk: Uint8Array): Uint8Array {
    this.#unicode = false;
    let at = this.#open ? 0 : chunk.indexOf(BACKSLASH);
    if (at === -1 || chunk.length === 0) return chunk;
    const copy = Uint8Array.from(chunk);
    if (this.#open) at = this.#blankSecond(copy, 0);
    for (at = copy.indexOf(BACKSLASH, at); at !== -1; at = copy.indexOf(BACKSLASH, at)) {
      copy[at] = BLANK;
      at = this.#blankSecond(copy, at + 1);
    }
    return copy;
  }

  #blankSecond(copy: Uint8Array, at: number): number {
    this.#open = at === copy.length;
    if (copy[at] === LETTER_U) this.#unicode = true;
    if (!this.#open) copy[at] = BLANK;
    return at + 1;
  }
}
