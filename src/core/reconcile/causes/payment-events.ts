/** Events of one wallet that tie payments to breaks and orphans: one record to one, or to up to four. */
import { firstWhere, firstPlace } from "../../sorted.ts";
import { type CauseFact, TWO_SPAN_MS, MANY_SPAN_MS } from "./facts.ts";
import type { BreakCause } from "../input/findings.ts";
import type { CauseKind } from "../input/cause.ts";
import { type PossibleEvent, eventOf } from "./parts.ts";
import { Work } from "./search.ts";

// Sets of two to four facts whose amounts come to a sum: sums of pairs are made once for many look-ups.

interface AmountGroup {
  readonly amount: number;
  readonly facts: readonly CauseFact[];
}

/** Sums from `least` to `most`, both inclusive. */
interface SumRange {
  readonly least: number;
  readonly most: number;
}

/** Two groups, or one twice, by their numbers: `first` ≤ `second`. */
interface SumPair {
  readonly sum: number;
  readonly first: number;
  readonly second: number;
}

/** A group for each fact of a set, ascending by amount; one that is named twice gives two facts. */
type TakeGroups = (groups: readonly AmountGroup[]) => void;

class SubsetSums {
  /** By amount. */
  readonly #groups: readonly AmountGroup[];
  /** By sum. */
  readonly #pairs: readonly SumPair[];

  /** @param wanted all sums that will be looked for */
  constructor(facts: readonly CauseFact[], wanted: SumRange) {
    this.#groups = groupsOf(facts);
    this.#pairs = pairsOf(this.#groups, wanted).toSorted((a, b) => a.sum - b.sum);
  }

  /** Finds all sets of two to four amounts that sum to a range, once. @returns whether the work sufficed */
  find(range: SumRange, work: Work, take: TakeGroups): boolean {
    const enough = (...numbers: readonly number[]) => {
      const groups = numbers.map((number) => this.#groups[number] as AmountGroup);
      const timesNamed = (group: AmountGroup) => groups.filter((other) => other === group).length;
      if (groups.every((group) => timesNamed(group) <= group.facts.length)) take(groups);
    };
    this.#eachPair(range, work, ({ first, second }) => enough(first, second));
    this.#findThree(range, work, enough);
    this.#findFour(range, work, enough);
    return !work.isSpent;
  }

  #findThree(range: SumRange, work: Work, take: (a: number, b: number, c: number) => void): void {
    for (let lowest = 0; lowest < this.#groups.length && work.spend(); lowest += 1) {
      const rest = lessThan(range, (this.#groups[lowest] as AmountGroup).amount);
      this.#eachPair(rest, work, ({ first, second }) => {
        if (first >= lowest) take(lowest, first, second);
      });
    }
  }

  /** The sums that are left for a second pair descend as the first pair's ascends. */
  #findFour(range: SumRange, work: Work, take: (a: number, b: number, c: number, d: number) => void): void {
    const pairs = this.#pairs;
    let from = pairs.length;
    for (let low = 0; low < pairs.length && work.spend(); low += 1) {
      const { sum, first, second } = pairs[low] as SumPair;
      const { least, most } = lessThan(range, sum);
      while (from > 0 && (pairs[from - 1] as SumPair).sum >= least) from -= 1;
      for (let high = from; high < pairs.length && work.spend(); high += 1) {
        const pair = pairs[high] as SumPair;
        if (pair.sum > most) break;
        if (pair.first >= second) take(first, second, pair.first, pair.second);
      }
    }
  }

  #eachPair({ least, most }: SumRange, work: Work, take: (pair: SumPair) => void): void {
    const pairs = this.#pairs;
    let at = firstPlace(pairs.length, (place) => (pairs[place] as SumPair).sum >= least);
    for (; at < pairs.length && work.spend(); at += 1) {
      const pair = pairs[at] as SumPair;
      if (pair.sum > most) return;
      take(pair);
    }
  }
}

/** How many pairs of amounts some facts have at most. */
function countPairs(facts: readonly CauseFact[]): number {
  const amounts = new Set(facts.map(({ amount }) => amount)).size;
  return (amounts * (amounts + 1)) / 2;
}

function lessThan({ least, most }: SumRange, amount: number): SumRange {
  return { least: least - amount, most: most - amount };
}

function groupsOf(facts: readonly CauseFact[]): AmountGroup[] {
  return [...Map.groupBy(facts, ({ amount }) => amount)]
    .map(([amount, own]) => ({ amount, facts: own }))
    .toSorted((a, b) => a.amount - b.amount);
}

