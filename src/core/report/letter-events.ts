/** What a letter asks about once: the causes of a check, and changes that run through the rows of a wallet. */
import type { Cause } from "../reconcile/input/cause.ts";
import { instantIn } from "../reconcile/input/field-words.ts";
import type { FieldChange, Finding } from "../reconcile/input/findings.ts";
import type { CheckResult } from "../reconcile/input/result.ts";

/** What may change with the row before: amounts are each row's own. */
const CARRIED: ReadonlySet<string> = new Set(["balance", "dateCreated", "datePaid"]);

/** The causes, and each change that rows share: balances counted anew by one amount from a row on, or times moved by one span. */
export function askedEvents({
  causes,
  findings,
}: Pick<CheckResult, "causes" | "findings">): readonly Cause[] {
  const runs: Finding[][] = [];
  for (const finding of findings.filter(({ rule }) => rule === "entry-changed")) {
    const run = runs.at(-1);
    if (run !== undefined && isCarried(finding, run.at(-1) as Finding)) run.push(finding);
    else runs.push([finding]);
  }
  const shared = runs.filter(({ length }) => length > 1);
  return [...causes.items, ...shared.map(eventOf)];
}

/** Whether all that changed in a row, numbers or times, changed by as much in the row before. */
function isCarried({ userID, changes = [] }: Finding, before: Finding): boolean {
  return changes.every((change) => {
    const same = before.changes?.find(({ field }) => field === change.field);
    const isShift = CARRIED.has(change.field) && same !== undefined && shiftOf(change) === shiftOf(same);
    return isShift && userID === before.userID;
  });
}

function shiftOf({ field, before, after }: FieldChange): number {
  return Number(instantIn(field, after) ?? after) - Number(instantIn(field, before) ?? before);
}

function eventOf(findings: readonly Finding[]): Cause {
  return {
    kind: "single",
    walletIDs: findings.flatMap(({ walletID }) => walletID ?? []),
    payIDs: [],
    amount: findings.reduce((most, { atStake }) => Math.max(most, atStake), 0),
    unique: true,
    findings: findings.map(({ fingerprint }) => fingerprint),
  };
}
