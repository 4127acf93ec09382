/**
 * Splits XML into tags and texts as it comes. It is strict: what is not well-formed is refused, and so are
 * document types and entities other than XML's own five.
 */

/** What is told of XML, in its order. */
export interface XmlTold {
  /** A processing instruction; the XML declaration is one named `xml`. */
  instruction(name: string, body: string): void;
  /** An attribute of the element that is opened next. */
  attribute(name: string, value: string): void;
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** A piece of a text of an element; one text may come in several. */
  text(piece: string): void;
}

/** XML that is not well-formed, or holds what no workbook needs. */
export class XmlError extends Error {}

/** The document has a document type, whose entities and defaults other programs would go by. */
export class DocumentTypeError extends XmlError {}

/** A tag, a comment or another piece of markup is longer than allowed. */
export class LongMarkupError extends XmlError {}

/** UTF-16 units of one attribute. */
const LONGEST_VALUE = 65_536;
/** UTF-16 units of a reference to a character, with `&` and `;`. */
const LONGEST_REFERENCE = 16;
const LAST_CHARACTER = 0x10_ff_ff;

const [TAB, LINE_FEED, RETURN, BLANK] = [9, 10, 13, 32];
const [COLON, UNDERSCORE, HYPHEN, DOT] = [58, 95, 45, 46];
const [DOUBLE_QUOTE, SINGLE_QUOTE, SLASH, LESS, EQUAL, GREATER] = [34, 39, 47, 60, 61, 62];

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
const NUMBERED = /^#(?:(\d{1,10})|x([\da-fA-F]{1,10}))$/u;
/** Where names may have other characters than letters, digits and signs of ASCII: first and last of each range. */
const OTHER_NAME_STARTS = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2_ff],
  [0x3_70, 0x3_7d],
  [0x3_7f, 0x1f_ff],
  [0x20_0c, 0x20_0d],
  [0x20_70, 0x21_8f],
  [0x2c_00, 0x2f_ef],
  [0x30_01, 0xd7_ff],
  [0xf9_00, 0xfd_cf],
  [0xfd_f0, 0xff_fd],
] as const;
const OTHER_NAME_PARTS = [
  [0xb7, 0xb7],
  [0x3_00, 0x3_6f],
  [0x20_3f, 0x20_40],
] as const;

/** Scans one document. */
export class XmlScanner {
  readonly #told: XmlTold;
  readonly #longest: number;
  /** The beginning of what has not ended yet. */
  #left = "";
  /** Names of the elements that are open. */
  readonly #open: string[] = [];
  #hasBegun = false;
  #hasRoot = false;

  /** @param longest UTF-16 units of one tag, comment or other piece of markup */
  constructor(told: XmlTold, longest: number) {
    this.#told = told;
    this.#longest = longest;
  }

  /**
   * Goes on with the next piece of the document.
   *
   * @throws XmlError, and what the one who is told raises
   */
  write(piece: string): void {
    const text = this.#left + piece;
    let at = 0;
    while (at < text.length) {
      const isMarkup = text.charCodeAt(at) === LESS;
      const next = isMarkup ? this.#markup(text, at) : this.#characters(text, at);
      if (isMarkup && (next ?? text.length) - at > this.#longest)
        throw new LongMarkupError("a tag is too long");
      if (next === null) break;
      at = next;
      this.#hasBegun = true;
    }
    this.#left = text.slice(at);
  }

  /** Whether what was written is a whole document. */
  get hasEnded(): boolean {
    return this.#left === "" && this.#open.length === 0 && this.#hasRoot;
  }

  /** @returns where the next piece begins; null where the text may go on */
  #characters(text: string, at: number): number | null {
    const next = text.indexOf("<", at);
    const end = next === -1 ? safeEnd(text, at) : next;
    if (end === at) return null;
    const piece = text.slice(at, end);
    if (piece.includes("]]>")) throw new XmlError("a text holds ]]>");
    if (this.#open.length > 0) this.#told.text(resolved(piece));
    else if (!isBlank(piece)) throw new XmlError("there is text outside of the root element");
    return end;
  }

  /** @returns where the next piece begins; null where the markup is not complete */
  #markup(text: string, at: number): number | null {
    switch (text[at + 1]) {
      case undefined:
        return null;
      case "/":
        return this.#closingTag(text, at);
      case "?":
        return this.#instruction(text, at);
      case "!":
        return this.#declaration(text, at);
      default:
        return this.#openingTag(text, at);
    }
  }

