/** Words that several lists share: the record that something is about, who noted what when. */
import { type ChangeWording, wordingOf } from "../../core/reconcile/input/field-words.ts";
import type { Finding } from "../../core/reconcile/input/findings.ts";
import { candidateSentence } from "../../core/words/finding.ts";
import type { DecidedFinding, Decision } from "../../core/review/decisions/decision.ts";
import { ZoneClock } from "../../core/time.ts";
import { showSettings } from "../../main/services/backup/settings.ts";
import { harmless, noteLines } from "./terminal.ts";
import { walletOf } from "../../core/words/wallet.ts";

/** The entry, else the transaction, else the wallet. */
export function subjectOfFinding({ walletID, payID, userID }: DecidedFinding): string {
  if (walletID !== null) return `walletID ${walletID}`;
  return payID === null ? walletOf({ userID }) : `payID ${payID}`;
}

/** The payref of a finding; '' where there is none. Quoted where surrounding blanks would be invisible. */
export function payrefWords(payref: string | null): string {
  if (payref === null || payref === "") return "";
  return `, payref ${harmless(payref.trim() === payref ? payref : `"${payref}"`)}`;
}

/** The payments that may explain a movement without an entry, on a line; none where there are none. */
export function candidateNotes(finding: Pick<Finding, "candidates">): string[] {
  const sentence = candidateSentence(finding);
  return sentence === null ? [] : [harmless(sentence)];
}

/** How a ledger's settings word amounts and times. @throws TieoutError when the ledger cannot be opened */
export function ledgerWording(ledger: string): ChangeWording {
  const { decimals, timeZone } = showSettings(ledger);
  return wordingOf(decimals, new ZoneClock(timeZone));
}

/** Who decided when, and the note, line by line. */
export function notedBy(
  { by, atMs, note }: Pick<Decision, "by" | "atMs" | "note">,
  { sayTime }: ChangeWording,
): string[] {
  const [first = "", ...rest] = noteLines(note);
  return [`${harmless(by)}, ${sayTime(atMs)}${first === "" ? "" : `: ${first}`}`, ...rest];
}
