/** The exceptions whose differences a roll-forward carries, as a filter of the queue. */
export const BREAK_RULES = "rule=chain-break,pending-entry,history-gap";
