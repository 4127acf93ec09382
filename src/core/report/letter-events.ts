/** What a letter asks about once: the causes of a check, and changes that run through the rows of a wallet. */
import type { Cause } from "../reconcile/input/cause.ts";
import { sameWallet } from "../reconcile/input/chains.ts";
import { instantIn } from "../reconcile/input/field-words.ts";
import type { FieldChange, Finding } from "../reconcile/input/findings.ts";
import type { CheckInput } from "../reconcile/input/input.ts";
import type { CheckResult } from "../reconcile/input/result.ts";

/** What may change with the row before: amounts are each row's own. */
const CARRIED: ReadonlySet<string> = new Set(["balance", "dateCreated", "datePaid"]);

/**
 * The causes, and each change that neighbours in a wallet share: balances counted anew by one amount from a row on, or times moved by
 * one span, between the same two pulls. A row that changed more than once shares nothing.
 */
export function askedEvents(
  { entries, history }: Pick<CheckInput, "entries" | "history">,
  { causes, findings, entryOutcomes, chainScope }: CheckResult,
): readonly Cause[] {
  const versions = Map.groupBy(history.entryVersions, ({ after }) => after.walletID);
  const pullsOf = ({ walletID }: Finding) => versions.get(walletID as number)?.[0]?.pulls.join();
  const changed = new Map(
    findings
      .filter(
        ({ rule, walletID }) => rule === "entry-changed" && versions.get(walletID as number)?.length === 1,
      )
      .map((finding) => [finding.walletID as number, finding]),
  );
  const runs: Finding[][] = [];
  let before: { readonly row: number; readonly finding: Finding } | null = null;
  for (const row of changed.size < 2 ? [] : entryOutcomes.order) {
    const finding = changed.get(entries.walletID[row] as number);
    if (finding !== undefined) {
      const isShared =
        before !== null &&
        sameWallet(entries, chainScope.used, before.row, row) &&
        pullsOf(finding) === pullsOf(before.finding) &&
        isCarried(finding, before.finding);
      if (isShared) runs.at(-1)?.push(finding);
      else runs.push([finding]);
    }
    before = finding === undefined ? null : { row, finding };
  }
  return [...causes.items, ...runs.filter(({ length }) => length > 1).map(eventOf)];
}

/** Whether all that changed in a row, numbers or times, changed by as much in the row before. */
function isCarried({ changes = [] }: Finding, before: Finding): boolean {
  return changes.every((change) => {
    const same = before.changes?.find(({ field }) => field === change.field);
    return CARRIED.has(change.field) && same !== undefined && shiftOf(change) === shiftOf(same);
  });
}

/** By how much a number or a time changed; NaN of anything else. */
function shiftOf({ field, before, after }: FieldChange): number {
  const at = (value: FieldChange["after"]) =>
    instantIn(field, value) ?? (typeof value === "number" ? value : Number.NaN);
  return at(after) - at(before);
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
