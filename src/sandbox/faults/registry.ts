/** All faults by name. */
import { AMOUNT_FAULTS } from "./amounts.ts";
import { CAPPED_FAULTS } from "./capped.ts";
import { CHAIN_FAULTS } from "./chain.ts";
import { DATE_FAULTS } from "./dates.ts";
import { ENTRY_CHANGES, TRANSACTION_CHANGES } from "./changes.ts";
import { ENTRY_FAULTS } from "./entries.ts";
import type { FaultRecipe } from "./fault.ts";
import { PAYREF_FAULTS } from "./payrefs.ts";
import { TRANSACTION_FAULTS } from "./transactions.ts";

/** What a recipe does not say. */
const USUAL = { times: 1, entries: 1, when: "history" } as const;

/** A recipe that says all of itself. */
export type KnownFault = Required<FaultRecipe>;

export const FAULTS: readonly KnownFault[] = [
  ...CHAIN_FAULTS,
  ...ENTRY_FAULTS,
  ...PAYREF_FAULTS,
  ...AMOUNT_FAULTS,
  ...TRANSACTION_FAULTS,
  ...ENTRY_CHANGES,
  ...TRANSACTION_CHANGES,
  ...CAPPED_FAULTS,
  ...DATE_FAULTS,
].map((recipe) => ({ ...USUAL, timesInAll: recipe.times ?? USUAL.times, ...recipe }));
