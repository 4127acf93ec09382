/**
 * Evidence as a use case: attaching files to a finding, a match or a month, withdrawing them, listing them.
 */
import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import {
  MOST_ATTACHED_BYTES,
  refuseSize,
  attachedName,
  type AttachedFinding,
  type Attachment,
  type AttachmentSubject,
  type Evidence,
  StandingEvidence,
  asEvidence,
  evidenceIn,
  evidenceWords,
} from "../../../core/review/file/attachment.ts";
import { OpenFile, unreadable } from "../../api/list-body.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { monthConfirmedBy } from "../../../core/review/file/marks.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { StandingMatches } from "../../../core/review/decisions/manual-match.ts";
import type { PeriodRequest } from "../../../core/reconcile/input/asked-period.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { insertAttachment, listAttachments } from "../../ledger/acts/attachment.ts";
import { monthStandingIn } from "../../ledger/acts/close-step.ts";
import { listFiles } from "../../ledger/acts/month-file.ts";
import type { GivenOptions } from "../check/check.ts";
import { findingFinder, namedFinding } from "./review.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type SignedRequest, writeLookedAt, readProven, writeLedger } from "../shared/use-ledger.ts";
import { listActs } from "../../ledger/trail/acts.ts";

// A file on its way into the ledger: its size and hash first, then its bytes once more.

const BUFFER_BYTES = 256 * 1024;

/** A file's name, size and SHA-256, and its bytes as often as they are asked for. */
interface AttachableFile extends Pick<FileToAttach, "name" | "bytes" | "sha256"> {
  readonly content: () => Iterable<Uint8Array>;
}

/** A file that stays open, whatever its path comes to mean meanwhile. Close it by `using`. */
export class FileToAttach {
  readonly name: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly #file: OpenFile;
  readonly #shown: string;

  /**
   * @param path of the file
   * @param name what it is called where that is not in its path
   * @throws TieoutError FILE_UNREADABLE; EVIDENCE_INVALID for an empty file and one that is too large
   */
  constructor(path: string, name = path) {
    this.name = attachedName(name);
    this.#shown = name;
    this.#file = new OpenFile(path, name);
    try {
      refuseSize(this.#file.bytes, name);
      const { sha256, bytes } = this.#measured();
      refuseSize(bytes, name);
      this.sha256 = sha256;
      this.bytes = bytes;
    } catch (error) {
      this.#file[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  /**
   * Its bytes, in parts that are valid until the next one.
   *
   * @throws TieoutError FILE_UNREADABLE, at the end also where they are others than they were
   */
  *content(): Generator<Uint8Array> {
    const digest = createHash("sha256");
    for (const part of this.#parts()) {
      digest.update(part);
      yield part;
    }
    if (digest.digest("hex") === this.sha256) return;
    throw new TieoutError("FILE_UNREADABLE", "The file changed while it was read", { file: this.#shown });
  }

  #measured(): { readonly sha256: string; readonly bytes: number } {
    const digest = createHash("sha256");
    let bytes = 0;
    for (const part of this.#parts()) {
      digest.update(part);
      bytes += part.length;
    }
    return { sha256: digest.digest("hex"), bytes };
  }

  /** One byte more than the limit at most: a file may grow without end. */
  *#parts(): Generator<Uint8Array> {
    const buffer = Buffer.alloc(BUFFER_BYTES);
    for (let at = 0; at <= MOST_ATTACHED_BYTES;) {
      const length = this.#read(buffer, at);
      if (length === 0) return;
      at += length;
      yield buffer.subarray(0, length);
    }
  }

  #read(buffer: Buffer, at: number): number {
    try {
      return readSync(this.#file.descriptor, buffer, 0, buffer.length, at);
    } catch (error) {
      throw unreadable(error, this.#shown);
    }
  }
}

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

export interface AttachRequest extends SignedRequest {
  /** All of them or none; `name` where the path does not say it. */
  readonly files: readonly { readonly path: string; readonly name?: string | undefined }[];
  readonly subject: AskedSubject;
}

interface WithdrawRequest extends SignedRequest {
  readonly id: number;
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
  files: readonly AttachableFile[],
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
  return { kind: "finding", ...namedFinding(db, findingFinder(db, asked, context), asked.fingerprint) };
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
  if (month === null || monthStandingIn(db, month).state !== "signed-off") return;
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