/** The pairs that can be in a wanted set. A sum beyond the safe range is not exact: it explains nothing. */
function pairsOf(groups: readonly AmountGroup[], { least, most }: SumRange): SumPair[] {
  const lowest = Math.min(0, 2 * (groups[0]?.amount ?? 0));
  const highest = Math.max(0, 2 * (groups.at(-1)?.amount ?? 0));
  const pairs: SumPair[] = [];
  for (const [first, { amount, facts }] of groups.entries()) {
    for (let second = facts.length > 1 ? first : first + 1; second < groups.length; second += 1) {
      const sum = amount + (groups[second] as AmountGroup).amount;
      const isWanted = sum + lowest <= most && sum + highest >= least;
      if (isWanted && Number.isSafeInteger(sum)) pairs.push({ sum, first, second });
    }
  }
  return pairs;
}

// Facts looked up by amount and time.

/** An amount by which a fact is looked up. */
interface Indexed {
  readonly fact: CauseFact;
  readonly amount: number;
}

class AmountIndex {
  /** By the number of a stretch of 92 days: its facts by amount, then by time and place. */
  readonly #stretches: ReadonlyMap<number, readonly Indexed[]>;

  /** @param indexed facts that each have a time */
  constructor(indexed: readonly Indexed[]) {
    const stretches = Map.groupBy(indexed, ({ fact }) => Math.floor(fact.atMs / TWO_SPAN_MS));
    for (const [number, own] of stretches) {
      stretches.set(
        number,
        own.toSorted(
          (a, b) => a.amount - b.amount || a.fact.atMs - b.fact.atMs || a.fact.place - b.fact.place,
        ),
      );
    }
    this.#stretches = stretches;
  }

  /** Those of an amount from `least` to `most` in the stretch of a time and the two beside it. */
  *near(atMs: number, least: number, most: number): Generator<CauseFact> {
    const own = Math.floor(atMs / TWO_SPAN_MS);
    for (const number of [own - 1, own, own + 1]) {
      const facts = this.#stretches.get(number) ?? [];
      for (let at = firstWhere(facts, ({ amount }) => amount >= least); at < facts.length; at += 1) {
        const { fact, amount } = facts[at] as Indexed;
        if (amount > most) break;
        yield fact;
      }
    }
  }
}

// Facts in the order of their times, and which of them may be in events that were not looked at.

class TimeLine {
  /** By time, then by place. */
  readonly facts: readonly CauseFact[];
  /** The least and the greatest amount; none without facts. */
  readonly least: number;
  readonly greatest: number;
  /** How many ranges that were not searched begin at each fact, less those that ended before it. */
  readonly #unsearched: Int32Array;

  /** @param facts of any order, each with a time */
  constructor(facts: readonly CauseFact[]) {
    this.facts = facts.toSorted((a, b) => a.atMs - b.atMs || a.place - b.place);
    this.least = facts.reduce((least, { amount }) => Math.min(least, amount), Infinity);
    this.greatest = facts.reduce((greatest, { amount }) => Math.max(greatest, amount), -Infinity);
    this.#unsearched = new Int32Array(facts.length + 1);
  }

  /** The facts from one time to another, both inclusive. */
  between(fromMs: number, toMs: number): readonly CauseFact[] {
    return this.facts.slice(this.#firstAt(fromMs), this.#firstAfter(toMs));
  }

  /** Notes that not all events of a fact with those around it were looked at. */
  leaveOut(atMs: number, withinMs: number): void {
    const from = this.#firstAt(atMs - withinMs);
    const to = this.#firstAfter(atMs + withinMs);
    this.#unsearched[from] = (this.#unsearched[from] as number) + 1;
    this.#unsearched[to] = (this.#unsearched[to] as number) - 1;
  }

  /** The facts that were noted. */
  leftOut(): CauseFact[] {
    let ranges = 0;
    return this.facts.filter((_, at) => {
      ranges += this.#unsearched[at] as number;
      return ranges > 0;
    });
  }

  #firstAt(atMs: number): number {
    return firstPlace(this.facts.length, (at) => (this.facts[at] as CauseFact).atMs >= atMs);
  }

  #firstAfter(atMs: number): number {
    return firstPlace(this.facts.length, (at) => (this.facts[at] as CauseFact).atMs > atMs);
  }
}

/** So many records and no more are summed to match one, whatever their days. */
export const MOST_SUMMED = 4;

