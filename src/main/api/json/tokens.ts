/** The tokens of a JSON text, for code that must inspect it as text. */

/** What a token begins with; a number has the code of a digit, whatever its first one is. */
export const STRING = 0x22;
export const COMMA = 0x2c;
export const NUMBER = 0x30;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
/** No token: the text ended. */
export const END = -1;

const MINUS = 0x2d;
const NINE = 0x39;
const BACKSLASH = 0x5c;

/**
 * Goes through the tokens of a text in order; literals and white space are passed over. No pattern is used: a
 * long string would exhaust its stack.
 */
export class JsonTokens {
  readonly #text: string;
  /** Where the token at hand begins. */
  start = 0;
  /** Where it has ended. */
  end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes on to the next token and returns what it is, or END. */
  next(): number {
    const text = this.#text;
    for (let at = this.end; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      this.start = at;
      switch (code) {
        case STRING:
          this.end = this.#endOfString(at);
          return STRING;
        case COMMA:
        case COLON:
        case OPEN_LIST:
        case CLOSE_LIST:
        case OPEN_OBJECT:
        case CLOSE_OBJECT:
          this.end = at + 1;
          return code;
        default:
          if (code !== MINUS && !(code >= NUMBER && code <= NINE)) continue;
          this.end = this.#endOfNumber(at + 1);
          return NUMBER;
      }
    }
    this.end = text.length;
    return END;
  }

  /** The token at hand, as it is written. */
  get text(): string {
    return this.#text.slice(this.start, this.end);
  }

  /** The value of the string at hand. */
  get string(): string {
    const literal = this.text;
    return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
  }

  #endOfString(from: number): number {
    const text = this.#text;
    for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
      let slash = at - 1;
      while (text.charCodeAt(slash) === BACKSLASH) slash -= 1;
      if ((at - slash) % 2 === 1) return at + 1;
    }
    return text.length;
  }

  #endOfNumber(from: number): number {
    let at = from;
    while (at < this.#text.length && "0123456789.eE+-".includes(this.#text.charAt(at))) at += 1;
    return at;
  }
}
