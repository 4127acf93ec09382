/** A planted fault: records that are wrong in one way, apart from all others, and the expected findings. */
import type { PostingStep } from "./wallet.ts";
import type { Site, DatedFinding } from "./site.ts";
import type { Incident } from "../world.ts";

export interface FaultRecipe {
  /** Its word in a plan. */
  readonly word: string;
  /** How often the default plan plants it, once unless said; 0 where only a plan of its own does. */
  readonly times?: number;
  /** How often `all` plants it, as often as the default plan unless said. */
  readonly timesInAll?: number;
  /** Rows it adds to the wallet history, one unless said. */
  readonly entries?: number;
  /**
   * When it is planted: in some month of the history, most in the last; in the last only; before the oldest
   * entry; or in every last month, to show a month later. In the history unless said.
   */
  readonly when?: "history" | "last" | "first" | "later";
  readonly plant: (site: Site) => Scenario;
}

/** A fault being planted. Its description and findings are requested once its records have ids. */
export interface Scenario {
  /** Absent where it writes no entry. */
  readonly steps?: readonly PostingStep[];
  readonly tell: () => string;
  /** Absent where it raises none. */
  readonly findings?: () => readonly DatedFinding[];
  /** What becomes of it a month later, at a site of that month; absent where it stays as it is. */
  readonly next?: (site: Site) => Scenario;
}

export interface IncidentRecipe {
  /** Rows that it adds to the wallet history. */
  readonly entries: number;
  readonly plant: (site: Site) => WrittenIncident;
}

export interface WrittenIncident {
  readonly steps: readonly PostingStep[];
  /** What happened, once its records have ids. */
  readonly incident: () => Incident;
}
