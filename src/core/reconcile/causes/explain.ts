/** The smallest explanation of a check: the fewest events that explain each of its facts once. */
import { ZoneClock, DAY_MS } from "../../time.ts";
import { firstWhere } from "../../sorted.ts";
import {
  type PossibleEvent,
  eventOf,
  eventOfAnyLength,
  eventOfOne,
  eventIDs,
  type FactPart,
  partsOf,
} from "./parts.ts";
import { type CauseFact, MANY_SPAN_MS, type ExplainedCheck, factsOf, type FactKind } from "./facts.ts";
import { Work, greedyChoice, type EventChoice, chooseEvents, onlyChoice } from "./search.ts";
import { type Limits, MOST_SUMMED, paymentEvents } from "./payment-events.ts";
import type { CauseKind, Cause, Causes } from "../input/cause.ts";
import type { CheckOptions } from "../../options.ts";
import type { CheckInput } from "../input/input.ts";

// What one entry settles together: all payments of a run of days, of a wallet or of one of its customers.

/** Fewer are looked for by their sums, whatever their days. */
const LEAST_PAYMENTS = 5;
/** More runs than these are not held. */
const MOST_RUNS = 200_000;
/** No run of more days lies within the longest span, wherever midnight is. */
const MOST_DAYS = MANY_SPAN_MS / DAY_MS + 1;

interface PaymentOfDay {
  readonly fact: CauseFact;
  /** Days since 1970 on the clock of the check. */
  readonly day: number;
}

interface DayRun {
  /** Those of a wallet or a customer, by day; the run has those from `first` up to `end`. */
  readonly payments: readonly PaymentOfDay[];
  readonly first: number;
  readonly end: number;
  readonly days: number;
  readonly lastDay: number;
  readonly sum: number;
}

interface Lumps {
  readonly events: readonly PossibleEvent[];
  /** No entry settles more payments together, whether its event was looked at or not. */
  readonly most: number;
  /** Whether not all were looked at: then each fact may be in another one. */
  readonly isCut: boolean;
}

/**
 * The events of one orphan and five or more payments of a wallet: for the wallet and for each customer the
 * shortest run of days whose payments come to the orphan's movement, then the latest.
 *
 * @param unsettled paid without entry
 */
function lumpEvents(
  orphans: readonly CauseFact[],
  unsettled: readonly CauseFact[],
  tolerance: number,
  clock: ZoneClock,
  limits: Limits,
): Lumps {
  const dayOf = (atMs: number) => Math.floor(clock.wallMs(atMs) / DAY_MS);
  const payments = unsettled
    .filter(({ payment }) => !Number.isNaN(payment?.paidAtMs ?? Number.NaN))
    .map((fact) => ({ fact, day: dayOf(fact.atMs) }))
    .toSorted((a, b) => a.day - b.day || a.fact.place - b.fact.place);
  if (orphans.length === 0 || payments.length < LEAST_PAYMENTS) return { events: [], most: 0, isCut: false };
  const { runs, isCut } = runsOf(payments, rangeOf(orphans, tolerance));
  const found = orphans.map((orphan) => eventsOf(orphan, dayOf(orphan.atMs), runs, tolerance, limits));
  const events = found.flatMap((own) => own ?? []);
  const isAll = !isCut && !found.includes(null);
  const most = isAll ? Math.max(0, ...events.map(({ facts }) => facts.length - 1)) : payments.length;
  return { events, most, isCut: !isAll };
}

function rangeOf(orphans: readonly CauseFact[], tolerance: number) {
  return {
    least: orphans.reduce((least, { amount }) => Math.min(least, amount), Infinity) - tolerance,
    most: orphans.reduce((most, { amount }) => Math.max(most, amount), -Infinity) + tolerance,
  };
}

/** All runs whose sums some orphan may move, by sum. */
function runsOf(payments: readonly PaymentOfDay[], range: ReturnType<typeof rangeOf>) {
  // Whose they are is read one by one.
  if (!mayReach(payments, range)) return { runs: [], isCut: false };
  const customers = Map.groupBy(payments, ({ fact }) => fact.payment?.customerID ?? 0);
  // Nobody is named by it.
  customers.delete(0);
  const runs: DayRun[] = [];
  for (const own of [payments, ...customers.values()]) {
    if (!mayReach(own, range)) continue;
    for (const run of dayRuns(own)) {
      if (run.sum < range.least || run.sum > range.most) continue;
      if (runs.length === MOST_RUNS) return { runs: [], isCut: true };
      runs.push(run);
    }
  }
  return { runs: runs.toSorted((a, b) => a.sum - b.sum), isCut: false };
}

