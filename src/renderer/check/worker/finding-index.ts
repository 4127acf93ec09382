/** Which findings are about which row, indexed once per check. */
import type { Finding } from "../../../core/reconcile/result/findings.ts";
import type { CheckInput } from "../../../core/reconcile/input.ts";
import { rowsOfFinding } from "../../../core/review/decisions/earlier-errors.ts";

/** Indexes of findings by row. */
export class RowFindings {
  /** Findings of row r are at[start[r]] … at[start[r + 1] − 1]. */
  readonly #start: Int32Array;
  readonly #at: Int32Array;

  /** @param rows by finding: the row it is about, −1 for none of this table */
  constructor(length: number, rows: Int32Array) {
    const start = new Int32Array(length + 1);
    for (const row of rows) if (row !== -1) start[row + 1] = (start[row + 1] as number) + 1;
    let sum = 0;
    for (let row = 1; row <= length; row += 1) start[row] = sum += start[row] as number;
    const next = start.slice();
    const at = new Int32Array(sum);
    rows.forEach((row, finding) => {
      if (row === -1) return;
      const place = next[row] as number;
      at[place] = finding;
      next[row] = place + 1;
    });
    this.#start = start;
    this.#at = at;
  }

  has(row: number): boolean {
    return this.#start[row] !== this.#start[row + 1];
  }

  /** Indexes of a row's findings, in the order of the findings. */
  of(row: number): Int32Array {
    return this.#at.subarray(this.#start[row], this.#start[row + 1]);
  }
}

export interface FindingIndex {
  readonly entries: RowFindings;
  readonly transactions: RowFindings;
  /** By finding: the entry's row, −1 where it is about none that is held. */
  readonly entryRow: Int32Array;
  /** By finding: the transaction's row, −1 where it is about none that is held. */
  readonly transactionRow: Int32Array;
}

export function indexFindings(
  findings: readonly Finding[],
  { entries, transactions }: CheckInput,
): FindingIndex {
  const entryRow = new Int32Array(findings.length).fill(-1);
  const transactionRow = new Int32Array(findings.length).fill(-1);
  findings.forEach((finding, at) => {
    const rows = rowsOfFinding(finding, { entries, transactions });
    entryRow[at] = rows.entryRow;
    transactionRow[at] = rows.transactionRow;
  });
  return {
    entries: new RowFindings(entries.length, entryRow),
    transactions: new RowFindings(transactions.length, transactionRow),
    entryRow,
    transactionRow,
  };
}
