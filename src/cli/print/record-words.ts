/** Short names for the record that a finding is about, and for others that may belong to it. */
import type { DecidedFinding } from "../../core/review/decisions/decision.ts";
import type { Finding } from "../../core/reconcile/result/findings.ts";
import { candidateSentence } from "../../core/words/finding.ts";
import { harmless } from "../terminal.ts";
import { walletOf } from "../../core/words/wallet.ts";

/** The entry, else the transaction, else the wallet. */
export function subjectOfFinding({
  walletID,
  payID,
  userID,
}: Pick<DecidedFinding, "walletID" | "payID" | "userID">): string {
  if (walletID !== null) return `walletID ${walletID}`;
  return payID === null ? walletOf({ userID }) : `payID ${payID}`;
}

/** The payref of a finding; '' where there is none. Quoted where surrounding blanks would be invisible. */
export function payrefWords(payref: string | null): string {
  if (payref === null || payref === "") return "";
  return `, payref ${harmless(payref.trim() === payref ? payref : `"${payref}"`)}`;
}

/** The payments that may explain a movement without an entry, on a line; none where there are none. */
export function candidateLines(finding: Pick<Finding, "candidates">): string[] {
  const sentence = candidateSentence(finding);
  return sentence === null ? [] : [harmless(sentence)];
}
