/** Evidence: files that people attach to a finding, a match or a month, and the rules that admit them. */
import type { HumanAct, ActNote } from "../../human-act.ts";
import { TieoutError } from "../../errors.ts";
import { formatAmount } from "../../money.ts";
import type { NamedFinding } from "../../reconcile/input/findings.ts";
import type { Month } from "../close/close.ts";
import { nameOf, noteOf, reasonOf } from "../decisions/note-rules.ts";
import { ruleName } from "../../words/rule.ts";
import { monthTitle } from "../../words/month.ts";
import { excerpt } from "../../excerpt.ts";
import type { StatementReading } from "../../bank/reading.ts";
import type { BookBalance } from "../../bank/trial-balance.ts";
import { walletOf } from "../../words/wallet.ts";

// The name under which a file is attached.

/** In UTF-16 units: no system has longer ones. */
const LONGEST_NAME = 255;
/** Longer endings are part of the name. */
const LONGEST_ENDING = 12;
/** What is not seen, or shows other letters elsewhere than they are: controls, marks of direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A file's name without its folder, as it is stored: one line in which every sign is seen, with an ending
 * that stays when the name is cut. The name that it gives is given back as it is.
 *
 * @example `C:\mail\bank.pdf` → `bank.pdf`
 */
export function attachedName(file: string): string {
  const last = file.split(/[/\\]/u).at(-1) ?? "";
  const name = last.toWellFormed().replaceAll(UNSEEN, "\uFFFD").trim();
  if (/^\.*$/u.test(name)) return "file";
  if (name.length <= LONGEST_NAME) return name;
  const at = name.lastIndexOf(".");
  const ending = name.length - at <= LONGEST_ENDING ? name.slice(at) : "";
  return `${name
    .slice(0, LONGEST_NAME - ending.length)
    .toWellFormed()
    .trim()}${ending}`;
}

/** The largest file that is attached, bytes. */
export const MOST_ATTACHED_BYTES = 25 * 1024 * 1024;

/** A finding as it was when something was attached to it. */
export interface AttachedFinding extends NamedFinding {
  readonly kind: "finding";
}

export type AttachmentSubject =
  | AttachedFinding
  | { readonly kind: "match"; readonly match: number }
  | { readonly kind: "month"; readonly month: Month }
  | {
      /** A statement of a bank account, as which the file is read, too. */
      readonly kind: "bank";
      /** The account's name in this ledger. */
      readonly account: string;
      readonly reading: StatementReading;
    }
  | ({
      /** A trial balance of the general ledger at a month's end, with what it has of the wallet's account. */
      readonly kind: "books";
      readonly month: Month;
      /** Of the wallets; null where none is stated. */
      readonly currency: string | null;
      readonly account: string;
      /** Decimals of the balance. */
      readonly places: number;
    } & BookBalance)
  | {
      /** The lines that were read of a bank's statement, by which checks go. */
      readonly kind: "lines";
      /** The evidence that the statement is. */
      readonly statement: number;
      /** Decimals of their amounts. */
      readonly places: number;
    };

/** A file attached as evidence, or its withdrawal. Neither is ever changed or deleted. */
export interface Attachment extends HumanAct {
  readonly subject: AttachmentSubject;
  /** The file's name, as `attachedName` gives it. */
  readonly name: string;
  /** Of the file's bytes, 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** What it shows; may be ''. Of a withdrawal, why. */
  readonly note: string;
  /** The id of the evidence withdrawn from here on; null for a file that is attached. */
  readonly undoes: number | null;
}

export interface Evidence extends Omit<Attachment, "undoes"> {
  /** Who withdrew it; null while it counts. */
  readonly withdrawn: ActNote | null;
}

/** Every file that was ever attached, in that order. */
export function evidenceIn(all: readonly Attachment[]): Evidence[] {
  const reversals = new Map(all.map((one) => [one.undoes, one]));
  return all.filter(({ undoes }) => undoes === null).map((one) => asEvidence(one, reversals.get(one.id)));
}

export function asEvidence(attached: Attachment, reversal?: Attachment): Evidence {
  const { id, subject, name, sha256, bytes, note, by, atMs } = attached;
  const withdrawn =
    reversal === undefined ? null : { by: reversal.by, note: reversal.note, atMs: reversal.atMs };
  return { id, subject, name, sha256, bytes, note, by, atMs, withdrawn };
}

