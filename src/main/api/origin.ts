/** The source of bytes, so that an error can name it and use the right code. */
import { REDACTED } from "./redactor.ts";
import { z } from "zod";
import { businessEnvelope, loginEnvelope, userEnvelope } from "./schemas.ts";
import { type ErrorFacts, TieoutError } from "../../core/errors.ts";
import type { ErrorCode } from "../../core/error-codes.ts";
import { excerpt, openingOf } from "../../core/excerpt.ts";

// Field names: which ones the interface knows, and which ones hold secrets.

let known: ReadonlySet<string> | null = null;

/**
 * Whether the interface names such a field in a response about a user or a business. It is no secret,
 * whatever it looks like: without its name the record could not be read.
 */
export function isKnownName(name: string): boolean {
  known ??= new Set([loginEnvelope, userEnvelope, businessEnvelope].flatMap(namesIn));
  return known.has(name);
}

function namesIn(schema: z.ZodType): string[] {
  return propertiesOf(z.toJSONSchema(schema, { unrepresentable: "any", io: "output" }));
}

function propertiesOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, below]: [string, unknown]) =>
    key === "properties" && typeof below === "object" && below !== null
      ? [...Object.keys(below), ...Object.values(below).flatMap(propertiesOf)]
      : propertiesOf(below),
  );
}

const SECRET_WORD = /token|secret|password|passwd|api[^a-z]?key|jwt|authorization|invite[^a-z]?url/iu;

/**
 * Whether what is under a name is never stored and never shown, however the name is written.
 *
 * @example isSecretName("access_token") // true
 */
export function isSecretName(name: string): boolean {
  return SECRET_WORD.test(name.toLowerCase().replaceAll(/[^a-z]/gu, ""));
}

/** Letters and digits without a blank, as tokens and keys are and no word is. */
const LIKE_A_SECRET = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20}/iu;

/** What stands in a text before the first word that names a secret, which may follow, or that looks like one. */
function beforeSecrets(text: string): string {
  const found = [SECRET_WORD, LIKE_A_SECRET].map((pattern) => text.search(pattern));
  return text.slice(0, Math.min(...found.map((at) => (at === -1 ? text.length : at))));
}

// Takes out of the service's own messages what tells who somebody is: they are shown, and copied into e-mails.

/** Each part is bounded, so that a long text takes time by its length. */
const PERSONAL: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // E-mail addresses.
  [/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu, REDACTED],
  // Phone numbers: with a country's code, with a trunk 0 in groups, or in a row with either. Ids, payrefs and amounts, which
  // begin with another digit or stand behind their name, stay: they help to find the fault.
  [/(?<![\p{L}\p{N}])\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d)/gu, REDACTED],
  [/(?<![\p{L}\p{N}.,])\(?0\d{2,4}\)?[ .-]\d{3}[ .-]?\d{3,4}(?![\p{L}\p{N}])/gu, REDACTED],
  [
    /(?<![\p{L}\p{N}.,-]|(?:id|payref|reference|amount|balance)["' :=]{1,4})(?:0\d{9,10}|234\d{10})(?![\p{L}\p{N}-]|\.\d)/giu,
    REDACTED,
  ],
  // Whoever is greeted by name.
  [
    /\b(Dear|Hello|Hi)(\s{1,3})\p{Lu}[\p{L}'’-]{1,40}(?:\s\p{Lu}[\p{L}'’-]{0,40}\.?){0,3}/gu,
    `$1$2${REDACTED}`,
  ],
  // Fields of a record that is quoted.
  [
    /("?\b(?<!\bIP )(?:(?:first|last|full|middle|user|business|customer)?_?name|phone(?:_?number)?|e-?mail|address)"?\s{0,3}[:=]\s{0,3})(?:"[^"]{0,200}"?|'[^']{0,200}'?)/giu,
    `$1${REDACTED}`,
  ],
];

/**
 * A text without e-mail addresses, phone numbers, and names where their place shows that they are ones. Other
 * names cannot be told from words.
 *
 * @example withoutPersonal("Hi Ada Obi, +234 801 234 5678 is not verified") // 'Hi [redacted], [redacted] is not verified'
 */
