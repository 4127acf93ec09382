/** Findings as they are collected, limited to the period, and in their order. */
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import type { SettlementBasis } from "../../../src/core/options.ts";
import { stakeOfEntry, stakeOfTransaction } from "./at-stake.ts";
import type { Extra, OracleFinding } from "./terms.ts";
import { type World, entriesTiedTo, isInPeriod, isLater, paidAt } from "./world.ts";

type Severity = OracleFinding["severity"];

const OUTSTANDING = new Set(["paid-without-entry", "in-transit", "orphan-payref"]);

export class Report {
  readonly world: World;
  readonly findings: OracleFinding[] = [];

  readonly #basis: SettlementBasis;

  constructor(world: World, basis: SettlementBasis) {
    this.world = world;
    this.#basis = basis;
  }

  /** @param dated the version of the entry whose date counts: the newest */
  entry(rule: string, severity: Severity, entry: Entry, extra: Extra = {}, dated: Entry = entry): void {
    const { given } = this.world;
    const date = this.#periodDate(dated);
    if (OUTSTANDING.has(rule) ? isLater(given, date) : !isInPeriod(given, date)) return;
    const { walletID, payref, userID, businessID } = entry;
    const atStake = stakeOfEntry(this.world, rule, entry, extra);
    const subject = { walletID, payref, payID: null, userID, businessID };
    this.findings.push({ rule, severity, ...subject, ...extra, atStake });
  }

  /** An entry that has vanished is dated among those that are still there. */
  #periodDate(entry: Entry): number {
    const { fullWallets, periodDates, given, dated } = this.world;
    const live = dated.entries.get(entry.walletID);
    if (live !== undefined) return periodDates.get(live)!;
    const wallet = fullWallets.find(
      ({ userID, businessID }) =>
        userID === entry.userID && (given.options.chainScope === "user" || businessID === entry.businessID),
    );
    const before = (wallet?.entries ?? []).filter((other) => other.walletID < entry.walletID);
    return Math.max(entry.dateCreatedAtMs, ...before.map((other) => other.dateCreatedAtMs));
  }

  /** @returns whether it belongs to the period */
  transaction(rule: string, severity: Severity, one: Transaction, extra: Extra = {}, newest = one): boolean {
    const dated = this.world.dated.transactions.get(one.payID) ?? newest;
    if (!this.#belongs(rule, dated)) return false;
    const { payID, payref, userID, businessID } = one;
    const atStake = stakeOfTransaction(this.world, rule, one, extra, this.#basis);
    const subject = { walletID: null, payref, payID, userID, businessID };
    this.findings.push({ rule, severity, ...subject, ...extra, atStake });
    return true;
  }

  #belongs(rule: string, one: Transaction): boolean {
    const { given, periodDates } = this.world;
    if (given.period === null) return true;
    const date = paidAt(given, one) ?? one.dateCreatedAtMs;
    if (OUTSTANDING.has(rule)) return date === null || !isLater(given, date);
    if (date !== null && isInPeriod(given, date)) return true;
    return entriesTiedTo(this.world, one).some((entry) => isInPeriod(given, periodDates.get(entry)!));
  }

  /** Wallet, then walletID, then rule; then transactions by payID, then rule. */
  inOrder(): OracleFinding[] {
    const byBusiness = this.world.given.options.chainScope === "business";
    const keyOf = (one: OracleFinding) =>
      one.payID === null
        ? [0, one.userID!, byBusiness ? one.businessID! : 0, one.walletID ?? 0]
        : [1, 0, 0, one.payID];
    return this.findings.toSorted((a, b) => {
      const [left, right] = [keyOf(a), keyOf(b)];
      const at = left.findIndex((part, index) => part !== right[index]);
      if (at >= 0) return left[at]! - right[at]!;
      return a.rule < b.rule ? -1 : Number(a.rule > b.rule);
    });
  }
}
