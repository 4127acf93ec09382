/** The terms of a ledger's monthly file, and a month's file, as text and as JSON (schema `tieout.file/1`). */
import type { ChangeWording } from "../../core/reconcile/input/field-words.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { monthTitle } from "../../core/words/month.ts";
import type { Month } from "../../core/review/close/close.ts";
import { keptWords, lapsedNoteWords, lapsedWords } from "../../core/review/file/confirmation-words.ts";
import type { FileMark } from "../../core/review/file/marks.ts";
import { materialityWords } from "../../core/review/file/materiality.ts";
import {
  type ConfirmedBalance,
  type Fluctuation,
  type MonthFile,
  type TickedStep,
  isStepDone,
} from "../../core/review/file/month-file.ts";
import type { FileTerms } from "../../core/review/file/terms.ts";
import { showSettings } from "../../main/services/backup/settings.ts";
import { type TermsReport, readMonthFile } from "../../main/services/close/month-file.ts";
import type { OfMoment } from "../../main/services/shared/shown-now.ts";
import { type Session, harmless, noteLines, print, writeJson, writeJsonList } from "./terminal.ts";
import { ledgerWording, notedBy } from "./words.ts";
import { unlikeSignedNote } from "./drift.ts";
import { walletName } from "../../core/words/wallet.ts";
import { withInstant } from "../../core/time.ts";
import { ruleName } from "../../core/words/rule.ts";
import {
  ITEM_WORDS,
  answerWords,
  askedRecordWords,
  letterCountWords,
  letterName,
  letterStateWords,
} from "../../core/review/letters/letter-words.ts";
import type { ItemState, LetterStanding, RecordedLetter } from "../../core/review/letters/letters.ts";
import { readLetters } from "../../main/services/review/letter-standing.ts";

/** Writes them to the terminal's result stream, or as JSON. */
export async function writeTerms(
  { terminal, progress }: Session,
  ledger: string,
  { version, terms }: TermsReport,
  json: boolean,
): Promise<void> {
  progress.clear();
  if (json) return writeJson(terminal, { schema: "tieout.file/1", version, terms });
  const { decimals } = showSettings(ledger);
  const steps = terms.checklist.map(({ id, text }) => `  ${String(id).padStart(3)}  ${harmless(text)}`);
  const lines = [...termsLines(terms, decimals), "Checklist", ...steps];
  await print(terminal, `${lines.join("\n")}\n`);
}

function termsLines(
  { purpose, policy, procedures, materiality, fluctuation }: FileTerms,
  decimals: number,
): string[] {
  const amount = (of: number) => formatAmount(of, decimals);
  const moved =
    fluctuation === null ? "not set" : `${amount(fluctuation.amount)} and ${fluctuation.percent}%`;
  return [
    ...textLines("Purpose", purpose),
    ...textLines("Policy", policy),
    ...textLines("Procedures", procedures),
    ...textLines(
      "Materiality",
      materiality.map((one) => materialityWords(one, decimals)).join("\n"),
      "not set",
    ),
    `Fluctuations  ${moved}`,
  ];
}

function textLines(title: string, text: string, none = "not written"): string[] {
  const [first = "", ...rest] = noteLines(text === "" ? none : text);
  return [`${title.padEnd(12)}  ${first}`, ...rest.map((line) => `${" ".repeat(14)}${line}`)];
}

/** Writes a month's file as it is now to the terminal's result stream, or as JSON. */
export async function writeMonthFile(
  { terminal, progress, context }: Session,
  ledger: string,
  asked: Month,
  json: boolean,
): Promise<void> {
  const file = readMonthFile({ ledger, month: asked }, context);
  const note = json ? "" : await unlikeSignedNote({ ledger, month: asked, given: {} }, context);
  progress.clear();
  if (json) return writeJson(terminal, documentOf(file));
  const wording = ledgerWording(ledger);
  const { shows, month, decimals, termsId, steps, balances, fluctuations, kept } = file;
  const done = steps.filter(isStepDone).length;
  const lines = [
    ...(shows === null ? [] : [harmless(shows)]),
    `${monthTitle(month)}: ${formatAmount(done)} of ${formatCount(steps.length, "step")} done (file version ${termsId})`,
    ...steps.flatMap((step) => stepLines(step, wording)),
    ...balances.flatMap((balance) => balanceLines(balance, decimals, wording)),
    ...fluctuations.flatMap((one) => fluctuationLines(one, decimals, wording)),
    ...kept.map((one) => harmless(keptWords(one, decimals))),
  ];
  await print(terminal, `${lines.join("\n")}\n${note}`);
}

function stepLines(step: TickedStep, wording: ChangeWording): string[] {
  const { id, text, tick, figures } = step;
  return [
    `  ${isStepDone(step) ? "done" : "open"}  ${String(id).padStart(3)}  ${harmless(text)}`,
    ...(figures === null ? [] : [`             ${harmless(figures.words)}`]),
    ...saidLines(tick, wording),
  ];
}

function saidLines(said: Pick<FileMark, "by" | "note" | "atMs"> | null, wording: ChangeWording): string[] {
  return said === null ? [] : notedBy(said, wording).map((line) => `             ${line}`);
}

