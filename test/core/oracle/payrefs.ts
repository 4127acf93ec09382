/** Payref rules: entries against transactions. */
import type { SettlementBasis } from "../../../src/core/options.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import type { Missing } from "./chain.ts";
import { lastMillisecondOf } from "./dates/days.ts";
import {
  areJudged,
  currencyOf,
  dueTogether,
  expectedOf,
  hasOtherCurrency,
  isSeller,
  isJudged,
  roleOf,
} from "./expectation.ts";
import type { Report } from "./report.ts";
import { suggestionsFor } from "./suggestions.ts";
import { movementOf } from "./wallets.ts";
import {
  type World,
  entriesTiedTo,
  handOf,
  historyStart,
  isOneOfSeveral,
  isPaid,
  netOf,
  paidAt,
  standsForItsTie,
  transactionOf,
} from "./world.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What other rules ask of these, whatever the period. */
export interface PayrefFindings {
  /** The transactions flagged `paid-without-entry`. */
  readonly missing: readonly Missing[];
  readonly duplicates: ReadonlySet<Entry>;
  /** Those of orphans, and those tied to a transaction with an `amount-mismatch`. */
  readonly unsettled: ReadonlySet<Entry>;
}

export function reportPayrefs(report: Report, basis: SettlementBasis): PayrefFindings {
  const { world } = report;
  const duplicates = new Set<Entry>();
  const unsettled = new Set<Entry>();
  for (const entry of world.entries) if (reportEntry(report, entry) === "orphan") unsettled.add(entry);
  const missing: Missing[] = [];
  const roles = new Set<string>();
  for (const one of world.transactions) {
    reportWords(report, one, roles);
    if (world.matched.get(one.payref) !== one) report.transaction("duplicate-payref", "error", one);
    const hand = handOf(world, one);
    if (hand === undefined && !standsForItsTie(world, one)) continue;
    if (hand !== undefined) report.transaction("settled-by-hand", "info", one, { match: hand.id });
    const entries = entriesTiedTo(world, one);
    if (entries.length === 0) missing.push(...reportWithoutEntry(report, one, basis));
    else {
      if (one.isDeleted === 1) {
        const isEven = size(netOf(world, entries)) <= BigInt(world.given.options.tolerance);
        report.transaction("settled-deleted", isEven ? "info" : "error", one);
      }
      if (one.isFlagged === 1) report.transaction("settled-flagged", "warning", one);
      if (!standsForItsTie(world, one) || !areJudged(world, one)) continue;
      const amounts = reportAmounts(report, one, entries, basis);
      for (const entry of amounts.duplicates) duplicates.add(entry);
      if (amounts.isMismatch) for (const entry of entries) unsettled.add(entry);
    }
  }
  return { missing, duplicates, unsettled };
}

function reportEntry(report: Report, entry: Entry): "orphan" | undefined {
  const { world } = report;
  const hand = world.hands.find(({ entries }) => entries.includes(entry));
  if (hand !== undefined) report.entry("matched-by-hand", "info", entry, { match: hand.id });
  else if (entry.payref === "") return undefined;
  // One that came along with its payref's transaction is held against that one alone.
  const one = hand?.lead ?? world.matched.get(entry.payref);
  const all = hand?.transactions ?? (one === undefined ? [] : [one]);
  if (one === undefined || transactionOf(world, entry) === undefined) {
    const payrefs = world.transactions.map(({ payref }) => payref);
    report.entry("orphan-payref", "error", entry, { suggestions: suggestionsFor(entry.payref, payrefs) });
    return "orphan";
  }
  if (!isPaid(world, one)) {
    report.entry("entry-for-unpaid", isPaidSoonAfter(world, one) ? "info" : "error", entry);
  }
  if (!all.some(({ businessID }) => businessID === entry.businessID)) {
    report.entry("wrong-business", "error", entry);
  }
  if (!all.some(({ userID }) => userID === entry.userID)) report.entry("wrong-user", "error", entry);
  const isBefore = ({ dateCreatedAtMs }: Transaction) =>
    dateCreatedAtMs !== null && entry.dateCreatedAtMs < dateCreatedAtMs;
  if (all.every(isBefore)) report.entry("before-created", "warning", entry);
  return undefined;
}

/** Paid after the period's end, by no more than the cut-off. */
function isPaidSoonAfter({ given }: World, { datePaidAtMs }: Transaction): boolean {
  const { period, options } = given;
  if (period === null || datePaidAtMs === null) return false;
  return datePaidAtMs <= lastMillisecondOf(period.to, options.timeZone) + options.cutoffDays * DAY_MS;
}

