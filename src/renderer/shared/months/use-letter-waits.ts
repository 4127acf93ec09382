/** `const waitOf = useLetterWaits()`: the letter a finding waits for; null for none, and until that is read. */
import { useMemo } from "react";
import {
  type LetterWait,
  letterWaitFinder,
  stillAsking,
  withdrawnAnswers,
} from "../../../core/review/letters/letters.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { useAnswer } from "../../app/use-answer.ts";

export type WaitOf = (row: Pick<ReviewedFinding, "finding" | "status">) => LetterWait | null;

export function useLetterWaits(): WaitOf {
  const { data: report } = useAnswer("letter.list", {});
  return useMemo(() => {
    const letters = report?.letters ?? [];
    return letterWaitFinder(letters.map(stillAsking), report?.asOf ?? null, withdrawnAnswers(letters));
  }, [report]);
}
