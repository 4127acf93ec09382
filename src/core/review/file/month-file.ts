/** A month's file as it stands: its terms, its checklist, what the provider confirmed, what moved. */
import type { ActNote } from "../../human-act.ts";
import type { FrozenWallet, Month } from "../close/close.ts";
import type { MonthStanding } from "../close/month-states.ts";
import {
  COMPARED_FIGURES,
  type FileMark,
  type MarkSubject,
  type WalletKey,
  markKey,
  marksInForce,
} from "./marks.ts";
import type { WithdrawnEvidence } from "./attachment.ts";
import { type ExcessiveMateriality, excessiveMateriality } from "./materiality.ts";
import { type CheckedSteps, type StepFigures, stepFigures } from "./step-figures.ts";
import { type ChecklistStep, type FileTerms, type TermsVersion, termsOf } from "./terms.ts";

export interface TickedStep extends ChecklistStep {
  readonly tick: ActNote | null;
  /** What the figures say of it; null of a step that Tieout cannot work out. */
  readonly figures: StepFigures | null;
}

/** Whether a step is done: somebody ticked it, or the figures say so. */
export function isStepDone({ tick, figures }: Pick<TickedStep, "tick" | "figures">): boolean {
  return tick !== null || figures?.ok === true;
}

/** Whether a step was ticked that the figures say is not done. */
export function isContradicted({ tick, figures }: Pick<TickedStep, "tick" | "figures">): boolean {
  return tick !== null && figures?.ok === false;
}

/** The closing balance of a wallet, and what the provider says it is. Amounts in the service's unit. */
export interface ConfirmedBalance {
  readonly wallet: WalletKey;
  readonly closing: number;
  /** null without one, and where it lapsed. */
  readonly confirmation: Confirmation | null;
  /** Who withdrew the only evidence of the confirmation, and why; null where nobody did. */
  readonly lapsed: LapsedConfirmation | null;
}

export interface LapsedConfirmation extends WithdrawnEvidence {
  /** Who confirmed the balance. */
  readonly confirmedBy: string;
}

export interface Confirmation extends ActNote {
  readonly balance: number;
  readonly source: string;
  readonly evidence: number | null;
  /** The confirmed balance less the closing balance. */
  readonly difference: number;
}

/** A figure of a wallet beside that of the month before. */
export interface Fluctuation extends Omit<Extract<MarkSubject, { kind: "fluctuation" }>, "kind"> {
  /** Whether it moved by the threshold of the terms, so that it asks for a note. */
  readonly asks: boolean;
  /** Why it moved, written on these amounts. */
  readonly note: ActNote | null;
  /** The newest note, where it was written on other amounts. */
  readonly lapsed: LapsedNote | null;
}

/** A note and the amounts that it was written on. */
export interface LapsedNote extends ActNote {
  readonly before: number;
  readonly now: number;
}

/** What somebody entered of a wallet that has no figures in the month any more: it is kept, and counts for nothing. */
export interface KeptMark extends ActNote {
  readonly wallet: WalletKey;
  readonly subject: Exclude<MarkSubject, { readonly kind: "step" }>;
  /** Who withdrew the evidence that it names; null where nobody did. */
  readonly withdrawn: WithdrawnEvidence | null;
}

export interface MonthFile {
  readonly month: Month;
  /** Digits after the point with which the month shows amounts: those that it was prepared with. */
  readonly decimals: number;
  /** The version that the month goes by, 0 for the first terms. */
  readonly termsId: number;
  readonly terms: FileTerms;
  /** What of the terms is too high for the month. */
  readonly excessive: ExcessiveMateriality[];
  readonly steps: TickedStep[];
  readonly balances: ConfirmedBalance[];
  readonly fluctuations: Fluctuation[];
  /** In the order in which they were first entered. */
  readonly kept: KeptMark[];
}

/** Whether the provider confirms a closing balance; null where nothing was confirmed. */
export function agreesWithProvider({ confirmation, lapsed }: ConfirmedBalance): boolean | null {
  if (confirmation !== null) return confirmation.difference === 0;
  return lapsed === null ? null : false;
}

export interface HeldFiles {
  readonly versions: readonly TermsVersion[];
  readonly marks: readonly FileMark[];
}

/** The version of the terms that a month goes by: its own once it was prepared, else the newest. */
export function termsIdOf(
  { prepared }: Pick<MonthStanding, "prepared">,
  versions: readonly TermsVersion[],
): number {
  return prepared === null ? (versions.at(-1)?.id ?? 0) : (prepared.frozen.termsId ?? 0);
}

export interface FileGround {
  /** Of the month, and of the month before. */
  readonly wallets: { readonly now: readonly FrozenWallet[]; readonly before: readonly FrozenWallet[] };
  /** The evidence of the ledger that was withdrawn, by its number. */
  readonly withdrawn: ReadonlyMap<number, WithdrawnEvidence>;
  /** The month's check, as its steps are worked out from it. */
  readonly checked: CheckedSteps;
  /** 0 to 6; display only. */
  readonly decimals: number;
}

