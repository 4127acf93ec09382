/**
 * How much is tried of what only repeats with more data. `npm test` tries a part that has something of each kind,
 * `npm run test:exhaustive` all of it. No rule is guarded by the exhaustive run alone: what is left to it is the same assertion about
 * other data (docs/decisions/0066).
 */

/** Set in the environment, all is tried. */
export const EXHAUSTIVE = "TIEOUT_EXHAUSTIVE";

/** Whether all is tried: for what is only true of all. */
export const IS_EXHAUSTIVE = process.env[EXHAUSTIVE] !== undefined;

/** One in so many of cases that are alike, from the first on; all of them in the exhaustive run. */
export function someOf<T>(cases: readonly T[], oneIn: number): readonly T[] {
  return IS_EXHAUSTIVE ? cases : cases.filter((_, at) => at % oneIn === 0);
}

/** How many random cases are tried. @param few in `npm test` */
export function timesOf(few: number, all: number): number {
  return IS_EXHAUSTIVE ? all : few;
}
