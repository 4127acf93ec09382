/**
 * The records of one block of a body.
 *
 * The usual block is parsed at once. Where anything is off — text that is no JSON, a key that may occur
 * twice, a number that may have been rounded, a record the interface does not allow — its records are read
 * one by one, and the one that is off exactly, so that the error can name it.
 */
import type { z } from "zod";
import { asSentText } from "../../core/reconcile/copies.ts";
import { duplicateKeyError, findDuplicateKey, parseExact, survivesParsing } from "./exact.ts";
import { explainRecord } from "./explain.ts";
import { FieldReader } from "./field-reader.ts";
import {
  type Origin,
  beginsWithWords,
  payloadError,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  END,
  JsonTokens,
  NUMBER,
  OPEN_LIST,
  OPEN_OBJECT,
} from "./origin.ts";
import type { Block } from "./scan.ts";

export interface RecordReader<T> {
  readonly idField: "walletID" | "payID";
  readonly schema: z.ZodType;
  readonly read: (record: unknown, reader: FieldReader) => T;
}

export function idOf<T>(record: unknown, kind: RecordReader<T>): number | null {
  const id =
    typeof record === "object" && record !== null ? (record as Record<string, unknown>)[kind.idField] : null;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}

/** The members of a JSON list; null when the text is no JSON. */
export function parseList(text: string): unknown[] | null {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
}

type ParsedText = Pick<RecordText, "text" | "colons" | "faithful">;

export class BlockReader<T extends object> {
  readonly #kind: RecordReader<T>;
  readonly #origin: Origin;
  /** Whether the records last read had fields the interface does not name: then the next ones will, too. */
  #unnamed = false;

  constructor(kind: RecordReader<T>, origin: Origin) {
    this.#kind = kind;
    this.#origin = origin;
  }

  /**
   * The records of a block, in the body's order.
   *
   * @param text the block as a JSON list
   * @throws TieoutError PAYLOAD_* naming record and field
   */
  read(text: string, block: Block): T[] {
    const raws = block.roundable ? null : parseList(text);
    if (raws !== null && raws.length === block.records) {
      const records = this.#readParsed(raws, { text, colons: block.colons, faithful: true });
      if (records !== null) return records;
    }
    return splitRecords(text).map(
      (record, index) =>
        this.#readQuickly(record) ?? this.#readExactly(record.text, placeOf(record, index, text, block)),
    );
  }

  #readQuickly(record: RecordText): T | null {
    const raws = record.faithful ? parseList(`[${record.text}]`) : null;
    return raws?.length === 1 ? (this.#readParsed(raws, record)?.[0] ?? null) : null;
  }

  /** The records, or null when one of them must be looked at: it is not allowed, or a key occurs twice. */
  #readParsed(raws: readonly unknown[], parsed: ParsedText): T[] | null {
    const likely = this.#readAs(raws, parsed, this.#unnamed);
    if (likely !== null || this.#unnamed) return likely;
    const records = this.#readAs(raws, parsed, true);
    this.#unnamed = records !== null;
    return records;
  }

  /**
   * Reads records that have no other fields than the interface names, or with `unnamed` any. As many colons
   * as members were read mean that none was passed over and that no key occurs twice.
   */
  #readAs(raws: readonly unknown[], { text, colons, faithful }: ParsedText, unnamed: boolean): T[] | null {
    const reader = new FieldReader();
    // The only way to a NUL or a lone surrogate.
    reader.escapes = text.includes(String.raw`\u`);
    reader.unnamed = unnamed;
    reader.faithful = faithful;
    const records = raws.map((raw) => this.#read(raw, reader));
    return reader.failed || reader.keys !== colons ? null : records;
  }

  #read(raw: unknown, reader: FieldReader): T {
    reader.unusual = false;
    const record = this.#kind.read(raw, reader);
    return reader.unusual && !reader.failed ? { ...record, asSent: asSent(raw) } : record;
  }

  #readExactly(text: string, place: RecordPosition): T {
    const raw = parseRecord(text, place, this.#origin);
    const id = idOf(raw, this.#kind);
    const label = id === null ? `record ${place.number}` : `${this.#kind.idField} ${id}`;
    const duplicate = findDuplicateKey(text);
    if (duplicate !== null) throw duplicateKeyError(duplicate, this.#origin, label);
    const reader = new FieldReader();
    const record = this.#read(raw, reader);
    if (reader.failed) throw explainRecord(this.#kind.schema, raw, this.#origin, label);
    return record;
  }
}

/** Canonical JSON of a record as it was sent, without `_alt` fields. */
function asSent(raw: unknown): string {
  const reader = new FieldReader();
  reader.faithful = true;
  return asSentText(reader.keep(raw));
}

interface RecordPosition {
  /** Counted from 1 in the whole body. */
  readonly number: number;
  /** The byte of the body it begins at. */
  readonly at: () => number;
}

function placeOf({ at }: RecordText, index: number, text: string, block: Block): RecordPosition {
  return {
    number: block.firstRecord + index + 1,
    at: () => block.start + Buffer.byteLength(text.slice(1, at)),
  };
}

function parseRecord(text: string, { number, at }: RecordPosition, origin: Origin): unknown {
  try {
    return parseExact(text);
  } catch {
    const sentence = `The record that begins at byte ${at()} is not JSON${beginsWithWords(text, origin)}`;
    throw payloadError("PAYLOAD_NOT_JSON", sentence, origin, { record: `record ${number}` });
  }
}

// Cuts the text of a JSON list into the texts of its members.

interface RecordText {
  readonly text: string;
  /** Where it is in the list's text. */
  readonly at: number;
  /** Colons outside strings. */
  readonly colons: number;
  /** Whether JSON.parse gives back every number in it. */
  readonly faithful: boolean;
}

/** The members of a list. @param text from `[` to its `]`; between them anything may be wrong */
export function splitRecords(text: string): RecordText[] {
  const records: RecordText[] = [];
  const end = text.length - 1;
  const tokens = new JsonTokens(text);
  let depth = 0;
  let [start, colons, faithful] = [1, 0, true];
  for (;;) {
    const token = tokens.next();
    const last = token === END || tokens.start === end;
    if (last || (token === COMMA && depth === 1)) {
      const stop = last ? end : tokens.start;
      records.push({ text: text.slice(start, stop), at: start, colons, faithful });
      if (last) return records;
      [start, colons, faithful] = [stop + 1, 0, true];
    } else if (token === COLON) colons += 1;
    else if (token === OPEN_OBJECT || token === OPEN_LIST) depth += 1;
    else if (token === CLOSE_OBJECT || token === CLOSE_LIST) depth -= 1;
    else if (token === NUMBER) faithful &&= survivesParsing(tokens.text);
  }
}
