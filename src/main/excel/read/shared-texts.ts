/** The texts that cells refer to by number: they rest in a file, and only their places in memory. */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { OF_THEME, SYMBOLS, isSymbols } from "./palette.ts";
import { type PackageParts, notAWorkbook, tooLarge } from "./package-parts.ts";
import { type Attributes, type XmlReader, readXml } from "./xml-events.ts";

// Texts of cells as the file writes them.

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

// Parts of a text that are shown in a way of their own: Tieout exports none.

/** How a part of a text is shown; null for what it leaves to its cell. */
export interface FormattedRun {
  readonly color: Attributes | null;
  /** In points. */
  readonly size: string | null;
  readonly font: string | null;
  /** As `isCommon` of its text. */
  readonly isCommon: boolean;
}

/** Whether a text has more than letters of other scripts and their own punctuation: for those LibreOffice names a font of its own when it saves. */
export function isCommon(text: string): boolean {
  return COMMON.test(text);
}

const COMMON =
  /[^\p{L}\p{M}\s[\p{P}&&[\u0590-\u1CFF\u3000-\u303F\uFF00-\uFFEF]]]|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/v;

const PLAIN: FormattedRun = { color: null, size: null, font: null, isCommon: false };
/** What of a text no part has. */
const REST: FormattedRun = { ...PLAIN, isCommon: true };

/** The font of every exported cell. */
export const FONT = "Calibri";

/** Programs may go by any of the fonts that a part names. */
function inFont(run: FormattedRun, font: string): FormattedRun {
  return { ...run, font: run.font === null || run.font === FONT ? font : run.font };
}

const NO_RUNS: readonly FormattedRun[] = [];

/** Parts of so many looks are told apart; more are told, whatever they look like. */
const MOST_LOOKS = 100;
const OF_MORE: FormattedRun = { ...PLAIN, font: "", isCommon: true };

/** Collects the parts of one text after the other. */
export class RunCollector {
  /** By their looks: parts that look the same are one. */
  #runs = new Map<string, FormattedRun>();
  #run: FormattedRun | null = null;
  /** The look of what follows; null where it has none of its own. */
  #part: string | null = null;
  /** Whether what is in no part has more than letters of other scripts. */
  #isRestCommon = false;

