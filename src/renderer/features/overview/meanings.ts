/** What each number of the Overview is, in a sentence or two. */
import { TRANSACTIONS_OF_PERIOD } from "../../../core/words/month.ts";

export const MEANINGS = {
  rollForward:
    "Opening plus inflows less outflows plus break differences is the closing. Each check makes sure of that, wallet by wallet.",
  opening:
    "The balance stated at the last entry before the period. Without one, the first balance less its movement.",
  inflows: "The sum of the movements that raise the balance.",
  outflows: "The sum of the movements that lower the balance.",
  breaks:
    "Stated balance less expected balance, added up over balances that do not follow, unapproved entries that are not in the balance yet, and gaps between pulls. In brackets: how many rows.",
  closing: "The balance stated at the last entry of the period. Without one, that before it.",
  records:
    "Entries of the period: one dated earlier than those before it counts with them. " +
    `Transactions ${TRANSACTIONS_OF_PERIOD}.`,
  breakDifference: "What the row states less what follows from the row before and its own movement.",
  balance: "The balance as the service states it after each entry. Breaks are marked where they begin.",
} as const;
