/** Words that several lists share: the record that something is about, who noted what when. */
import { type ChangeWording, wordingOf } from "../../core/fields/field-words.ts";
import type { Finding } from "../../core/reconcile/result/findings.ts";
import { candidateSentence } from "../../core/report/words/sheet-words.ts";
import type { DecidedFinding, Decision } from "../../core/review/decisions/decision.ts";
import { ZoneClock, formatInstant } from "../../core/time.ts";
import { showSettings } from "../../main/services/about/settings.ts";
import { harmless, noteLines } from "../terminal/terminal.ts";

/** The entry, else the transaction, else the wallet. */
export function subjectOfFinding({
  walletID,
  payID,
  userID,
}: Pick<DecidedFinding, "walletID" | "payID" | "userID">): string {
  if (walletID !== null) return `walletID ${walletID}`;
  return payID === null ? `wallet of user ${userID}` : `payID ${payID}`;
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

/**
 * How a ledger's settings word amounts and times.
 *
 * @throws TieoutError when the ledger cannot be opened
 */
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

/** What somebody said as a document has it, with its time as RFC 3339; null where nobody did. */
export function asSaid<T extends { readonly atMs: number }>(said: T): Omit<T, "atMs"> & { at: string };
export function asSaid<T extends { readonly atMs: number }>(
  said: T | null,
): (Omit<T, "atMs"> & { at: string }) | null;
export function asSaid<T extends { readonly atMs: number }>(said: T | null) {
  if (said === null) return null;
  const { atMs, ...rest } = said;
  return { ...rest, at: formatInstant(atMs) };
}