/** Whether the sums of five or more payments could be in a range, by the least and the greatest of them. */
function mayReach(payments: readonly PaymentOfDay[], { least, most }: ReturnType<typeof rangeOf>): boolean {
  const all = payments.length;
  if (all < LEAST_PAYMENTS) return false;
  const amounts = payments.map(({ fact }) => fact.amount);
  const lowest = amounts.reduce((a, b) => Math.min(a, b));
  const highest = amounts.reduce((a, b) => Math.max(a, b));
  return (
    lowest * (lowest < 0 ? all : LEAST_PAYMENTS) <= most &&
    highest * (highest < 0 ? LEAST_PAYMENTS : all) >= least
  );
}

/** Every run of days that begins and ends with a payment and has enough of them. */
function* dayRuns(payments: readonly PaymentOfDay[]): Generator<DayRun> {
  const dayAt = (at: number) => payments[at]?.day;
  for (let first = 0; first < payments.length; first += 1) {
    const firstDay = dayAt(first) as number;
    if (dayAt(first - 1) === firstDay) continue;
    let sum = 0;
    for (let at = first; at < payments.length; at += 1) {
      const { day, fact } = payments[at] as PaymentOfDay;
      sum += fact.amount;
      // A sum that leaves the safe range is not exact, and explains nothing.
      if (day - firstDay > MOST_DAYS || !Number.isSafeInteger(sum)) break;
      const end = at + 1;
      if (dayAt(end) === day || end - first < LEAST_PAYMENTS) continue;
      yield { payments, first, end, days: day - firstDay, lastDay: day, sum };
    }
  }
}

/** @returns null where not all were looked at */
function eventsOf(
  orphan: CauseFact,
  day: number,
  runs: readonly DayRun[],
  tolerance: number,
  { steps, stepsInAll, events: held }: Limits,
): PossibleEvent[] | null {
  const work = new Work(steps, stepsInAll);
  const fitting: DayRun[] = [];
  for (
    let at = firstWhere(runs, ({ sum }) => sum >= orphan.amount - tolerance);
    at < runs.length && (runs[at] as DayRun).sum <= orphan.amount + tolerance;
    at += 1
  ) {
    if (!work.spend()) return null;
    if ((runs[at] as DayRun).lastDay <= day) fitting.push(runs[at] as DayRun);
  }
  const found = new Map<string, PossibleEvent>();
  for (const own of Map.groupBy(fitting, ({ payments }) => payments).values()) {
    for (const { payments, first, end } of own.toSorted((a, b) => a.days - b.days || b.lastDay - a.lastDay)) {
      if (!work.spend(end - first) || !held.spend(end - first)) return null;
      const event = eventOf("lumped-settlement", [
        orphan,
        ...payments.slice(first, end).map(({ fact }) => fact),
      ]);
      if (event === null) continue;
      // Those of the wallet may all be of one customer.
      found.set(event.facts.map(({ place }) => place).join(" "), event);
      break;
    }
  }
  return [...found.values()];
}

// Events within one chain: stretches, branches, misstated balances, and entries listed more than once.

/** The most links of a run: those of three rows and of the entry after them. */
const MOST_LINKS = 4;

/** A chain's events of several facts, without payments. Breaks and duplicates in the chains' order. */
function* chainEvents(
  breaks: readonly CauseFact[],
  duplicates: readonly CauseFact[],
): Generator<PossibleEvent> {
  yield* patternEvents(breaks);
  const duplicateOf = new Map(duplicates.map((fact) => [fact.finding.walletID, fact]));
  const others = breaks.filter(({ pattern }) => pattern === null);
  for (const [at, first] of others.entries()) {
    const run = runFrom(others, at);
    const event = run === null ? null : eventOf("misstated-balance", run);
    if (event !== null) yield event;
    const duplicate = duplicateOf.get(first.finding.walletID);
    if (duplicate !== undefined && first.amount === 0 - first.movement) {
      yield { kind: "not-applied", facts: [first, duplicate], spanMs: 0, suggested: 0 };
    }
  }
  for (const again of Map.groupBy(duplicates, ({ finding }) => finding.payref).values()) {
    if (again.length > 1) yield eventOfAnyLength("settled-again", again);
  }
}

/** All breaks of a stretch or a branch are one event, however many they are. */
function* patternEvents(breaks: readonly CauseFact[]): Generator<PossibleEvent> {
  const parts = new Map<string, { readonly kind: CauseKind; readonly facts: CauseFact[] }>();
  for (const fact of breaks) {
    if (fact.pattern === null) continue;
    const { kind, walletIDs } = fact.pattern;
    const key = `${kind} ${walletIDs[0]}`;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, { kind, facts: [fact] });
    else part.facts.push(fact);
  }
  for (const { kind, facts } of parts.values()) {
    if (facts.length > 1) yield eventOfAnyLength(kind, facts);
  }
}

