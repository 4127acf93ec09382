/** All faults by name. */
import { AMOUNT_FAULTS } from "./amounts.ts";
import { CAPPED_FAULTS } from "./capped.ts";
import { CHAIN_FAULTS } from "./chain.ts";
import { ENTRY_CHANGES, TRANSACTION_CHANGES } from "./changes.ts";
import { ENTRY_FAULTS } from "./entries.ts";
import type { FaultRecipe } from "./fault.ts";
import { PAYREF_FAULTS } from "./payrefs.ts";
import { TRANSACTION_FAULTS } from "./transactions.ts";

export const FAULTS: readonly FaultRecipe[] = [
  ...CHAIN_FAULTS,
  ...ENTRY_FAULTS,
  ...PAYREF_FAULTS,
  ...AMOUNT_FAULTS,
  ...TRANSACTION_FAULTS,
  ...ENTRY_CHANGES,
  ...TRANSACTION_CHANGES,
  ...CAPPED_FAULTS,
];
