/** Copies the rows of a ledger's first pulls into a passing ledger, as they are. */
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { copyRows } from "../acts/copy-rows.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../tables/record-table.ts";
import { TABLE_SUFFIXES, shapeOf } from "../trail/row-digests.ts";

/** The pulls that are copied. */
interface FirstPulls {
  /** Id of the last one. */
  readonly last: number;
  /** How many texts there were after it. */
  readonly texts: Readonly<Record<"payref" | "label", number>>;
}

/**
 * Copies the records, texts and pulls that a further pull depends on, one table after the other; no link
 * records them.
 *
 * @param to an empty ledger
 */
export function* copyPulls(
  from: ReadableLedger,
  to: WritableLedger,
  { last, texts }: FirstPulls,
): Generator<void> {
  for (const name of ["payref", "label"] as const) {
    const held = to.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() ?? 0;
    copyRows(from, to, name, "id >= ? AND id < ? ORDER BY id", [held, texts[name]]);
    yield;
  }
  for (const table of [ENTRY_TABLE, PAYMENT_TABLE]) {
    for (const suffix of TABLE_SUFFIXES) {
      const { table: name, order } = shapeOf(table, suffix);
      copyRows(from, to, name, `pull_id <= ? ORDER BY ${order}`, [last]);
      yield;
    }
  }
  copyRows(from, to, "caller", "pull_id <= ?", [last]);
  copyRows(from, to, "pull", "id <= ? ORDER BY id", [last]);
  yield;
}