/** The shortest run of neighbouring breaks whose differences sum to nil; null when none of up to four does. */
function runFrom(breaks: readonly CauseFact[], from: number): CauseFact[] | null {
  const run: CauseFact[] = [];
  let sum = 0;
  for (const link of breaks.slice(from, from + MOST_LINKS)) {
    const before = run.at(-1);
    if (before !== undefined && link.position !== before.position + 1) return null;
    run.push(link);
    sum += link.amount;
    // A sum that leaves the safe range is not exact, and explains nothing.
    if (!Number.isSafeInteger(sum)) return null;
    if (sum === 0) return run;
  }
  return null;
}

// All events that may explain more than one fact of a check, wallet by wallet.

interface PossibleEvents {
  readonly events: readonly PossibleEvent[];
  /** By place: whether the fact may also be in an event that was not looked at. */
  readonly isOpen: Uint8Array;
  /** No event has more payments, whether it was looked at or not. */
  readonly mostPayments: number;
}

/** Shared by the facts of a check: of few facts each has more, and each has at least so much. */
const IN_ALL = { pairs: 400_000, sums: 40_000_000, steps: 4_000_000 } as const;
const AT_LEAST = { pairs: 64, sums: 1200, steps: 40_000 } as const;
const STEPS_A_FACT = 100;
/** More sums than these are not made at once, whatever the facts are. */
const MOST_SUMS = 400_000;
/** Events that are held at once: so many, and more by the number of facts. */
const MOST_EVENTS = 200_000;
const MOST_EVENTS_A_FACT = 4;

/**
 * Looks for the events of all facts.
 *
 * @param facts in the order of the findings
 * @param options tolerance: how far an orphan's movement may be from what payments expect, in the service's
 *   unit; timeZone: in which days are cut
 */
export function possibleEvents(
  facts: readonly CauseFact[],
  { tolerance, timeZone }: Pick<CheckOptions, "tolerance" | "timeZone">,
): PossibleEvents {
  const clock = new ZoneClock(timeZone);
  let mostPayments = MOST_SUMMED;
  const events: PossibleEvent[] = [];
  const isOpen = new Uint8Array(facts.length);
  const limits = limitsFor(facts.length);
  for (const own of Map.groupBy(facts, ({ wallet }) => wallet).values()) {
    const byKind = Map.groupBy(own, ({ kind }) => kind);
    const {
      break: breaks = [],
      orphan: orphans = [],
      duplicate: duplicates = [],
    } = Object.fromEntries(byKind);
    const unsettled = (byKind.get("unsettled") ?? []).filter(isDated);
    const payments = [...unsettled, ...(byKind.get("mismatch") ?? []).filter(isDated)];
    for (const event of chainEvents(breaks, duplicates)) events.push(event);
    const found = paymentEvents({ breaks, orphans, payments, unsettled }, tolerance, limits);
    for (const event of found.events) events.push(event);
    for (const { place } of found.open) isOpen[place] = 1;
    const lumps = lumpEvents(orphans, unsettled, tolerance, clock, limits);
    for (const event of lumps.events) events.push(event);
    if (lumps.isCut) for (const { place } of [...orphans, ...unsettled]) isOpen[place] = 1;
    mostPayments = Math.max(mostPayments, lumps.most);
  }
  return { events, isOpen, mostPayments };
}

function isDated({ atMs }: CauseFact): boolean {
  return !Number.isNaN(atMs);
}

function limitsFor(facts: number): Limits {
  const share = (key: keyof typeof IN_ALL) => Math.max(AT_LEAST[key], Math.floor(IN_ALL[key] / facts));
  return {
    pairs: share("pairs"),
    sums: Math.min(share("sums"), MOST_SUMS),
    steps: share("steps"),
    stepsInAll: new Work(IN_ALL.steps + STEPS_A_FACT * facts),
    events: new Work(MOST_EVENTS + MOST_EVENTS_A_FACT * facts),
  };
}

/** More facts of one part than these are not searched. */
const MOST_FACTS = 100;
/** Options tried in one part, and in all parts: so many, and more by the number of facts. */
const WORK_A_PART = 200_000_000;
const WORK = 200_000_000;
const WORK_A_FACT = 10;

/**
 * Explains the facts of a check (chain-break, orphan-payref, paid-without-entry, duplicate-entry,
 * amount-mismatch) by the fewest events; on a tie by the fewest singles, then the most suggested payments,
 * then the smallest spans, then the lowest ids.
 *
 * @returns items in the order of their first finding; proven where `complete`, else the best found within a
 *   count of steps, the same on every computer
 */
