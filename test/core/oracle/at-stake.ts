/** "Amount at stake": what each finding ranks by, from the rules' list. */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { SettlementBasis } from "../../../src/core/options.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { expectedOf } from "./expectation.ts";
import type { Extra } from "./terms.ts";
import { movementOf } from "./wallets.ts";
import { type World, entriesTiedTo, handOf, netOf } from "./world.ts";

const BY_MOVEMENT = new Set([
  "orphan-payref",
  "unapproved-entry",
  "entry-for-unpaid",
  "duplicate-entry",
  "wrong-business",
  "wrong-user",
  "before-created",
  "repeated-session",
  "repeated-movement",
  "date-ahead",
  "entry-vanished",
  "entry-returned",
]);
const BY_EXPECTED = new Set(["before-history", "transaction-vanished"]);
const BY_NET = new Set(["currency-mismatch", "settled-deleted", "settled-flagged", "duplicate-payref"]);

export function stakeOfEntry(world: World, rule: string, entry: Entry, extra: Extra): number {
  const convention = world.convention.used;
  if (extra.difference !== undefined) return Math.abs(extra.difference);
  if (BY_MOVEMENT.has(rule)) return size(movementOf(entry, convention));
  if (rule === "negative-balance") return Math.abs(entry.balance);
  if (rule === "negative-amount") return Math.max(-entry.credit, -entry.debit);
  if (rule === "both-sides") return Math.min(Math.abs(entry.credit), Math.abs(entry.debit));
  if (rule === "conflicting-entry") {
    const { sent } = world.knownEntries.find(({ id }) => id === entry.walletID)!;
    return Math.max(
      apart(sent.map((one) => movementOf(one, convention))),
      apart(sent.map(({ balance }) => BigInt(balance))),
    );
  }
  const moved = changed(extra, "credit_balance") - changed(extra, "debit_balance");
  return Math.max(size(moved), size(changed(extra, "balance")));
}

export function stakeOfTransaction(
  world: World,
  rule: string,
  one: Transaction,
  extra: Extra,
  basis: SettlementBasis,
): number {
  if (extra.difference !== undefined) return Math.abs(extra.difference);
  if (rule === "date-ahead") return 0;
  if (BY_EXPECTED.has(rule)) return size(expectedOf(world, one, basis) ?? 0n);
  if (BY_NET.has(rule)) return size(netOf(world, entriesOf(world, one)));
  if (rule === "conflicting-transaction") {
    const { sent } = world.knownTransactions.find(({ id }) => id === one.payID)!;
    return Math.max(
      apart(sent.map(({ chargedamount }) => BigInt(chargedamount))),
      apart(sent.map(({ payableamount }) => BigInt(payableamount))),
    );
  }
  return Math.max(size(changed(extra, "fee.chargedamount")), size(changed(extra, "fee.payableamount")));
}

/** The entries of its payref, or of its match; those of a payref that a match took are the match's. */
function entriesOf(world: World, one: Transaction): Entry[] {
  if (handOf(world, one) !== undefined) return entriesTiedTo(world, one);
  const matched = world.matched.get(one.payref);
  return matched === undefined || handOf(world, matched) !== undefined ? [] : entriesTiedTo(world, matched);
}

/** By how much an amount changed; 0 where it is not among the changes. */
function changed({ changes = [] }: Extra, field: string): bigint {
  const change = changes.find((one) => one.field === field);
  return change === undefined ? 0n : BigInt(change.after as number) - BigInt(change.before as number);
}

function apart(amounts: readonly bigint[]): number {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return size(sorted.at(-1)! - sorted[0]!);
}

/** Ranks only: beyond the exact integers the largest of them. */
function size(amount: bigint): number {
  return Math.min(Number(amount < 0n ? -amount : amount), Number.MAX_SAFE_INTEGER);
}
