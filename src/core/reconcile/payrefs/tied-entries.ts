/** The rules of entries that something ties: to no transaction, or to one that does not agree with them. */
import { DAY_MS } from "../../time.ts";
import { type CheckState, endOf, entrySubject } from "../check-state.ts";
import { NO_PAYREF } from "../input.ts";
import type { Finding, FindingDraft } from "../result/findings.ts";
import { type Matches, isPaidAtEnd } from "./match.ts";
import { nearMissWords } from "./near-miss.ts";
import { suggestPayrefs } from "./suggestions.ts";

/** Findings of the entries that a payref or a manual match ties, by their transactions. */
export function checkEntries(state: CheckState, { transactionOf, ties, ofPayref }: Matches): FindingDraft[] {
  const { entries, payrefs } = state.input;
  const drafts: FindingDraft[] = [];
  const orphans: number[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    const tie = ties.ofEntry[row] as number;
    if (tie === NO_PAYREF || state.exists[row] === 0) continue;
    const transaction = transactionOf[tie] as number;
    if (transaction === -1) orphans.push(row);
    else if (tie >= payrefs.length) {
      const match = ties.handOfEntry.get(row);
      // One that came along with its payref's transaction is compared with that one.
      const [own, all] =
        match === undefined
          ? [ofPayref[entries.payref[row] as number] as number]
          : [match.lead, match.transactions];
      drafts.push(...checkTied(state, row, own, all));
    } else if (disagree(state, row, transaction)) drafts.push(...checkTied(state, row, transaction));
  }
  const suggestions = suggestPayrefs(
    state.input,
    orphans.map((row) => entries.payref[row] as number),
  );
  const missing = new Map<number, string>();
  for (const row of orphans) {
    const id = entries.payref[row] as number;
    const suggested = suggestions.get(id) ?? [];
    const words = missing.get(id) ?? missingWords(payrefs.at(id), suggested);
    missing.set(id, words);
    const message = `${words} The entry moved ${state.say(state.movement[row] as number)}.`;
    const finding = {
      rule: "orphan-payref" as const,
      severity: "error" as const,
      ...entrySubject(state, row),
      suggestions: suggested,
      message,
    };
    drafts.push({ finding, entryRow: row, outstanding: true });
  }
  return drafts;
}

/** @example `No transaction has payref "PAY-1 ". It differs from PAY-1 only by a trailing space.` */
function missingWords(payref: string, suggested: readonly string[]): string {
  return [
    `No transaction has payref "${payref}".`,
    ...suggested.map((near) => nearMissWords(payref, near)),
  ].join(" ");
}

/** Whether any rule of `checkTied` finds something: nearly always none does; this costs next to nothing. */
function disagree(state: CheckState, row: number, transaction: number): boolean {
  const { entries, transactions } = state.input;
  return (
    entries.businessID[row] !== transactions.businessID[transaction] ||
    entries.userID[row] !== transactions.userID[transaction] ||
    (entries.dateCreatedAtMs[row] as number) < (transactions.dateCreatedAtMs[transaction] as number) ||
    !isPaidAtEnd(state, transaction)
  );
}

/** @param all of a manual match the transactions of which one must agree with the entry */
function checkTied(
  state: CheckState,
  row: number,
  transaction: number,
  all: readonly number[] = [transaction],
): FindingDraft[] {
  const { entries, transactions } = state.input;
  const drafts: FindingDraft[] = [];
  const add = (finding: Pick<Finding, "rule" | "severity" | "message">) => {
    drafts.push({ finding: { ...entrySubject(state, row), ...finding }, entryRow: row });
  };
  const payID = `payID ${transactions.payID[transaction]}`;
  if (!isPaidAtEnd(state, transaction)) {
    const paidAtMs = transactions.datePaidAtMs[transaction] as number;
    const isTiming = paidAtMs <= endOf(state.period) + state.options.cutoffDays * DAY_MS;
    const moves = `Moves ${state.say(state.movement[row] as number)} for ${payID}`;
    const timing = isTiming ? ": within the cut-off, a timing difference" : "";
    const message = `${moves}, which ${unpaidWords(state, paidAtMs)}${timing}.`;
    add({ rule: "entry-for-unpaid", severity: isTiming ? "info" : "error", message });
  }
  if (all.every((one) => entries.businessID[row] !== transactions.businessID[one])) {
    const message = `Entered for business ${entries.businessID[row]}, but ${payID} belongs to business ${transactions.businessID[transaction]}.`;
    add({ rule: "wrong-business", severity: "error", message });
  }
  if (all.every((one) => entries.userID[row] !== transactions.userID[one])) {
    const message = `Entered for user ${entries.userID[row]}, but ${payID} belongs to user ${transactions.userID[transaction]}.`;
    add({ rule: "wrong-user", severity: "error", message });
  }
  const at = entries.dateCreatedAtMs[row] as number;
  const created = transactions.dateCreatedAtMs[transaction] as number;
  if (all.every((one) => at < (transactions.dateCreatedAtMs[one] as number))) {
    const message = `Dated ${state.wording.sayTime(at)}, before ${payID} was created at ${state.wording.sayTime(created)}.`;
    add({ rule: "before-created", severity: "warning", message });
  }
  return drafts;
}

/** @param paidAtMs NaN where it is not paid; else it is paid after the check's end */
function unpaidWords({ wording }: CheckState, paidAtMs: number): string {
  return Number.isNaN(paidAtMs)
    ? "is not paid"
    : `was paid at ${wording.sayTime(paidAtMs)}, after the period`;
}
