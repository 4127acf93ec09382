/** A planted fault: records that are wrong in one way, apart from all others, and the expected findings. */
import type { Posting, PostingStep } from "./wallet.ts";
import type { Site, DatedFinding } from "./site.ts";
import type { Payment } from "./transaction.ts";
import type { Incident, PlantedFinding } from "../world.ts";

export interface FaultRecipe {
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

/** A fault by its word, with what is not as unless said. */
export function planted(
  word: string,
  says: Omit<FaultRecipe, "word" | "plant">,
  plant: FaultRecipe["plant"],
): FaultRecipe {
  return { word, ...says, plant };
}

/** A fault with one entry, told after its walletID, and one finding on that; its word is the rule's unless it says another. */
export function wrongEntry(
  rule: PlantedFinding["rule"],
  severity: PlantedFinding["severity"],
  { word = rule, ...says }: Partial<FaultRecipe>,
  plant: (site: Site) => {
    readonly posted: Posting;
    readonly told: () => string;
    readonly facts?: Parameters<Site["onEntry"]>[3];
  },
): FaultRecipe {
  return planted(word, says, (site) => {
    const { posted, told, facts } = plant(site);
    return {
      steps: [site.step(posted)],
      tell: () => `walletID ${posted.walletID} ${told()}`,
      findings: () => [site.onEntry(posted, rule, severity, facts)],
    };
  });
}

/** As `wrongEntry`, of a payment that is wrong by itself; all that is `due` of it, else charged, is entered. */
export function wrongPayment(
  rule: PlantedFinding["rule"],
  severity: PlantedFinding["severity"],
  { word = rule, ...says }: Partial<FaultRecipe>,
  plant: (site: Site) => {
    readonly payment: Payment;
    readonly due?: number;
    readonly told: string;
    readonly facts?: Parameters<Site["onPayment"]>[3];
  },
): FaultRecipe {
  return planted(word, says, (site) => {
    const { payment, due = payment.charged, told, facts } = plant(site);
    return {
      steps: [site.step(site.post(payment, due))],
      tell: () => `payID ${payment.payID} ${told}`,
      findings: () => [site.onPayment(payment, rule, severity, facts)],
    };
  });
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
