/** What `close` did for a ledger, and for all of them, in words: the same in the terminal and the window. */
import { formatAmount, formatCount } from "../../money.ts";
import type { ClosingTotals, LedgerClosing, LedgerFailure } from "./ledger-closing.ts";
import { stateWords } from "../close/close-rules.ts";
import { muchWords } from "../close/since.ts";
import { capitalised, uncapitalised } from "../../sentence.ts";
import { reachWords } from "./reach-words.ts";

/** One line for a ledger, with its name and, where it failed, why. */
export function closingLine(closing: LedgerClosing): string {
  const { ledger, failure } = closing;
  const parts = [closingWords(closing), failure === null ? "" : failureWords(failure)];
  return `${ledger}: ${parts.filter((part) => part !== "").join(" ")}`;
}

/** The month's conclusion, what its check found, what waits in it, what the pull brought, what was written; '' for nothing. */
export function closingWords(closing: LedgerClosing): string {
  const { pulled, notPulled, conclusion, verdict, workbook, left } = closing;
  const parts = [
    conclusion,
    verdict,
    undecidedWords(closing),
    stateSentence(closing),
    pulled === null ? notPulled : `Pull: ${uncapitalised(pulled)}`,
    reachOf(closing),
    workbook === null ? null : `Wrote ${workbook}.`,
    left.length === 0 ? null : `Left unchanged because it was edited: ${left.join(", ")}.`,
  ];
  return parts.filter((part) => part !== null).join(" ");
}

/** Shown when the newest pull did not reach signed months. */
function reachOf({ lastLooks, timeZone }: LedgerClosing): string | null {
  if (lastLooks === null || timeZone === null) return null;
  const words = reachWords(lastLooks, timeZone);
  return words === "" ? null : `${words}. --full covers everything.`;
}

function undecidedWords({ undecidedErrors }: LedgerClosing): string | null {
  if (undecidedErrors === null) return null;
  return undecidedErrors === 0
    ? "No undecided errors."
    : `${formatCount(undecidedErrors, "undecided error")}.`;
}

/** Said once somebody takes part in the month's close. */
function stateSentence({ state, prepared, changes, effects }: LedgerClosing): string | null {
  if (state === null || state === "open") return null;
  const words = stateWords({ state, prepared });
  const much = muchWords({ count: changes ?? 0, effects });
  const since = much === "" ? "" : `, ${much} since`;
  return `${capitalised(words)}${since}.`;
}

/** @example `LEDGER_FOREIGN: The file is not a Tieout ledger.` */
export function failureWords({ code, sentence, file }: LedgerFailure): string {
  return `${code}: ${sentence}${file === null ? "" : ` (${file})`}.`;
}

/** @example `4 ledgers: 2 without undecided errors, 1 with 3 undecided errors, 1 failed.` */
export function closingTotals(totals: ClosingTotals): string {
  const { ledgers, withoutUndecidedErrors, undecided, undecidedErrors, failed } = totals;
  const withErrors =
    undecided === 0
      ? "0 with"
      : `${formatAmount(undecided)} with ${formatCount(undecidedErrors, "undecided error")}`;
  return `${formatCount(ledgers, "ledger")}: ${formatAmount(withoutUndecidedErrors)} without undecided errors, ${withErrors}, ${formatAmount(failed)} failed.`;
}
