/**
 * The steps by which a month is closed, each with how it stands and the one thing that can be done next of it. What may
 * be done is asked of the rules that admit it: the states of the close, what refuses or hinders a preparation, what
 * differs from it, and the month's file, which the signature closes.
 */
import { bankCountWords } from "../bank/accepted.ts";
import { formatAmount, formatCount } from "../money.ts";
import { mayFollow } from "../review/close/close-rules.ts";
import { differsWords } from "../review/close/differences.ts";
import { type Point, pointCountWords, unansweredOf } from "../review/close/points.ts";
import { standingOfMonth } from "../review/close/month-states.ts";
import {
  type ConfirmedBalance,
  type MonthFile,
  type TickedStep,
  isStepDone,
} from "../review/file/month-file.ts";
import { unconfirmedWords } from "../review/file/step-figures.ts";
import { letterName, letterStateWords, raisedWords } from "../review/letters/letter-words.ts";
import type { LetterStanding, RecordedLetter } from "../review/letters/letters.ts";
import { walletLabel } from "../words/wallet.ts";
import type { MonthReport } from "./month-report.ts";

/** What can be done next of a step. */
export type ClosingAct =
  | { readonly is: "pull" }
  | { readonly is: "decide" }
  | { readonly is: "accept-lines"; readonly count: number }
  | { readonly is: "write-letter" }
  | { readonly is: "record-sending"; readonly letter: RecordedLetter }
  | { readonly is: "confirm"; readonly balance: ConfirmedBalance }
  | { readonly is: "tick"; readonly step: TickedStep }
  | { readonly is: "prepare"; readonly isAgain: boolean; readonly isHindered: boolean }
  | { readonly is: "answer"; readonly point: Point }
  | { readonly is: "sign-off" }
  | { readonly is: "return" }
  | { readonly is: "reopen" };

const CLOSING_STEPS = {
  pulled: "Pulled",
  bank: "Bank",
  exceptions: "Exceptions",
  letter: "Letter",
  balance: "Balance confirmed",
  checklist: "Checklist",
  points: "Points",
  prepare: "Prepare",
  "sign-off": "Sign",
} as const;

export interface ClosingStep {
  readonly id: keyof typeof CLOSING_STEPS;
  readonly title: string;
  readonly isDone: boolean;
  /** How it stands, without a stop. */
  readonly words: string;
  /** null where nothing can be done of it, or need be. */
  readonly act: ClosingAct | null;
}

interface Closing {
  readonly report: Pick<
    MonthReport,
    "facts" | "obstacles" | "refusal" | "changes" | "errors" | "warnings" | "raised" | "points" | "bank"
  >;
  readonly file: Pick<MonthFile, "steps" | "balances" | "decimals">;
  /** Of the month, in the order in which they were written. */
  readonly letters: readonly LetterStanding[];
  /** When the newest pull or import was, in words. */
  readonly pulledWords: string;
  /** What the newest figures that are shown are called. @example `now`, `after pull 14` */
  readonly nowWord: string;
}

/** In their order. */
export function closingSteps(closing: Closing): ClosingStep[] {
  const { report } = closing;
  const steps = [
    pulledStep(closing),
    ...bankStep(report),
    exceptionsStep(report),
    providerStep(closing),
    ...fileSteps(closing),
    ...pointStep(report),
    prepareStep(report),
    signStep(report),
  ];
  return steps.map((step) => ({ ...step, title: CLOSING_STEPS[step.id] }));
}

/** The step that is to be done first: of those that are not done the first, and none that would be refused. */
export function firstStepToDo(steps: readonly ClosingStep[]): ClosingStep | null {
  const first = steps.find(({ isDone, act }) => !isDone && act !== null);
  return first?.act?.is === "prepare" && first.act.isHindered ? null : (first ?? null);
}

type Untitled = Omit<ClosingStep, "title">;

function pulledStep({ report: { facts, obstacles }, pulledWords }: Closing): Untitled {
  const notOver = facts.state === "open" ? obstacles.find(({ kind }) => kind === "not-over") : undefined;
  if (notOver === undefined) return { id: "pulled", isDone: true, words: pulledWords, act: null };
  return { id: "pulled", isDone: false, words: notOver.sentence, act: { is: "pull" } };
}

/** Only where a bank's statements are kept. What can only be one line is accepted at once, the rest are exceptions. */
function bankStep({ bank }: Closing["report"]): Untitled[] {
  if (bank === null) return [];
  const isDone = bank.tied === 0;
  const act = isDone ? null : ({ is: "accept-lines", count: bank.tied } as const);
  return [{ id: "bank", isDone, words: bankCountWords(bank), act }];
}

function exceptionsStep({ facts, errors, warnings, changes }: Closing["report"]): Untitled {
  const frozen = frozenOf(facts);
  const isSigned = facts.state === "signed-off";
  const isDone = isSigned || errors.decided === errors.total;
  const shown = isSigned ? { errors, warnings, ...frozen } : { errors, warnings };
  const left = [undecidedOf(shown.errors, "error"), undecidedOf(shown.warnings, "warning")].filter(
    (counted) => counted !== "",
  );
  const all = shown.errors.total + shown.warnings.total;
  const words =
    left.length > 0
      ? `${left.join(" and ")} undecided`
      : all === 0
        ? "none"
        : `all ${formatAmount(all)} decided`;
  const moment = isSigned && changes.length > 0 ? ", as signed" : "";
  return { id: "exceptions", isDone, words: `${words}${moment}`, act: isDone ? null : { is: "decide" } };
}

