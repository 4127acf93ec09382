/**
 * The heaviest weights of facts of which no option holds more than its price: the dual of choosing options, or parts of them, so that
 * each fact is explained once. Found by the simplex method.
 */

/** Something to choose: facts that it explains, what it costs, and what it uses up of a budget. */
export interface PricedOption {
  readonly facts: readonly number[];
  readonly price: number;
  readonly use: number;
}

export interface Heaviest {
  readonly facts: Float64Array;
  /** What each unit of the budget weighs: 0 or less. */
  readonly budget: number;
}

/** Above what any choice costs: the price of a fact that no option explains yet. */
const LONE_PRICE = 2 ** 40;

/**
 * Weights of facts, the heaviest that there are or near them. By what rounding makes of them, or where the steps did not suffice, they may
 * be too heavy for an option.
 *
 * @param facts how many there are
 * @param budget what a choice may use up in all
 * @param mostSteps numbers looked at
 */
export function heaviestWeights(
  facts: number,
  options: readonly PricedOption[],
  budget: number,
  mostSteps: number,
): Heaviest {
  const columns = [...options, { facts: [], price: 0, use: 1 }];
  const basis = new Basis(facts, budget);
  let from = 0;
  for (let steps = 0; steps < mostSteps;) {
    const { entering, looked } = nextColumn(columns, basis.weights, from);
    if (entering === -1) break;
    steps += looked + facts * facts;
    from = (entering + 1) % columns.length;
    basis.exchange(columns[entering] as PricedOption);
  }
  return { facts: basis.weights.slice(0, facts), budget: basis.weights[facts] as number };
}

/** So many columns are looked at before the best of them is taken. */
const LOOKED_AT_ONCE = 2000;
/** What is less than this part of a price is rounding. */
const NEGLIGIBLE = 1e-9;

/** The column whose weights are too heavy by most, among some from where the last look ended; −1 when none is. */
function nextColumn(columns: readonly PricedOption[], weights: Float64Array, from: number) {
  const budget = weights.at(-1) as number;
  let entering = -1;
  let most = 0;
  let looked = 0;
  while (looked < columns.length && (entering === -1 || looked % LOOKED_AT_ONCE !== 0)) {
    const at = (from + looked) % columns.length;
    looked += 1;
    const { facts, price, use } = columns[at] as PricedOption;
    const left = facts.reduce((rest, fact) => rest - (weights[fact] as number), price - use * budget);
    if (left >= Math.min(most, -NEGLIGIBLE * (1 + price))) continue;
    most = left;
    entering = at;
  }
  return { entering, looked };
}

/** Columns that explain each fact once in all, each in part; at first each fact alone at the lone price, and the whole budget left. */
class Basis {
  /** By row, one for each fact and the last for the budget: what it adds to the price. */
  readonly weights: Float64Array;
  /** By place and row: the inverse of the columns in the places. */
  readonly #inverse: readonly Float64Array[];
  /** By place: how much of its column is chosen. */
  readonly #chosen: Float64Array;

  constructor(facts: number, budget: number) {
    const rows = facts + 1;
    this.weights = new Float64Array(rows).fill(LONE_PRICE, 0, facts);
    this.#inverse = Array.from({ length: rows }, (_, at) => new Float64Array(rows).fill(1, at, at + 1));
    // Slightly more of each fact than of the one before, so that no two places are used up at once.
    this.#chosen = Float64Array.from({ length: rows }, (_, at) =>
      at < facts ? 1 + (at + 1) * 1e-7 : budget + 1e-4,
    );
  }

  /** Takes a column in, in the place of the one that is used up first. */
  exchange({ facts, price, use }: PricedOption): void {
    const last = this.weights.length - 1;
    const inPlaces = this.#inverse.map((row) =>
      facts.reduce((sum, fact) => sum + (row[fact] as number), (row[last] as number) * use),
    );
    const place = this.#usedUpFirst(inPlaces);
    const row = this.#inverse[place] as Float64Array;
    const left = facts.reduce(
      (rest, fact) => rest - (this.weights[fact] as number),
      price - use * (this.weights[last] as number),
    );
    scale(row, 1 / (inPlaces[place] as number));
    addTo(this.weights, row, left);
    const amount = (this.#chosen[place] as number) / (inPlaces[place] as number);
    for (const [at, factor] of inPlaces.entries()) {
      if (at === place || factor === 0) continue;
      addTo(this.#inverse[at] as Float64Array, row, -factor);
      this.#chosen[at] = Math.max(0, (this.#chosen[at] as number) - factor * amount);
    }
    this.#chosen[place] = amount;
  }

  #usedUpFirst(inPlaces: readonly number[]): number {
    const ratios = inPlaces.map((factor, at) =>
      factor > 1e-9 ? (this.#chosen[at] as number) / factor : Infinity,
    );
    return ratios.indexOf(Math.min(...ratios));
  }
}

function scale(numbers: Float64Array, factor: number): void {
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = (numbers[at] as number) * factor;
}

function addTo(numbers: Float64Array, others: Float64Array, factor: number): void {
  for (let at = 0; at < numbers.length; at += 1)
    numbers[at] = (numbers[at] as number) + factor * (others[at] as number);
}
