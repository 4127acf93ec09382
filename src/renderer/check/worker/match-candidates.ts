/** The candidates of a match by hand, as the dialog shows them. */
import { formatAmount } from "../../../core/money.ts";
import { SETTLEMENT } from "../../../core/reconcile/result/result.ts";
import {
  matchGroup,
  matchSums,
  rankEntries,
  rankTransactions,
} from "../../../core/review/match/match-candidates.ts";
import type { RankedRow } from "../../../core/review/match/match-ranking.ts";
import { tiedByPayref } from "../../../core/review/match/tied-by-payref.ts";
import { rowOf } from "../../../core/sorted.ts";
import type { MatchCandidate, MatchCandidates, MatchCandidatesRequest, MatchedAmounts } from "../protocol.ts";
import type { HeldCheck } from "./held-check.ts";
import { transactionRow } from "./rows/transaction-table.ts";
import { walletRow } from "./rows/wallet-table.ts";

/**
 * @param search rows of the side looked for in which all words are, by the words; asked for only where there
 *   are some
 */
export function matchCandidates(
  held: HeldCheck,
  { walletIDs, payIDs, side, search: words }: MatchCandidatesRequest,
  search: (words: string) => Int32Array,
): MatchCandidates {
  const { entries, transactions } = held.input;
  const chosen = {
    entries: rowsOf(entries.walletID, walletIDs),
    transactions: rowsOf(transactions.payID, payIDs),
  };
  const among = words.trim() === "" ? null : search(words);
  const say = (amount: number) => formatAmount(amount, held.wording.decimals);
  const rank = side === "entries" ? rankEntries : rankTransactions;
  const { ranked, total, isEqual } = rank(held, chosen, among, say);
  return {
    chosen: {
      entries: chosen.entries.map((row) => walletRow(held, row)),
      transactions: chosen.transactions.map((row) => transactionRow(held, row)),
    },
    sums: matchSums(held, chosen),
    tied: tiedByPayref(held, chosen),
    entries: side === "entries" ? ranked.map((one) => shown(one, walletRow(held, one.row))) : [],
    transactions:
      side === "transactions" ? ranked.map((one) => shown(one, transactionRow(held, one.row))) : [],
    total,
    isEqual,
    group: matchGroup(held, chosen),
  };
}

/** What the records of a match come to, each by itself. */
export function matchedAmounts(
  { input: { entries, transactions }, result }: HeldCheck,
  { walletIDs, payIDs }: Pick<MatchCandidatesRequest, "walletIDs" | "payIDs">,
): MatchedAmounts {
  const { movement } = result.entryOutcomes;
  const { expected, settlement } = result.transactionOutcomes;
  return {
    entries: rowsOf(entries.walletID, walletIDs).map((row) => ({
      walletID: entries.walletID[row] as number,
      movement: movement[row] as number,
    })),
    transactions: rowsOf(transactions.payID, payIDs).map((row) => {
      const amount = expected[row] as number;
      return {
        payID: transactions.payID[row] as number,
        expected: Number.isNaN(amount) ? null : amount,
        isWithAnother: settlement[row] === SETTLEMENT.settledTogether,
      };
    }),
  };
}

/** Rows of the records that are held, by ascending id, each once. */
function rowsOf(ids: Float64Array, wanted: readonly number[]): number[] {
  const rows = new Set(wanted.map((id) => rowOf(ids, id)));
  rows.delete(-1);
  return [...rows].toSorted((a, b) => a - b);
}

function shown<Row>({ amount, differenceLeft, reasons }: RankedRow, row: Row): MatchCandidate<Row> {
  return { row, amount, differenceLeft, reasons };
}
