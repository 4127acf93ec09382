/** Closing a month: open → prepared → signed off, back to its preparer with points, and open again with a reason. */
import type { HumanAct } from "../../human-act.ts";
import type { WalletResult } from "../../reconcile/input/result.ts";
import type { CheckOptions } from "../../options.ts";
import type { Month } from "../../time.ts";

export type { Month };

/** `returned`: the reviewer gave the month back to its preparer; what was prepared stays what it is compared with. */
export const CLOSE_STATES = ["open", "returned", "prepared", "signed-off"] as const;
export type CloseState = (typeof CLOSE_STATES)[number];

/** `review` began a review in earlier versions: nobody takes it now, and ledgers that hold it keep it in their history. */
export const CLOSE_STEPS = ["review", "prepare", "return", "sign-off", "reopen"] as const;
export type CloseStepKind = (typeof CLOSE_STEPS)[number];

interface StepRule {
  readonly from: readonly CloseState[];
  readonly to: CloseState;
  /** What it did to the month, as a sentence names it. */
  readonly done: string;
  readonly freezes: boolean;
  /** The steps that no longer count once it is taken. */
  readonly ends: readonly CloseStepKind[];
}

/** The steps of the close, in the order in which messages list them. */
export const STEPS: Readonly<Record<CloseStepKind, StepRule>> = {
  review: { from: ["open"], to: "open", done: "review begun", freezes: false, ends: [] },
  "sign-off": { from: ["prepared"], to: "signed-off", done: "signed off", freezes: true, ends: [] },
  prepare: {
    // Again after a reviewer's decisions were imported: reopening would suggest that something was wrong.
    from: ["open", "returned", "prepared"],
    to: "prepared",
    done: "prepared",
    freezes: true,
    ends: ["prepare"],
  },
  return: { from: ["prepared"], to: "returned", done: "returned", freezes: false, ends: [] },
  reopen: {
    from: ["returned", "prepared", "signed-off"],
    to: "open",
    done: "reopened",
    freezes: false,
    ends: ["prepare", "sign-off"],
  },
};

/** The figures of one wallet as they were frozen. Amounts in the service's unit. */
export type FrozenWallet = Omit<WalletResult, "tiesOut">;

/**
 * Whether nothing ever was in a wallet up to the month's end. A check lists such a wallet only once later
 * records know of it, so that it is the same month with and without it.
 */
export function isUnused({ entries, opening, closing }: FrozenWallet): boolean {
  return entries === 0 && opening === 0 && closing === 0;
}

export const OUTSTANDING_KINDS = ["paid, no entry", "in transit", "orphan payref"] as const;
export type OutstandingKind = (typeof OUTSTANDING_KINDS)[number];

/** Outstanding items of one kind and currency at the month's end. */
export interface FrozenOutstanding {
  /** null for those of no known currency; older versions froze a sum over all currencies, without one. */
  readonly currency?: string | null | undefined;
  readonly kind: OutstandingKind;
  readonly items: number;
  readonly amount: number;
  /** How the amount came about, and its age. Older versions froze the amount alone. */
  readonly roll?: FrozenRoll | undefined;
}

/** Brought forward + added − cleared + reclassified = the amount that is carried forward. */
export interface FrozenRoll {
  readonly broughtForward: number;
  readonly added: number;
  readonly cleared: number;
  readonly reclassified: number;
  /** Of what is carried forward: 0–30, 31–60, 61–90 and more than 90 days. */
  readonly ageing: readonly number[];
}

/** The three-way proof of one currency: amounts by the names of its lines, whatever their wording. */
export interface FrozenProof {
  /** null where none is known. */
  readonly currency: string | null;
  readonly amounts: Readonly<Record<string, number>>;
}

/** What is in the way of preparing a month; each may be overridden with a note. */
export const OBSTACLES = [
  /** Undecided findings of severity error. */
  "undecided-errors",
  /** The newest pull is older than the month's end. */
  "not-over",
  /** The month before was signed, and closes at another balance than this one opens with. */
  "opening-not-carried",
] as const;
export type ObstacleKind = (typeof OBSTACLES)[number];

export interface Obstacle {
  readonly kind: ObstacleKind;
  /** In one sentence, with the numbers. */
  readonly sentence: string;
}

/** Everything a month was prepared on; signing off signs exactly this. */
export interface FrozenMonth extends FrozenFigures {
  /** The run that was kept, with the whole result of the check. */
  readonly runId: number;
}

/** What preparing a month freezes of its check, and of the same check again. */
export interface FrozenFigures {
  /** SHA-256 of the check's document, as it is kept, 64 hex digits. */
  readonly checkSha256: string;
  readonly rulesVersion: string;
  readonly appVersion: string;
  readonly options: CheckOptions;
  /** Digits after the point with which messages are worded. */
  readonly decimals: number;
  /** The newest pull it depends on. */
  readonly pullId: number;
  /** The newest decision and manual match that it uses, 0 for none. */
  readonly decisionId: number;
  readonly matchId: number;
  /** SHA-256 over the decisions that count on its exceptions, 64 hex digits. Earlier versions lack it. */
  readonly decisionsSha256?: string | undefined;
  /** The version of the file's terms in force. Absent while there is none, and in earlier versions. */
  readonly termsId?: number | undefined;
  /** SHA-256 of that version, as canonical JSON, 64 hex digits. */
  readonly termsSha256?: string | undefined;
  /** The newest step of the close before this one, 0 for none: signed closings up to it count. */
  readonly stepId: number;
  readonly wallets: readonly FrozenWallet[];
  readonly errors: { readonly total: number; readonly decided: number };
  readonly warnings: { readonly total: number; readonly decided: number };
  readonly outstanding: readonly FrozenOutstanding[];
  /** One for each currency. Older versions did not freeze them. */
  readonly proofs?: readonly FrozenProof[] | undefined;
  /** What was overridden; why is the step's note. */
  readonly overridden: readonly Obstacle[];
}

/** One step of the close. None is ever changed or deleted. */
export interface CloseStep extends HumanAct {
  readonly month: Month;
  readonly step: CloseStepKind;
  /** Of `prepare` why it is prepared all the same, of `reopen` why; may be '' for the others. */
  readonly note: string;
  /** Of `prepare` and `sign-off`; null for the others. */
  readonly frozen: FrozenMonth | null;
}

export function figuresOfWallet(wallet: WalletResult): FrozenWallet {
  const { userID, businessID, currency, entries, opening, inflow, outflow, breakDifference, closing } =
    wallet;
  return { userID, businessID, currency, entries, opening, inflow, outflow, breakDifference, closing };
}
