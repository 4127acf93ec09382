/**
 * How much is tried of what only repeats with more data: `npm test` tries a part that has something of each kind,
 * `npm run test:exhaustive` all of it (docs/decisions/0066). Single tests of what seldom happens, or of another program, ask whether it
 * is that run (docs/decisions/0071); whole files of it stand in `test/left-out.ts`.
 */

/** Set in the environment, all is tried. */
export const EXHAUSTIVE = "TIEOUT_EXHAUSTIVE";

/** Whether all is tried: for what is only true of all, and for what `npm test` leaves out of a file. */
export const IS_EXHAUSTIVE = process.env[EXHAUSTIVE] !== undefined;

/** One in so many of cases that are alike, from the first on; all of them in the exhaustive run. */
export function someOf<T>(cases: readonly T[], oneIn: number): readonly T[] {
  return IS_EXHAUSTIVE ? cases : cases.filter((_, at) => at % oneIn === 0);
}

/** How many random cases are tried. @param few in `npm test` */
export function timesOf(few: number, all: number): number {
  return IS_EXHAUSTIVE ? all : few;
}