/** How much may be looked at: for each fact, and in all. */
export interface Limits {
  /** Events of two records. */
  readonly pairs: number;
  /** Sums of two amounts among the facts around it. */
  readonly sums: number;
  /** Sets of amounts and of facts tried. */
  readonly steps: number;
  readonly stepsInAll: Work;
  /** Events that are held. */
  readonly events: Work;
}

/** Facts of a wallet by their kinds, each with a time. */
interface WalletFacts {
  readonly breaks: readonly CauseFact[];
  readonly orphans: readonly CauseFact[];
  /** Paid without entry, or with another amount. */
  readonly payments: readonly CauseFact[];
  /** Paid without entry. */
  readonly unsettled: readonly CauseFact[];
}

/** What one kind of event ties: a fact, and the facts whose amounts come to its own. */
interface Tying {
  readonly kind: CauseKind;
  readonly facts: readonly CauseFact[];
  readonly others: readonly CauseFact[];
  /** How far the sum may be from the fact's amount. */
  readonly tolerance: number;
}

interface FoundEvents {
  readonly events: readonly PossibleEvent[];
  /** Facts that may be in events that were not looked at. */
  readonly open: readonly CauseFact[];
}

/** Causes of breaks that a payment may explain; those of other breaks explain them whole. */
const EXPLAINED_BY_PAYMENTS: ReadonlySet<BreakCause | undefined> = new Set<BreakCause>([
  "missing-entry",
  "not-applied",
  "applied-twice",
  "wrong-sign",
]);

/** The events of a wallet that explain a payment, of up to five facts. */
export function paymentEvents(wallet: WalletFacts, tolerance: number, limits: Limits): FoundEvents {
  const { orphans, payments, unsettled } = wallet;
  const breaks = wallet.breaks.filter(({ finding }) => EXPLAINED_BY_PAYMENTS.has(finding.cause));
  const missing = [1, -1].map((sign): Tying => ({
    kind: "missing-entries",
    facts: breaks.filter(({ amount }) => Math.sign(amount) === sign),
    others: payments.filter(({ amount }) => Math.sign(amount) === sign),
    tolerance: 0,
  }));
  const single: readonly Tying[] = [
    ...missing,
    { kind: "missing-leg", facts: breaks, others: payments, tolerance: 0 },
    { kind: "mistyped-payref", facts: orphans, others: payments, tolerance },
  ];
  const several: readonly Tying[] = [
    ...missing,
    ...missing.map((tying) => ({ ...tying, facts: tying.others, others: tying.facts })),
    { kind: "split-settlement", facts: payments, others: orphans, tolerance },
    { kind: "lumped-settlement", facts: orphans, others: unsettled, tolerance },
  ];
  const searches = [
    ...single.map((tying) => new OneToOne(tying, limits)),
    ...several.map((tying) => new OneToSeveral(tying, limits)),
  ];
  return {
    events: searches.flatMap((search) => search.run()),
    open: searches.flatMap((search) => search.open()),
  };
}

/** What both searches share: events found, and what was not looked at. */
abstract class Search {
  protected readonly tying: Tying;
  protected readonly limits: Limits;
  protected readonly others: TimeLine;
  readonly #events: PossibleEvent[] = [];
  readonly #open: CauseFact[] = [];

  constructor(tying: Tying, limits: Limits) {
    this.tying = tying;
    this.limits = limits;
    this.others = new TimeLine(tying.others);
  }

  run(): readonly PossibleEvent[] {
    this.search();
    return this.#events;
  }