/** '' where all are decided. */
function undecidedOf({ total, decided }: MonthReport["errors"], noun: string): string {
  return decided === total ? "" : formatCount(total - decided, noun);
}

function providerStep({ report: { raised }, letters }: Closing): Untitled {
  const id = "letter";
  const asked = raisedWords(raised);
  if (raised.unasked > 0) return { id, isDone: false, words: asked, act: { is: "write-letter" } };
  const unsent = letters.find(({ letter }) => letter.sent === null);
  if (unsent !== undefined) {
    const { letter } = unsent;
    const words = `${letterName(letter.ref)}: ${letterStateWords(unsent)}`;
    return { id, isDone: false, words, act: { is: "record-sending", letter } };
  }
  const newest = letters.at(-1);
  const sent = newest === undefined ? "" : `${letterName(newest.letter.ref)}: ${letterStateWords(newest)}`;
  return { id, isDone: true, words: sent || asked, act: null };
}

function fileSteps({ report: { facts, changes }, file, nowWord }: Closing): Untitled[] {
  const { steps, balances, decimals } = file;
  const isClosed = facts.state === "signed-off";
  const balance = balances.find(({ confirmation }) => confirmation === null);
  const step = steps.find((one) => !isStepDone(one));
  const done = `${formatAmount(steps.filter(isStepDone).length)} of ${formatCount(steps.length, "step")} done`;
  // The signature closed the file, but what the figures show of a step is of now.
  const figures = `, by the figures ${nowWord === "now" ? "of now" : nowWord}`;
  const moment = isClosed && changes.length > 0 ? figures : "";
  const unlike = balances.flatMap(({ confirmation }) => confirmation?.difference || []);
  return [
    {
      id: "balance",
      isDone: balance === undefined,
      words:
        balance === undefined
          ? `${formatCount(balances.length, "balance")} confirmed${unlike.length === 0 ? "" : `, ${formatAmount(unlike.length)} with a difference${moment}`}`
          : isClosed
            ? (unconfirmedWords(balances) ?? "")
            : `${walletLabel(balance.wallet)} closes at ${formatAmount(balance.closing, decimals)}`,
      act: balance === undefined || isClosed ? null : { is: "confirm", balance },
    },
    {
      id: "checklist",
      isDone: step === undefined,
      words: step === undefined || isClosed ? `${done}${moment}` : `${done}; next: ${step.text}`,
      act: step === undefined || isClosed ? null : { is: "tick", step },
    },
  ];
}

/** Only where the reviewer made any. While the month is with the reviewer, nobody need answer them. */
function pointStep({ facts, points }: Closing["report"]): Untitled[] {
  if (points.length === 0) return [];
  const [first] = unansweredOf(points);
  const waits = first !== undefined && facts.state !== "prepared" && facts.state !== "signed-off";
  const words =
    first === undefined
      ? `${pointCountWords(points.length)}, all answered`
      : `${pointCountWords(unansweredOf(points).length)} to answer`;
  return [
    { id: "points", isDone: first === undefined, words, act: waits ? { is: "answer", point: first } : null },
  ];
}

function prepareStep({ facts, obstacles, refusal, changes, points }: Closing["report"]): Untitled {
  const { prepared } = standingOfMonth(facts.steps, facts.month);
  const reopen = mayFollow(facts.state, "reopen") ? ({ is: "reopen" } as const) : null;
  const id = "prepare";
  if (!mayFollow(facts.state, "prepare"))
    return { id, isDone: true, words: prepared === null ? "" : `by ${prepared.by}`, act: null };
  const isReturned = facts.state === "returned";
  if (prepared !== null && changes.length === 0 && !isReturned)
    return { id, isDone: true, words: `by ${prepared.by}`, act: reopen };
  if (refusal !== null) return { id, isDone: false, words: refusal, act: null };
  const isHindered = obstacles.length > 0;
  const isRefused = unansweredOf(points).length > 0;
  const act = isRefused ? null : ({ is: "prepare", isAgain: prepared !== null, isHindered } as const);
  const unlike =
    prepared === null
      ? null
      : isReturned && changes.length === 0
        ? `returned by ${facts.steps.at(-1)?.by ?? ""}`
        : `by ${prepared.by}; it ${differsWords("prepared", changes)}`;
  return { id, isDone: false, words: unlike ?? obstacleWords(obstacles), act };
}

/** What hinders it and no step before it says. */
function obstacleWords(obstacles: Closing["report"]["obstacles"]): string {
  const opening = obstacles.find(({ kind }) => kind === "opening-not-carried");
  return opening?.sentence ?? (obstacles.length === 0 ? "ready" : "not ready");
}

function signStep({ facts, changes, points }: Closing["report"]): Untitled {
  const { prepared, signed } = standingOfMonth(facts.steps, facts.month);
  const id = "sign-off";
  if (signed !== null) return { id, isDone: true, words: `by ${signed.by}`, act: { is: "reopen" } };
  const words = prepared === null ? "by a second person" : `by somebody else than ${prepared.by}`;
  if (!mayFollow(facts.state, "sign-off")) return { id, isDone: false, words, act: null };
  const waiting = unansweredOf(points).length;
  if (waiting > 0)
    return {
      id,
      isDone: false,
      words: `once ${pointCountWords(waiting)} ${waiting === 1 ? "is" : "are"} answered`,
      act: { is: "return" },
    };
  return { id, isDone: false, words, act: changes.length === 0 ? { is: "sign-off" } : null };
}

function frozenOf(facts: MonthReport["facts"]) {
  const { prepared, signed } = standingOfMonth(facts.steps, facts.month);
  return (signed ?? prepared)?.frozen ?? null;
}