export function withoutPersonal(text: string): string {
  return PERSONAL.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}

export interface Origin {
  /** The file's name as the user gave it, or the endpoint's path for a response of the service. */
  readonly name: string;
  readonly kind: "answer" | "file";
  /** Takes secrets out of a text; for responses, which may echo them. */
  readonly redact?: (text: string) => string;
}

/** The code for bytes that end in the middle: a download was cut, a file is not a saved response. */
export function truncatedCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "NET_TRUNCATED" : "IMPORT_FORMAT";
}

/** The code for bytes that are something else altogether. @param isJson whether they are JSON all the same */
export function foreignCode(origin: Origin, isJson: boolean): ErrorCode {
  if (origin.kind === "file") return "IMPORT_FORMAT";
  return isJson ? "PAYLOAD_SCHEMA" : "PAYLOAD_NOT_JSON";
}

/**
 * Says that bytes are no response; of a file by its name, with what to save instead.
 *
 * @param what they seem to be, such as `a PDF document`; null where that is unknown
 * @param isJson whether they are JSON all the same, such as `null`
 * @example `bank.csv is not JSON; save the service's response`
 */
export function foreignWords({ kind, name }: Origin, what: string | null, isJson: boolean): string {
  const other = what === null ? "not JSON" : `${what}, not JSON`;
  const said = isJson ? "JSON, but neither an object nor a list" : other;
  if (kind === "answer") return `The response is ${said}`;
  const file = name === "-" ? "The input" : (/[^/\\]+$/u.exec(name)?.[0] ?? name);
  return `${file} is ${said}; save the service's response`;
}

/** How many bytes are enough to quote a text from: no secret that begins in what is shown is cut by their end. */
export const QUOTED_FROM_BYTES = 16 * 1024;
const QUOTED_CHARACTERS = 80;

/**
 * What a response is that is not JSON, by its first characters: nobody keeps it, and a warning, an error of the
 * server and a page that asks for a login are told apart by nothing else. Of a file nothing is quoted.
 *
 * @param text the whole, or as much of it as `QUOTED_FROM_BYTES`
 * @returns a clause to end a sentence with, or ''
 */
export function beginsWithWords(text: string, origin: Origin): string {
  if (origin.kind === "file") return "";
  const shown = openingOf(withoutPersonal(beforeSecrets(redacted(text, origin))), QUOTED_CHARACTERS);
  return shown === "" ? "" : `; it begins with "${shown}"`;
}

/** The code for bytes that are more than is read. */
export function tooLargeCode(origin: Origin): ErrorCode {
  return origin.kind === "answer" ? "NET_TOO_LARGE" : "IMPORT_TOO_LARGE";
}

export function redacted(text: string, origin: Origin): string {
  return origin.redact?.(text) ?? text;
}

/** An expected failure that names the origin. What it quotes is free of secrets. */
export function payloadError(
  code: ErrorCode,
  sentence: string,
  origin: Origin,
  where: Omit<ErrorFacts, "file"> = {},
): TieoutError {
  const { record, field, remedy } = where;
  // A key may be part of a field's name, which must still be shown in full.
  const isKnown = field !== undefined && field.split(".").every((name) => isKnownName(name));
  const clean = (text: string) =>
    isKnown
      ? text
          .split(field)
          .map((part) => redacted(part, origin))
          .join(field)
      : redacted(text, origin);
  return new TieoutError(code, clean(sentence), {
    file: origin.name,
    ...(record === undefined ? {} : { record }),
    ...(field === undefined ? {} : { field: excerpt(clean(field)) }),
    ...(remedy === undefined ? {} : { remedy }),
  });
}

// The tokens of a JSON text, for code that must inspect it as text.

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

/** The tokens of a text but literals and blanks. No pattern is used: a long string exhausts its stack. */
export class JsonTokens {
  readonly #text: string;
  /** Where the token at hand begins. */
  start = 0;
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
