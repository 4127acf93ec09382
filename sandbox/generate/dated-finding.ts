/** The findings that a planted fault is to raise, and when. */
import type { PlantedFinding } from "../world.ts";

/** A finding and the months whose check raises it. */
export interface DatedFinding {
  readonly finding: PlantedFinding;
  /** Counted from the world's first. */
  readonly month: number;
  /** Stays in every later month. */
  readonly outstanding: boolean;
  /** Instead of it in a check of the whole history that was pulled after the cut-off. */
  readonly later?: PlantedFinding;
}
