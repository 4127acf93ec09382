/** The table of events: which facts one thing that happened may explain. */
import { movedBetween } from "../breaks/links.ts";
import { dayOf } from "../dates/days.ts";
import { isSeller } from "../expectation.ts";
import { isInPeriod, paidAt, type World } from "../world.ts";
import { branchesOf } from "./branches.ts";
import type { Fact } from "./facts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** All other sets of facts are groups that the table names as a whole. */
const MOST_FREE_FACTS = 5;

export interface Event {
  readonly kind: string;
  /** Ascending by place. */
  readonly facts: readonly Fact[];
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
  readonly amount: number;
  readonly spanMs: number;
  /** How many orphans have a payment of the event among their suggestions. */
  readonly suggested: number;
}

type Facts = readonly Fact[];

/** A line of the table that says which facts belong together, however many. */
interface Group {
  readonly kind: string;
  readonly facts: Facts;
  /** Where they are not those of its findings. */
  readonly walletIDs?: readonly number[];
  readonly amount?: number;
}

export function eventsOf(world: World, facts: Facts): Event[] {
  // Those that are no sums may span any time; of lumps only near ones are chosen.
  const grouped = [
    ...stretchGroups(facts),
    ...branchGroups(world, facts),
    ...settledAgainGroups(facts),
    ...lumpGroups(world, facts),
  ].map(eventOf);
  const owners = [...new Set(facts.map(({ owner }) => owner))];
  const sets = owners.flatMap((owner) => setsOf(facts.filter((fact) => fact.owner === owner)));
  const free = sets.flatMap((own) => {
    if (own.length === 0 || grouped.some((event) => isSame(event.facts, own))) return [];
    const kind = kindOf(world, own);
    return kind === undefined || !isNear(own, boundFor(own)) ? [] : [eventOf({ kind, facts: own })];
  });
  return [...grouped, ...free];
}

function isSame(a: Facts, b: Facts): boolean {
  return a.length === b.length && a.every((fact, at) => fact === b[at]);
}

/** Every set of at most five. */
function setsOf(facts: Facts): Facts[] {
  const sets: Fact[][] = [[]];
  for (const fact of facts) {
    const smaller = sets.filter(({ length }) => length < MOST_FREE_FACTS);
    sets.push(...smaller.map((set) => [...set, fact]));
  }
  return sets;
}

function eventOf({ kind, facts, walletIDs, amount }: Group): Event {
  const ids = (field: "walletID" | "payID") =>
    [...new Set(facts.flatMap(({ finding }) => finding[field] ?? []))].toSorted((a, b) => a - b);
  const payrefs = facts.flatMap(({ payment }) => payment?.payref ?? []);
  const times = facts.flatMap(({ atMs }) => atMs ?? []);
  return {
    kind,
    facts,
    walletIDs: walletIDs ?? ids("walletID"),
    payIDs: ids("payID"),
    amount: amount ?? Math.max(...facts.map(({ finding }) => finding.atStake)),
    spanMs: recordsOf(facts) === 1 ? 0 : Math.max(...times) - Math.min(...times),
    suggested: facts.filter(({ finding: { rule, suggestions = [] } }) =>
      rule === "orphan-payref" ? payrefs.some((payref) => suggestions.includes(payref)) : false,
    ).length,
  };
}

function recordsOf(facts: Facts): number {
  return new Set(facts.map(({ finding }) => `${finding.walletID} ${finding.payID}`)).size;
}

/** Days that an event may span. */
function boundFor(facts: Facts): number {
  const records = recordsOf(facts);
  return records === 1 ? Infinity : records === 2 ? 92 : 31;
}

function isNear(facts: Facts, days: number): boolean {
  if (recordsOf(facts) > 1 && facts.some(({ atMs }) => atMs === null)) return false;
  const times = facts.map(({ atMs }) => atMs ?? 0);
  return Math.max(...times) - Math.min(...times) <= days * DAY_MS;
}

function stretchGroups(facts: Facts): Group[] {
  const groups = Map.groupBy(
    facts.filter(({ link }) => link?.diagnosis.stretch !== undefined),
    ({ link }) => link!.diagnosis.stretch!,
  );
  return [...groups].map(([{ kind }, own]) => ({ kind, facts: own }));
}

