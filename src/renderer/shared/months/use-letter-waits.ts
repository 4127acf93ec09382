/** `const waitOf = useLetterWaits()`: the letter a finding waits for; null for none, and until that is read. */
import { useMemo } from "react";
import { letterWaitFinder, stillAsking, withdrawnAnswers } from "../../../core/review/letters/letters.ts";
import { useAnswer } from "../../app/use-answer.ts";

export type WaitOf = ReturnType<typeof letterWaitFinder>;

/** @param ofLetter what of a letter is asked about */
export function useLetterWaits(ofLetter = stillAsking): WaitOf {
  const { data: report } = useAnswer("letter.list", {});
  return useMemo(() => {
    const letters = report?.letters ?? [];
    return letterWaitFinder(letters.map(ofLetter), report?.asOf ?? null, withdrawnAnswers(letters));
  }, [report, ofLetter]);
}
