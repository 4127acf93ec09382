/** Letters to the provider in words, the same in terminal and window. */
import { formatAmount, formatCount } from "../../money.ts";
import { withdrawnWords } from "../file/attachment.ts";
import { monthTitle } from "../../words/month.ts";
import type { AskedItem } from "./letter-step.ts";
import { type ItemState, type LetterStanding, type LetterWait, monthOfRef } from "./letters.ts";

/** @example letterName("2026-08/1") // 'Letter 1 of August 2026' */
export function letterName(ref: string): string {
  const month = monthOfRef(ref);
  return month === null ? `Letter ${ref}` : `Letter ${ref.slice(month.length + 1)} of ${monthTitle(month)}`;
}

/** Findings of a month that are raised with the provider. */
export interface RaisedCounts {
  readonly total: number;
  /** In none of the letters that are looked at, and still there. */
  readonly unasked: number;
  /** In none of them, because later records cleared them first: no letter asks about these any more. */
  readonly cleared: number;
}

/**
 * What is raised with the provider, and whether letters ask about it.
 *
 * @example '33 raised, in no letter', '46 raised, each in a letter', '3 raised, all cleared by later records', 'nothing is raised'
 */
export function raisedWords({ total, unasked, cleared }: RaisedCounts): string {
  if (unasked > 0) return `${formatAmount(unasked)} raised, in no letter`;
  if (total === 0) return "nothing is raised";
  if (cleared === total) return `${formatAmount(total)} raised, all cleared by later records`;
  return `${formatAmount(total)} raised, each in a letter${cleared === 0 ? "" : " or cleared by later records"}`;
}

/** Whether a letter was sent and answered. @example 'sent 2026-09-03 to Escrow Ltd, answered 2026-09-10' */
export function letterStateWords({
  letter: { sent, answers },
  withdrawn,
}: Pick<LetterStanding, "letter" | "withdrawn">): string {
  if (sent === null) return "not sent";
  const answer = answers.at(-1);
  return `sent ${sent.on} to ${sent.to}, ${answer === undefined ? "not answered" : `answered ${answer.on}${lapseWords(answer, withdrawn)}`}`;
}

/**
 * An answer, and whether what shows it still counts.
 *
 * @example 'Answered 2026-09-10 (evidence 1)', 'Answered 2026-09-10, but evidence 1 was withdrawn by Cy Dee: Forged'
 */
export function answerWords(
  { on, evidence }: LetterStanding["letter"]["answers"][number],
  withdrawn: LetterStanding["withdrawn"],
): string {
  const lapse = lapseWords({ evidence }, withdrawn);
  return `Answered ${on}${evidence === null || lapse !== "" ? lapse : ` (evidence ${evidence})`}`;
}

/** '' while the evidence of an answer counts, or it has none. */
function lapseWords(
  { evidence }: { readonly evidence: number | null },
  withdrawn: LetterStanding["withdrawn"],
): string {
  const lapsed = withdrawn.find((one) => one.evidence === evidence);
  return lapsed === undefined ? "" : `, but ${withdrawnWords(lapsed)}`;
}

/** How many questions ask about findings: those of one cause share one. */
export function countQuestions(items: readonly Pick<AskedItem, "number">[]): number {
  return new Set(items.map(({ number }) => number)).size;
}

/**
 * How its questions stand. One about several findings waits while one of them does.
 *
 * @example '3 of 8 questions wait, 4 cleared, 1 decided; 27 days at the newest pull', '2 questions, all cleared'
 */
export function letterCountWords({ letter, states, days }: LetterStanding): string {
  const standing = (...of: ItemState[]) =>
    countQuestions(letter.items.filter((_, at) => of.includes(states[at] ?? "waits")));
  const questions = countQuestions(letter.items);
  const waiting = standing("waits");
  const decided = standing("waits", "decided") - waiting;
  const cleared = questions - waiting - decided;
  const all = formatCount(questions, "question");
  if (cleared === questions) return `${all}, all cleared`;
  if (decided === questions) return `${all}, all decided`;
  const ended = `${formatAmount(cleared)} cleared${decided === 0 ? "" : `, ${formatAmount(decided)} decided`}`;
  if (waiting === 0) return `${all}: ${ended}`;
  const stand = letter.sent === null ? "open" : waiting === 1 ? "waits" : "wait";
  const waited = letter.sent === null ? "" : `; ${daysWords(days)}`;
  return `${formatAmount(waiting)} of ${all} ${stand}, ${ended}${waited}`;
}

/** @param days null where no pull came since */
function daysWords(days: number | null): string {
  return days === null ? "no pull since it was sent" : `${formatCount(days, "day")} at the newest pull`;
}

/**
 * What a finding waits for.
 *
 * @example 'Waits for Letter 1 of August 2026, question 3 (sent 2026-09-03 to Escrow Ltd, not answered); 27
 *   days at the newest pull'
 */
export function letterWaitWords({ ref, number, on, to, answeredOn, lapsed, days }: LetterWait): string {
  const question = `${letterName(ref)}, question ${number}`;
  return answeredOn === null
    ? `Waits for ${question} (sent ${on} to ${to}, not answered); ${daysWords(days)}`
    : `Not cleared: ${question} was answered ${answeredOn}${lapsed === null ? "" : `, but ${withdrawnWords(lapsed)}`} (sent ${on} to ${to}); ${daysWords(days)}`;
}

export const ITEM_WORDS: Readonly<Record<ItemState, string>> = {
  waits: "open",
  decided: "decided",
  gone: "cleared",
};

/** The record that a question is about. @example 'payID 14022' */
export function askedRecordWords({ walletID, payID, payref }: AskedItem): string {
  if (walletID !== null) return `walletID ${walletID}`;
  return payID === null ? `payref ${payref ?? ""}` : `payID ${payID}`;
}