/** Cycle, role and currency: what every transaction says of itself. */
function reportWords(report: Report, one: Transaction, roles: Set<string>): void {
  if (one.detail.cycle === "unknown") report.transaction("unknown-cycle", "info", one);
  const role = roleOf(one);
  if (role !== null && role !== "seller" && role !== "buyer" && !roles.has(role)) {
    roles.add(role);
    report.transaction("unknown-role", "info", one);
  }
  if (hasOtherCurrency(report.world, one)) report.transaction("currency-mismatch", "error", one);
}

export function isCurrencySkipped(world: World): boolean {
  return world.transactions.some((one) => one.currency === null || currencyOf(world, one) === null);
}

function reportWithoutEntry(report: Report, one: Transaction, basis: SettlementBasis): Missing[] {
  const { world } = report;
  const paid = paidAt(world.given, one);
  if (paid !== null && paid < (historyStart(world, one) ?? -Infinity)) {
    report.transaction("before-history", "info", one);
    return [];
  }
  const expected = isJudged(world, one) ? expectedOf(world, one, basis) : null;
  if (expected === null || expected === 0n || !isPaid(world, one) || one.isDeleted === 1) return [];
  const { given } = world;
  const { asOfMs } = world.dated;
  const numbers = { expected: Number(expected), actual: 0, difference: -Number(expected) };
  if (paid !== null && asOfMs !== null && paid > asOfMs - given.options.cutoffDays * DAY_MS) {
    report.transaction("in-transit", "info", one, numbers);
    return [];
  }
  return report.transaction("paid-without-entry", "error", one, numbers)
    ? [{ transaction: one, expected }]
    : [];
}

function reportAmounts(
  report: Report,
  one: Transaction,
  entries: readonly Entry[],
  basis: SettlementBasis,
): { duplicates: readonly Entry[]; isMismatch: boolean } {
  const { world } = report;
  const expected = dueTogether(world, one, basis);
  const isSeveral = isOneOfSeveral(world, one);
  const tolerance = BigInt(world.given.options.tolerance);
  const movement = (entry: Entry) => movementOf(entry, world.convention.used);
  const net = netOf(world, entries);
  const numbers = { expected: Number(expected), actual: Number(net), difference: Number(net - expected) };
  const paid = isPaid(world, one);

  const repeats = entries.filter((entry, at) =>
    entries.slice(0, at).some((earlier) => movement(earlier) === movement(entry)),
  );
  const withoutRepeats = net - netOf(world, repeats);
  const duplicated =
    paid &&
    !isSeveral &&
    one.detail.cycle === "one-time" &&
    repeats.length > 0 &&
    size(withoutRepeats - expected) <= tolerance;
  if (duplicated) for (const entry of repeats) report.entry("duplicate-entry", "error", entry);

  const bothWays =
    entries.some((entry) => movement(entry) > 0n) && entries.some((entry) => movement(entry) < 0n);
  // A payment and its refund, matched together, come to nil as they should.
  const reversed = bothWays && net === 0n && !(isSeveral && size(expected) <= tolerance);
  if (reversed) {
    const grave = paid && one.isDeleted !== 1 && size(expected) > tolerance;
    report.transaction("reversed", grave ? "error" : "info", one, numbers);
  }

  const isMismatch = paid && !duplicated && !reversed && size(net - expected) > tolerance;
  if (isMismatch) {
    const kind = mismatchKind(world, one, expected, net, basis);
    report.transaction("amount-mismatch", "error", one, { ...numbers, kind });
  }
  return { duplicates: duplicated ? repeats : [], isMismatch };
}

function mismatchKind(
  world: World,
  one: Transaction,
  expected: bigint,
  net: bigint,
  basis: SettlementBasis,
): string {
  if (net === -expected) return "direction";
  const fees = { escrow: BigInt(one.scrowfee), tax: BigInt(one.taxfee) };
  const takenOff = {
    charged: [],
    "less-escrow": [fees.escrow],
    "less-fees": [fees.escrow, fees.tax, fees.escrow + fees.tax],
    payable: [],
  }[basis];
  const left = takenOff.filter((fee) => fee !== 0n);
  if (isSeller(one) && !isOneOfSeveral(world, one) && left.includes(net - expected)) return "fee-missing";
  return size(net) > size(expected) ? "over" : "under";
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
