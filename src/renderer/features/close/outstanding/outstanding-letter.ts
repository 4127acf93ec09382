/** `const letterOf = useOutstandingLetters()`: under the name of which letter an outstanding item waits. */
import { useMemo } from "react";
import type { MonthItem } from "../../../../core/report/month-report.ts";
import { letterWaitFinder, withItems, withdrawnAnswers } from "../../../../core/review/letters/letters.ts";
import { useLetters } from "../../../shared/letters/use-letters.ts";

/** The rule that finds an item of each kind, or another that asks the same of it. */
const FOUND_BY = {
  "paid, no entry": "paid-without-entry",
  "in transit": "in-transit",
  "orphan payref": "orphan-payref",
} as const;

type AskedOutstanding = Pick<MonthItem, "kind" | "walletID" | "payID" | "payref">;

/** @returns the letter's reference; null for none, and where the question is settled */
export function useOutstandingLetters(): (item: AskedOutstanding) => string | null {
  const { report } = useLetters();
  return useMemo(() => {
    const letters = report?.letters ?? [];
    const waiting = letters.map((standing) => withItems(standing, ["waits"]));
    const waitOf = letterWaitFinder(waiting, report?.asOf ?? null, withdrawnAnswers(letters));
    return ({ kind, ...record }) =>
      waitOf({ finding: { rule: FOUND_BY[kind], fingerprint: "", ...record }, status: "raised" })?.ref ??
      null;
  }, [report]);
}
