/**
 * What of a signed month is no longer what was signed, in the words of the terminal; nothing before its
 * records were looked at.
 */
import { differsWords } from "../../../core/review/close/close-changes.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthName } from "../months/close-words.ts";
import { useMonthReport } from "../months/use-months.ts";

interface DriftSentenceProps {
  readonly month: Month;
  /** Whether the sentence names the month, where none before it does. */
  readonly isNamed: boolean;
}

export function DriftSentence({ month, isNamed }: DriftSentenceProps) {
  const changes = useMonthReport(month).report?.changes ?? [];
  if (changes.length === 0) return null;
  const differs = differsWords("signed-off", changes);
  return <> {isNamed ? `${monthName(month)} ${differs}` : `It ${differs}`}.</>;
}
