import { BREAK_RULES } from "../../../core/reconcile/rules.ts";

/** The exceptions whose differences a roll-forward carries, as a filter of the queue. */
export const BREAK_FILTER = `rule=${[...BREAK_RULES].join(",")}`;
