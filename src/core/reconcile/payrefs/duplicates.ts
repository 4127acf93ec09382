/** The duplicate rule: the same movement entered again for one payment. */
import { addAmounts } from "../../money.ts";
import type { FindingDraft } from "../result/findings.ts";
import { CYCLE, NO_PAYREF } from "../input.ts";
import { type Matches, isPaidAtEnd } from "./match.ts";
import { type Expectations, SKIP } from "./settlement.ts";
import { isOneOfSeveral } from "./ties.ts";
import { type CheckState, entrySubject } from "../check-state.ts";

interface Duplicates {
  readonly drafts: readonly FindingDraft[];
  /** Rows of the repeats. */
  readonly rows: ReadonlySet<number>;
  /** Transaction rows whose amount is right once the repeats are left out. */
  readonly explained: ReadonlySet<number>;
}

export function duplicateEntries(
  state: CheckState,
  matches: Matches,
  { judgeable, expected }: Expectations,
): Duplicates {
  const { entries, transactions } = state.input;
  const drafts: FindingDraft[] = [];
  const found = new Set<number>();
  const explained = new Set<number>();
  const isJudged = (transaction: number) =>
    transactions.cycle[transaction] === CYCLE.oneTime &&
    judgeable.skip[transaction] === SKIP.none &&
    isPaidAtEnd(state, transaction);
  for (const [transaction, rows] of repeatedTies(state, matches, isJudged)) {
    rows.sort((a, b) => (entries.walletID[a] as number) - (entries.walletID[b] as number));
    const firstOf = new Map<number, number>();
    const repeats = rows.filter((row) => {
      const movement = state.movement[row] as number;
      if (firstOf.has(movement)) return true;
      firstOf.set(movement, row);
      return false;
    });
    const of = `entries of payID ${transactions.payID[transaction]}`;
    const net = [...firstOf.keys()].reduce((sum, movement) => addAmounts(sum, movement, of), 0);
    if (repeats.length === 0 || Math.abs(net - (expected[transaction] as number)) > state.options.tolerance)
      continue;
    explained.add(transaction);
    for (const row of repeats) {
      found.add(row);
      const movement = state.movement[row] as number;
      const first = entries.walletID[firstOf.get(movement) ?? row];
      const message = `Enters ${state.say(movement)} again, already entered as walletID ${first}; without the repeat the payment settles.`;
      const subject = entrySubject(state, row);
      drafts.push({
        finding: { rule: "duplicate-entry", severity: "error", ...subject, message },
        entryRow: row,
      });
    }
  }
  return { drafts, rows: found, explained };
}

const NONE = -1;

/**
 * Matched transactions whose tie more than one entry has, with these entries' rows. Rows are chained in two
 * columns: a list for each of half a million transactions would take more memory than all records.
 */
function* repeatedTies(
  state: CheckState,
  matches: Matches,
  isJudged: (transaction: number) => boolean,
): Generator<readonly [transaction: number, rows: number[]]> {
  const { entries, transactions } = state.input;
  const firstRow = new Int32Array(transactions.length).fill(NONE);
  const nextRow = new Int32Array(entries.length);
  for (let row = 0; row < entries.length; row += 1) {
    const tie = matches.ties.ofEntry[row] as number;
    if (tie === NO_PAYREF || state.exists[row] === 0 || (matches.entries[tie] as number) < 2) continue;
    const transaction = matches.transactionOf[tie] as number;
    if (transaction === NONE || isOneOfSeveral(matches.ties, transaction)) continue;
    nextRow[row] = firstRow[transaction] as number;
    firstRow[transaction] = row;
  }
  for (let transaction = 0; transaction < firstRow.length; transaction += 1) {
    if (firstRow[transaction] === NONE || !isJudged(transaction)) continue;
    const rows: number[] = [];
    for (let row = firstRow[transaction] as number; row !== NONE; row = nextRow[row] as number)
      rows.push(row);
    yield [transaction, rows];
  }
}
