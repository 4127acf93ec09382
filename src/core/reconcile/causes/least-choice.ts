/**
 * Whole options that explain each fact once at the lowest price: the linear choice, split in two wherever it
 * takes options in part.
 */
import type { Option } from "./option.ts";
import { type LinearChoice, type Need, type Priced, linearChoice } from "./linear-choice.ts";
import type { Work } from "./work.ts";

/** Something to have least of. */
export interface Criterion {
  /** How much of it an option has: an integer, not below 0. */
  readonly of: (option: Option) => number;
  /** About the most that one has. */
  readonly scale: number;
}

/** Something to have no more of. */
export interface Budget extends Criterion {
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

export interface Least {
  readonly options: readonly Option[];
  readonly price: number;
}

/** What is less than this part of a price is rounding. */
const NEGLIGIBLE = 3e-10;
/** What is nearer to nothing or to the whole than this is that. */
const IN_PART = 1e-3;

interface PricedColumn extends Priced {
  readonly option: Option;
}

/** Asks one question about any of its options. */
export class LeastChoice {
  readonly #question: ChoiceQuestion;
  readonly #need: Need;
  readonly #work: Work;
  #found: Least | null = null;
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

  /**
   * The cheapest choice among some options that costs no more than a limit; null where there is none, or the
   * work did not suffice.
   */
  cheapest(options: readonly Option[], limit: number): Least | null {
    return this.#search(options, limit, false);
  }

  /** Any choice among some options that costs no more than a limit. */
  any(options: readonly Option[], limit: number): Least | null {
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

  #search(options: readonly Option[], limit: number, isFirstEnough: boolean): Least | null {
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
    const sumOf = (numberOf: (option: Option) => number) =>
      options.reduce((sum, option) => sum + numberOf(option), 0);
    const price = sumOf(this.#question.of);
    const isWhole = sumOf(({ facts }) => facts.length) === this.#question.facts;
    const isWithin = this.#question.budgets.every(({ of, most }) => sumOf(of) <= most);
    const isFound = isWhole && isWithin && price <= this.#limit;
    if (isFound) {
      this.#found = { options, price };
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