export function explain(input: CheckInput, check: ExplainedCheck): Causes {
  const facts = factsOf(input, check);
  const { events, isOpen, mostPayments } = possibleEvents(facts, check.options);
  const budget = new Work(WORK + WORK_A_FACT * facts.length);
  const { parts, lone } = partsOf(facts, events);
  const explained = parts.map((part) => explainPart(part, isOpen, budget));
  const openAlone = lone.filter(({ place }) => isOpen[place] === 1);
  const unbounded = explained.flatMap(({ part, atLeast }) => (atLeast === null ? part.facts : []));
  const bounded = explained.reduce((sum, { atLeast }) => sum + (atLeast ?? 0), 0);
  const items = [
    ...lone.map((fact) => placedCause(eventOfOne(fact), isOpen[fact.place] === 0)),
    ...explained.flatMap(({ events: own, unique }) => own.map((event) => placedCause(event, unique))),
  ];
  return {
    count: items.length,
    atLeast:
      bounded + lone.length - openAlone.length + leastEvents([...openAlone, ...unbounded], mostPayments),
    complete: openAlone.length === 0 && explained.every(({ complete }) => complete),
    unique: items.every(({ cause }) => cause.unique),
    items: items.toSorted((a, b) => a.place - b.place).map(({ cause }) => cause),
  };
}

/** A part with what explains it; `atLeast` is null where it is only bounded with others. */
type ExplainedPart = Omit<EventChoice, "atLeast"> & {
  readonly part: FactPart;
  readonly atLeast: number | null;
};

function explainPart(part: FactPart, isOpen: Uint8Array, budget: Work): ExplainedPart {
  const choice = onlyChoice(part) ?? searchedChoice(part, budget);
  if (choice !== null && part.facts.every(({ place }) => isOpen[place] === 0)) return { part, ...choice };
  const events = choice?.events ?? greedyChoice(part);
  return { part, events, unique: false, atLeast: null, complete: false };
}

function searchedChoice(part: FactPart, budget: Work): EventChoice | null {
  return part.facts.length <= MOST_FACTS ? chooseEvents(part, new Work(WORK_A_PART, budget)) : null;
}

function placedCause(
  event: PossibleEvent,
  unique: boolean,
): { readonly place: number; readonly cause: Cause } {
  const findings = event.facts.map(({ finding }) => finding);
  const first = event.facts[0] as CauseFact;
  const { walletIDs, payIDs } = eventIDs(event);
  const moved = first.pattern?.moved ?? null;
  return {
    place: first.place,
    cause: {
      kind: event.kind,
      walletIDs: moved === null ? walletIDs : (first.pattern?.walletIDs ?? walletIDs),
      payIDs,
      amount: moved ?? findings.reduce((most, { atStake }) => Math.max(most, atStake), 0),
      unique,
      findings: findings.map(({ fingerprint }) => fingerprint),
    },
  };
}

// How many events some facts take at least, by what each kind of fact may weigh in any event.

/** What each kind of fact weighs where no event weighs more than `most`. */
interface Weights extends Readonly<Record<FactKind, number>> {
  readonly most: number;
}

/**
 * Weights by which no event that the rules know is too heavy. All duplicates of a payref in a wallet weigh
 * together what one is said to weigh.
 *
 * @param payments no event has more
 */
function weightsFor(payments: number): readonly Weights[] {
  return [
    { break: 1, orphan: 1, duplicate: 1, unsettled: 1, mismatch: 1, most: payments + 1 },
    { break: 1, orphan: 1, duplicate: 3, unsettled: 0, mismatch: 0, most: 4 },
    { break: 1, orphan: 4, duplicate: 3, unsettled: -12, mismatch: -12, most: 4 },
    { break: 0, orphan: 0, duplicate: payments, unsettled: 1, mismatch: 1, most: payments },
    { break: -3, orphan: 1 - payments, duplicate: 1, unsettled: 1, mismatch: 1, most: 1 },
  ];
}

/**
 * No fewer events explain some facts, whatever events there may be besides those that were looked at.
 *
 * @param facts no break of a stretch or a branch; duplicates of a payref only with all others of it in the
 *   wallet
 * @param mostPayments no event has more
 */
export function leastEvents(facts: readonly CauseFact[], mostPayments: number): number {
  const duplicated = Map.groupBy(facts, ({ kind, wallet, finding: { payref } }) =>
    kind === "duplicate" ? `${wallet} ${payref}` : null,
  );
  const others = duplicated.get(null) ?? [];
  duplicated.delete(null);
  const bounds = weightsFor(mostPayments).map((weights) =>
    Math.ceil(
      others.reduce((sum, { kind }) => sum + weights[kind], duplicated.size * weights.duplicate) /
        weights.most,
    ),
  );
  return Math.max(0, ...bounds);
}