  open(name: string, attributes: Attributes): void {
    if (name === "rPr") this.#run = PLAIN;
    if (this.#run === null) return;
    if (name === "color") this.#run = { ...this.#run, color: attributes };
    else if (name === "sz") this.#run = { ...this.#run, size: attributes["val"] ?? "" };
    else if (name === "rFont") this.#run = inFont(this.#run, attributes["val"] ?? "");
    else if (isSymbols(name, attributes)) this.#run = inFont(this.#run, SYMBOLS);
    else if (name === "scheme" && attributes["val"] !== "none") this.#run = inFont(this.#run, OF_THEME);
  }

  close(name: string): void {
    if (name === "r") this.#part = null;
    if (name !== "rPr" || this.#run === null) return;
    const run = this.#run === PLAIN || this.#runs.size < MOST_LOOKS ? this.#run : OF_MORE;
    this.#part = run === PLAIN ? null : JSON.stringify(run);
    if (this.#part !== null) this.#runs.set(this.#part, this.#runs.get(this.#part) ?? run);
    this.#run = null;
  }

  /** Takes a piece of the text: of the part that was opened last, or of none. */
  text(piece: string): void {
    const part = this.#part;
    const own = part === null ? undefined : this.#runs.get(part);
    if (part === null || own === undefined) this.#isRestCommon ||= isCommon(piece);
    else if (!own.isCommon && isCommon(piece)) this.#runs.set(part, { ...own, isCommon: true });
  }

  /** Those that came since they were last taken; where there are any, what is in none of them comes last. */
  take(): readonly FormattedRun[] {
    const isRestCommon = this.#isRestCommon;
    this.#isRestCommon = false;
    if (this.#runs.size === 0) return NO_RUNS;
    const runs = [...this.#runs.values(), ...(isRestCommon ? [REST] : [])];
    this.#runs = new Map();
    return runs;
  }
}

/** Texts wait in memory for so many bytes before they are written. */
const WRITE_BYTES = 1_048_576;
const BLOCK_BYTES = 65_536;
/** So many blocks stay at hand: cells refer to texts mostly in the order in which they first came. */
const BLOCKS = 128;

export class SharedTexts {
  readonly #file: string;
  readonly #descriptor: number;
  /** Where each text begins, and where the last one ends. */
  #starts = new Float64Array(1024);
  #count = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;
  readonly #blocks = new Map<number, Buffer>();
  /** Of the texts that have any. */
  readonly #runs = new Map<number, readonly FormattedRun[]>();

  /** @param folder of the reader's own; the texts rest there until it is removed */
  private constructor(file: string, folder: string) {
    this.#file = file;
    this.#descriptor = openSync(join(folder, "texts"), "wx+", 0o600);
  }

  /** None where there is no such part. @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
  static async read(parts: PackageParts, part: string | null, folder: string): Promise<SharedTexts> {
    const texts = new SharedTexts(parts.file, folder);
    try {
      if (part !== null) for await (const _ of readXml(parts, part, texts.#reader(parts, part)));
      texts.#write();
      return texts;
    } catch (error) {
      texts.close();
      throw error;
    }
  }

  /** @throws TieoutError IMPORT_FORMAT when there is no such text */
  at(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) {
      throw notAWorkbook(this.#file, "A cell refers to a text that the workbook does not hold");
    }
    return this.#bytes(this.#startOf(index), this.#startOf(index + 1)).toString("utf8");
  }

  /** The parts of a text that are shown in a way of their own. */
  runsAt(index: number): readonly FormattedRun[] {
    return this.#runs.get(index) ?? NO_RUNS;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #reader({ file, limits }: PackageParts, part: string): XmlReader {
    const text = new TextCollector(limits.text, () => tooLarge(file, "A text is too long", part));
    const parts = new RunCollector();
    let isText = false;
    let inItem = false;
    let phonetic = 0;
    let empty = 0;
    return {
      open: (name, attributes) => {
        const isInText = isText || (inItem && name.includes(":"));
        if (isInText) throw notAWorkbook(file, "A text has invalid content", part);
        if (name === "si") inItem = true;
        if (name === "rPh") phonetic += 1;
        isText = name === "t" && phonetic === 0;
        parts.open(name, attributes);
      },
      close: (name) => {
        isText = false;
        parts.close(name);
        if (name === "rPh") phonetic -= 1;
        if (name !== "si") return;
        inItem = false;
        const taken = unescapedText(text.take());
        const runs = parts.take();
        if (runs !== NO_RUNS) this.#runs.set(this.#count, runs);
        if (taken === "") empty += 1;
        if (this.#count >= limits.sharedTexts || empty > limits.emptyTexts)
          throw tooLarge(file, "The workbook holds too many texts", part);
        this.#add(taken);
      },
      text: (piece) => {
        if (!isText) return;
        text.add(piece);
        parts.text(piece);
      },
    };
  }

  #add(text: string): void {
    const bytes = Buffer.from(text, "utf8");
    if (this.#count + 2 > this.#starts.length) {
      const grown = new Float64Array(this.#starts.length * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#count += 1;
    this.#starts[this.#count] = this.#startOf(this.#count - 1) + bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) this.#write();
  }

  #write(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at);
    this.#written += bytes.length;
  }

  #startOf(index: number): number {
    return this.#starts[index] ?? 0;
  }

  #bytes(from: number, to: number): Buffer {
    const first = Math.floor(from / BLOCK_BYTES);
    const last = Math.floor(Math.max(from, to - 1) / BLOCK_BYTES);
    const base = first * BLOCK_BYTES;
    if (first === last) return this.#block(first).subarray(from - base, to - base);
    const blocks = Array.from({ length: last - first + 1 }, (_, at) => this.#block(first + at));
    return Buffer.concat(blocks).subarray(from - base, to - base);
  }

  #block(number: number): Buffer {
    const known = this.#blocks.get(number);
    if (known !== undefined) return known;
    const at = number * BLOCK_BYTES;
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, this.#written - at));
    for (let read = 0; read < block.length;) {
      read += readSync(this.#descriptor, block, read, block.length - read, at + read);
    }
    if (this.#blocks.size === BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value ?? 0);
    this.#blocks.set(number, block);
    return block;
  }
}
