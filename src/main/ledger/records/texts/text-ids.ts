/** Maps a packer's numbers to the ledger's ids: each text is looked up once, when it first arrives. */
import type { Dictionary } from "./dictionary.ts";
import { REMEMBERED_TEXTS } from "../numbering.ts";

export class TextIds {
  readonly #dictionary: Dictionary;
  /** Ids by number. */
  readonly #ids: number[] = [];
  /** Whether no text but the empty one was in the table: then the first to arrive is new without a look. */
  readonly #wasEmpty: boolean;

  /** @param stood how many texts a new ledger's table holds */
  constructor(dictionary: Dictionary, stood: number) {
    this.#dictionary = dictionary;
    this.#wasEmpty = dictionary.firstNew === stood;
  }

  /** Puts into the table what still waits to be, so that it can be read. */
  flush(): void {
    this.#dictionary.flush();
  }

  /** Takes the texts of a batch, whose numbers go on from the batches before. */
  learn(texts: readonly string[]): void {
    for (const text of texts) {
      const isNew = this.#wasEmpty && text !== "" && this.#ids.length < REMEMBERED_TEXTS;
      this.#ids.push(isNew ? this.#dictionary.add(text) : this.#dictionary.idOf(text));
    }
  }

  /** Puts ids in place of numbers, in one column of rows; null stays. */
  resolve(rows: Float64Array, width: number, column: number): void {
    for (let at = column; at < rows.length; at += width) {
      const number = rows[at] ?? Number.NaN;
      if (!Number.isNaN(number)) rows[at] = this.#idOf(number);
    }
  }

  #idOf(number: number): number {
    const id = this.#ids[number];
    if (id === undefined) throw new RangeError(`no text arrived with number ${number}`);
    return id;
  }
}
