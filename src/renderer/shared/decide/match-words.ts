/** The words of matching by hand: the arithmetic written out, what it leaves, how a match stands. */
import { RECORD_TABLES } from "../../bridge/rows.ts";
import { amountWithSign, formatAmount, formatCount } from "../../../core/money.ts";
import type { MatchSums } from "../../../core/review/decisions/match-candidates.ts";
import { MOST_NAMED, shortIds } from "../../../core/words/ids.ts";
import { reasonOf } from "../../../core/review/decisions/note-rules.ts";
import type { StandingMatch } from "../../../core/review/decisions/manual-match.ts";
import type {
  MatchedAmounts,
  NamedRecord,
  TransactionRow,
  VanishedRecord,
  WalletRow,
} from "../../bridge/protocol.ts";
import type { RecordIds } from "../../../core/reconcile/input/input.ts";
import { movementOf } from "./arithmetic.ts";
import { wordingFault } from "./wording-fault.ts";

export interface MatchLine extends NamedRecord {
  readonly idName: "walletID" | "payID";
  /** An entry's movement, a transaction's expected one; null where none is judged. */
  readonly amount: number | null;
  /** What is to be known of it before all else, e.g. `vanished, pull 3`. */
  readonly note?: string;
}

export function lineOfEntry(row: WalletRow): MatchLine {
  return {
    id: row.walletID,
    idName: "walletID",
    atMs: row.dateCreatedAtMs,
    words: row.description ?? row.action ?? "",
    payref: row.payref,
    amount: movementOf(row),
  };
}

export function lineOfTransaction(row: TransactionRow): MatchLine {
  return {
    id: row.payID,
    idName: "payID",
    atMs: row.datePaidAtMs ?? row.dateCreatedAtMs,
    words: row.customer ?? row.cycle,
    payref: row.payref,
    amount: row.expected,
  };
}

export function lineOfVanished({ table, gonePull, ...record }: VanishedRecord): MatchLine {
  return { ...record, idName: RECORD_TABLES[table].idName, note: `vanished, pull ${gonePull}` };
}

/** Above this a sum is told without its parts. */
const MOST_PARTS = 6;

/**
 * Amounts as the sum one writes down.
 *
 * @example sumWords([7500, 5000], 12500, 0) // '7,500 + 5,000 = 12,500'
 */
export function sumWords(parts: readonly number[], total: number, decimals: number): string {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return total === 0 ? "–" : formatAmount(total, decimals);
  if (parts.length > MOST_PARTS) {
    return `${formatCount(parts.length, "amount")}, ${formatAmount(total, decimals)} in all`;
  }
  const rest = parts
    .slice(1)
    .map((part) => `${part < 0 ? "−" : "+"} ${formatAmount(Math.abs(part), decimals)}`);
  return [formatAmount(first, decimals), ...rest, "=", formatAmount(total, decimals)].join(" ");
}

export interface Chosen {
  readonly entries: readonly WalletRow[];
  readonly transactions: readonly TransactionRow[];
  readonly sums: MatchSums;
}

/** The arithmetic of what is chosen: entries, what settles already, what is expected, the difference. */
export function chosenArithmetic(
  { entries, transactions, sums }: Chosen,
  decimals: number,
): { readonly name: string; readonly words: string; readonly isOff: boolean }[] {
  const { chosen, already, net, expected, difference } = sums;
  const isComplete = entries.length > 0 && transactions.length > 0;
  // What is not paid brings nothing.
  const due = sums.due.flatMap((amount) => (amount === 0 ? [] : (amount ?? [])));
  return [
    { name: "Entries", words: sumWords(entries.map(movementOf), chosen, decimals), isOff: false },
    ...(already === 0
      ? []
      : [
          {
            name: "Settled already",
            words: `${formatAmount(already, decimals)}, with the entries ${formatAmount(net, decimals)}`,
            isOff: false,
          },
        ]),
    {
      name: "Expected",
      words: expected === null ? "not judged" : sumWords(due, expected, decimals),
      isOff: false,
    },
    {
      name: "Difference",
      words:
        difference === null ? "not judged" : difference === 0 ? "–" : amountWithSign(difference, decimals),
      isOff: isComplete && difference !== null && difference !== 0,
    },
  ];
}

