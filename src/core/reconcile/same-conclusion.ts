/** Whether two checks conclude the same, in whatever words they put it. */
import { type JsonValue, canonicalJson } from "../canonical.ts";
import type { checkDocument } from "./check-document.ts";
import type { Finding } from "./findings.ts";

/** A check as it is kept, see `checkDocument`. */
export type CheckDocument = ReturnType<typeof checkDocument>;

/**
 * Compares everything that two documents hold but what is worded for people: the messages of findings, and why a rule was skipped. A
 * later version may word them better without concluding anything else.
 */
export function concludeTheSame(one: CheckDocument, other: CheckDocument): boolean {
  return (
    one.findings.length === other.findings.length &&
    headOf(one) === headOf(other) &&
    one.findings.every((finding, at) => conclusionOf(finding) === conclusionOf(other.findings[at]))
  );
}

function headOf(document: CheckDocument): string {
  const skippedRules = document.skippedRules.map(({ rule }) => rule);
  return canonicalJson({ ...document, findings: undefined, skippedRules } as unknown as JsonValue);
}

function conclusionOf(finding: Finding | undefined): string {
  return canonicalJson({ ...finding, message: undefined } as unknown as JsonValue);
}
