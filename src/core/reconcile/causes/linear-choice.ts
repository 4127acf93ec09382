/**
 * Choosing options, or parts of them, so that each fact is explained once, at the lowest price: the linear
 * programme beneath the search, by the simplex method. Its dual bounds what whole options cost.
 */

export interface Priced {
  /** Facts that it explains, ascending. */
  readonly facts: readonly number[];
  /** 0 to about 1. */
  readonly price: number;
  /** What it uses up of each budget. */
  readonly uses: readonly number[];
}

/** What a choice explains and may use up. */
export interface Need {
  readonly facts: number;
  /** No choice that is looked for has more options. */
  readonly mostOptions: number;
  readonly budgets: readonly number[];
}

export interface LinearChoice {
  /** By option: how much of it is chosen, 0 to 1. */
  readonly shares: Float64Array;
  /** No choice of whole options has a lower price; far above all prices where there is none. */
  readonly bound: number;
  /** By option: how much more than the bound a choice with it costs at least. */
  readonly beyond: Float64Array;
  /** Numbers that were looked at. */
  readonly steps: number;
}

/** Above what any choice costs: the price of a fact that no option explains. */
const LONE_PRICE = 1e4;
/** What is less than this is rounding. */
const NEGLIGIBLE = 1e-9;
/** The same once no fact is without an option, which leaves larger numbers behind. */
const EXACT = 1e-12;
/** A column is exchanged by no smaller part of another: dividing by that makes rounding large. */
const LEAST_FACTOR = 1e-7;
/** For each row so many exchanges and no more; a few are usual. */
const MOST_EXCHANGES = 20;
/** So many options are looked at before the best of them is taken. */
const LOOKED_AT_ONCE = 2000;

/** The cheapest choice in part. @returns null where `mostSteps` numbers did not suffice */
export function linearChoice(need: Need, options: readonly Priced[], mostSteps: number): LinearChoice | null {
  const columns = [...options, ...need.budgets.map((_, of) => unusedOf(of, need.budgets.length))];
  const basis = new Basis(need, columns);
  let steps = 0;
  for (const negligible of [NEGLIGIBLE, EXACT]) {
    let from = 0;
    // What rounding sends round in circles ends, too: whatever the weights are, they bound.
    for (let exchanges = 0; exchanges < MOST_EXCHANGES * basis.weights.length; exchanges += 1) {
      const { entering, looked } = basis.next(from, negligible);
      steps += looked;
      if (entering === -1) break;
      from = (entering + 1) % columns.length;
      steps += basis.exchange(entering);
      if (steps > mostSteps) return null;
    }
    basis.clean();
  }
  const { weights } = basis;
  // Rounding aside no budget weighs more than nothing.
  for (let row = need.facts; row < weights.length; row += 1)
    weights[row] = Math.min(0, weights[row] as number);
  const beyond = Float64Array.from(options, (option) => leftOf(option, weights, need.facts));
  // Rounding made options too cheap by so much.
  const tooCheap = beyond.reduce((most, left) => Math.max(most, -left), 0);
  const bound = weights.reduce(
    (sum, weight, row) => sum + weight * (row < need.facts ? 1 : (need.budgets[row - need.facts] as number)),
    -tooCheap * need.mostOptions,
  );
  return { shares: basis.shares().subarray(0, options.length), bound, beyond, steps };
}

/** What is left of a budget, as a column. */
function unusedOf(of: number, budgets: number): Priced {
  return { facts: [], price: 0, uses: Array.from({ length: budgets }, (_, at) => (at === of ? 1 : 0)) };
}

/** What an option costs beyond what its facts and uses weigh. */
function leftOf({ facts, price, uses }: Priced, weights: Float64Array, firstBudget: number): number {
  let left = price;
  for (const fact of facts) left -= weights[fact] as number;
  for (let at = 0; at < uses.length; at += 1)
    left -= (uses[at] as number) * (weights[firstBudget + at] as number);
  return left;
}

/** Columns that in parts explain each fact once in all; at first each fact alone, and all budgets left. */
class Basis {
  /** By row, one for each fact and then for each budget: what it adds to the price. */
  readonly weights: Float64Array;
  readonly #facts: number;
  readonly #options: readonly Priced[];
  /** By place and row: the inverse of the columns in the places. */
  readonly #inverse: readonly Float64Array[];
  /** By place: how much of its column is chosen. */
  readonly #chosen: Float64Array;
  /** By place: the number of its option; −1 where there is none yet. */
  readonly #places: Int32Array;
  /** By option: whether it is in a place. */
  readonly #isIn: Uint8Array;