function branchGroups(world: World, facts: Facts): Group[] {
  const overwritten = facts.filter(({ link }) => link?.diagnosis.cause === "overwritten");
  const groups: { wallet: string; branch: string; group: Group & { facts: Fact[] } }[] = [];
  for (const fact of overwritten) {
    const { wallet, k } = fact.link!;
    const branches = branchesOf(world, wallet);
    const branch = branches[k - 1] ?? branches[k]!;
    const name = { wallet: fact.owner, branch: branch.join() };
    const known = groups.find((other) => other.wallet === name.wallet && other.branch === name.branch);
    if (known !== undefined) {
      known.group.facts.push(fact);
      continue;
    }
    const moved = branch.reduce((sum, row) => sum + movedBetween(world, wallet, row, row), 0n);
    const walletIDs = branch.map((row) => wallet.entries[row]!.walletID);
    const amount = Number(moved < 0n ? -moved : moved);
    groups.push({ ...name, group: { kind: "overwritten-entries", facts: [fact], walletIDs, amount } });
  }
  return groups.map(({ group }) => group);
}

function settledAgainGroups(facts: Facts): Group[] {
  const duplicates = facts.filter(({ finding }) => finding.rule === "duplicate-entry");
  const groups = Map.groupBy(duplicates, ({ owner, finding }) => JSON.stringify([owner, finding.payref]));
  return [...groups.values()]
    .filter(({ length }) => length >= 2)
    .map((own) => ({ kind: "settled-again", facts: own }));
}

/** One orphan, and all that was paid in a run of days, or all of one customer's: five payments or more. */
function lumpGroups(world: World, facts: Facts): Group[] {
  const { timeZone } = world.given.options;
  const groups: Group[] = [];
  for (const orphan of facts.filter(({ finding }) => finding.rule === "orphan-payref")) {
    const unsettled = facts.filter(
      ({ finding, owner, payment }) =>
        finding.rule === "paid-without-entry" &&
        owner === orphan.owner &&
        paidAt(world.given, payment!) !== null,
    );
    const dayOfPayment = ({ payment }: Fact) => dayOf(paidAt(world.given, payment!)!, timeZone);
    const customers = new Set(unsettled.map(({ payment }) => payment!.customer?.userID ?? 0));
    customers.delete(0);
    const kinds = [
      unsettled,
      ...[...customers].map((userID) =>
        unsettled.filter(({ payment }) => payment!.customer?.userID === userID),
      ),
    ];
    for (const payments of kinds) {
      const days = [...new Set(payments.map(dayOfPayment))];
      const until = days.filter((day) => day <= dayOf(orphan.atMs!, timeZone));
      const runs = until.flatMap((to) => until.filter((from) => from <= to).map((from) => ({ from, to })));
      const fitting = runs
        .map(({ from, to }) => ({
          days: Date.parse(to) - Date.parse(from),
          to,
          facts: [orphan, ...payments.filter((one) => from <= dayOfPayment(one) && dayOfPayment(one) <= to)],
        }))
        .filter(({ facts: own }) => own.length >= 6 && fits(world, own) && isNear(own, 31))
        .toSorted((a, b) => a.days - b.days || (a.to < b.to ? 1 : -1));
      const chosen = fitting[0]?.facts.toSorted((a, b) => a.place - b.place);
      if (chosen === undefined || groups.some((group) => isSame(group.facts, chosen))) continue;
      groups.push({ kind: "lumped-settlement", facts: chosen });
    }
  }
  return groups;
}

/** Whether what orphans moved is, within the tolerance, what payments miss. */
function fits(world: World, facts: Facts): boolean {
  const orphans = facts.filter(({ finding }) => finding.rule === "orphan-payref");
  const moved = orphans.reduce((sum, { movement }) => sum + movement, 0n);
  const missing = facts.reduce((sum, one) => sum + one.missing, 0n);
  const apart = moved > missing ? moved - missing : missing - moved;
  return apart <= BigInt(world.given.options.tolerance);
}

