/**
 * What an examiner asks of a month's file, and what stays open of it in later months because the month was signed
 * without. Nothing of that is stored: it follows from what was frozen with the signature, and from what people entered.
 */
import { formatAmount, formatCount } from "../../money.ts";
import { earlierMonthsWords, monthTitle } from "../../words/month.ts";
import { walletOf } from "../../words/wallet.ts";
import type { Month } from "../close/close.ts";
import type { FreezingStep } from "../close/month-states.ts";
import type { Attachment } from "./attachment.ts";
import { confirmedWords } from "./confirmation-words.ts";
import { type ConfirmedBalance, type TickedStep, agreesWithProvider } from "./month-file.ts";
import type { FileTerms } from "./terms.ts";

/** `computed` from the records; `asserted` by somebody, in words that nothing proves; `missing`. */
export const ANSWER_BASES = ["computed", "asserted", "missing"] as const;
export type AnswerBasis = (typeof ANSWER_BASES)[number];

/** Who has to do something about it. */
type OwedBy = "the preparer" | "the reviewer" | "the provider" | "the auditor";

export interface ExaminerQuestion {
  /** Stays the same when a version words it otherwise. */
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly basis: AnswerBasis;
  /** Which sheet of the workbook has it, and which table there. @example `D2, Response bodies` */
  readonly where: string;
  /** What pins the answer down: of a response, an evidence file or a link; null where nothing does. */
  readonly sha256: string | null;
  /** null where nobody owes anything more. */
  readonly owner: OwedBy | null;
  /** What closes it; null with `owner`. */
  readonly closes: string | null;
  /** Which standard asks it; null where none is named. */
  readonly standard: string | null;
}

interface AnswerFacts extends Pick<ExaminerQuestion, "answer" | "basis" | "where"> {
  readonly sha256?: string | null | undefined;
  readonly standard?: string;
  /** null where nobody owes anything more. */
  readonly open?: readonly [owner: OwedBy, closes: string] | null;
}

/** A question with its answer. */
export function asked(
  id: string,
  question: string,
  { answer, basis, where, sha256, standard, open = null }: AnswerFacts,
): ExaminerQuestion {
  const [owner, closes] = open ?? [null, null];
  return {
    id,
    question,
    answer,
    basis,
    where,
    sha256: sha256 ?? null,
    owner,
    closes,
    standard: standard ?? null,
  };
}

/** Those for which somebody still owes something. */
export function openQuestions(questions: readonly ExaminerQuestion[]): ExaminerQuestion[] {
  return questions.filter(({ owner }) => owner !== null);
}

/** @example `24 questions: 12 computed, 8 asserted, 4 missing. 5 open: 4 owed by the preparer, 1 owed by the auditor.` */
export function questionCountWords(questions: readonly ExaminerQuestion[]): string {
  const bases = ANSWER_BASES.map(
    (basis) => `${formatAmount(questions.filter((one) => one.basis === basis).length)} ${basis}`,
  );
  const open = openQuestions(questions);
  const owed = [...Map.groupBy(open, ({ owner }) => owner)].map(
    ([owner, own]) => `${formatAmount(own.length)} owed by ${owner}`,
  );
  const all = `${formatCount(questions.length, "question")}: ${bases.join(", ")}.`;
  return open.length === 0
    ? `${all} None is open.`
    : `${all} ${formatAmount(open.length)} open: ${owed.join(", ")}.`;
}

/** As much of a month's file as is asked about. */
export interface ExaminedFile extends Pick<FileTerms, "policy" | "materiality"> {
  readonly steps: readonly TickedStep[];
  /** Of every wallet. */
  readonly balances: readonly ConfirmedBalance[];
  /** 0 to 6; display only. */
  readonly decimals: number;
  /** The preparation in force; null without one. */
  readonly prepared: FreezingStep | null;
}

/** The file of a month that is signed off. */
export interface SignedFile extends ExaminedFile {
  readonly month: Month;
}

/** What people entered, and what they did not. @param evidence every file of the ledger that was attached */
export function fileQuestions(file: ExaminedFile, evidence: readonly Attachment[]): ExaminerQuestion[] {
  return [
    ...file.balances.map((one) => confirmedQuestion(one, file.decimals, evidence)),
    ...checklistQuestion(file.steps),
    statedQuestion(file),
    ...overriddenQuestion(file.prepared),
  ];
}