  constructor({ facts, budgets }: Need, options: readonly Priced[]) {
    const rows = facts + budgets.length;
    this.#facts = facts;
    this.#options = options;
    this.weights = new Float64Array(rows).fill(LONE_PRICE, 0, facts);
    this.#inverse = Array.from({ length: rows }, (_, at) => new Float64Array(rows).fill(1, at, at + 1));
    this.#places = new Int32Array(rows).fill(-1);
    this.#isIn = new Uint8Array(options.length);
    // Slightly less of each fact, each by another part, so that no two places are used up at once and no
    // budget is too small.
    this.#chosen = Float64Array.from({ length: rows }, (_, at) =>
      at < facts ? 1 - 1e-12 * (1 + ((at * 0.618) % 1)) : (budgets[at - facts] as number),
    );
  }

  /** The option whose facts are too heavy by most, from where the last look ended; −1: none. */
  next(from: number, negligible: number): { readonly entering: number; readonly looked: number } {
    const { length } = this.#options;
    let entering = -1;
    let most = -negligible;
    let looked = 0;
    while (looked < length && (entering === -1 || looked % LOOKED_AT_ONCE !== 0)) {
      const at = (from + looked) % length;
      looked += 1;
      if (this.#isIn[at] === 1) continue;
      const left = leftOf(this.#options[at] as Priced, this.weights, this.#facts);
      if (left >= most) continue;
      most = left;
      entering = at;
    }
    return { entering, looked };
  }

  /** Takes an option in, in the place of what is used up first. @returns numbers looked at */
  exchange(entering: number): number {
    const option = this.#options[entering] as Priced;
    const inPlaces = this.#inverse.map((row) => this.#sumOf(row, option));
    const place = this.#usedUpFirst(inPlaces);
    if (place === -1) return Infinity;
    const factor = inPlaces[place] as number;
    const row = this.#inverse[place] as Float64Array;
    const left = leftOf(option, this.weights, this.#facts);
    for (let at = 0; at < row.length; at += 1) row[at] = (row[at] as number) / factor;
    addTo(this.weights, row, left);
    const amount = (this.#chosen[place] as number) / factor;
    for (const [at, share] of inPlaces.entries()) {
      if (at === place || share === 0) continue;
      addTo(this.#inverse[at] as Float64Array, row, -share);
      this.#chosen[at] = Math.max(0, (this.#chosen[at] as number) - share * amount);
    }
    this.#chosen[place] = amount;
    const before = this.#places[place] as number;
    if (before !== -1) this.#isIn[before] = 0;
    this.#isIn[entering] = 1;
    this.#places[place] = entering;
    return row.length * row.length;
  }

  /** Works the weights out anew from the columns in their places, without what rounding left behind. */
  clean(): void {
    const rows = this.weights.length;
    const equations = Array.from(this.#places, (number, place) => {
      const equation = new Float64Array(rows + 1);
      const option = this.#options[number];
      if (option === undefined) {
        equation[place] = 1;
        equation[rows] = place < this.#facts ? LONE_PRICE : 0;
        return equation;
      }
      for (const fact of option.facts) equation[fact] = 1;
      for (const [at, use] of option.uses.entries()) equation[this.#facts + at] = use;
      equation[rows] = option.price;
      return equation;
    });
    this.weights.set(solved(equations));
  }

  shares(): Float64Array {
    const shares = new Float64Array(this.#options.length);
    for (const [place, number] of this.#places.entries())
      if (number !== -1) shares[number] = this.#chosen[place] as number;
    return shares;
  }

  #sumOf(row: Float64Array, { facts, uses }: Priced): number {
    let sum = 0;
    for (const fact of facts) sum += row[fact] as number;
    for (let at = 0; at < uses.length; at += 1)
      sum += (row[this.#facts + at] as number) * (uses[at] as number);
    return sum;
  }

  #usedUpFirst(inPlaces: readonly number[]): number {
    let first = -1;
    let least = Infinity;
    for (const [place, factor] of inPlaces.entries()) {
      if (factor <= LEAST_FACTOR) continue;
      const ratio = (this.#chosen[place] as number) / factor;
      if (ratio >= least) continue;
      least = ratio;
      first = place;
    }
    return first;
  }
}

function addTo(numbers: Float64Array, others: Float64Array, factor: number): void {
  for (let at = 0; at < numbers.length; at += 1)
    numbers[at] = (numbers[at] as number) + factor * (others[at] as number);
}

/** What solves linear equations, each with its result last: elimination by the largest factors. */
function solved(equations: Float64Array[]): Float64Array {
  const count = equations.length;
  for (let at = 0; at < count; at += 1) {
    let largest = at;
    for (let row = at + 1; row < count; row += 1)
      if (Math.abs(equations[row]?.[at] ?? 0) > Math.abs(equations[largest]?.[at] ?? 0)) largest = row;
    const by = equations[largest] as Float64Array;
    equations[largest] = equations[at] as Float64Array;
    equations[at] = by;
    for (let row = at + 1; row < count; row += 1) {
      const other = equations[row] as Float64Array;
      const factor = (other[at] as number) / (by[at] as number);
      if (factor === 0) continue;
      for (let column = at; column <= count; column += 1)
        other[column] = (other[column] as number) - factor * (by[column] as number);
    }
  }
  const solution = new Float64Array(count);
  for (let at = count - 1; at >= 0; at -= 1) {
    const own = equations[at] as Float64Array;
    let left = own[count] as number;
    for (let column = at + 1; column < count; column += 1)
      left -= (own[column] as number) * (solution[column] as number);
    solution[at] = left / (own[at] as number);
  }
  return solution;
}
