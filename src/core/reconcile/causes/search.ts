/**
 * The exact search of one part: the fewest events, of those the fewest singles and most suggested payments,
 * then the smallest spans, and of those choices the first by ids.
 */
import { type Option, optionsOf } from "./option.ts";
import type { PossibleEvent } from "./event.ts";
import { MANY_SPAN_MS } from "./facts.ts";
import { compareIds } from "./event-ids.ts";
import { greedyChoice } from "./greedy.ts";
import { type Budget, type Criterion, type Least, LeastChoice } from "./least-choice.ts";
import type { FactPart } from "./parts.ts";
import type { Work } from "./work.ts";

/** What explains a part. */
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
/**
 * As every choice explains all facts, the fewest facts without a suggestion are the most suggested payments.
 */
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
    if (atLeast < before) this.#found = least.cheapest(this.#possible, before - 1)?.options ?? this.#found;
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
        this.#found = found.options;
        break;
      }
      left = beside(left, inOrder(this.#found)[at] as Option);
    }
  }

  /** Any choice among some options that is as good as the one found. */
  #any(options: readonly Option[]): Least | null {
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