function confirmedQuestion(
  balance: ConfirmedBalance,
  decimals: number,
  evidence: readonly Attachment[],
): ExaminerQuestion {
  const { wallet, confirmation } = balance;
  const file = evidence.find(({ id }) => id === confirmation?.evidence);
  const agrees = agreesWithProvider(balance) === true;
  const ids = [wallet.userID, wallet.businessID].filter((part) => part !== null);
  return asked(
    `confirmed-${ids.join("-")}`,
    `Does the provider confirm the closing balance of the ${walletOf(wallet)}?`,
    {
      answer: confirmedWords(balance, decimals),
      basis: confirmation === null ? "missing" : "asserted",
      where: "A, Confirmed by the provider",
      sha256: file?.sha256,
      standard: "ISA 505.7",
      open: !agrees
        ? ["the provider", "Confirm the balance in writing."]
        : file === undefined
          ? ["the preparer", "Attach the confirmation."]
          : null,
    },
  );
}

/** Of the steps that no figure answers; the others are questions of their own. */
function checklistQuestion(steps: readonly TickedStep[]): ExaminerQuestion[] {
  const own = steps.filter(({ figures }) => figures === null);
  if (own.length === 0) return [];
  const undone = own.filter(({ tick }) => tick === null);
  const by = [...new Set(own.flatMap(({ tick }) => tick?.by ?? []))];
  const answer =
    undone.length === 0
      ? `Yes, says ${by.join(", ")}.`
      : `Nobody ticked: ${undone.map(({ text }) => text).join("; ")}.`;
  return [
    asked("checklist", "Was everything done that no figure shows?", {
      answer,
      basis: undone.length === 0 ? "asserted" : "missing",
      where: "A, Checklist",
      standard: "ISA 230.8",
      open: undone.length === 0 ? null : ["the preparer", "Do it, and tick it."],
    }),
  ];
}

/** Purpose, scope and procedures a workpaper states by itself; the scale and the policy are for people to set. */
function statedQuestion({ policy, materiality }: ExaminedFile): ExaminerQuestion {
  const lacking = [
    ...(policy === "" ? ["policy"] : []),
    ...(materiality.length === 0 ? ["materiality"] : []),
    ...(materiality.some(({ basis }) => basis === "") ? ["basis of the materiality"] : []),
  ];
  const isStated = lacking.length === 0;
  return asked("stated", "By which policy was it judged, and on which scale?", {
    answer: isStated ? "Policy and materiality are stated." : `Not stated: ${lacking.join(", ")}.`,
    basis: isStated ? "asserted" : "missing",
    where: "A, Workpaper",
    standard: "ISA 320.14",
    open: isStated ? null : ["the preparer", "Write it into the month's file."],
  });
}

/** What a preparation went over: it stays open until the month is prepared without. */
function overriddenQuestion(prepared: FreezingStep | null): ExaminerQuestion[] {
  const overridden = prepared?.frozen.overridden ?? [];
  if (prepared === null || overridden.length === 0) return [];
  const { by, note } = prepared;
  return [
    asked("overridden", "What was overridden when it was prepared?", {
      answer: `${overridden.map(({ sentence }) => sentence).join("; ")}. ${by}: ${note}`,
      basis: "missing",
      where: "A, Steps of the close",
      open: ["the preparer", "Settle it, and prepare the month again without an override."],
    }),
  ];
}

/**
 * What earlier months lack although they were signed: each question that is open in the file of such a month, as it is
 * now. It is gone once the month is signed with an answer.
 *
 * @param files by month ascending
 */
export function obligationsOf(
  files: readonly SignedFile[],
  evidence: readonly Attachment[],
): ExaminerQuestion[] {
  return files.flatMap((file) =>
    openQuestions(fileQuestions(file, evidence)).map((one) => ({
      ...one,
      id: `open-${file.month}-${one.id}`,
      question: `Open obligation of ${monthTitle(file.month)}. ${one.question}`,
      closes: `${one.closes} Then reopen ${monthTitle(file.month)}, and sign it with that.`,
      where: "D2, Every link of the audit trail",
    })),
  );
}

/**
 * How much earlier months owe, in one sentence; none where they owe nothing.
 *
 * @example `July 2026 was signed with 2 open obligations.`, `3 earlier months, May 2026 to July 2026, were signed with 5 open obligations.`
 */
export function obligationWords(files: readonly SignedFile[], evidence: readonly Attachment[]): string[] {
  const owing = files.flatMap((file) => {
    const { length } = obligationsOf([file], evidence);
    return length === 0 ? [] : [{ month: file.month, count: length }];
  });
  if (owing.length === 0) return [];
  const which = earlierMonthsWords(
    owing.map(({ month }) => month),
    { one: "was", more: "were" },
  );
  const all = owing.reduce((sum, { count }) => sum + count, 0);
  return [`${which} signed with ${formatCount(all, "open obligation")}.`];
}
