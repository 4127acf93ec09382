/** The causes of a check in words: how many they are, and what each is. */
import { capitalised } from "../sentence.ts";
import { formatAmount, formatCount } from "../money.ts";
import type { Cause, CauseCount } from "../reconcile/input/cause.ts";
import type { Finding } from "../reconcile/input/findings.ts";
import { shortIds } from "./ids.ts";
import { ruleName } from "./rule.ts";
import { breakCauseWords } from "./finding.ts";

/**
 * Says how many causes explain the facts, and that fewer do not, as far as sums are looked for.
 *
 * @returns null where there is nothing to explain
 * @example `7 causes explain all 18 facts; no 6 do by sums of up to four records, or of all payments of some days.`
 */
export function causeCountWords({ count, atLeast, complete, facts }: CauseCount): string | null {
  if (count === 0) return null;
  const all = facts === 1 ? "1 fact" : `all ${formatCount(facts, "fact")}`;
  const explain = `${formatCount(count, "cause")} ${count === 1 ? "explains" : "explain"} ${all}`;
  if (!complete) return `At most ${explain}; fewer than ${formatAmount(atLeast)} cannot ${SUMMED}.`;
  if (count === 1) return `${explain}.`;
  return `${explain}; no ${formatAmount(count - 1)} ${count === 2 ? "does" : "do"} ${SUMMED}.`;
}

/** What the search looks for: another sum may still explain more. */
const SUMMED = "by sums of up to four records, or of all payments of some days";

/**
 * What a cause is.
 *
 * @param first of its findings: a single fact goes by its own name
 * @example `Mistyped payref`, `Movements without their entries`, `Paid without entry`
 */
export function causeTitle(
  { kind, walletIDs, payIDs }: Pick<Cause, "kind" | "walletIDs" | "payIDs">,
  first: Pick<Finding, "rule" | "cause" | "skipped">,
): string {
  switch (kind) {
    case "single":
      return first.cause === undefined
        ? ruleName(first.rule)
        : capitalised(breakCauseWords(first.cause, first.skipped));
    case "missing-entries":
      return walletIDs.length + payIDs.length === 2
        ? "Movement without its entry"
        : "Movements without their entries";
    case "missing-leg":
      return "Part of a payment without its entry";
    case "overwritten-entries":
      return walletIDs.length === 1 ? "Overwritten entry" : "Overwritten entries";
    case "settled-again":
    case "mistyped-payref":
    case "split-settlement":
    case "lumped-settlement":
      return capitalised(kind.replaceAll("-", " "));
    case "out-of-sequence":
    case "read-late":
    case "misstated-balance":
    case "not-applied":
    case "applied-twice":
    case "wrong-sign":
      return capitalised(breakCauseWords(kind, undefined));
  }
}

/** The records of a cause, in short. @example `walletID 117096, 117097`, `walletID 106891 · payID 10217` */
export function causeRecordWords({ walletIDs, payIDs }: Pick<Cause, "walletIDs" | "payIDs">): string {
  const parts = [
    walletIDs.length === 0 ? "" : `walletID ${shortIds(walletIDs)}`,
    payIDs.length === 0 ? "" : `payID ${shortIds(payIDs)}`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** What it says of a cause where other causes explain the same as well. */
export const NOT_UNIQUE = "not unique";

/** The same in a sentence, where one points. */
export const NOT_UNIQUE_MEANING =
  "Other causes explain these findings as well. The amounts do not decide: look at the records.";
