/** The conclusion as the overview shows it: its first sentence in large letters, the others below. */
import type { CheckSummary } from "../../check/protocol.ts";
import type { Tone } from "../../ui/badge.tsx";

export interface Verdict {
  /** The first sentence. */
  readonly lead: string;
  /** The sentences after it, '' when that was all. */
  readonly rest: string;
  readonly tone: Extract<Tone, "error" | "warning" | "good" | "quiet">;
  /** The tickmark of a working paper. */
  readonly sign: string;
}

const SIGNS: Readonly<Record<Verdict["tone"], string>> = { error: "×", warning: "!", good: "√", quiet: "–" };

/** How many there are of what decides a verdict's tone. */
interface CountedCheck {
  readonly entries: number;
  readonly bySeverity: Pick<CheckSummary["counts"]["bySeverity"], "error" | "warning">;
}

/** @param ownErrors errors that no earlier period left open; left out where that is not known: all are its own */
export function verdictIn(summary: {
  readonly verdict: string;
  readonly counts: CountedCheck;
  readonly ownErrors?: number | undefined;
}): Verdict {
  const { verdict } = summary;
  const end = verdict.indexOf(". ");
  const tone = toneOf(summary);
  return {
    lead: end === -1 ? verdict : `${verdict.slice(0, end)}.`,
    rest: end === -1 ? "" : verdict.slice(end + 2),
    tone,
    sign: SIGNS[tone],
  };
}

/** As the first sentence has it: what an earlier period left open is no failure of this one. */
function toneOf({ counts, ownErrors }: Parameters<typeof verdictIn>[0]): Verdict["tone"] {
  const { error, warning } = counts.bySeverity;
  if ((ownErrors ?? error) > 0) return "error";
  if (error + warning > 0) return "warning";
  return counts.entries === 0 ? "quiet" : "good";
}
