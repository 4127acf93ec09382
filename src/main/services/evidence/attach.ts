/**
 * Evidence as a use case: attaching files to a finding, a match or a month, withdrawing them, listing them.
 */
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import {
  type AttachedFinding,
  type Attachment,
  type AttachmentSubject,
  type Evidence,
  StandingEvidence,
  asEvidence,
  evidenceIn,
  evidenceWords,
} from "../../../core/review/attached/attachment.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { monthConfirmedBy } from "../../../core/review/file/marks.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { StandingMatches } from "../../../core/review/match/manual-match.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { PeriodRequest } from "../../../core/reconcile/asked-period.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { insertAttachment, listAttachments } from "../../ledger/people/attachment.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { listFiles } from "../../ledger/people/month-file.ts";
import type { GivenOptions } from "../check/check.ts";
import { findingFinder, notRaised } from "../review/named-findings.ts";
import type { ServiceContext } from "../shared/context.ts";
import { writeLookedAt, readProven, writeLedger } from "../shared/use-ledger.ts";
import { FileToAttach } from "./file-to-attach.ts";
import { listActs } from "../../ledger/people/acts.ts";

/** What files are to be evidence of. */
export type AskedSubject =
  | Exclude<AttachmentSubject, AttachedFinding>
  | {
      readonly kind: "finding";
      /** All digits, or the first of them. */
      readonly fingerprint: string;
      /** The check that raises it: of a period, or null of the whole history. */
      readonly period: PeriodRequest | null;
      readonly options: GivenOptions;
    };

export interface AttachRequest {
  readonly ledger: string;
  /** All of them or none; `name` where the path does not say it. */
  readonly files: readonly { readonly path: string; readonly name?: string | undefined }[];
  readonly subject: AskedSubject;
  /** What they show; may be ''. */
  readonly note: string;
  readonly by: string;
}

interface WithdrawRequest {
  readonly ledger: string;
  readonly id: number;
  /** Why. */
  readonly note: string;
  readonly by: string;
}

/**
 * Attaches files, all or none, in one transaction with their links.
 *
 * @returns the evidence, in the order of the files
 * @throws TieoutError DECISION_INVALID without a name; FILE_UNREADABLE; EVIDENCE_INVALID for a file that is
 *   empty, too large or attached there already; FINDING_NOT_FOUND, FINDING_AMBIGUOUS; MATCH_NOT_FOUND,
 *   MATCH_CONFLICT for a match that was undone; LEDGER_* as opening for writing raises
 */
export async function attachFiles(request: AttachRequest, context: ServiceContext): Promise<Evidence[]> {
  const words = evidenceWords(request, false);
  const files: FileToAttach[] = [];
  try {
    // What is wrong with a file is said before the ledger is touched.
    for (const { path, name } of request.files) files.push(new FileToAttach(path, name));
    return await writeLookedAt(request.ledger, context, {
      look: (db) => subjectOf(db, request.subject, context),
      keep: (db, subject) => insertFiles(db, files, { subject, ...words, atMs: context.now() }),
    });
  } finally {
    for (const file of files) file[Symbol.dispose]();
  }
}

/**
 * Attaches files that were read, inside the caller's transaction.
 *
 * @throws TieoutError EVIDENCE_INVALID, DECISION_INVALID, MATCH_NOT_FOUND, MATCH_CONFLICT, FILE_UNREADABLE
 */
export function insertFiles(
  db: WritableLedger,
  files: readonly FileToAttach[],
  said: Pick<Attachment, "subject" | "by" | "note" | "atMs">,
): Evidence[] {
  const { subject } = said;
  if (subject.kind === "match") new StandingMatches(listActs(db, "match")).recordsInForce(subject.match);
  const standing = new StandingEvidence(listAttachments(db));
  return files.map((file) => {
    const { name, sha256, bytes } = file;
    const made = { ...said, name, sha256, bytes, undoes: null };
    standing.admit(made);
    const attached = insertAttachment(db, made, () => file.content());
    standing.take(attached);
    return asEvidence(attached);
  });
}

function subjectOf(db: ReadableLedger, asked: AskedSubject, context: ServiceContext): AttachmentSubject {
  if (asked.kind !== "finding") return asked;
  const found = findingFinder(db, asked, context)(asked.fingerprint);
  if (found === null) throw notRaised(db)(asked.fingerprint);
  const { fingerprint, rule, walletID, payID, userID, payref } = found.finding;
  return { kind: "finding", fingerprint, rule, walletID, payID, userID, payref };
}

/**
 * Withdraws evidence: from then on it counts no more. The file stays in the ledger.
 *
 * @throws TieoutError DECISION_INVALID without a name or a reason; EVIDENCE_NOT_FOUND; EVIDENCE_INVALID when
 *   it was withdrawn already; CLOSE_STATE where a signed month's file names it; LEDGER_* as opening for writing raises
 */
export async function withdrawEvidence(request: WithdrawRequest, context: ServiceContext): Promise<Evidence> {
  const words = evidenceWords(request, true);
  return writeLedger(request.ledger, context, (db) => {
    const standing = new StandingEvidence(listAttachments(db));
    const attached = standing.toWithdraw(request.id);
    refuseConfirming(db, attached.id);
    const { subject, name, sha256, bytes } = attached;
    const file = { subject, name, sha256, bytes };
    const made = { ...file, ...words, atMs: context.now(), undoes: attached.id };
    standing.admit(made);
    return asEvidence(
      attached,
      insertAttachment(db, made, () => []),
    );
  });
}

/** @throws TieoutError CLOSE_STATE where a signed month's file names the evidence */
function refuseConfirming(db: WritableLedger, id: number): void {
  const month = monthConfirmedBy(listFiles(db).marks, id);
  if (month === null || standingOfMonth(listCloseSteps(db), month).state !== "signed-off") return;
  const sentence = `${monthTitle(month)} is signed off, and its file rests on this evidence. Reopen the month first`;
  throw new TieoutError("CLOSE_STATE", sentence, { record: `evidence ${id}` });
}

/**
 * All evidence of a ledger, in the order in which it was attached.
 *
 * @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail
 */
export function listEvidence(ledger: LedgerAt): Evidence[] {
  return readProven(ledger, (db) => evidenceIn(listAttachments(db)));
}

/** @throws TieoutError EVIDENCE_NOT_FOUND */
export function getEvidence(all: readonly Evidence[], id: number, file: string): Evidence {
  const found = all.find((one) => one.id === id);
  if (found !== undefined) return found;
  const facts = { file, record: `evidence ${id}` };
  throw new TieoutError("EVIDENCE_NOT_FOUND", "There is no evidence with this number", facts);
}
