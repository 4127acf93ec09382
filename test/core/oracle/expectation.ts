/** What reaches a wallet for a transaction: roles, bases, and which transactions amount rules judge. */
import { SETTLEMENT_BASES, type SettlementBasis } from "../../../src/core/options.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { fullyFolded } from "./folding.ts";
import {
  type World,
  entriesTiedTo,
  handOf,
  historyStart,
  isLater,
  isOneOfSeveral,
  isPaid,
  netOf,
  standsForItsTie,
} from "./world.ts";

export function roleOf(one: Transaction): string | null {
  return one.traderStatus === null ? null : fullyFolded(one.traderStatus);
}

export const isSeller = (one: Transaction): boolean => roleOf(one) === "seller";

/** Expected movement, + inflow; null where it is unknown. */
export function expectedOf(world: World, one: Transaction, basis: SettlementBasis): bigint | null {
  const { detail } = one;
  if (detail.cycle === "unknown") return null;
  if (!isSeller(one)) return detail.cycle === "crowd-pay" ? null : -BigInt(one.payableamount);
  if (detail.cycle === "one-time") {
    return onBasis(basis, BigInt(one.chargedamount), one, BigInt(one.payableamount));
  }
  if (detail.cycle === "crowd-pay") {
    const raised = raisedAsAtEnd(world, one, BigInt(detail.currentRaised));
    if (raised === 0n) return 0n;
    return onBasis(basis, raised, one, raised + BigInt(one.scrowfee) + BigInt(one.taxfee));
  }
  const complete = detail.tasks.filter(
    (task) =>
      task.isComplete === 1 &&
      (task.dateCompletedAtMs === null || !isLater(world.given, task.dateCompletedAtMs)),
  );
  if (complete.length === 0) return 0n;
  const done = complete.reduce((sum, task) => sum + BigInt(task.taskamount), 0n);
  return onBasis(basis, done, one, done + BigInt(one.scrowfee) + BigInt(one.taxfee));
}

/** Less what the payref's entries moved after the period's end; nothing where that leaves 0 or less. */
function raisedAsAtEnd(world: World, { payref }: Transaction, raised: bigint): bigint {
  if (world.given.period === null) return raised;
  const later = world.fullWallets
    .flatMap(({ entries }) => entries)
    .filter((entry) => payref !== "" && entry.payref === payref && !world.entries.includes(entry));
  const left = raised - netOf(world, later);
  return left > 0n ? left : 0n;
}

function onBasis(basis: SettlementBasis, charged: bigint, one: Transaction, payable: bigint): bigint {
  switch (basis) {
    case "charged":
      return charged;
    case "less-escrow":
      return charged - BigInt(one.scrowfee);
    case "less-fees":
      return charged - BigInt(one.scrowfee) - BigInt(one.taxfee);
    case "payable":
      return payable;
  }
}

/** The currency it should be in; null when neither its business nor its user says so. */
export function currencyOf({ given }: World, one: Transaction): string | null {
  const business = given.businesses.findLast(({ businessID }) => businessID === one.businessID);
  const ofUser = given.user?.userID === one.userID ? given.user.defaultCurrency : null;
  return business?.currency ?? ofUser;
}

export function hasOtherCurrency(world: World, one: Transaction): boolean {
  const currency = currencyOf(world, one);
  return currency !== null && one.currency !== null && one.currency !== currency;
}

export function isCreatedBeforeHistory(world: World, one: Transaction): boolean {
  const startMs = historyStart(world, one);
  return startMs !== undefined && one.dateCreatedAtMs !== null && one.dateCreatedAtMs < startMs;
}

/** Whether amount rules apply to it. */
export function isJudged(world: World, one: Transaction): boolean {
  return (
    one.detail.cycle !== "unknown" &&
    !(one.detail.cycle === "crowd-pay" && !isSeller(one)) &&
    !hasOtherCurrency(world, one) &&
    !isCreatedBeforeHistory(world, one)
  );
}

/** Of transactions matched together what those come to that are paid and not deleted. */
export function dueTogether(world: World, one: Transaction, basis: SettlementBasis): bigint {
  if (!isOneOfSeveral(world, one)) return expectedOf(world, one, basis)!;
  const due = handOf(world, one)!.transactions.filter(
    (other) => isPaid(world, other) && other.isDeleted !== 1,
  );
  return due.reduce((sum, other) => sum + expectedOf(world, other, basis)!, 0n);
}

/** Whether amount rules apply to it and to all that are matched with it. */
export function areJudged(world: World, one: Transaction): boolean {
  return (handOf(world, one)?.transactions ?? [one]).every((other) => isJudged(world, other));
}

export interface BasisChoice {
  readonly used: SettlementBasis;
  readonly source: "given" | "detected" | "default";
  readonly votes: Readonly<Record<SettlementBasis, number>>;
  /** Left out where the votes are exact, or there are none. */
  readonly withinTolerance?: true;
}

export function chooseBasis(world: World): BasisChoice {
  const exact = votesWithin(world, 0n);
  const tolerance = BigInt(world.given.options.tolerance);
  const isExact = Object.values(exact).some((count) => count > 0);
  const votes = isExact ? exact : votesWithin(world, tolerance);
  const most = Math.max(...Object.values(votes));
  const evidence = { votes, ...(isExact || most === 0 ? {} : { withinTolerance: true as const }) };
  const option = world.given.options.settlementBasis;
  if (option !== "auto") return { used: option, source: "given", ...evidence };
  if (most === 0) return { used: "charged", source: "default", ...evidence };
  return { used: SETTLEMENT_BASES.find((basis) => votes[basis] === most)!, source: "detected", ...evidence };
}

/** How many payments agree with each basis; one whose bases are all the same says nothing. */
function votesWithin(world: World, tolerance: bigint): BasisChoice["votes"] {
  const votes = { charged: 0, "less-escrow": 0, "less-fees": 0, payable: 0 };
  for (const one of world.transactions) {
    if (!standsForItsTie(world, one) || isOneOfSeveral(world, one)) continue;
    const entries = entriesTiedTo(world, one);
    if (one.detail.cycle !== "one-time" || !isSeller(one) || entries.length === 0) continue;
    if (!isPaid(world, one) || !isJudged(world, one)) continue;
    const net = netOf(world, entries);
    const wanted = SETTLEMENT_BASES.map((basis) => ({ basis, amount: expectedOf(world, one, basis)! }));
    if (wanted.every(({ amount }) => amount === wanted[0]!.amount)) continue;
    for (const { basis, amount } of wanted) {
      const apart = net > amount ? net - amount : amount - net;
      if (apart <= tolerance) votes[basis] += 1;
    }
  }
  return votes;
}
