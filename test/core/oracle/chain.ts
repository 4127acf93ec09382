/** Chain rules: what one wallet says of itself, and why a link broke. */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { type Diagnosis, diagnose } from "./breaks/diagnosis.ts";
import { linkState, movedBetween } from "./breaks/links.ts";
import type { Report } from "./report.ts";
import type { Extra } from "./terms.ts";
import { type Wallet, differenceAt, impliedOpening, movementOf } from "./wallets.ts";
import { type World, paidAt } from "./world.ts";

/** A transaction flagged `paid-without-entry` with its expected movement. */
export interface Missing {
  readonly transaction: Transaction;
  readonly expected: bigint;
}

export function reportChains(report: Report, missing: readonly Missing[]): void {
  for (const wallet of report.world.wallets) {
    reportOldest(report, wallet);
    const diagnoses = diagnose(report.world, wallet);
    for (const [k, entry] of wallet.entries.entries()) {
      reportAlone(report, wallet, k);
      if (k === 0) continue;
      const state = linkState(report.world, wallet, k);
      const numbers = linkNumbers(report.world, wallet, k);
      if (state === "chain-break") {
        const detail = breakDetail(report.world, wallet, k, diagnoses[k]!, missing);
        const severity = detail.cause === "out-of-sequence" ? "warning" : "error";
        report.entry(state, severity, entry, { ...numbers, ...detail });
      } else if (state !== "holds") report.entry(state, "warning", entry, numbers);
      else if (entry.isApproved === 0 && movementOf(entry, report.world.convention.used) !== 0n) {
        report.entry("unapproved-entry", "warning", entry);
      }
    }
  }
}

function linkNumbers(world: World, wallet: Wallet, k: number): Extra {
  const entry = wallet.entries[k]!;
  const expected = BigInt(wallet.entries[k - 1]!.balance) + movementOf(entry, world.convention.used);
  const actual = BigInt(entry.balance);
  return { expected: Number(expected), actual: Number(actual), difference: Number(actual - expected) };
}

function reportOldest(report: Report, wallet: Wallet): void {
  const opening = Number(impliedOpening(wallet, report.world.convention.used));
  if (opening === 0) return;
  const numbers = { expected: 0, actual: opening, difference: opening };
  report.entry("opening-balance", "warning", wallet.entries[0]!, numbers);
}

/** What an entry shows without its link. */
function reportAlone(report: Report, wallet: Wallet, k: number): void {
  const entry = wallet.entries[k]!;
  const before: Entry | undefined = wallet.entries[k - 1];
  if (entry.balance < 0 && (before === undefined || before.balance >= 0)) {
    report.entry("negative-balance", "error", entry);
  }
  if (entry.credit !== 0 && entry.debit !== 0) report.entry("both-sides", "warning", entry);
  if (entry.credit === 0 && entry.debit === 0) report.entry("no-movement", "warning", entry);
  if (entry.credit < 0 || entry.debit < 0) report.entry("negative-amount", "error", entry);
  if (before !== undefined && entry.dateCreatedAtMs < before.dateCreatedAtMs) {
    report.entry("out-of-order", "warning", entry);
  }
}

function breakDetail(
  world: World,
  wallet: Wallet,
  k: number,
  { cause, stretch, continuesFrom }: Diagnosis,
  missing: readonly Missing[],
): Extra {
  const entry = wallet.entries[k]!;
  const { expected = 0, actual = 0 } = linkNumbers(world, wallet, k);
  const detail = { cause, transposition: isTransposition(expected, actual) };
  if (stretch !== undefined) {
    const rows = wallet.entries.slice(stretch.first, stretch.last + 1);
    const walletIDs = rows.map(({ walletID }) => walletID);
    return { ...detail, stretch: { walletIDs, order: stretch.order } };
  }
  if (continuesFrom !== undefined) {
    const rows = wallet.entries.slice(continuesFrom + 1, k);
    const without = {
      from: rows[0]!.walletID,
      to: rows.at(-1)!.walletID,
      count: rows.length,
      movement: Number(movedBetween(world, wallet, continuesFrom + 1, k - 1)),
    };
    return { ...detail, continuesFrom: wallet.entries[continuesFrom]!.walletID, without };
  }
  if (cause !== "missing-entry") return detail;
  const from = wallet.entries[k - 1]!.walletID;
  const to = entry.walletID;
  const difference = differenceAt(wallet, k, world.convention.used);
  return {
    ...detail,
    candidates: candidatesFor(world, entry, difference, missing),
    skipped: { from, to, count: to - from - 1 },
  };
}

/** Two adjacent digits of |actual|, swapped, give |expected|. */
export function isTransposition(expected: number, actual: number): boolean {
  const [right, wrong] = [String(Math.abs(expected)), String(Math.abs(actual))];
  if (Math.sign(expected) !== Math.sign(actual) || right.length !== wrong.length) return false;
  if ((BigInt(actual) - BigInt(expected)) % 9n !== 0n) return false;
  for (let at = 0; at + 1 < wrong.length; at += 1) {
    const swapped = `${wrong.slice(0, at)}${wrong[at + 1]}${wrong[at]}${wrong.slice(at + 2)}`;
    if (swapped === right) return true;
  }
  return false;
}

function candidatesFor(
  world: World,
  entry: Entry,
  difference: bigint,
  missing: readonly Missing[],
): string[] {
  const distance = (one: Transaction) => {
    const paid = paidAt(world.given, one);
    return paid === null ? Infinity : Math.abs(paid - entry.dateCreatedAtMs);
  };
  return missing
    .filter(({ transaction, expected }) => transaction.userID === entry.userID && expected === difference)
    .map(({ transaction }) => transaction)
    .toSorted((a, b) => {
      const [left, right] = [distance(a), distance(b)];
      return left === right ? a.payID - b.payID : left - right;
    })
    .slice(0, 5)
    .map(({ payref }) => payref);
}
