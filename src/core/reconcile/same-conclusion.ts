/** Whether two checks have the same result, ignoring the wording of messages. */
import { type JsonValue, canonicalJson } from "../canonical.ts";
import { checkDocument } from "./check-document.ts";
import { STAKED_SINCE } from "./at-stake.ts";
import type { Finding } from "./input/findings.ts";
import type { CheckResult } from "./input/result.ts";

/** A check as it is kept, see `checkDocument`. */
export type CheckDocument = ReturnType<typeof checkDocument>;

/** A finding as a run keeps it; earlier versions kept it without the amount at stake. */
export type KeptFinding = Omit<Finding, "atStake"> & Partial<Pick<Finding, "atStake">>;

/** A check that is compared; its findings may come one by one. */
export type ComparedCheck = Omit<CheckDocument, "causes" | "findings"> & {
  readonly findings: Iterable<KeptFinding>;
};

/**
 * Compares everything that two documents hold but what is worded for people: the messages of findings, and
 * why a rule was skipped. A later version may word them better without concluding anything else. Causes
 * follow from findings and records, and a later version may search further for them. Amounts at stake are
 * compared where the kept document has them, but for a nil of a rule that has an amount only since.
 *
 * @param one the kept document, by this version or an earlier one
 */
export function concludeTheSame(one: ComparedCheck, other: CheckDocument): boolean {
  if (headOf(one) !== headOf(other)) return false;
  let count = 0;
  for (const finding of one.findings) {
    if (!isSameFinding(finding, other.findings[count])) return false;
    count += 1;
  }
  return count === other.findings.length;
}

/** A check in the words of a kept one, by this version or an earlier one; as it is where that one concludes something else. */
export function wordedAs(result: CheckResult, kept: ComparedCheck): CheckResult {
  if (!concludeTheSame(kept, checkDocument(result, "info"))) return result;
  const messages = Array.from(kept.findings, ({ message }) => message);
  const findings = result.findings.map((own, at) => ({ ...own, message: messages[at] ?? own.message }));
  return { ...result, findings, skippedRules: kept.skippedRules };
}

/**
 * What whoever relies on words of another version has to know.
 *
 * @param appVersion that the kept check is said to be of
 */
export function keptWordsNote(appVersion: string): string {
  return `The check is said to be of Tieout ${appVersion}, and this version words the same findings differently: the words are those that were kept, and are not proven`;
}

function headOf(document: ComparedCheck): string {
  const skippedRules = document.skippedRules.map(({ rule }) => rule);
  return canonicalJson({
    ...document,
    causes: undefined,
    findings: undefined,
    skippedRules,
  } as unknown as JsonValue);
}

function isSameFinding(kept: KeptFinding, now: KeptFinding | undefined): boolean {
  if (now === undefined) return false;
  const isUnknown = kept.atStake === undefined || (kept.atStake === 0 && STAKED_SINCE.has(kept.rule));
  const known = isUnknown ? { ...now, atStake: kept.atStake } : now;
  return conclusionOf(kept) === conclusionOf(known);
}

function conclusionOf(finding: object): string {
  return canonicalJson({ ...finding, message: undefined });
}
