/** An entry while its world is generated, and the steps in which entries reach the wallet. */
import type { WorldEntry } from "../world.ts";
import type { Payment } from "./payment.ts";

export interface Posting {
  /** Cash is a withdrawal or a top-up, by the sign of its movement. */
  readonly kind: "payment" | "cash" | "bonus";
  /** What the entry is tied to; null without one. */
  readonly payment: Payment | null;
  readonly businessID: number;
  /** + raises the balance. Where it hangs on the balance before, it is asked for when the entry is made. */
  readonly movement: number | ((balance: number) => number);
  /** The entry's id, once it is written. */
  walletID: number;
  /** Where the entry is among the world's entries, −1 until it is written. */
  index: number;
  /** What is wrong with it, if anything, on a planted one; absent in honest trade. */
  readonly twist?: Twist;
}

export interface Twist {
  /** Its walletID is used up and its movement reaches the balance, but no entry shows it. */
  readonly lost?: true;
  /** Added to the balance beside the movement, for good. */
  readonly shift?: number;
  /** Added to the balance that is stated, on this entry only. */
  readonly misstated?: number;
  /** dateCreated, milliseconds UTC, instead of the time it is written at. */
  readonly datedAtMs?: number;
  /** An entry of another user, alone in a wallet of its own. */
  readonly foreignUserID?: number;
  /** Changes fields that no balance hangs on. */
  readonly alter?: (entry: WorldEntry) => WorldEntry;
  /** A second copy of the entry, listed beside it. */
  readonly copy?: (entry: WorldEntry) => WorldEntry;
}

/** Entries that follow each other directly. */
export interface PostingStep {
  /** Milliseconds UTC. */
  readonly atMs: number;
  readonly postings: readonly Posting[];
}

export function posting(
  kind: Posting["kind"],
  payment: Payment | null,
  businessID: number,
  movement: Posting["movement"],
  twist?: Twist,
): Posting {
  return {
    kind,
    payment,
    businessID,
    movement,
    walletID: 0,
    index: -1,
    ...(twist === undefined ? {} : { twist }),
  };
}
