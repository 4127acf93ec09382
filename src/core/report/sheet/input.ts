/** What the monthly workbook is made from. A service gathers it; nothing here reads a clock or a file. */
import type { JsonValue } from "../../canonical.ts";
import type { Entry } from "../../records/entry.ts";
import type { Transaction } from "../../records/transaction.ts";
import type { RecordEffect } from "../../review/restate/import-preview.ts";
import type { Provenance, PullOrigin } from "../../review/restate/provenance.ts";
import type { PullStep, RestatementRegister } from "../../review/restate/restatements.ts";
import type { AcceptedVanishing } from "../../review/restate/vanishing.ts";
import type { CheckInput } from "../../reconcile/input/input.ts";
import type { CheckResult, CheckOutcomes } from "../../reconcile/input/result.ts";
import type { Attachment } from "../../review/file/attachment.ts";
import type { CloseStep } from "../../review/close/close.ts";
import type { FrozenReview } from "../../review/close/differences.ts";
import type { Decision } from "../../review/decisions/decision.ts";
import type { SignedFile } from "../../review/file/examined.ts";
import type { Materiality } from "../../review/file/materiality.ts";
import type { ConfirmedBalance, Fluctuation, TickedStep } from "../../review/file/month-file.ts";
import type { SetMovementRule } from "../../review/file/movement-rules.ts";
import type { RaisedCounts } from "../../review/letters/letter-words.ts";
import type { RecordedLetter } from "../../review/letters/letters.ts";
import type { ManualMatch, MatchState } from "../../review/decisions/manual-match.ts";
import type { Review } from "../../review/decisions/review.ts";
import type { WalletOwners } from "../../words/wallet.ts";
import { countedInput } from "../../reconcile/input/counted-dates.ts";

/** What the check's columns do not hold of an entry. Texts as the ledger stores them. */
export type EntryTexts = Pick<Entry, "description" | "sessionID" | "isApproved" | "isBonus" | "datePaidAtMs">;

/** What the check's columns do not hold of a transaction. */
export interface TransactionTexts extends Pick<Transaction, "label" | "statusAlt"> {
  readonly customerName: string | null;
}

/** One stored response body of a pull, or one imported file. */
export interface ReportBody {
  /** The endpoint's path, or `import`. */
  readonly endpoint: string;
  /** File name for an import, else ''. */
  readonly name: string;
  /** SHA-256 of the stored bytes, 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** Whether the body itself was pruned; its hash stays. */
  readonly pruned: boolean;
  /** null of an imported file, and of what earlier versions pulled. */
  readonly provenance: Provenance | null;
}

/** What a pull did to the entries of all pulls before it. */
export interface PullEffect extends Pick<RecordEffect, "received" | "inserted" | "changed" | "vanished"> {
  /** walletIDs of the first and the last; null where none came. */
  readonly range: { readonly from: number; readonly to: number } | null;
}

export interface ReportPull extends PullOrigin {
  readonly id: number;
  readonly finishedAtMs: number;
  readonly entries: number;
  readonly transactions: number;
  readonly bodies: readonly ReportBody[];
  /** Who provided the files; null where nobody said so, and of a pull from the service. */
  readonly providedBy: string | null;
  /** What it did to the entries held before it; null when it had no wallet history. */
  readonly effect: PullEffect | null;
  /** Who set it aside, and why; left out of one that counts. */
  readonly aside?: Pick<PullStep, "by" | "note">;
  /** Where records moved each time that it asked; else left out. */
  readonly torn?: true;
  /** Who accepted that many records vanished, and why; left out where nobody had to. */
  readonly accepted?: AcceptedVanishing;
}

/** A match by hand, or the undoing of one, and whether the check goes by it. */
export interface ReportMatch extends ManualMatch {
  /** Of an undoing `undone`, too: it matches nothing. */
  readonly state: MatchState;
}

/** A link of the audit trail that records a decision, a match, evidence, or a step of the close. */
export interface RecordLink {
  readonly sequence: number;
  readonly kind: "decision" | "match" | "close" | "attachment";
  /** Of the decision, the match, the evidence or the step. */
  readonly id: number;
  /** The key that signed it; left out where a name alone did. */
  readonly key?: string;
}

interface OtherLink {
  readonly sequence: number;
  readonly kind: "other";
  /** Milliseconds UTC, as the machine's clock said. */
  readonly atMs: number;
  /** Of what a person did. */
  readonly id?: number;
  /** As of a `RecordLink`. */
  readonly key?: string;
  readonly written: { readonly kind: string; readonly payload: JsonValue };
}

