/**
 * What exceptions come to, in money and in number, by what became of them. It needs no more than a check and
 * the statuses of its findings.
 *
 * An event that several exceptions report counts once, in the least settled of their classes; what a more
 * settled one has at stake beyond adds to that one's class. What is only listed in another order puts no money at
 * risk and adds nothing, whatever it ranks by. So the classes of an event always come to the
 * most that is at stake in it, and deciding one exception takes no other with it.
 */
import type { Cause } from "../../reconcile/input/cause.ts";
import { type Finding, isReordered } from "../../reconcile/input/findings.ts";
import {
  REVIEW_CLASSES,
  type ReviewClass,
  type ReviewStatus,
  classOf,
} from "../../review/decisions/review.ts";

/** An exception, and what became of it. */
export interface JudgedException {
  readonly finding: Pick<Finding, "fingerprint" | "severity" | "atStake" | "cause">;
  readonly status: ReviewStatus;
}

/** A cause with the exceptions that it explains, of those that are counted. */
type ReportingCause = Pick<Cause, "kind" | "amount" | "findings">;

/** What an exception adds to its class. Amounts in the service's unit, 0 or more. */
export interface CountedException {
  readonly class: ReviewClass;
  readonly amount: number;
  /** All that report its event, by index, the most at stake first; none where it alone does, all of it. */
  readonly event: readonly number[];
  /** What each of them has at stake of the event, in their order. */
  readonly stakes: readonly number[];
}

/** What exceptions of one class come to; amounts end at the largest safe integer. */
export interface ClassTotal {
  readonly items: number;
  readonly errors: number;
  readonly amount: number;
}

export type ClassTotals = Readonly<Record<ReviewClass, ClassTotal>>;

/** From the most settled class on: what counts before what is of a higher rank. */
export const CLASS_RANK: Readonly<Record<ReviewClass, number>> = {
  explained: 1,
  accepted: 2,
  raised: 3,
  undecided: 4,
};

/** Counts exceptions, each event once. @returns in their order */
export function countExceptions(
  exceptions: readonly JudgedException[],
  causes: { readonly items: readonly ReportingCause[] },
): CountedException[] {
  const events = eventsOf(exceptions, causes);
  return exceptions.map(({ finding, status }, at) => {
    const event = events.get(at);
    if (event === undefined)
      return { class: classOf(status), amount: amountAtRisk(finding), event: [], stakes: [] };
    const { members, stakes, amounts } = event;
    return { class: classOf(status), amount: amounts.get(at) ?? 0, event: members, stakes };
  });
}

/**
 * The money that an exception may cost, in the service's unit: what it has at stake, but nothing where rows are
 * only listed in another order. Sums are made of this, and causes are ranked by it.
 */
export function amountAtRisk(finding: Pick<Finding, "atStake" | "cause">): number {
  return isReordered(finding) ? 0 : finding.atStake;
}

/** The same of a cause. */
export function causeRisk({ kind, amount }: Pick<Cause, "kind" | "amount">): number {
  return kind === "out-of-sequence" ? 0 : amount;
}

interface ReportedEvent {
  /** By index, the most at stake first. */
  readonly members: readonly number[];
  /** What each has at stake of the event, in their order. */
  readonly stakes: readonly number[];
  /** What each adds, by its index. */
  readonly amounts: ReadonlyMap<number, number>;
}

/** By exception that is not the only one of its event, or has another amount than its event. */
function eventsOf(
  exceptions: readonly JudgedException[],
  { items }: { readonly items: readonly ReportingCause[] },
): Map<number, ReportedEvent> {
  const places = new Map(exceptions.map(({ finding }, at) => [finding.fingerprint, at]));
  const events = new Map<number, ReportedEvent>();
  for (const item of items) {
    const at = item.findings.flatMap((print) => places.get(print) ?? []);
    const event = eventOf(exceptions, item, at);
    const isPlain = at.length === 1 && event.stakes[0] === exceptions[at[0] ?? -1]?.finding.atStake;
    if (!isPlain) for (const member of at) events.set(member, event);
  }
  return events;
}

function eventOf(
  exceptions: readonly JudgedException[],
  { kind, amount }: Pick<Cause, "kind" | "amount">,
  indexes: readonly number[],
): ReportedEvent {
  const stakeAt = (at: number) => {
    const finding = exceptions[at]?.finding;
    return finding === undefined ? 0 : amountAtRisk(finding);
  };
  const members = indexes.toSorted((a, b) => stakeAt(b) - stakeAt(a) || a - b);
  // What was overwritten is what its rows moved: the breaks beside it show other amounts.
  const stakes =
    kind === "overwritten-entries"
      ? members.map((at, place) => (place === 0 ? amount : Math.min(stakeAt(at), amount)))
      : members.map(stakeAt);
  const rankAt = (place: number) => CLASS_RANK[classOf(exceptions[members[place] ?? -1]?.status ?? "open")];
  const amounts = new Map<number, number>();
  let counted = 0;
  for (const place of [...members.keys()].toSorted((a, b) => rankAt(b) - rankAt(a))) {
    const stake = stakes[place] ?? 0;
    amounts.set(members[place] ?? -1, Math.max(0, stake - counted));
    counted = Math.max(counted, stake);
  }
  return { members, stakes, amounts };
}

/** Adds exceptions up by where they belong, such as a currency. @param placeOf by index */
export function totalsBy<Place>(
  exceptions: readonly JudgedException[],
  counted: readonly CountedException[],
  placeOf: (at: number) => Place,
): Map<Place, ClassTotals> {
  const totals = new Map<Place, Record<ReviewClass, ClassTotal>>();
  for (const [at, { class: of, amount }] of counted.entries()) {
    const place = placeOf(at);
    const own = totals.get(place) ?? { ...NO_EXCEPTIONS };
    const errors = exceptions[at]?.finding.severity === "error" ? 1 : 0;
    own[of] = bothTotals(own[of], { items: 1, errors, amount });
    totals.set(place, own);
  }
  return totals;
}

const NOTHING: ClassTotal = { items: 0, errors: 0, amount: 0 };

export const NO_EXCEPTIONS: ClassTotals = {
  undecided: NOTHING,
  raised: NOTHING,
  accepted: NOTHING,
  explained: NOTHING,
};

export function addClassTotals(all: Iterable<ClassTotals>): ClassTotals {
  let sum = NO_EXCEPTIONS;
  for (const one of all) {
    const added = REVIEW_CLASSES.map((name) => [name, bothTotals(sum[name], one[name])] as const);
    sum = Object.fromEntries(added) as unknown as ClassTotals;
  }
  return sum;
}

function bothTotals(a: ClassTotal, b: ClassTotal): ClassTotal {
  return {
    items: a.items + b.items,
    errors: a.errors + b.errors,
    amount: addSafely([a.amount, b.amount]),
  };
}

/** A sum of amounts of 0 or more, which ends at the largest safe integer. */
export function addSafely(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => Math.min(sum + amount, Number.MAX_SAFE_INTEGER), 0);
}

/** What is neither explained nor accepted. */
export interface Unresolved {
  readonly items: number;
  readonly amount: number;
  /** What of the amount was raised; the rest nobody decided on. */
  readonly raised: number;
}

export const NOTHING_UNRESOLVED: Unresolved = { items: 0, amount: 0, raised: 0 };

export function unresolvedOf({ undecided, raised }: ClassTotals): Unresolved {
  const { items, amount } = bothTotals(undecided, raised);
  return { items, amount, raised: raised.amount };
}
