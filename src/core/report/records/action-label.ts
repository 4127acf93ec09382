/** The label of an action in tables of sums, and the value that formulas compare B1's actions with. */
import { formatCount } from "../../money.ts";
import type { Cell } from "../model.ts";

/** Labels of our own, for what has no action or no line of its own. */
const NO_ACTION = "(no action)";
export const otherActions = (count: number): string => `(${formatCount(count, "other action")})`;

/** What a service could write that would read as one of those labels. */
const LIKE_OURS = /^"{0,9}\((?:no action|[\d,]{1,11} other actions?)\)"{0,9}$/u;

/**
 * @param action as its cell holds it, '' for none
 * @param cell where the label stands, for a formula
 */
export function labelOfAction(action: string, cell: string): { readonly label: Cell; readonly like: string } {
  if (action === "") return { label: { value: NO_ACTION, tone: "quiet" }, like: '""' };
  if (LIKE_OURS.test(action)) return { label: `"${action}"`, like: `MID(${cell},2,LEN(${cell})-2)` };
  return { label: action, like: cell };
}
