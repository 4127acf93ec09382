/** An incident of one request or several that do not run at once, with payments of its own. */
import type { Site } from "./site.ts";
import type { PostingStep } from "./wallet.ts";
import type { Incident } from "../world.ts";

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
