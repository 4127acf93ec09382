/**
 * The exact search of one part: the fewest events, of those the fewest singles and most suggested payments,
 * then the smallest spans, and of those choices the first by ids.
 */
import {
  SINGLE_COST,
  sideCostOf,
  type PossibleEvent,
  eventOfOne,
  type FactPart,
  type Option,
  optionsOf,
  compareIds,
} from "./parts.ts";
import { type CauseFact, MANY_SPAN_MS } from "./facts.ts";
import { type LinearChoice, type Need, type Priced, linearChoice } from "./linear-choice.ts";

// A quick choice, for what is too large to be searched and as a mark to beat.

/** Takes the event that costs least for each fact, then the next that fits; by their first fact. */
export function greedyChoice({ facts, events }: FactPart): PossibleEvent[] {
  const taken = new Set<CauseFact>();
  const byShare = [...facts.map(eventOfOne), ...events].toSorted(
    (a, b) => shareOf(a) - shareOf(b) || a.spanMs - b.spanMs || comparePlaces(a, b),
  );
  const chosen = byShare.filter((event) => {
    if (event.facts.some((fact) => taken.has(fact))) return false;
    for (const fact of event.facts) taken.add(fact);
    return true;
  });
  return chosen.toSorted(comparePlaces);
}

/** More than all that events of a part cost beside being events. */
const EVENT_COST = SINGLE_COST ** 2;

function shareOf(event: PossibleEvent): number {
  return (EVENT_COST + sideCostOf(event)) / event.facts.length;
}

function comparePlaces(a: PossibleEvent, b: PossibleEvent): number {
  const at = a.facts.findIndex((fact, index) => fact !== b.facts[index]);
  return at === -1 ? 0 : (a.facts[at] as CauseFact).place - (b.facts[at]?.place ?? -1);
}

/** Work that is counted, so that a search ends at the same step on every computer. */
export class Work {
  #left: number;
  readonly #of: Work | null;

  /** @param of what it is a part of, which is spent with it */
  constructor(steps: number, of: Work | null = null) {
    this.#left = steps;
    this.#of = of;
  }

  /** Whether more was asked for than there was. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** How many steps may be taken yet. */
  get left(): number {
    return Math.min(this.#left, this.#of?.left ?? Infinity);
  }

  /** Takes steps. @returns whether there was room for them */
  spend(steps = 1): boolean {
    if (this.#of !== null && !this.#of.spend(steps)) this.end();
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Leaves no room for another step. */
  end(): void {
    this.#left = -1;
  }
}

// Whole options that explain each fact once at the lowest price: the linear choice, split in two wherever it
// takes options in part.

/** Something to have least of. */
interface Criterion {
  /** How much of it an option has: an integer, not below 0. */
  readonly of: (option: Option) => number;
  /** About the most that one has. */
  readonly scale: number;
}

/** Something to have no more of. */
interface Budget extends Criterion {
  readonly most: number;
}

/** What is asked for, and what is the price. */
interface ChoiceQuestion extends Criterion {
  /** How many are explained. */
  readonly facts: number;
  /** No choice that is looked for has more options. */
  readonly mostOptions: number;
  readonly budgets: readonly Budget[];
}

/** What is less than this part of a price is rounding. */
const NEGLIGIBLE = 3e-10;
/** What is nearer to nothing or to the whole than this is that. */
const IN_PART = 1e-3;

interface PricedColumn extends Priced {
  readonly option: Option;
}

/** Asks one question about any of its options. */
class LeastChoice {
  readonly #question: ChoiceQuestion;
  readonly #need: Need;
  readonly #work: Work;
  #found: readonly Option[] | null = null;
  #limit = 0;
  #isFirstEnough = false;

  constructor(question: ChoiceQuestion, work: Work) {
    this.#question = question;
    this.#need = {
      facts: question.facts,
      mostOptions: question.mostOptions,
      budgets: question.budgets.map(({ most, scale }) => most / scale),
    };
    this.#work = work;
  }

  /** The cheapest choice within a limit; null where there is none, or the work did not suffice. */
  cheapest(options: readonly Option[], limit: number): readonly Option[] | null {
    return this.#search(options, limit, false);
  }

  /** Any choice among some options that costs no more than a limit. */
  any(options: readonly Option[], limit: number): readonly Option[] | null {
    return this.#search(options, limit, true);
  }

  /** What every choice among some options costs at least; 0 where the work did not suffice. */
  atLeast(options: readonly Option[]): number {
    const linear = this.#linearChoice(this.#columnsOf(options));
    return linear === null ? 0 : this.#leastPrice(linear);
  }

  /** The options, of some, that may be in a choice that costs no more than a limit. */
  possible(options: readonly Option[], limit: number): readonly Option[] {
    const columns = this.#columnsOf(options);
    const linear = this.#linearChoice(columns);
    return linear === null ? options : this.#within(columns, linear, limit).map(({ option }) => option);
  }

  #search(options: readonly Option[], limit: number, isFirstEnough: boolean): readonly Option[] | null {
    this.#found = null;
    this.#limit = limit;
    this.#isFirstEnough = isFirstEnough;
    this.#explore(this.#columnsOf(options));
    return this.#found;
  }

  #columnsOf(options: readonly Option[]): PricedColumn[] {
    const { of, scale, budgets } = this.#question;
    return options.map((option) => ({
      option,
      facts: option.facts,
      price: of(option) / scale,
      uses: budgets.map((budget) => budget.of(option) / budget.scale),
    }));
  }