  #closingTag(text: string, at: number): number | null {
    const end = text.indexOf(">", at);
    if (end === -1) return null;
    const name = this.#open.pop();
    const nameEnd = at + 2 + (name?.length ?? 0);
    if (name === undefined || !text.startsWith(name, at + 2) || pastBlanks(text, nameEnd) !== end)
      throw new XmlError("a closing tag closes no element");
    this.#told.close(name);
    return end + 1;
  }

  #instruction(text: string, at: number): number | null {
    const end = text.indexOf("?>", at + 2);
    if (end === -1) return null;
    const nameEnd = pastName(text, at + 2);
    const bodyAt = pastBlanks(text, nameEnd);
    const name = text.slice(at + 2, nameEnd);
    if (name === "" || (bodyAt === nameEnd && bodyAt !== end))
      throw new XmlError("an instruction has no name");
    if (name.toLowerCase() === "xml" && (name !== "xml" || this.#hasBegun))
      throw new XmlError("the declaration is not at the beginning");
    this.#told.instruction(name, text.slice(bodyAt, end));
    return end + 2;
  }

  /** A comment, a text that is taken as it stands, or a document type. */
  #declaration(text: string, at: number): number | null {
    if (text.startsWith("<!--", at)) {
      const end = text.indexOf("--", at + 4);
      if (end === -1 || end + 2 === text.length) return null;
      if (text.charCodeAt(end + 2) !== GREATER) throw new XmlError("a comment holds --");
      return end + 3;
    }
    if (text.startsWith("<![CDATA[", at)) {
      const end = text.indexOf("]]>", at + 9);
      if (end === -1) return null;
      if (this.#open.length === 0) throw new XmlError("there is text outside of the root element");
      this.#told.text(text.slice(at + 9, end));
      return end + 3;
    }
    const start = text.slice(at, at + 9);
    if (/^<!doctype$/iu.test(start)) throw new DocumentTypeError("it has a document type");
    if (start.length === 9) throw new XmlError("a declaration is none of XML");
    return null;
  }

  #openingTag(text: string, at: number): number | null {
    const end = endOfTag(text, at);
    if (end === null) return null;
    if (this.#open.length === 0 && this.#hasRoot) throw new XmlError("there is a second root element");
    this.#hasRoot = true;
    const nameEnd = pastName(text, at + 1);
    const name = text.slice(at + 1, nameEnd);
    if (name === "") throw new XmlError("a tag has no name");
    const attributes: Record<string, string> = {};
    const attributesEnd = this.#attributes(text, nameEnd, attributes);
    const isEmpty = text.charCodeAt(attributesEnd) === SLASH;
    if (attributesEnd + (isEmpty ? 1 : 0) !== end) throw new XmlError("a tag holds something else");
    this.#told.open(name, attributes);
    if (isEmpty) this.#told.close(name);
    else this.#open.push(name);
    return end + 1;
  }

  /** Reads the attributes of a tag that is complete, and returns where they end. */
  #attributes(text: string, from: number, attributes: Record<string, string>): number {
    for (let at = from; ;) {
      const nameAt = pastBlanks(text, at);
      const nameEnd = pastName(text, nameAt);
      if (nameEnd === nameAt) return nameAt;
      if (nameAt === at) throw new XmlError("there is no blank before an attribute");
      const equalAt = pastBlanks(text, nameEnd);
      const quoteAt = pastBlanks(text, equalAt + 1);
      const quote = text.charCodeAt(quoteAt);
      if (text.charCodeAt(equalAt) !== EQUAL || !(quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE))
        throw new XmlError("an attribute has no value in quotes");
      const valueEnd = text.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", quoteAt + 1);
      if (valueEnd === -1 || valueEnd - quoteAt > LONGEST_VALUE)
        throw new XmlError("an attribute is too long");
      const name = text.slice(nameAt, nameEnd);
      const value = text.slice(quoteAt + 1, valueEnd);
      if (value.includes("<")) throw new XmlError("an attribute holds <");
      if (Object.hasOwn(attributes, name)) throw new XmlError("an element has two attributes of one name");
      attributes[name] = resolved(value);
      this.#told.attribute(name, attributes[name]);
      at = valueEnd + 1;
    }
  }
}

