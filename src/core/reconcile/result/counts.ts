/**
 * The counts of a check: records of its period, findings by rule and severity, entries without a payref by
 * action.
 */
import { compareBytes } from "../../text/text.ts";
import type { Finding } from "./findings.ts";
import { NO_PAYREF, NO_TEXT } from "../input.ts";
import type { Matches } from "../payrefs/match.ts";
import type { Membership } from "../period.ts";
import type { CheckResult } from "./result.ts";
import { RULES, type RuleId } from "../rules.ts";
import type { CheckState } from "../check-state.ts";

export function countFindings(
  state: CheckState,
  matches: Matches,
  members: Membership,
  findings: readonly Finding[],
): CheckResult["counts"] {
  const byRule = Object.fromEntries(RULES.map(({ id }) => [id, 0])) as Record<RuleId, number>;
  const bySeverity = { error: 0, warning: 0, info: 0 };
  for (const { rule, severity } of findings) {
    byRule[rule] += 1;
    bySeverity[severity] += 1;
  }
  return {
    entries: countOnes(members.entries),
    transactions: countOnes(members.transactions),
    findings: byRule,
    bySeverity,
    noPayref: countNoPayref(state, matches, members),
  };
}

function countOnes(flags: Uint8Array): number {
  let sum = 0;
  for (let row = 0; row < flags.length; row += 1) sum += flags[row] as number;
  return sum;
}

function countNoPayref(
  { input: { entries, labels } }: CheckState,
  { ties }: Matches,
  members: Membership,
): Record<string, number> {
  const byAction = new Map<number, number>();
  for (let row = 0; row < entries.length; row += 1) {
    if (members.entries[row] === 0 || ties.ofEntry[row] !== NO_PAYREF) continue;
    const action = entries.action[row] as number;
    byAction.set(action, (byAction.get(action) ?? 0) + 1);
  }
  // null and '' are one action, and so are counted together.
  const named = new Map<string, number>();
  for (const [id, count] of byAction) {
    const name = id === NO_TEXT ? "" : labels.at(id);
    named.set(name, (named.get(name) ?? 0) + count);
  }
  return Object.fromEntries([...named].toSorted(([a], [b]) => compareBytes(a, b)));
}
