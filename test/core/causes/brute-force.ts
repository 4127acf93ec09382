/**
 * The smallest explanation a second time, from the rules' text alone: every set of facts is tried as an event, and
 * every way to explain each fact once is compared. For a dozen facts.
 */
import type { Entry } from "../../../src/core/entry.ts";
import type { Finding } from "../../../src/core/reconcile/result/findings.ts";
import type { CheckResult } from "../../../src/core/reconcile/result/result.ts";
import type { Transaction } from "../../../src/core/transaction.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Known {
  readonly result: CheckResult;
  readonly entries: readonly Entry[];
  readonly transactions: readonly Transaction[];
}

interface Event {
  readonly kind: string;
  /** Indexes among the facts, ascending. */
  readonly facts: readonly number[];
  readonly span: number;
  readonly suggested: number;
}

/** The rules whose findings are facts. */
export const FACTS: ReadonlySet<string> = new Set([
  "chain-break",
  "orphan-payref",
  "paid-without-entry",
  "duplicate-entry",
  "amount-mismatch",
]);

/** `causes`, as `check --json` has it. */
export function bruteForce(known: Known) {
  const facts = known.result.findings.filter(({ rule }) => FACTS.has(rule));
  const events: Event[] = [];
  for (let set = 1; set < 2 ** facts.length; set += 1) {
    const members = facts.map((_, at) => at).filter((at) => (set >> at) % 2 === 1);
    const event = members.length <= 5 ? asEvent(known, facts, members) : null;
    if (event !== null) events.push(event);
  }
  const items = partsOf(facts.length, events).flatMap((part) => {
    const own = events.filter(({ facts: [first] }) => part.includes(first!));
    const choices = explanations(part, own).toSorted((a, b) => compare(facts, a, b));
    const [best] = choices;
    const same = choices.filter((other) => String(figures(other)) === String(figures(best!)));
    return best!.map((event) => ({ event, unique: same.length === 1 }));
  });
  items.sort((a, b) => a.event.facts[0]! - b.event.facts[0]!);
  return {
    count: items.length,
    atLeast: items.length,
    complete: true,
    unique: items.every(({ unique }) => unique),
    items: items.map(({ event, unique }) => ({
      kind: event.kind,
      walletIDs: idsIn(facts, event, "walletID"),
      payIDs: idsIn(facts, event, "payID"),
      amount: Math.max(...event.facts.map((at) => facts[at]!.atStake)),
      unique,
      findings: event.facts.map((at) => facts[at]!.fingerprint),
    })),
  };
}

function asEvent(known: Known, all: readonly Finding[], members: readonly number[]): Event | null {
  const facts = members.map((at) => all[at]!);
  const wallets = new Set(
    facts.map(({ userID, businessID }) =>
      known.result.chainScope.used === "user" ? `${userID}` : `${userID}/${businessID}`,
    ),
  );
  if (wallets.size > 1) return null;
  const kind = kindOf(known, facts);
  if (kind === null) return null;
  const records = new Set(facts.map(({ walletID, payID }) => `${walletID} ${payID}`)).size;
  const times = facts.map((fact) => timeOf(known, fact));
  if (records > 1 && times.includes(null)) return null;
  const span = records === 1 ? 0 : Math.max(...(times as number[])) - Math.min(...(times as number[]));
  if (records === 2 && span > 92 * DAY_MS) return null;
  if (records > 2 && span > 31 * DAY_MS) return null;
  const payrefs = facts.filter(({ payID }) => payID !== null).map(({ payref }) => payref!);
  const suggested = facts.filter(
    ({ rule, suggestions = [] }) =>
      rule === "orphan-payref" && payrefs.some((payref) => suggestions.includes(payref)),
  ).length;
  return { kind, facts: members, span, suggested };
}

/** The first line of the table that these facts fit. */
function kindOf(known: Known, facts: readonly Finding[]): string | null {
  const of = (...rules: readonly string[]) => facts.filter(({ rule }) => rules.includes(rule));
  const breaks = of("chain-break");
  const orphans = of("orphan-payref");
  const duplicates = of("duplicate-entry");
  const payments = of("paid-without-entry", "amount-mismatch");
  const unsettled = of("paid-without-entry");
  const [first] = breaks;
  if (breaks.length === facts.length && isMisstated(known, breaks)) return "misstated-balance";
  if (breaks.length === 1 && facts.length === 1) {
    const moved = movementOf(known, first!);
    if (first!.difference === -moved) return "not-applied";
    if (first!.difference === moved) return "applied-twice";
    if (first!.difference === -2 * moved) return "wrong-sign";
  }
  if (breaks.length === 1 && duplicates.length === 1 && facts.length === 2) {
    const isSame = first!.walletID === duplicates[0]!.walletID;
    return isSame && first!.difference === -movementOf(known, first!) ? "not-applied" : null;
  }
  const tolerance = known.result.options.tolerance;
  const missing = sum(payments.map(({ difference }) => -difference!));
  const moved = sum(orphans.map((one) => movementOf(known, one)));
  const [b, o, p, u] = [breaks.length, orphans.length, payments.length, unsettled.length];
  if (b === 1 && p >= 1 && p <= 4 && b + p === facts.length)
    return first!.difference === missing ? "missing-entries" : null;
  if (o >= 1 && p >= 1 && o + p === facts.length && Math.abs(moved - missing) <= tolerance) {
    if (o === 1 && p === 1) return "mistyped-payref";
    if (o >= 2 && o <= 4 && p === 1) return "split-settlement";
    if (o === 1 && u >= 2 && u <= 4 && u === p) return "lumped-settlement";
  }
  return facts.length === 1 ? "single" : null;
}

