/** What a match by hand can begin from. */
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import type { RuleId } from "../../../core/reconcile/input/rules.ts";
import type { RecordIds } from "../../../core/reconcile/input/input.ts";

/** Rules that say that one side of a payment is missing, or that the sides do not agree. */
const OPEN_SIDES: ReadonlySet<RuleId> = new Set([
  "orphan-payref",
  "paid-without-entry",
  "in-transit",
  "amount-mismatch",
]);

/** The record of a finding that a match by hand may explain; null where none can. */
export function startOf({
  rule,
  walletID,
  payID,
}: Pick<Finding, "rule" | "walletID" | "payID">): RecordIds | null {
  if (!OPEN_SIDES.has(rule)) return null;
  if (walletID !== null) return { walletIDs: [walletID], payIDs: [] };
  return payID === null ? null : { walletIDs: [], payIDs: [payID] };
}