  #explore(columns: readonly PricedColumn[]): void {
    const linear = this.#linearChoice(columns);
    if (linear === null || this.#leastPrice(linear) > this.#limit) return;
    const pair = pairInPart(columns, linear.shares);
    if (pair === null) {
      const whole = columns.filter((_, at) => (linear.shares[at] as number) > 0.5);
      this.#arrive(whole, this.#leastPrice(linear));
      return;
    }
    const [one, other] = pair;
    const possible = this.#within(columns, linear, this.#limit);
    const together = possible.filter(({ facts }) => facts.includes(one) === facts.includes(other));
    const apart = possible.filter(({ facts }) => !facts.includes(one) || !facts.includes(other));
    // Stop: neither half is smaller, so recursion would not end.
    if (Math.max(together.length, apart.length) === columns.length) {
      this.#work.end();
      return;
    }
    this.#explore(together);
    if (this.#found !== null && this.#isFirstEnough) return;
    this.#explore(apart);
  }

  #linearChoice(columns: readonly PricedColumn[]): LinearChoice | null {
    if (this.#work.isSpent) return null;
    const linear = linearChoice(this.#need, columns, this.#work.left);
    if (linear === null) this.#work.end();
    else this.#work.spend(linear.steps);
    return linear;
  }

  #leastPrice({ bound }: LinearChoice): number {
    return Math.ceil((bound - NEGLIGIBLE) * this.#question.scale);
  }

  /** The options that the bound leaves room for. */
  #within(columns: readonly PricedColumn[], { bound, beyond }: LinearChoice, limit: number): PricedColumn[] {
    const room = limit / this.#question.scale + NEGLIGIBLE - bound;
    return columns.filter((_, at) => (beyond[at] as number) <= room);
  }

  /** @param atLeast no choice among the columns looked at costs less */
  #arrive(columns: readonly PricedColumn[], atLeast: number): void {
    const options = columns.map(({ option }) => option);
    const costOf = (numberOf: (option: Option) => number) =>
      options.reduce((sum, option) => sum + numberOf(option), 0);
    const price = costOf(this.#question.of);
    const isWhole = costOf(({ facts }) => facts.length) === this.#question.facts;
    const isWithin = this.#question.budgets.every(({ of, most }) => costOf(of) <= most);
    const isFound = isWhole && isWithin && price <= this.#limit;
    if (isFound) {
      this.#found = options;
      this.#limit = price - 1;
    }
    // Rounding took something in part for something whole, or hides a cheaper choice.
    if (!isFound || (price > atLeast && !this.#isFirstEnough)) this.#work.end();
  }
}

/** Two facts of which the choice says least whether they are explained together; null where all is whole. */
function pairInPart(
  columns: readonly PricedColumn[],
  shares: Float64Array,
): readonly [number, number] | null {
  const together = new Map<number, number>();
  for (const [at, share] of shares.entries()) {
    if (share < IN_PART || share > 1 - IN_PART) continue;
    const { facts } = columns[at] as PricedColumn;
    for (const [place, one] of facts.entries())
      for (const other of facts.slice(place + 1)) {
        const pair = one * PAIRED + other;
        together.set(pair, (together.get(pair) ?? 0) + share);
      }
  }
  let nearest = 0.5 - IN_PART;
  let best: number | null = null;
  for (const [pair, share] of together) {
    const fromHalf = Math.abs(share - 0.5);
    if (fromHalf >= nearest) continue;
    nearest = fromHalf;
    best = pair;
  }
  return best === null ? null : [Math.floor(best / PAIRED), best % PAIRED];
}

/** More than a part that is searched has facts. */
const PAIRED = 1000;

export interface EventChoice {
  /** In no order. */
  readonly events: readonly PossibleEvent[];
  /** Whether no other choice has as few events, as few singles and as many suggested payments. */
  readonly unique: boolean;
  /** No choice has fewer events. */
  readonly atLeast: number;
  /** Whether the search came to its end. */
  readonly complete: boolean;
}

/** The only event of a part, as most parts have one; null where there is something to search. */
export function onlyChoice({ facts, events }: FactPart): EventChoice | null {
  const isOne = events.length === 1 && events[0]?.facts.length === facts.length;
  return isOne ? { events, unique: true, atLeast: 1, complete: true } : null;
}

/**
 * Chooses the events that explain each fact of a part once: the fewest events, then the fewest singles, then
 * the most suggested payments, then the smallest spans, then the lowest ids.
 *
 * @param work what may be tried; where it does not suffice, the choice is the best found
 */
export function chooseEvents(part: FactPart, work: Work): EventChoice {
  const options = optionsOf(part);
  const search = new Search(part.facts.length, options, optionsOfEvents(options, greedyChoice(part)), work);
  const atLeast = search.improve(COUNT);
  search.improve(SINGLES);
  search.improve(UNSUGGESTED);
  const isUnique = !search.hasAnother();
  if (!isUnique) {
    search.improve(SPANS);
    search.takeFirst();
  }
  return {
    events: search.found.map(({ event }) => event),
    unique: isUnique && !work.isSpent,
    atLeast: work.isSpent ? atLeast : search.found.length,
    complete: !work.isSpent,
  };
}

const COUNT: Criterion = { of: () => 1, scale: 1 };
const SINGLES: Criterion = { of: ({ event }) => (event.kind === "single" ? 1 : 0), scale: 1 };
/** As every choice explains all facts, fewest without a suggestion means most suggested payments. */
const UNSUGGESTED: Criterion = { of: ({ event, facts }) => facts.length - event.suggested, scale: 1 };
const SPANS: Criterion = { of: ({ spanMs }) => spanMs, scale: MANY_SPAN_MS };

/** Of all choices those that are best by one criterion, of these the best by the next, and one of them. */
class Search {
  readonly #facts: number;
  readonly #work: Work;
  readonly #budgets: Budget[] = [];
  /** Those that may be in a choice as good as the one found. */
  #possible: readonly Option[];
  #found: readonly Option[];

  constructor(facts: number, options: readonly Option[], quick: readonly Option[], work: Work) {
    this.#facts = facts;
    this.#possible = options;
    this.#found = quick;
    this.#work = work;
  }

  get found(): readonly Option[] {
    return this.#found;
  }

  /** Leaves only choices that have least of something. @returns no choice has less */
  improve(criterion: Criterion): number {
    const least = this.#least(criterion, this.#budgets);
    const before = sumOf(this.#found, criterion.of);
    const atLeast = least.atLeast(this.#possible);
    if (atLeast < before) this.#found = least.cheapest(this.#possible, before - 1) ?? this.#found;
    const most = sumOf(this.#found, criterion.of);
    this.#possible = least.possible(this.#possible, most);
    this.#budgets.push({ ...criterion, most });
    return atLeast;
  }

  /** Whether another choice is as good: it lacks one of the found one's options at least. */
  hasAnother(): boolean {
    let left = this.#possible;
    for (const option of this.#found) {
      // Each of the others is in every choice.
      if (left.length === this.#found.length) return false;
      if (this.#any(left.filter((other) => other !== option)) !== null) return true;
      left = beside(left, option);
    }
    return false;
  }

  /** Finds the choice whose first event has the lowest ids, then the second, and so on. */
  takeFirst(): void {
    let left = this.#possible;
    for (let at = 0; at < this.#found.length; at += 1) {
      const own = inOrder(this.#found)[at] as Option;
      const lower = left
        .filter((other) => other.facts[0] === own.facts[0] && compareIds(other.ids, own.ids) < 0)
        .toSorted((a, b) => compareIds(a.ids, b.ids));
      for (const option of lower) {
        const found = this.#any(beside(left, option));
        if (found === null) continue;
        this.#found = found;
        break;
      }
      left = beside(left, inOrder(this.#found)[at] as Option);
    }
  }

  /** Any choice among some options that is as good as the one found. */
  #any(options: readonly Option[]): readonly Option[] | null {
    const last = this.#budgets.at(-1) as Budget;
    return this.#least(last, this.#budgets.slice(0, -1)).any(options, last.most);
  }

  #least(criterion: Criterion, budgets: readonly Budget[]): LeastChoice {
    return new LeastChoice(
      { facts: this.#facts, mostOptions: this.#found.length, ...criterion, budgets },
      this.#work,
    );
  }
}

/** By the first fact of each. */
function inOrder(options: readonly Option[]): readonly Option[] {
  return options.toSorted((a, b) => (a.facts[0] as number) - (b.facts[0] as number));
}

/** The options that may be chosen beside one, and that one. */
function beside(options: readonly Option[], chosen: Option): readonly Option[] {
  return options.filter(
    (option) => option === chosen || !option.facts.some((fact) => chosen.facts.includes(fact)),
  );
}

function keyOf({ kind, facts }: PossibleEvent): string {
  return `${kind} ${facts.map(({ place }) => place).join(" ")}`;
}

function optionsOfEvents(options: readonly Option[], events: readonly PossibleEvent[]): readonly Option[] {
  const chosen = new Set(events.map(keyOf));
  return options.filter(({ event }) => chosen.has(keyOf(event)));
}

function sumOf(options: readonly Option[], numberOf: (option: Option) => number): number {
  return options.reduce((sum, option) => sum + numberOf(option), 0);
}
