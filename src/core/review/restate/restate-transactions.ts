/** What pulls changed in paid transactions, and in the months signed over them. */
import { compareTransactions, isPaid } from "../../reconcile/changes/changes.ts";
import type { Transaction } from "../../transaction.ts";
import type { Restatement } from "./restatements.ts";
import { covers, standsAt } from "./signatures.ts";
import { type RecordChange, type RestatementBaseline, RestatementBuilder } from "./restatement-builder.ts";

/** A transaction that a pull is the first to bring. */
export interface BroughtTransaction {
  readonly pullId: number;
  readonly kind: "brought";
  readonly before: null;
  readonly after: Transaction;
}

/**
 * Yields each restated paid transaction, in the order of the changes. One that was not paid before, or not
 * known, counts where it is paid in a month that was signed without it.
 *
 * @param changes by pull
 */
export function* restateTransactions(
  changes: Iterable<RecordChange<Transaction> | BroughtTransaction>,
  standing: RestatementBaseline,
): Generator<Restatement> {
  const telling = new RestatementBuilder(standing);
  const pulls = new Map(standing.pulls.map((pull) => [pull.id, pull]));
  for (const { pullId, kind, before, after } of changes) {
    const pull = pulls.get(pullId);
    const transaction = after ?? before;
    if (pull === undefined || transaction === null) continue;
    const fields = before === null || after === null ? [] : compareTransactions(before, after).fields;
    if (before !== null && after !== null && fields.length === 0) continue;
    const paid = { before: paidDateOf(before), after: paidDateOf(after) };
    const effects = standing.signatures
      .filter((one) => standsAt(one, pullId) && (covers(one, paid.before) || covers(one, paid.after)))
      .map((signature) => ({ signature, movement: 0, closing: 0, wallets: [], dates: paid }));
    // One that becomes paid is the normal course of things, unless its month was closed without it.
    const wasPaid = kind === "returned" ? isPaid(transaction) : before !== null && isPaid(before);
    if (!wasPaid && effects.length === 0) continue;
    const subject = { ...transaction, walletID: null };
    const dates = { before: dateOf(before), after: dateOf(after) };
    const named = kind === "brought" ? "back-dated" : kind;
    yield* telling.tell(pull, { kind: named, subject, fields, effects, dates, datedAtMs: null });
  }
}

/** The time by which a transaction belongs to a month, milliseconds UTC; null while unpaid or absent. */
function paidDateOf(transaction: Transaction | null): number | null {
  return transaction !== null && isPaid(transaction) ? dateOf(transaction) : null;
}

function dateOf(transaction: Transaction | null): number | null {
  return transaction?.datePaidAtMs ?? transaction?.dateCreatedAtMs ?? null;
}
