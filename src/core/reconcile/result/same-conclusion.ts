/** Whether two checks have the same result, ignoring the wording of messages. */
import { type JsonValue, canonicalJson } from "../../canonical.ts";
import type { checkDocument } from "./check-document.ts";
import type { Finding } from "./findings.ts";

/** A check as it is kept, see `checkDocument`. */
export type CheckDocument = ReturnType<typeof checkDocument>;

/** A check that is compared; its findings may come one by one. */
export type ComparedCheck = Omit<CheckDocument, "findings"> & { readonly findings: Iterable<Finding> };

/**
 * Compares everything that two documents hold but what is worded for people: the messages of findings, and
 * why a rule was skipped. A later version may word them better without concluding anything else.
 */
export function concludeTheSame(one: ComparedCheck, other: CheckDocument): boolean {
  if (headOf(one) !== headOf(other)) return false;
  let count = 0;
  for (const finding of one.findings) {
    if (conclusionOf(finding) !== conclusionOf(other.findings[count])) return false;
    count += 1;
  }
  return count === other.findings.length;
}

function headOf(document: ComparedCheck): string {
  const skippedRules = document.skippedRules.map(({ rule }) => rule);
  return canonicalJson({ ...document, findings: undefined, skippedRules } as unknown as JsonValue);
}

function conclusionOf(finding: Finding | undefined): string {
  return canonicalJson({ ...finding, message: undefined } as unknown as JsonValue);
}