export function monthFileOf(
  standing: Pick<MonthStanding, "month" | "prepared">,
  { versions, marks }: HeldFiles,
  { wallets, withdrawn, checked, decimals }: FileGround,
): MonthFile {
  const { month } = standing;
  const termsId = termsIdOf(standing, versions);
  const terms = termsOf(versions, termsId);
  const newest = marksInForce(marks.filter((one) => one.month === month));
  const balances = wallets.now.map((wallet) => confirmedOf(newest, month, wallet, withdrawn));
  const fluctuations = fluctuationsOf(newest, month, terms, wallets);
  const isCompared = terms.fluctuation !== null;
  const stated = { ...checked, balances, fluctuations: isCompared ? fluctuations : null, decimals };
  return {
    month,
    decimals,
    termsId,
    terms,
    excessive: excessiveMateriality(terms, wallets.now),
    steps: terms.checklist.map((step) => ({
      ...step,
      tick: tickOf(newest, month, step.id),
      figures: stepFigures(step, stated),
    })),
    balances,
    fluctuations,
    kept: keptOf(newest, wallets.now, withdrawn),
  };
}

/** Whether a month is compared with the one before: a threshold is set, or somebody explained a figure. */
export function asksForFluctuations(
  standing: Pick<MonthStanding, "month" | "prepared">,
  { versions, marks }: HeldFiles,
): boolean {
  const { fluctuation } = termsOf(versions, termsIdOf(standing, versions));
  const isOfMonth = ({ month, subject }: FileMark) =>
    month === standing.month && subject.kind === "fluctuation";
  return fluctuation !== null || marks.some(isOfMonth);
}

type Newest = ReadonlyMap<string, FileMark>;

function tickOf(newest: Newest, month: Month, step: number): TickedStep["tick"] {
  const mark = newest.get(markKey({ month, subject: { kind: "step", step, done: true } }));
  return mark?.subject.kind === "step" && mark.subject.done ? said(mark) : null;
}

function said({ by, note, atMs }: FileMark): ActNote {
  return { by, note, atMs };
}

function keyOf({ userID, businessID, currency }: WalletKey): WalletKey {
  return { userID, businessID, currency };
}

function confirmedOf(
  newest: Newest,
  month: Month,
  { closing, ...rest }: FrozenWallet,
  withdrawn: FileGround["withdrawn"],
): ConfirmedBalance {
  const wallet = keyOf(rest);
  const asked = { kind: "confirmation", wallet, balance: null, source: "", evidence: null } as const;
  const mark = newest.get(markKey({ month, subject: asked }));
  if (mark?.subject.kind !== "confirmation" || mark.subject.balance === null)
    return { wallet, closing, confirmation: null, lapsed: null };
  const { balance, source, evidence } = mark.subject;
  const lapsed = evidence === null ? undefined : withdrawn.get(evidence);
  if (lapsed !== undefined)
    return { wallet, closing, confirmation: null, lapsed: { ...lapsed, confirmedBy: mark.by } };
  const confirmation = { ...said(mark), balance, source, evidence, difference: balance - closing };
  return { wallet, closing, confirmation, lapsed: null };
}

function keptOf(
  newest: Newest,
  wallets: readonly FrozenWallet[],
  withdrawn: FileGround["withdrawn"],
): KeptMark[] {
  const known = new Set(wallets.map((wallet) => JSON.stringify(keyOf(wallet))));
  return [...newest.values()].flatMap((mark): KeptMark[] => {
    const { subject } = mark;
    if (subject.kind === "step" || (subject.kind === "confirmation" && subject.balance === null)) return [];
    const wallet = keyOf(subject.wallet);
    if (known.has(JSON.stringify(wallet))) return [];
    const evidence = subject.kind === "confirmation" ? subject.evidence : null;
    const gone = evidence === null ? undefined : withdrawn.get(evidence);
    return [{ ...said(mark), wallet, subject, withdrawn: gone ?? null }];
  });
}

function fluctuationsOf(
  newest: Newest,
  month: Month,
  { fluctuation }: FileTerms,
  { now, before }: { readonly now: readonly FrozenWallet[]; readonly before: readonly FrozenWallet[] },
): Fluctuation[] {
  const earlier = new Map(before.map((wallet) => [JSON.stringify(keyOf(wallet)), wallet]));
  return now.flatMap((wallet) =>
    COMPARED_FIGURES.map((figure) => {
      const key = keyOf(wallet);
      const was = earlier.get(JSON.stringify(key))?.[figure] ?? 0;
      const is = wallet[figure];
      const subject = { kind: "fluctuation", wallet: key, figure, before: was, now: is } as const;
      const mark = newest.get(markKey({ month, subject }));
      const moved = Math.abs(is - was);
      const asks =
        fluctuation !== null &&
        moved > 0 &&
        moved >= fluctuation.amount &&
        percentOf(moved, was) >= fluctuation.percent;
      return { wallet: key, figure, before: was, now: is, asks, ...notedOf(mark, was, is) };
    }),
  );
}

/** The newest note on a figure: one in force, or one that was written on other amounts. */
function notedOf(mark: FileMark | undefined, was: number, is: number): Pick<Fluctuation, "note" | "lapsed"> {
  if (mark?.subject.kind !== "fluctuation") return { note: null, lapsed: null };
  const { before, now } = mark.subject;
  const holds = before === was && now === is;
  return holds ? { note: said(mark), lapsed: null } : { note: null, lapsed: { ...said(mark), before, now } };
}

/** By how many percent of an amount another one is; of nothing, by more than any. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? Infinity : (part * 100) / Math.abs(whole);
}
