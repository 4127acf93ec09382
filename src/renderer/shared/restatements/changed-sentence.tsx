/** What a signed month was signed at, and what changed since: the same sentence wherever it is said. */
import { monthName } from "../months/close-words.ts";
import type { ChangedMonth } from "./use-restatements.ts";

/** Of one of several months, with its name. */
export function ChangedSentence({ of: { month, changed } }: { readonly of: ChangedMonth }) {
  return (
    <>
      <b>{monthName(month)}</b>: {changed.basis} {changed.sentence}
    </>
  );
}
