/** Records packed into rows for the thread that writes: one block of numbers, and the texts beside it. */
import { TieoutError } from "../../../core/errors.ts";
import type { Sent } from "../../../core/sent.ts";
import { type Interning, Numbering } from "./numbering.ts";
import type { RecordTable, StoredRow } from "./record-table.ts";

export interface RowBatch {
  readonly rows: number;
  /**
   * Row by row the table's integer columns; NaN is null. Payref and label columns hold the packer's numbers,
   * pull_id nothing yet.
   */
  readonly integers: Float64Array<ArrayBuffer>;
  /** Row by row the table's text columns. */
  readonly texts: readonly (string | null)[];
  /** Payrefs not seen in a batch before, in the order of their numbers. */
  readonly payrefs: readonly string[];
  readonly labels: readonly string[];
  /** By row, of records that say less in their rows than as they were sent: their canonical JSON as sent. */
  readonly asSent: ReadonlyMap<number, string>;
}

/** Packs the records of one pull; entries and transactions share its numbers. */
export class RowPacker {
  readonly #payrefs = new Numbering();
  readonly #labels = new Numbering();
  readonly #interning: Interning = { payrefs: this.#payrefs, labels: this.#labels };

  /** @throws TieoutError LEDGER_VALUE naming record and field */
  pack<R extends Sent>(table: RecordTable<R>, records: readonly R[]): RowBatch {
    const width = table.integers;
    const integers = new Float64Array(records.length * width);
    const texts: (string | null)[] = [];
    const asSent = new Map<number, string>();
    let at = 0;
    for (const [n, record] of records.entries()) {
      if (record.asSent !== undefined) asSent.set(n, record.asSent);
      const row = table.toRow(record, 0, this.#interning);
      for (let column = 0; column < width; column += 1) {
        const value = row[column];
        if (value === null) integers[at] = Number.NaN;
        else if (Number.isSafeInteger(value)) integers[at] = value as number;
        else throw notStorable(table, row, column);
        at += 1;
      }
      for (let column = width; column < row.length; column += 1) {
        const value = row[column];
        if (value !== null && typeof value !== "string") throw notStorable(table, row, column);
        texts.push(value);
      }
    }
    return {
      rows: records.length,
      integers,
      texts,
      payrefs: this.#payrefs.takeFresh(),
      labels: this.#labels.takeFresh(),
      asSent,
    };
  }
}

/** What SQLite would quietly turn into NULL or round: NaN, undefined, a fraction, an unsafe integer. */
function notStorable<R>(table: RecordTable<R>, row: StoredRow, column: number): TieoutError {
  return new TieoutError("LEDGER_VALUE", `${String(row[column])} is not a value for the ledger`, {
    record: `${table.name} ${String(row[0])}`,
    field: table.columns[column] ?? "",
  });
}
