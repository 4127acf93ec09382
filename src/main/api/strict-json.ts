/**
 * JSON read as it is written: a key that stands twice is refused, a number that would be rounded keeps its digits, nesting
 * has an end. For small answers, and for records in which something is odd; JSON.parse is silent about all three.
 */
import { MAX_DEPTH } from "./limits.ts";
import { type Origin, payloadError } from "./origin.ts";

/** A number that a JavaScript number cannot hold exactly. */
export class InexactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

export type StrictValue =
  | null
  | boolean
  | number
  | string
  | InexactNumber
  | StrictValue[]
  | { [key: string]: StrictValue };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const STRING = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SPACE = /[ \t\r\n]*/uy;
const WORDS = [
  ["null", null],
  ["true", true],
  ["false", false],
] as const;

/**
 * Parses a JSON text strictly.
 *
 * @throws TieoutError PAYLOAD_NOT_JSON with the place, PAYLOAD_DUPLICATE_KEY with the path, PAYLOAD_DEPTH
 */
export function parseStrict(text: string, origin: Origin): StrictValue {
  return new StrictParser(text, origin).parse();
}

class StrictParser {
  readonly #text: string;
  readonly #origin: Origin;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string, origin: Origin) {
    this.#text = text;
    this.#origin = origin;
  }

  parse(): StrictValue {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#notJson();
    return value;
  }

  #value(): StrictValue {
    if (this.#path.length > MAX_DEPTH) {
      throw payloadError("PAYLOAD_DEPTH", `The body nests more than ${MAX_DEPTH} levels deep`, this.#origin);
    }
    const first = this.#text[this.#at];
    if (first === "{") return this.#object();
    if (first === "[") return this.#array();
    if (first === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #object(): StrictValue {
    const members = new Map<string, StrictValue>();
    this.#list("}", () => {
      if (this.#text[this.#at] !== '"') throw this.#notJson();
      const key = this.#string();
      this.#path.push(key);
      if (members.has(key)) {
        const field = this.#path.join(".");
        throw payloadError("PAYLOAD_DUPLICATE_KEY", `The key ${field} stands twice`, this.#origin, { field });
      }
      this.#space();
      if (this.#text[this.#at] !== ":") throw this.#notJson();
      this.#at += 1;
      this.#space();
      members.set(key, this.#value());
      this.#path.pop();
    });
    return Object.fromEntries(members);
  }

  #array(): StrictValue {
    const items: StrictValue[] = [];
    this.#list("]", () => {
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
    });
    return items;
  }

  /** Takes what stands between brackets, comma by comma. */
  #list(close: string, takeOne: () => void): void {
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      takeOne();
      this.#space();
      const next = this.#text[this.#at];
      this.#at += 1;
      if (next === close) return;
      if (next !== ",") throw this.#notJson();
      this.#space();
    }
  }

  #string(): string {
    const literal = this.#match(STRING);
    if (literal === null) throw this.#notJson();
    try {
      return String(JSON.parse(literal));
    } catch {
      // A control character that must be escaped is not.
      throw this.#notJson();
    }
  }

  #number(): number | InexactNumber {
    const digits = this.#match(NUMBER);
    if (digits === null) throw this.#notJson();
    const value = Number(digits);
    const whole = /^-?\d+(?:\.0+)?$/u.test(digits) && Number.isSafeInteger(value);
    return whole || String(value) === digits ? value + 0 : new InexactNumber(digits);
  }

  #space(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #notJson() {
    const where = this.#at >= this.#text.length ? "it ends in the middle" : `at character ${this.#at + 1}`;
    return payloadError("PAYLOAD_NOT_JSON", `The body is not JSON: ${where}`, this.#origin);
  }
}
