/** What the ledger needs to store versions of a kind of record: its table, its columns, its two mappers. */
import type { JsonValue } from "../../../core/canonical.ts";
import type { TextColumn } from "../../../core/reconcile/input.ts";
import type { Interning } from "./numbering.ts";

/** A row's values in column order: id, pull_id, other integers, then texts. */
export type StoredRow = readonly (number | string | null)[];

/** Where a row's ids get their texts when it is read. */
export interface Texts {
  readonly payrefs: TextColumn;
  readonly labels: TextColumn;
}

export interface RecordTable<R> {
  readonly name: "entry" | "payment";
  readonly idColumn: "wallet_id" | "pay_id";
  /** All columns, id and pull_id first, integers before texts. */
  readonly columns: readonly string[];
  /** How many of the columns are integers. */
  readonly integers: number;
  /** Positions of the columns that hold payrefs' ids. */
  readonly payrefColumns: readonly number[];
  /** Positions of the columns that hold labels' ids. */
  readonly labelColumns: readonly number[];
  readonly idOf: (record: R) => number;
  readonly toRow: (record: R, pullId: number, interning: Interning) => StoredRow;
  readonly fromRow: (row: StoredRow, texts: Texts) => R;
  /** The record under the interface's names, without `_alt` fields. */
  readonly document: (record: R) => JsonValue;
}

/** Reads one row's values by kind, in column order. */
export class RowReader {
  readonly #row: StoredRow;
  readonly #texts: Texts;
  #at = 0;

  constructor(row: StoredRow, texts: Texts) {
    this.#row = row;
    this.#texts = texts;
  }

  integer(): number {
    return Number(this.#next());
  }

  integerOrNull(): number | null {
    const value = this.#next();
    return value === null ? null : Number(value);
  }

  text(): string {
    return String(this.#next());
  }

  textOrNull(): string | null {
    const value = this.#next();
    return value === null ? null : String(value);
  }

  label(): string {
    return this.#texts.labels.at(this.integer());
  }

  labelOrNull(): string | null {
    const id = this.integerOrNull();
    return id === null ? null : this.#texts.labels.at(id);
  }

  payref(): string {
    return this.#texts.payrefs.at(this.integer());
  }

  payrefOrNull(): string | null {
    const id = this.integerOrNull();
    return id === null ? null : this.#texts.payrefs.at(id);
  }

  #next(): number | string | null {
    const value = this.#row[this.#at];
    this.#at += 1;
    return value ?? null;
  }
}

/** Whether two rows of one record say the same, whichever pull brought them. */
export function sameContent(a: StoredRow, b: StoredRow): boolean {
  for (let at = 2; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