/** Where a tag ends, at its `>` outside of quotes; null where that has not come. */
function endOfTag(text: string, from: number): number | null {
  let end = text.indexOf(">", from);
  let at = from;
  while (end !== -1) {
    const quoteAt = quoteBefore(text, at, end);
    if (quoteAt === null) return end;
    const closedAt = text.indexOf(text.charAt(quoteAt), quoteAt + 1);
    if (closedAt === -1) return null;
    at = closedAt + 1;
    if (closedAt > end) end = text.indexOf(">", at);
  }
  return null;
}

function quoteBefore(text: string, from: number, end: number): number | null {
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return at;
  }
  return null;
}

/** How far a text that may go on can be taken without cutting a reference or a `]]>` in two. */
function safeEnd(text: string, from: number): number {
  const reference = text.lastIndexOf("&");
  if (reference >= from && !text.includes(";", reference)) {
    if (text.length - reference > LONGEST_REFERENCE) throw new XmlError("a text holds & alone");
    return reference;
  }
  let end = text.length;
  while (end > from && end > text.length - 2 && text.charAt(end - 1) === "]") end -= 1;
  return end;
}

/** A text with the characters that its references stand for. */
function resolved(text: string): string {
  let whole = "";
  let from = 0;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", from)) {
    const end = text.indexOf(";", at);
    if (end === -1) throw new XmlError("a text holds & alone");
    whole += text.slice(from, at) + characterOf(text.slice(at + 1, end));
    from = end + 1;
  }
  return from === 0 ? text : whole + text.slice(from);
}

/** @param reference what stands between `&` and `;` */
function characterOf(reference: string): string {
  const entity = ENTITIES.get(reference);
  if (entity !== undefined) return entity;
  const [, decimal, hex = ""] = NUMBERED.exec(reference) ?? [];
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  if (!isCharacter(code)) throw new XmlError("a reference is to no character");
  return String.fromCodePoint(code);
}

/** What XML takes for a character. */
function isCharacter(code: number): boolean {
  if (code < BLANK) return isBlankCode(code);
  return code < 0xd8_00 || (code > 0xdf_ff && code < 0xff_fe) || (code > 0xff_ff && code <= LAST_CHARACTER);
}

function isBlankCode(code: number): boolean {
  return code === BLANK || code === LINE_FEED || code === RETURN || code === TAB;
}

function isBlank(text: string): boolean {
  return pastBlanks(text, 0) === text.length;
}

function pastBlanks(text: string, from: number): number {
  let at = from;
  while (isBlankCode(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where a name ends; where it would begin when there is none. */
function pastName(text: string, from: number): number {
  if (!isNameStart(text.charCodeAt(from))) return from;
  let at = from + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!isNameStart(code) && !isOtherNamePart(code)) return at;
    at += 1;
  }
}

function isNameStart(code: number): boolean {
  if (code >= 128) return isWithin(code, OTHER_NAME_STARTS);
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || code === COLON || code === UNDERSCORE;
}

function isOtherNamePart(code: number): boolean {
  if (code >= 128) return isWithin(code, OTHER_NAME_PARTS);
  return (code >= 48 && code <= 57) || code === HYPHEN || code === DOT;
}

function isWithin(code: number, ranges: readonly (readonly [first: number, last: number])[]): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}