/**
 * What the match will leave, in one sentence; '' while a side is empty.
 *
 * @param tolerance of the check, in the service's unit: what lies within it is no mismatch
 */
export function remainderWords(
  { entries, transactions, sums: { difference, isPaid } }: Chosen,
  { decimals, tolerance }: { readonly decimals: number; readonly tolerance: number },
): string {
  if (entries.length === 0 || transactions.length === 0) return "";
  const on = idsWords(
    "payID",
    transactions.map(({ payID }) => payID),
  );
  if (!isPaid) {
    const is = transactions.length === 1 ? "is" : "are";
    return `${on} ${is} not paid. The check will report entries without a payment.`;
  }
  if (difference === null) return `No amount is compared for ${on}. The match only links the records.`;
  if (difference === 0) return "The entries equal the expected amount.";
  const left = formatAmount(difference, decimals);
  if (Math.abs(difference) <= tolerance) return `${left} remains, within the tolerance of the check.`;
  return `${left} will remain as an amount mismatch on ${on}.`;
}

/** @example idsWords("payID", [4, 5, 9]) // 'payIDs 4, 5 and 9' */
export function idsWords(name: "walletID" | "payID", ids: readonly number[]): string {
  const last = ids.at(-1);
  if (last === undefined) return "";
  if (ids.length === 1) return `${name} ${last}`;
  if (ids.length > MOST_NAMED) return `${name}s ${shortIds(ids)}`;
  return `${name}s ${ids.slice(0, -1).join(", ")} and ${last}`;
}

export function recordsOf({ entries, transactions }: StandingMatch): RecordIds {
  return {
    walletIDs: entries.map(({ walletID }) => walletID),
    payIDs: transactions.map(({ payID }) => payID),
  };
}

export function undoneWords(id: number): string {
  return `Match ${id} undone`;
}

/** @example matchedWords({ walletIDs: [7], payIDs: [3] }) // 'Matched walletID 7 with payID 3' */
export function matchedWords({ walletIDs, payIDs }: RecordIds): string {
  if (walletIDs.length + payIDs.length <= 4) {
    return `Matched ${idsWords("walletID", walletIDs)} with ${idsWords("payID", payIDs)}`;
  }
  const entries = walletIDs.length === 1 ? "1 entry" : `${walletIDs.length} entries`;
  return `Matched ${entries} with ${formatCount(payIDs.length, "transaction")}`;
}

/** What is wrong with a match before anything is asked of main, in one sentence; null when nothing is. */
export function matchFaultOf({ walletIDs, payIDs }: RecordIds, note: string): string | null {
  if (walletIDs.length === 0 && payIDs.length === 0) return "Choose an entry and a transaction.";
  if (walletIDs.length === 0) return "Choose at least one entry.";
  if (payIDs.length === 0) return "Choose at least one transaction.";
  const most = Math.max(walletIDs.length, payIDs.length);
  if (most > MOST_ON_A_SIDE) return `A match can have at most ${MOST_ON_A_SIDE} records on each side.`;
  return wordingFault(() => reasonOf(note, "Write a note that says why the records belong together"));
}

/** As the bridge bounds it. */
const MOST_ON_A_SIDE = 200;

export interface Expected {
  /** By payID; empty where it is one amount for several of them. */
  readonly each: ReadonlyMap<number, number>;
  /** Where one of several stands for all of them; else null. */
  readonly together: number | null;
}

/** Each transaction's own amount, but where one stands for several: then what it expects for all of them. */
export function expectedOf(transactions: MatchedAmounts["transactions"]): Expected {
  const own = transactions.flatMap(({ payID, expected, isWithAnother }) =>
    expected === null || isWithAnother ? [] : [[payID, expected] as const],
  );
  if (!transactions.some(({ isWithAnother }) => isWithAnother)) return { each: new Map(own), together: null };
  return { each: new Map(), together: own.reduce((sum, [, amount]) => sum + amount, 0) };
}
