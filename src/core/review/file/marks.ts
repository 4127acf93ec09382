/** Marks in a month's file (ticks, confirmed balances, notes on fluctuations), and what admits them. */
import type { HumanAct } from "../../human-act.ts";
import { TieoutError } from "../../errors.ts";
import { monthTitle } from "../../words/month.ts";
import type { FrozenWallet, Month } from "../close/close.ts";
import { hasWords, nameOf, noteOf, reasonOf, fileInvalid } from "../decisions/note-rules.ts";
import type { FileTerms } from "./terms.ts";

export type WalletKey = Pick<FrozenWallet, "userID" | "businessID" | "currency">;

export const COMPARED_FIGURES = ["inflow", "outflow", "closing"] as const;
export type ComparedFigure = (typeof COMPARED_FIGURES)[number];

/** What a mark says. Amounts in the service's unit. */
export type MarkSubject =
  /** A step of the checklist is done, or is not after all. */
  | { readonly kind: "step"; readonly step: number; readonly done: boolean }
  /** What the provider says the closing balance is; null takes the confirmation back. */
  | {
      readonly kind: "confirmation";
      readonly wallet: WalletKey;
      readonly balance: number | null;
      /** Who said so, and where: `Statement of 1 November`; '' where evidence says it. */
      readonly source: string;
      /** The evidence of the month that shows it; null without one. */
      readonly evidence: number | null;
    }
  /** Why a figure moved; its amounts then, so that others ask again. */
  | {
      readonly kind: "fluctuation";
      readonly wallet: WalletKey;
      readonly figure: ComparedFigure;
      readonly before: number;
      readonly now: number;
    };

/** One mark. None is ever changed or deleted; the newest on the same thing counts. */
export interface FileMark extends HumanAct {
  readonly month: Month;
  readonly subject: MarkSubject;
}

/** A text that is the same for marks on the same thing of a month. */
export function markKey({ month, subject }: Pick<FileMark, "month" | "subject">): string {
  if (subject.kind === "step") return `${month} step ${subject.step}`;
  const { userID, businessID, currency } = subject.wallet;
  const wallet = JSON.stringify([userID, businessID, currency]);
  return subject.kind === "confirmation"
    ? `${month} confirmation ${wallet}`
    : `${month} ${subject.figure} ${wallet}`;
}

/** The newest mark on each thing, by `markKey`. @param marks in the order in which they were made */
export function marksInForce(marks: readonly FileMark[]): Map<string, FileMark> {
  return new Map(marks.map((mark) => [markKey(mark), mark]));
}

/** The month whose file has a confirmation in force that names evidence; null where none does. */
export function monthConfirmedBy(marks: readonly FileMark[], evidence: number): Month | null {
  for (const { month, subject } of marksInForce(marks).values()) {
    if (subject.kind === "confirmation" && subject.balance !== null && subject.evidence === evidence)
      return month;
  }
  return null;
}

export interface MarkGround {
  /** Whether the month is signed off: then its file is closed. */
  readonly isSigned: boolean;
  /** In force for the month. */
  readonly terms: FileTerms;
  /** The newest mark on the same thing; null without one. */
  readonly before: FileMark | null;
  /** Whether evidence of that number is attached to the month, and not withdrawn. */
  readonly isEvidence: (id: number) => boolean;
}

/** Who makes a mark, as it is stored. @throws TieoutError DECISION_INVALID */
export function markMaker(by: string): string {
  return nameOf(by, "A mark in the month's file needs the name of the person who makes it");
}

/**
 * Refuses a mark that nobody may make after what came before.
 *
 * @throws TieoutError CLOSE_STATE for a signed month; FILE_INVALID; EVIDENCE_NOT_FOUND; DECISION_INVALID for
 *   a name or note that is refused, and without those that are needed
 */
export function assertMark(
  { month, subject, by, note }: Omit<FileMark, "id" | "atMs">,
  ground: MarkGround,
): void {
  if (ground.isSigned) throw fileClosed(month);
  markMaker(by);
  noteOf(note, null);
  switch (subject.kind) {
    case "step":
      assertStep(subject, ground);
      return;
    case "confirmation":
      assertConfirmation(subject, note, ground);
      return;
    case "fluctuation":
      if (!Number.isSafeInteger(subject.before) || !Number.isSafeInteger(subject.now))
        throw fileInvalid("A figure is not an amount");
      reasonOf(note, "A fluctuation needs a note that says why");
  }
}

export function fileClosed(month: Month): TieoutError {
  const sentence = `${monthTitle(month)} is signed off, and its file with it. Reopen the month first`;
  return new TieoutError("CLOSE_STATE", sentence);
}

function assertStep(
  { step, done }: Extract<MarkSubject, { kind: "step" }>,
  { terms, before }: MarkGround,
): void {
  if (!terms.checklist.some(({ id }) => id === step)) throw fileInvalid(`The checklist has no step ${step}`);
  const isDone = before?.subject.kind === "step" && before.subject.done;
  if (isDone === done)
    throw fileInvalid(done ? `${before?.by} has already ticked step ${step}` : `Step ${step} is not ticked`);
}

function assertConfirmation(
  { balance, source, evidence }: Extract<MarkSubject, { kind: "confirmation" }>,
  note: string,
  { isEvidence, before }: MarkGround,
): void {
  noteOf(source, null);
  if (balance === null) {
    const stands = before?.subject.kind === "confirmation" && before.subject.balance !== null;
    if (!stands) throw fileInvalid("This balance is not confirmed");
    reasonOf(note, "Taking a confirmation back needs a note that says why");
    return;
  }
  if (!Number.isSafeInteger(balance)) throw fileInvalid("The confirmed balance is not an amount");
  if (evidence === null && !hasWords(source))
    throw fileInvalid("A confirmation needs its source, or evidence");
  if (evidence === null || isEvidence(evidence)) return;
  throw new TieoutError("EVIDENCE_NOT_FOUND", "The month has no evidence with this number", {
    record: `evidence ${evidence}`,
  });
}
