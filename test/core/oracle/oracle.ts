/**
 * The check a second time, written from the rules' text alone: small, slow and obvious, so that the engine, which is
 * none of these, has something to be held against. Nothing here is shared with `src/core/reconcile`.
 */
import type { Entry } from "../../../src/core/records/entry.ts";
import { chooseBasis } from "./expectation.ts";
import { linkState } from "./breaks/links.ts";
import { explain } from "./causes/explain.ts";
import { reportChains } from "./chain.ts";
import { reportDates } from "./dates/report-dates.ts";
import { reportPulls } from "./changes.ts";
import { reportTransactions } from "./integrity.ts";
import { reportOpenings } from "./openings.ts";
import { isCurrencySkipped, reportPayrefs } from "./payrefs.ts";
import { reportRepeats } from "./repeats.ts";
import { Report } from "./report.ts";
import type { OracleCase, OracleFinding, OracleResult, OracleWallet } from "./terms.ts";
import {
  type Wallet,
  breaksOf,
  chooseConvention,
  differenceAt,
  impliedOpening,
  movementOf,
} from "./wallets.ts";
import { type World, entriesTiedTo, isInPeriod, isLater, paidAt, seenIn, worldOf } from "./world.ts";

export function oracle(given: OracleCase): OracleResult {
  const world = worldOf(given);
  const basis = chooseBasis(world);
  const report = new Report(world, basis.used);
  const { missing, duplicates, unsettled } = reportPayrefs(report, basis.used);
  reportChains(report, missing);
  reportRepeats(
    report,
    (entry) => duplicates.has(entry),
    (entry) => unsettled.has(entry),
  );
  reportDates(report);
  reportTransactions(report);
  reportPulls(report);
  const wallets = world.fullWallets.map((wallet) => rollForward(world, wallet));
  reportOpenings(report, wallets);
  const findings = report.inOrder();
  const scopeBreaks = (scope: "user" | "business") => {
    const { used, breaks } = chooseConvention(
      world.walletsPer[scope],
      seenIn(given),
      given.options.convention,
    );
    return breaks[used];
  };
  return {
    asOfMs: world.dated.asOfMs,
    convention: world.convention,
    chainScope: {
      used: given.options.chainScope,
      breaks: { user: scopeBreaks("user"), business: scopeBreaks("business") },
    },
    order: { used: "walletID", breaks: breaksByOrder(world) },
    settlementBasis: basis,
    skippedRules: isCurrencySkipped(world) ? ["currency-mismatch"] : [],
    capped: isCapped(world),
    counts: countsOf(world, findings),
    wallets,
    findings,
    causes: explain(world, findings),
  };
}

function breaksByOrder(world: World): OracleResult["order"]["breaks"] {
  const byDate = world.wallets.map((wallet) => ({
    ...wallet,
    entries: wallet.entries.toSorted(
      (a, b) => a.dateCreatedAtMs - b.dateCreatedAtMs || a.walletID - b.walletID,
    ),
  }));
  const count = (wallets: readonly Wallet[]) => breaksOf(wallets, seenIn(world.given), world.convention.used);
  return { walletID: count(world.wallets), date: count(byDate) };
}

/** Each pull that reaches back furthest was full, or some user's wallet does not open at zero. */
function isCapped(world: World): boolean {
  const lowest = (pull: (typeof world.given.pulls)[number]) =>
    Math.min(...(pull.entries ?? []).map((entry) => entry.walletID));
  const reaching = world.given.pulls.filter((pull) => (pull.entries ?? []).length > 0);
  const furthest = reaching.filter((pull) => reaching.every((other) => lowest(pull) <= lowest(other)));
  return (
    (furthest.length > 0 && furthest.every((pull) => pull.limit === pull.entries?.length)) ||
    world.walletsPer.user.some((wallet) => impliedOpening(wallet, world.convention.used) !== 0n)
  );
}

function countsOf(world: World, findings: readonly OracleFinding[]): OracleResult["counts"] {
  const { given, periodDates } = world;
  const inPeriod = world.entries.filter((entry) => isInPeriod(given, periodDates.get(entry)!));
  const isByHand = (entry: Entry) => world.hands.some(({ entries }) => entries.includes(entry));
  const noPayref = inPeriod
    .filter((entry) => entry.payref === "" && !isByHand(entry))
    .map((entry) => entry.action ?? "");
  return {
    entries: inPeriod.length,
    transactions: world.transactions.filter((one) => {
      const date = paidAt(given, one) ?? one.dateCreatedAtMs;
      if (given.period === null || (date !== null && isInPeriod(given, date))) return true;
      return entriesTiedTo(world, one).some((entry) => inPeriod.includes(entry));
    }).length,
    findings: tally(findings.map(({ rule }) => rule)),
    bySeverity: { error: 0, warning: 0, info: 0, ...tally(findings.map(({ severity }) => severity)) },
    noPayref: tally(noPayref),
  };
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** @param full the wallet with its later entries */
function rollForward(world: World, full: Wallet): OracleWallet {
  const { given, periodDates } = world;
  const convention = world.convention.used;
  const until = full.entries.filter((entry) => !isLater(given, periodDates.get(entry)!));
  const before = until.filter((entry) => !isInPeriod(given, periodDates.get(entry)!));
  const during = until.slice(before.length);
  const stated = before.at(-1)?.balance;
  const opening = stated === undefined ? impliedOpening(full, convention) : BigInt(stated);
  const closing = during.length === 0 ? opening : BigInt(during.at(-1)!.balance);
  let inflow = 0n;
  let outflow = 0n;
  let breakDifference = 0n;
  for (const [at, entry] of until.entries()) {
    if (at < before.length) continue;
    const movement = movementOf(entry, convention);
    if (movement > 0n) inflow += movement;
    else outflow -= movement;
    if (at > 0 && linkState(world, full, at) !== "holds") {
      breakDifference += differenceAt(full, at, convention);
    }
  }
  return {
    userID: full.userID,
    businessID: full.businessID,
    entries: during.length,
    opening: Number(opening),
    inflow: Number(inflow),
    outflow: Number(outflow),
    breakDifference: Number(breakDifference),
    closing: Number(closing),
    tiesOut: opening + inflow - outflow + breakDifference === closing,
  };
}
