/** Which earlier pulls should have brought an entry that came late. */

/** A pull, as far as it says which entries it reached. */
export interface PullReach {
  readonly id: number;
  /** Milliseconds UTC. */
  readonly startedAtMs: number;
  /** Milliseconds UTC; null for files. */
  readonly finishedAtMs: number | null;
  /** Entries received; null when it had no wallet history. */
  readonly entries: number | null;
  readonly lowestWalletID: number | null;
  readonly highestWalletID: number | null;
}

interface Reach {
  readonly lowest: number;
  readonly highest: number;
  /** Entries created before this it should have had where it reaches down to them, milliseconds UTC. */
  readonly seenUpToMs: number;
}

export class EarlierPulls {
  readonly #reaches: Reach[] = [];
  #lowest = Infinity;
  #highest = -Infinity;
  #seenUpToMs = -Infinity;

  /**
   * Adds the next pull.
   *
   * @param latestAtMs the latest dateCreated among all entries that it and those before it brought,
   *   milliseconds UTC: a pull that had an entry had all older ones. A time after its own start proves
   *   nothing.
   */
  add(pull: PullReach, latestAtMs: number): void {
    if (pull.entries === null) return;
    const reach = {
      // An empty history says that there is nothing at all.
      lowest: pull.lowestWalletID ?? -Infinity,
      highest: pull.highestWalletID ?? -Infinity,
      seenUpToMs: Math.min(pull.startedAtMs, latestAtMs),
    };
    this.#reaches.push(reach);
    this.#lowest = Math.min(this.#lowest, reach.lowest);
    this.#highest = Math.max(this.#highest, reach.highest);
    this.#seenUpToMs = Math.max(this.#seenUpToMs, reach.seenUpToMs);
  }

  /**
   * Beyond these none of them should have had an entry: one below `lowest`, or one above `highest` created
   * from `seenUpToMs` on.
   */
  get bounds(): { readonly lowest: number; readonly highest: number; readonly seenUpToMs: number } {
    return { lowest: this.#lowest, highest: this.#highest, seenUpToMs: this.#seenUpToMs };
  }

  /**
   * Whether one of them should have had an entry: it is in its range, or newer by number and dated before.
   */
  shouldHave(walletID: number, dateCreatedAtMs: number): boolean {
    if (walletID < this.#lowest) return false;
    if (walletID > this.#highest && dateCreatedAtMs >= this.#seenUpToMs) return false;
    return this.#reaches.some(
      ({ lowest, highest, seenUpToMs }) =>
        lowest <= walletID && (walletID <= highest || dateCreatedAtMs < seenUpToMs),
    );
  }
}
