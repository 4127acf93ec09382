/** The history of one record: what each pull changed in it, and where it was gone. */
import { compareDocuments, kindOf } from "../../../../core/reconcile/changes/compare-records.ts";
import type { FieldChange } from "../../../../core/reconcile/result/findings.ts";
import type { RecordFacts } from "../../../../ipc/contract.ts";

export interface VersionStep {
  readonly pullId: number;
  /** Milliseconds UTC; null for files, which carry no clock. */
  readonly atMs: number | null;
  /** `seen` first, `changed`, `gone` where the pull no longer had it, `back` where it had it again. */
  readonly is: "seen" | "changed" | "gone" | "back";
  /** Beside the version that was held before. */
  readonly changes: readonly FieldChange[];
}

/** The versions of a record as steps, oldest first. */
export function versionSteps(versions: RecordFacts["versions"]): VersionStep[] {
  let held: RecordFacts["versions"][number]["document"] = null;
  let wasGone = false;
  return versions.map(({ pull, document }) => {
    const before = held;
    const isBack = wasGone;
    const step = { pullId: pull.id, atMs: pull.atMs };
    wasGone = document === null;
    if (document === null) return { ...step, is: "gone", changes: [] };
    held = document;
    if (before === null) return { ...step, is: "seen", changes: [] };
    const changes = compareDocuments(kindOf(document), before, document);
    return { ...step, is: isBack ? "back" : "changed", changes };
  });
}

export const VERSION_WORDS: Readonly<Record<VersionStep["is"], string>> = {
  seen: "First seen",
  changed: "Changed",
  gone: "Gone: not in this pull",
  back: "Back again",
};
