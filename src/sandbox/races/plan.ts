/** How many incidents of requests that crash, or come twice, a world has beside those of requests that run at once. */
import { Site } from "../faults/site.ts";
import type { Books } from "../generate/books.ts";
import type { Random } from "../generate/random.ts";
import type { Trader } from "../generate/trader.ts";
import { CRASHES } from "./crashes.ts";
import type { IncidentRecipe, WrittenIncident } from "./recipe.ts";
import { REPEATS } from "./repeats.ts";

interface PlannedIncident {
  readonly recipe: IncidentRecipe;
  /** Counts the incidents of one recipe, from 0. */
  readonly turn: number;
}

const RECIPES = [...CRASHES, ...REPEATS];

/** Two of five incidents; what runs at once makes the others. */
const SHARE = 2 / 5;

/** Chooses recipes in turn, from one drawn, so that at least half of the rows stay honest. */
export function planIncidents({ oneIn }: Trader, entries: number, random: Random): PlannedIncident[] {
  if (oneIn === null) return [];
  const from = random.below(RECIPES.length);
  const planned: PlannedIncident[] = [];
  let left = Math.floor(entries / 2);
  for (let count = 0; count < Math.floor((entries * SHARE) / oneIn); count += 1) {
    const recipe = RECIPES[(from + count) % RECIPES.length];
    if (recipe === undefined || recipe.entries > left) break;
    planned.push({ recipe, turn: Math.floor(count / RECIPES.length) });
    left -= recipe.entries;
  }
  return planned;
}

/** Rows of the wallet history that planned incidents take. */
export function rowsOfIncidents(planned: readonly PlannedIncident[]): number {
  return planned.reduce((sum, { recipe }) => sum + recipe.entries, 0);
}

/** Makes the records of planned incidents in a month; their entries are written with the month. */
export function plantIncidents(
  books: Books,
  month: number,
  planned: readonly PlannedIncident[],
  random: Random,
): WrittenIncident[] {
  return planned.map(({ recipe, turn }) => recipe.plant(new Site(books, month, turn, random)));
}
