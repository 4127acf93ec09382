/** What a match by hand would come to, and which records may belong to it, ranked. */

/** The arithmetic of a match. Amounts in the service's unit, signed: + raises the balance. */
export interface MatchSums {
  /** Σ movements of the chosen entries. */
  readonly chosen: number;
  /** Σ movements of the other entries that carry the payref of a chosen transaction: they settle it, too. */
  readonly already: number;
  /** chosen + already. */
  readonly net: number;
  /** Σ expected movements of the chosen transactions that are paid and not deleted; null where one is not judged. */
  readonly expected: number | null;
  /** net − expected; null where the expected is. */
  readonly difference: number | null;
}