  /** Facts that may be in events that were not looked at; after `run`. */
  open(): readonly CauseFact[] {
    return [...this.#open, ...this.others.leftOut()];
  }

  protected abstract search(): void;

  /** @returns false when no more events are looked for */
  protected take(fact: CauseFact, others: readonly CauseFact[]): boolean {
    const event = eventOf(this.tying.kind, [fact, ...others]);
    if (event === null) return true;
    if (!this.limits.events.spend()) return false;
    this.#events.push(event);
    return true;
  }

  protected leaveOut(fact: CauseFact, withinMs: number): void {
    this.#open.push(fact);
    this.others.leaveOut(fact.atMs, withinMs);
  }

  protected rangeOf({ amount }: CauseFact): SumRange {
    const { tolerance } = this.tying;
    return { least: amount - tolerance, most: amount + tolerance };
  }
}

class OneToOne extends Search {
  protected override search(): void {
    const { kind, others, facts } = this.tying;
    const amountsOf = ({ payment, amount }: CauseFact) =>
      kind === "missing-leg" ? (payment?.legs ?? []) : [amount];
    const index = new AmountIndex(
      others.flatMap((fact) => amountsOf(fact).map((amount) => ({ fact, amount }))),
    );
    for (const fact of facts) {
      const { least, most } = this.rangeOf(fact);
      const work = new Work(this.limits.pairs);
      for (const other of index.near(fact.atMs, least, most)) {
        if (work.spend() && this.take(fact, [other])) continue;
        this.leaveOut(fact, TWO_SPAN_MS);
        break;
      }
    }
  }
}

/** How much shorter a stretch of time becomes where there is too much in it. */
const NARROWER = 8;
/** The shortest stretch of time that is searched, milliseconds. */
const SHORTEST_MS = 1000;

class OneToSeveral extends Search {
  protected override search(): void {
    const { least, greatest, facts } = this.others;
    if (facts.length < 2) return;
    // What even the extremes cannot come to needs no look.
    const lowest = Math.min(2 * least, 4 * least);
    const highest = Math.max(2 * greatest, 4 * greatest);
    const reachable = this.tying.facts.filter((fact) => {
      const range = this.rangeOf(fact);
      return range.most >= lowest && range.least <= highest;
    });
    this.#searchStretches(reachable, MANY_SPAN_MS);
  }

  /** All records of an event lie in the stretch of its one fact and the two beside it. */
  #searchStretches(facts: readonly CauseFact[], lengthMs: number): void {
    const { sums } = this.limits;
    for (const [number, own] of Map.groupBy(facts, ({ atMs }) => Math.floor(atMs / lengthMs))) {
      const wanted = widest(own.map((fact) => this.rangeOf(fact)));
      const around = this.#within(wanted, (number - 1) * lengthMs, (number + 2) * lengthMs - 1);
      if (around.length < 2) continue;
      if (around.length <= sums && countPairs(around) <= sums) this.#searchSums(own, around, wanted);
      else {
        for (const fact of own) this.leaveOut(fact, MANY_SPAN_MS);
        if (lengthMs > SHORTEST_MS) this.#searchStretches(own, Math.floor(lengthMs / NARROWER));
      }
    }
  }

  /** Facts of a time that can be in a wanted sum, with the least or greatest that others add to them. */
  #within({ least, most }: SumRange, fromMs: number, toMs: number): readonly CauseFact[] {
    const lowest = Math.min(this.others.least, 3 * this.others.least);
    const highest = Math.max(this.others.greatest, 3 * this.others.greatest);
    return this.others
      .between(fromMs, toMs)
      .filter(({ amount }) => amount + lowest <= most && amount + highest >= least);
  }

  #searchSums(facts: readonly CauseFact[], around: readonly CauseFact[], wanted: SumRange): void {
    const sums = new SubsetSums(around, wanted);
    for (const fact of facts) {
      const work = new Work(this.limits.steps, this.limits.stepsInAll);
      const nearby = new NearbyFacts(fact);
      const isSearched = sums.find(this.rangeOf(fact), work, (groups) => {
        for (const others of choices(groups.map((group) => nearby.in(group)))) {
          if (!work.spend() || !this.take(fact, others)) return work.end();
        }
      });
      if (!isSearched) this.leaveOut(fact, MANY_SPAN_MS);
    }
  }
}

/** From the least to the most of some ranges. */
function widest(ranges: readonly SumRange[]): SumRange {
  return {
    least: ranges.reduce((lowest, { least }) => Math.min(lowest, least), Infinity),
    most: ranges.reduce((highest, { most }) => Math.max(highest, most), -Infinity),
  };
}

/** The facts of groups that may be in an event with one fact, each group looked at once. */
class NearbyFacts {
  readonly #fact: CauseFact;
  readonly #held = new Map<AmountGroup, readonly CauseFact[]>();

  constructor(fact: CauseFact) {
    this.#fact = fact;
  }

  in(group: AmountGroup): readonly CauseFact[] {
    const { atMs } = this.#fact;
    const held =
      this.#held.get(group) ?? group.facts.filter((other) => Math.abs(other.atMs - atMs) <= MANY_SPAN_MS);
    this.#held.set(group, held);
    return held;
  }
}

/** Every choice of one fact of each list, none of them twice; equal lists are neighbours. */
function* choices(lists: readonly (readonly CauseFact[])[], after = -1): Generator<readonly CauseFact[]> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (let at = after + 1; at < first.length; at += 1) {
    for (const others of choices(rest, rest[0] === first ? at : -1))
      yield [first[at] as CauseFact, ...others];
  }
}