/** The evidence that a month's pack holds, of what was not withdrawn. */
export function evidenceOfMonth(
  all: readonly Evidence[],
  about: {
    readonly month: Month;
    readonly fingerprints: ReadonlySet<string>;
    readonly matches: ReadonlySet<number>;
  },
): Evidence[] {
  return all.filter(({ subject, withdrawn }) => {
    if (withdrawn !== null) return false;
    switch (subject.kind) {
      case "month":
      case "books":
        return subject.month === about.month;
      case "finding":
        return about.fingerprints.has(subject.fingerprint);
      case "match":
        return about.matches.has(subject.match);
      case "bank":
      case "lines":
        return true;
    }
  });
}

export interface WithdrawnEvidence extends ActNote {
  readonly evidence: number;
}

/** What was withdrawn, by the number of the evidence. */
export function withdrawnIn(all: readonly Attachment[]): Map<number, WithdrawnEvidence> {
  return new Map(
    all.flatMap(({ undoes, by, note, atMs }) =>
      undoes === null ? [] : [[undoes, { evidence: undoes, by, note, atMs }] as const],
    ),
  );
}

/** The name of a bank account as it is stored. @throws TieoutError DECISION_INVALID without one */
export function bankAccountName(account: string): string {
  return nameOf(account, "A statement needs the name of its bank account");
}

/** A text that is the same for the same subject only, however its finding is described. */
export function subjectKey(
  subject:
    | Exclude<AttachmentSubject, { kind: "finding" }>
    | { readonly kind: "finding"; readonly fingerprint: string },
): string {
  switch (subject.kind) {
    case "finding":
      return `finding ${subject.fingerprint}`;
    case "match":
      return `match ${subject.match}`;
    case "month":
      return `month ${subject.month}`;
    case "bank":
      return `bank ${subject.account}`;
    case "books":
      return JSON.stringify(["books", subject.month, subject.currency]);
    case "lines":
      return `lines ${subject.statement}`;
  }
}

/** The evidence that was not withdrawn, which a withdrawal takes back and the same file is not added to. */
export class StandingEvidence {
  readonly #standing = new Map<number, Attachment>();
  /** By subject and bytes. */
  readonly #bySubject = new Map<string, number>();
  /** Who withdrew a file, by its id. */
  readonly #withdrawn = new Map<number, string>();

  /** @param all files and withdrawals, in the order in which they came */
  constructor(all: readonly Attachment[] = []) {
    for (const one of all) this.take(one);
  }

  /** Goes on with a file or a withdrawal, admissible or not. */
  take(one: Attachment): void {
    if (one.undoes === null) {
      this.#standing.set(one.id, one);
      this.#bySubject.set(contentKey(one), one.id);
      return;
    }
    const undone = this.#standing.get(one.undoes);
    if (undone !== undefined) this.#bySubject.delete(contentKey(undone));
    this.#standing.delete(one.undoes);
    this.#withdrawn.set(one.undoes, one.by);
  }

  /** @throws TieoutError EVIDENCE_NOT_FOUND; EVIDENCE_INVALID when it was withdrawn already */
  toWithdraw(id: number): Attachment {
    const found = this.#standing.get(id);
    if (found !== undefined) return found;
    const by = this.#withdrawn.get(id);
    const named = { record: `evidence ${id}` };
    if (by === undefined)
      throw new TieoutError("EVIDENCE_NOT_FOUND", "There is no evidence with this number", named);
    throw new TieoutError("EVIDENCE_INVALID", `${by} has already withdrawn this evidence`, named);
  }

  /** SHA-256 of a bank statement's file; null of other evidence. */
  statementSha256(id: number): string | null {
    const found = this.#standing.get(id);
    return found?.subject.kind === "bank" ? found.sha256 : null;
  }

  isOfMonth(id: number, month: Month): boolean {
    const subject = this.#standing.get(id)?.subject;
    return subject?.kind === "month" && subject.month === month;
  }