/** The first other line of the table that these facts of one wallet fit. */
function kindOf(world: World, facts: Facts): string | undefined {
  const of = (rule: string) => facts.filter(({ finding }) => finding.rule === rule);
  const breaks = of("chain-break");
  const orphans = of("orphan-payref");
  const unsettled = of("paid-without-entry");
  const duplicates = of("duplicate-entry");
  const payments = facts.filter(({ payment }) => payment !== null);
  const [b, o, p, d] = [breaks.length, orphans.length, payments.length, duplicates.length];
  const isOnly = (count: number) => facts.length === count;
  if (isOnly(b) && isMisstated(world, breaks)) return "misstated-balance";
  const own = breaks.every(({ link }) => isOfOneRow(link!.diagnosis.cause));
  if (b === 1 && own && isOnly(b + d) && d <= 1) {
    const kind = rowKind(breaks[0]!);
    if (d === 0 && kind !== undefined) return kind;
    if (d === 1 && kind === "not-applied" && duplicates[0]!.entry === breaks[0]!.entry) return kind;
  }
  const differences = breaks.map(({ finding }) => BigInt(finding.difference!));
  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
  const isMissingCause = breaks.every(({ link }) => isOfMissing(link!.diagnosis.cause));
  if (isOnly(b + p) && b > 0 && p > 0 && isMissingCause) {
    const missing = payments.map((one) => one.missing);
    const isExact = sumOf(differences) === sumOf(missing);
    if (b === 1 && p <= 4 && isExact && areOfOneSign(missing)) return "missing-entries";
    if (b >= 2 && b <= 4 && p === 1 && isExact && areOfOneSign(differences)) return "missing-entries";
    if (b === 1 && p === 1 && isLeg(payments[0]!, differences[0]!)) return "missing-leg";
  }
  if (isOnly(o + p) && o > 0 && p > 0 && fits(world, facts)) {
    if (o === 1 && p === 1) return "mistyped-payref";
    if (o >= 2 && o <= 4 && p === 1) return "split-settlement";
    if (o === 1 && p >= 2 && p <= 4 && p === unsettled.length) return "lumped-settlement";
  }
  return isOnly(1) ? "single" : undefined;
}

function areOfOneSign(amounts: readonly bigint[]): boolean {
  return amounts.every((amount) => amount > 0n) || amounts.every((amount) => amount < 0n);
}

function isOfOneRow(cause: string): boolean {
  return !["out-of-sequence", "read-late", "overwritten"].includes(cause);
}

function isOfMissing(cause: string): boolean {
  return ["missing-entry", "not-applied", "applied-twice", "wrong-sign"].includes(cause);
}

function rowKind({ finding, movement }: Fact): string | undefined {
  const difference = BigInt(finding.difference!);
  if (difference === -movement) return "not-applied";
  if (difference === movement) return "applied-twice";
  return difference === -2n * movement ? "wrong-sign" : undefined;
}

/** Links of one to three rows and of the row after them, whose differences sum to nil, and those of no shorter run do. */
function isMisstated(world: World, breaks: Facts): boolean {
  const links = breaks.map(({ link }) => link!);
  if (!links.every(({ diagnosis }) => isOfOneRow(diagnosis.cause))) return false;
  const [{ wallet, k, diagnosis }] = links as [(typeof links)[0]];
  if (links.length === 1) {
    const before = wallet.entries[k - 1]!;
    return diagnosis.cause === "recovery" && !isInPeriod(world.given, world.periodDates.get(before)!);
  }
  if (links.length > 4 || !links.every((link, at) => link.wallet === wallet && link.k === k + at))
    return false;
  let sum = 0n;
  const sums = breaks.map(({ finding }) => (sum += BigInt(finding.difference!)));
  return sums.indexOf(0n) === breaks.length - 1;
}

/** Whether one leg of a seller's payment is what a difference comes to. */
function isLeg({ payment, missing }: Fact, difference: bigint): boolean {
  const { chargedamount, payableamount, scrowfee, taxfee } = payment!;
  const fees = [BigInt(scrowfee), BigInt(taxfee)] as const;
  const legs = [BigInt(chargedamount), BigInt(payableamount), -fees[0], -fees[1], -(fees[0] + fees[1])];
  return isSeller(payment!) && difference !== missing && legs.includes(difference);
}
