/** The results of `tieout close`: one line for each ledger, then the totals. */
import { capitalised, uncapitalised } from "../../core/text/sentence.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { reachWords } from "../../core/report/words/reach-words.ts";
import { STATE_WORDS } from "../../core/review/close/close-rules.ts";
import { lastLooksDocument } from "../../core/review/restate/restatements-document.ts";
import type { LedgerClosing, LedgerFailure } from "../../main/services/close/practice.ts";
import { writeJsonList } from "./json-list.ts";
import type { Session } from "../session.ts";
import { harmless, print } from "../terminal.ts";

/** Counts ledgers as they are done. */
export class ClosingTally {
  ledgers = 0;
  /** Ledgers with undecided errors. */
  undecided = 0;
  undecidedErrors = 0;
  /** Ledgers that failed. */
  failed = 0;
  /** The first of them, null while there is none. */
  firstFailed: LedgerClosing | null = null;
  /** The codes of all of them. */
  readonly codes = new Set<LedgerFailure["code"]>();

  /** The same ledgers, counted as they pass. */
  async *counting(closings: AsyncIterable<LedgerClosing>): AsyncGenerator<LedgerClosing> {
    for await (const closing of closings) {
      this.ledgers += 1;
      this.undecidedErrors += closing.undecidedErrors ?? 0;
      if (closing.failure !== null) {
        this.failed += 1;
        this.firstFailed ??= closing;
        this.codes.add(closing.failure.code);
      } else if ((closing.undecidedErrors ?? 0) > 0) this.undecided += 1;
      yield closing;
    }
  }

  totals() {
    const { ledgers, undecided, undecidedErrors, failed } = this;
    return {
      ledgers,
      withoutUndecidedErrors: ledgers - undecided - failed,
      undecided,
      undecidedErrors,
      failed,
    };
  }
}

/** Writes each ledger's line as soon as it is done, then the totals; or all of it as JSON. */
export async function writeClosings(
  { terminal, progress }: Session,
  closings: AsyncIterable<LedgerClosing>,
  tally: ClosingTally,
  json: boolean,
): Promise<void> {
  if (json) {
    const head = { schema: "tieout.close/1" };
    await writeJsonList(terminal, head, "ledgers", documentsOf(closings), () => ({ totals: tally.totals() }));
    return progress.clear();
  }
  for await (const closing of closings) {
    progress.clear();
    await print(terminal, `${harmless(closingLine(closing))}\n`);
  }
  await print(terminal, `${totalsLine(tally)}\n`);
}

/**
 * One line for stderr: how many failed, why the first did and what to do, and the codes of the others; null
 * where none failed.
 */
export function failureLine({ ledgers, failed, firstFailed, codes }: ClosingTally): string | null {
  const { ledger = "", failure = null } = firstFailed ?? {};
  if (failure === null) return null;
  const many = `${formatAmount(failed)} of ${formatCount(ledgers, "ledger")} failed`;
  const which = failed === 1 ? `: ${ledger}.` : `. The first is ${ledger}:`;
  const others = [...codes].filter((code) => code !== failure.code);
  const also = others.length === 0 ? "" : ` The others' lines say why they failed (${others.join(", ")}).`;
  return `${failure.code}: ${many}${which} ${failure.sentence}. ${failure.remedy}${also}`;
}

function closingLine(closing: LedgerClosing): string {
  const { ledger, pulled, notPulled, verdict, workbook, left, failure } = closing;
  const parts = [
    verdict,
    undecidedWords(closing),
    stateWords(closing),
    pulled === null ? notPulled : `Pull: ${uncapitalised(pulled)}`,
    reachOf(closing),
    workbook === null ? null : `Wrote ${workbook}.`,
    left.length === 0 ? null : `Left unchanged because it was edited: ${left.join(", ")}.`,
    failure === null ? null : failureWords(failure),
  ];
  return `${ledger}: ${parts.filter((part) => part !== null).join(" ")}`;
}

async function* documentsOf(closings: AsyncIterable<LedgerClosing>) {
  for await (const { timeZone: _, lastLooks, failure, ...closing } of closings) {
    yield {
      ...closing,
      failure:
        failure === null ? null : { code: failure.code, sentence: failure.sentence, file: failure.file },
      lastLooks: lastLooks === null ? null : lastLooksDocument(lastLooks),
    };
  }
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
function stateWords({ state, restatements }: LedgerClosing): string | null {
  if (state === null || state === "open") return null;
  const words = STATE_WORDS[state];
  const since = restatements ? `, ${formatCount(restatements, "change")} since` : "";
  return `${capitalised(words)}${since}.`;
}

function failureWords({ code, sentence, file }: LedgerFailure): string {
  return `${code}: ${sentence}${file === null ? "" : ` (${file})`}.`;
}

function totalsLine(tally: ClosingTally): string {
  const { ledgers, withoutUndecidedErrors, undecided, undecidedErrors, failed } = tally.totals();
  const withErrors =
    undecided === 0
      ? "0 with"
      : `${formatAmount(undecided)} with ${formatCount(undecidedErrors, "undecided error")}`;
  return `${formatCount(ledgers, "ledger")}: ${formatAmount(withoutUndecidedErrors)} without undecided errors, ${withErrors}, ${formatAmount(failed)} failed.`;
}
