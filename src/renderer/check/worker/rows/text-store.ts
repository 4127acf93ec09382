/** Texts by row, kept as the UTF-8 bytes they came in: a text is only made of the few that are shown. */
import { NO_TEXT, type TextBytes, type TextColumn } from "../../../../core/reconcile/input.ts";
import type { TextBatch } from "../../../../ipc/columns.ts";
import { ON_ITS_WAY } from "../../protocol/rows.ts";

/** Rows that came together. */
export interface TextBlock extends TextBatch {
  /** The row of its first text. */
  readonly from: number;
}

/** Where a text is. */
interface TextPosition {
  readonly block: TextBlock;
  readonly at: number;
}

// A mark of byte order at the beginning belongs to the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class TextStore implements TextColumn {
  readonly length: number;
  readonly #blocks: TextBlock[] = [];
  /** By row: which block holds it. */
  readonly #blockOf: Uint16Array;

  constructor(length: number) {
    this.length = length;
    this.#blockOf = new Uint16Array(length);
  }

  /** In any order. */
  get blocks(): readonly TextBlock[] {
    return this.#blocks;
  }

  /** Takes a batch of texts in, whose first is that of row `from`. */
  add(from: number, batch: TextBatch): void {
    this.#blockOf.fill(this.#blocks.length, from, from + batch.ends.length);
    this.#blocks.push({ ...batch, from });
  }

  at(row: number): string {
    const { bytes, from, to } = this.bytesOf(row);
    return decoder.decode(bytes.subarray(from, to));
  }

  bytesOf(row: number): TextBytes {
    const { block, at } = this.#place(row);
    const from = at === 0 ? 0 : (block.ends[at - 1] as number);
    return { bytes: block.bytes, from, to: block.ends[at] as number };
  }

  /** The text of a row, null where there is none. */
  find(row: number): string | null {
    const { block, at } = this.#place(row);
    return block.missing[at] === 1 ? null : this.at(row);
  }

  /** The same as a grid shows it, ON_ITS_WAY while it is not there yet. */
  shown(row: number): string | null {
    return this.#find(row) === null ? ON_ITS_WAY : this.find(row);
  }

  /** The block of a row, for readers that go over many rows' bytes. */
  blockAt(row: number): TextBlock {
    return this.#blocks[this.#blockOf[row] as number] as TextBlock;
  }

  #place(row: number): TextPosition {
    const place = this.#find(row);
    if (place === null) throw new RangeError(`there is no text ${row}`);
    return place;
  }

  #find(row: number): TextPosition | null {
    const block = this.#blocks[this.#blockOf[row] ?? -1];
    const at = row - (block?.from ?? 0);
    return block === undefined || !(at >= 0 && at < block.ends.length) ? null : { block, at };
  }
}

/** The text of an id in a dictionary, null where a column says there is none. */
export function textOf(texts: TextStore, id: number | undefined): string | null {
  return id === undefined || id === NO_TEXT ? null : texts.at(id);
}