function balanceLines(
  { wallet, closing, confirmation, lapsed }: ConfirmedBalance,
  decimals: number,
  wording: ChangeWording,
): string[] {
  const head = `${harmless(walletName(wallet))}: closing ${formatAmount(closing, decimals)}`;
  if (lapsed !== null) return [`${head}, ${harmless(lapsedWords(lapsed))}`];
  if (confirmation === null) return [`${head}, not confirmed`];
  const { balance, difference, source, evidence } = confirmation;
  const verdict =
    difference === 0
      ? "confirmed"
      : `the provider states ${formatAmount(balance, decimals)}, a difference of ${formatAmount(difference, decimals)}`;
  const by = [
    ...(source === "" ? [] : noteLines(source)),
    ...(evidence === null ? [] : [`evidence ${evidence}`]),
  ];
  return [`${head}, ${verdict}`, ...by.map((line) => `  ${line}`), ...saidLines(confirmation, wording)];
}

function fluctuationLines(
  { wallet, figure, before, now, asks, note, lapsed }: Fluctuation,
  decimals: number,
  wording: ChangeWording,
): string[] {
  const amount = (of: number) => formatAmount(of, decimals);
  const ask = asks && note === null ? ", needs a note" : "";
  return [
    `${harmless(walletName(wallet))}: ${figure} ${amount(now)}, the month before ${amount(before)}${ask}`,
    ...saidLines(note ?? lapsed, wording),
    ...(lapsed === null ? [] : [`             ${lapsedNoteWords({ before, now }, lapsed, decimals)}`]),
  ];
}

function documentOf({ steps, balances, fluctuations, kept, ...file }: MonthFile & OfMoment) {
  return {
    schema: "tieout.file/1",
    ...file,
    steps: steps.map(({ tick, ...step }) => ({ ...step, tick: withInstant(tick) })),
    balances: balances.map(({ confirmation, lapsed, ...balance }) => ({
      ...balance,
      confirmation: withInstant(confirmation),
      lapsed: withInstant(lapsed),
    })),
    fluctuations: fluctuations.map(({ note, lapsed, ...one }) => ({
      ...one,
      note: withInstant(note),
      ...(lapsed === null ? {} : { lapsed: withInstant(lapsed) }),
    })),
    kept: kept.map(({ withdrawn, ...one }) => ({
      ...withInstant(one),
      withdrawn: withInstant(withdrawn),
    })),
  };
}

// Letters to the provider as text and as JSON (schema tieout.letters/1).

/** Writes those that are asked for to the terminal's result stream. */
export async function writeLetters(
  { terminal, progress, context }: Session,
  ledger: string,
  isAsked: (letter: RecordedLetter) => boolean,
  json: boolean,
): Promise<void> {
  const { shows, asOf, letters } = readLetters({ ledger }, context);
  const asked = letters.filter(({ letter }) => isAsked(letter));
  progress.clear();
  if (json) {
    const document = { schema: "tieout.letters/1", shows, asOf, letters: asked.map(letterDocumentOf) };
    return writeJsonList(terminal, document, "letters");
  }
  if (asked.length === 0) return print(terminal, "No letter is recorded.\n");
  const wording = ledgerWording(ledger);
  for (const one of asked) await print(terminal, `${linesOf(one, wording).join("\n")}\n`);
}

function linesOf(standing: LetterStanding, wording: ChangeWording): string[] {
  const { letter, states, withdrawn } = standing;
  const { ref, written, sent, answers, file, items } = letter;
  return [
    `${ref}  ${letterName(ref)}: ${harmless(letterStateWords(standing))}`,
    `  ${letterCountWords(standing)}`,
    `  Written as ${harmless(file)} by ${notedBy(written, wording).join(" ")}`,
    ...(sent === null
      ? []
      : [
          `  Sent${sent.how === "" ? "" : ` (${harmless(sent.how)})`}, recorded by ${notedBy(sent, wording).join("\n    ")}`,
        ]),
    ...answers.map((answer) => {
      const words = harmless(answerWords(answer, withdrawn));
      return `  ${words}, recorded by ${notedBy(answer, wording).join("\n    ")}`;
    }),
    ...items.map((item, at) => {
      const state = ITEM_WORDS[states[at] ?? "waits"];
      return `  ${String(item.number).padStart(4)}  ${state.padEnd(7)}  ${ruleName(item.rule)}, ${harmless(askedRecordWords(item))}`;
    }),
  ];
}

function letterDocumentOf({ letter, states, days, withdrawn }: LetterStanding) {
  const { written, sent, answers, items, ...rest } = letter;
  const count = (of: ItemState) => states.filter((state) => state === of).length;
  return {
    ...rest,
    name: letterName(rest.ref),
    written: withInstant(written),
    sent: withInstant(sent),
    answers: answers.map((one) => withInstant(one)),
    open: count("waits"),
    decided: count("decided"),
    cleared: count("gone"),
    days,
    withdrawn: withdrawn.map((one) => withInstant(one)),
    items: items.map((item, at) => ({ ...item, state: states[at] })),
  };
}