  /**
   * Refuses what nobody may attach or withdraw after what came before.
   *
   * @throws TieoutError EVIDENCE_INVALID, EVIDENCE_NOT_FOUND; DECISION_INVALID for a name or note that is
   *   refused
   */
  admit(one: Omit<Attachment, "id" | "atMs">): void {
    evidenceWords(one, one.undoes !== null);
    if (one.undoes !== null) {
      const undone = this.toWithdraw(one.undoes);
      assertSameFile(undone, one);
      if (undone.subject.kind === "lines") throw linesAlone(undone.subject.statement);
      return;
    }
    if (one.subject.kind === "lines") this.#admitLines(one.subject.statement);
    else refuseSize(one.bytes, one.name);
    if (attachedName(one.name) !== one.name)
      throw new TieoutError("EVIDENCE_INVALID", "The evidence has a name that no file can have");
    if (one.subject.kind === "bank" && bankAccountName(one.subject.account) !== one.subject.account)
      throw new TieoutError("EVIDENCE_INVALID", "The bank account has a name that none can have");
    const before = this.#bySubject.get(contentKey(one));
    if (before === undefined) return;
    const sentence = `This file is already attached there, as evidence ${before}`;
    throw new TieoutError("EVIDENCE_INVALID", sentence, { file: one.name });
  }

  /** A statement is read once. */
  #admitLines(statement: number): void {
    const isRead = [...this.#standing.values()].some(
      ({ subject }) => subject.kind === "lines" && subject.statement === statement,
    );
    if (this.statementSha256(statement) !== null && !isRead) return;
    const sentence = `There is no bank's statement ${statement} whose lines are still to be read`;
    throw new TieoutError("EVIDENCE_INVALID", sentence);
  }
}

function linesAlone(statement: number): TieoutError {
  const sentence = `These are the lines of evidence ${statement}. Withdraw that one`;
  return new TieoutError("EVIDENCE_INVALID", sentence);
}

function contentKey({ subject, sha256 }: Pick<Attachment, "subject" | "sha256">): string {
  return `${subjectKey(subject)} ${sha256}`;
}

function assertSameFile(
  attached: Attachment,
  withdrawal: Pick<Attachment, "subject" | "name" | "sha256" | "bytes">,
) {
  const isSame =
    contentKey(attached) === contentKey(withdrawal) &&
    attached.name === withdrawal.name &&
    attached.bytes === withdrawal.bytes;
  if (isSame) return;
  throw new TieoutError("EVIDENCE_INVALID", `The withdrawal of evidence ${attached.id} names another file`);
}

/** Refuses a file that is empty or too large. @throws TieoutError EVIDENCE_INVALID */
export function refuseSize(bytes: number, file: string): void {
  if (bytes === 0) throw new TieoutError("EVIDENCE_INVALID", "The file is empty", { file });
  if (bytes <= MOST_ATTACHED_BYTES) return;
  const sentence = `The file has ${formatAmount(bytes)} bytes, more than the limit of 25 MB`;
  throw new TieoutError("EVIDENCE_INVALID", sentence, { file });
}

/** The words as stored. @throws TieoutError DECISION_INVALID without a name, or a withdrawal's reason */
export function evidenceWords(
  { by, note }: Pick<Attachment, "by" | "note">,
  isWithdrawal: boolean,
): Pick<Attachment, "by" | "note"> {
  return {
    by: nameOf(
      by,
      isWithdrawal
        ? "Withdrawing evidence needs a name"
        : "Evidence needs the name of the person who attaches it",
    ),
    note: isWithdrawal
      ? reasonOf(note, "Withdrawing evidence needs a note that says why")
      : noteOf(note, null),
  };
}

/** @example 'evidence 1 was withdrawn by Cy Dee: Forged paper' */
export function withdrawnWords({ evidence, by, note }: WithdrawnEvidence): string {
  return `evidence ${evidence} was withdrawn by ${by}: ${excerpt(note).replace(/[.\s]+$/u, "")}`;
}

/** @example `Orphan payref, walletID 77`, `match 3`, `October 2026` */
export function subjectWords(subject: AttachmentSubject): string {
  switch (subject.kind) {
    case "match":
      return `match ${subject.match}`;
    case "month":
      return monthTitle(subject.month);
    case "bank":
      return `bank account ${subject.account}`;
    case "books":
      return `general ledger, ${monthTitle(subject.month)}`;
    case "lines":
      return `the lines of evidence ${subject.statement}`;
    case "finding": {
      return `${ruleName(subject.rule)}, ${recordWords(subject)}`;
    }
  }
}

/** The entry, else the transaction, else the payref, else the wallet. */
function recordWords({ walletID, payID, payref, userID }: AttachedFinding): string {
  if (walletID !== null) return `walletID ${walletID}`;
  if (payID !== null) return `payID ${payID}`;
  return payref === null ? walletOf({ userID }) : `payref ${payref}`;
}