export type TrailLink = RecordLink | OtherLink;

/** What people set down for a ledger's workpapers, as frozen at sign-off; A says what is not set. */
export interface WorkpaperSettings {
  /** Why the reconciliation is done. */
  readonly purpose?: string;
  readonly policy?: string;
  /** What was done, in addition to what the check does. */
  readonly procedures?: string;
  /** From which uncorrected amount on the conclusion is qualified, by currency: read by `materialityIn`. */
  readonly materiality?: readonly Materiality[];
  /** The same in sentences: basis, who set it and when, before or after the findings were known. */
  readonly materialityWords?: readonly string[];
  /** What movements without a payment are, as the month's file says it: left out where it says nothing. */
  readonly movements?: readonly SetMovementRule[];
  readonly steps?: readonly TickedStep[];
  /** The closing balances, each with what the provider confirmed. */
  readonly balances?: readonly ConfirmedBalance[];
  /** What the file lacks, and what of it the figures contradict, as `openPoints` says it. */
  readonly openPoints?: readonly string[];
  /** Its figures beside those of the month before; left out where nobody set a threshold or explained one. */
  readonly fluctuations?: readonly Fluctuation[];
  /** The files of the months before that are signed off, by month ascending. */
  readonly signedBefore?: readonly SignedFile[];
}

export interface ReportInput {
  readonly entity: WalletOwners;
  readonly ledgerId: string;
  /** 0 to 6: digits of an amount after the point. Display only; 0 keeps every cell an exact integer. */
  readonly decimals: number;
  readonly appVersion: string;
  readonly rulesVersion: string;
  /** Of which moment it is, in words. @example `As of now, after pull 14, 2026-10-01` */
  readonly shows: string;
  /** The check of the period; its options name the time zone. */
  readonly check: CheckResult;
  /** How the same records stood at the end of the day before the period: what is brought forward. Else null. */
  readonly priorOutcomes: CheckOutcomes | null;
  /** The records that were checked, both times; see `recordsUpTo` for the matches of the one before. */
  readonly records: CheckInput;
  /** Texts of an entry by its row in the columns. Asked mostly in chain order, so a reader may page ahead. */
  readonly entryTexts: (row: number) => EntryTexts;
  /** Texts of a transaction by its row. Asked mostly by ascending payID. */
  readonly transactionTexts: (row: number) => TransactionTexts;
  /** Every decision of the ledger and its reversals, in the order they were taken. */
  readonly decisions: readonly Decision[];
  readonly review: Review;
  /** Every match by hand and its undoing, in the order they were made. */
  readonly matches: readonly ReportMatch[];
  /** Every file attached as evidence and its withdrawal, in the order they came. */
  readonly attachments: readonly Attachment[];
  /** The letters that were sent, each with only what it still asks about. */
  readonly askingLetters: readonly RecordedLetter[];
  /** Of the check's findings, by whether a letter that was sent asked about them. */
  readonly raised: RaisedCounts;
  /** Every step of the close of any month, in the order they were taken. */
  readonly closeSteps: readonly CloseStep[];
  /** How the exceptions of the month stood when it was prepared; null of what is not prepared, and where a version of other rules kept it in a shape that cannot be read. */
  readonly frozenReview: FrozenReview | null;
  /** The restatement register: later changes to entries and paid transactions, and to signed closings. */
  readonly restatements: RestatementRegister;
  /** Every link of the audit trail, in its order. */
  readonly trail: readonly TrailLink[];
  /** Every pull the check rests on, oldest first. */
  readonly pulls: readonly ReportPull[];
  readonly pullsAside?: readonly ReportPull[];
  readonly workpaper?: WorkpaperSettings;
  /** The saved run, or null when this check was not kept. */
  readonly run: { readonly id: number; readonly atMs: number } | null;
  /** The audit trail's last link: its sequence number and hash. */
  readonly audit: { readonly sequence: number; readonly head: string };
}

/** A check with the records that it is of: enough to tell what its figures are the sums of. */
export type CheckedRecords = Pick<ReportInput, "check" | "priorOutcomes" | "records">;

/** Sheets show the dates as they stand in the records; what they work out goes by these. */
export function countedRecords({ records, check }: Pick<ReportInput, "records" | "check">): CheckInput {
  return countedInput(records, check.options.chainScope);
}
