/** What every act of a person on a ledger says: a row that is never changed or deleted. */
export interface HumanAct {
  /** From 1 on in the order in which acts of its kind were done: order is by this, never by clock. */
  readonly id: number;
  /** The name that was typed. */
  readonly by: string;
  /** Why, in the person's own words; '' where no rule asks for any. */
  readonly note: string;
  /** Milliseconds UTC, as the machine's clock said. */
  readonly atMs: number;
}

export type ActNote = Pick<HumanAct, "by" | "note" | "atMs">;