/** k … j and the entry after it, all of them breaks that sum to nil, and no shorter run from k. */
function isMisstated(known: Known, breaks: readonly Finding[]): boolean {
  const chain = chainOf(known, breaks[0]!);
  const places = breaks.map(({ walletID }) => chain.findIndex((entry) => entry.walletID === walletID));
  if (breaks.length === 1) {
    const before = chain[places[0]! - 1]!;
    return breaks[0]!.cause === "recovery" && isBeforePeriod(known, chain, before);
  }
  if (breaks.length > 4 || places.some((place, at) => place !== places[0]! + at)) return false;
  const sums = breaks.map((_, at) => sum(breaks.slice(0, at + 1).map(({ difference }) => difference!)));
  return sums.indexOf(0) === breaks.length - 1;
}

function chainOf({ entries, result }: Known, { userID, businessID }: Finding): Entry[] {
  return entries
    .filter((one) => one.userID === userID)
    .filter((one) => result.chainScope.used === "user" || one.businessID === businessID)
    .toSorted((a, b) => a.walletID - b.walletID);
}

function isBeforePeriod({ result: { period } }: Known, chain: readonly Entry[], entry: Entry): boolean {
  const until = chain.slice(0, chain.indexOf(entry) + 1).map(({ dateCreatedAtMs }) => dateCreatedAtMs);
  return period !== null && Math.max(...until) < period.fromMs;
}

function movementOf({ entries, result }: Known, { walletID }: Finding): number {
  const { debit, credit } = entries.find((one) => one.walletID === walletID)!;
  return result.convention.used === "asset" ? debit - credit : credit - debit;
}

function timeOf({ entries, transactions, result }: Known, { walletID, payID }: Finding): number | null {
  if (walletID !== null) return entries.find((one) => one.walletID === walletID)!.dateCreatedAtMs;
  const { datePaidAtMs, dateCreatedAtMs } = transactions.find((one) => one.payID === payID)!;
  const isLater = datePaidAtMs !== null && result.period !== null && datePaidAtMs > result.period.toMs;
  return datePaidAtMs === null || isLater ? dateCreatedAtMs : datePaidAtMs;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function partsOf(count: number, events: readonly Event[]): number[][] {
  const parts = Array.from({ length: count }, (_, at) => new Set([at]));
  for (const { facts } of events) {
    const joined = new Set(facts.flatMap((at) => [...parts[at]!]));
    for (const at of joined) parts[at] = joined;
  }
  return [...new Set(parts)].map((part) => [...part].toSorted((a, b) => a - b));
}

function explanations(left: readonly number[], events: readonly Event[]): Event[][] {
  const [first] = left;
  if (first === undefined) return [[]];
  return events
    .filter(({ facts }) => facts[0] === first && facts.every((at) => left.includes(at)))
    .flatMap((event) => {
      const rest = left.filter((at) => !event.facts.includes(at));
      return explanations(rest, events).map((others) => [event, ...others]);
    });
}

function figures(choice: readonly Event[]): number[] {
  const singles = choice.filter(({ kind }) => kind === "single").length;
  return [choice.length, singles, -sum(choice.map(({ suggested }) => suggested))];
}

function compare(facts: readonly Finding[], a: readonly Event[], b: readonly Event[]): number {
  const keyOf = (choice: readonly Event[]) => [...figures(choice), sum(choice.map(({ span }) => span))];
  const byFigures = compareLists(keyOf(a), keyOf(b));
  if (byFigures !== 0) return byFigures;
  for (const [at, event] of a.entries()) {
    for (const id of ["walletID", "payID"] as const) {
      const byIds = compareLists(idsIn(facts, event, id), idsIn(facts, b[at]!, id));
      if (byIds !== 0) return byIds;
    }
  }
  return 0;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    if (at >= b.length) return 1;
    if (value !== b[at]) return value - b[at]!;
  }
  return a.length - b.length;
}

function idsIn(facts: readonly Finding[], event: Event, id: "walletID" | "payID"): number[] {
  const ids = event.facts.flatMap((at) => facts[at]![id] ?? []);
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
