/** What a file is evidence of, in a few words, the same in the terminal, the workbook and the window. */
import { ruleName } from "../../words/rule.ts";
import { monthTitle } from "../../words/month.ts";
import { excerpt } from "../../excerpt.ts";
import type { AttachedFinding, AttachmentSubject, WithdrawnEvidence } from "./attachment.ts";
import { walletOf } from "../../words/wallet.ts";

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
