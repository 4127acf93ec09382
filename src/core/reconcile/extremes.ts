/** The earliest and the latest of a column of times. */
import { oncePer } from "../work/once-per.ts";

/** Milliseconds UTC. */
export interface Extremes {
  /** Infinity where the column has no time. */
  readonly firstMs: number;
  /** −Infinity where the column has no time. */
  readonly lastMs: number;
}

/** Of those that are not NaN, found once for each column. By a loop: a million numbers are no arguments. */
export const extremesIn = oncePer((times: Float64Array): Extremes => {
  let [firstMs, lastMs] = [Infinity, -Infinity];
  for (let row = 0; row < times.length; row += 1) {
    const atMs = times[row] as number;
    if (atMs < firstMs) firstMs = atMs;
    if (atMs > lastMs) lastMs = atMs;
  }
  return { firstMs, lastMs };
});
