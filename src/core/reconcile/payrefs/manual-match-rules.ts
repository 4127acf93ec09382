/** Findings on matched records: which match, with which records, and the sum. */
import { addAmounts, formatAmount } from "../../money.ts";
import type { FindingDraft } from "../result/findings.ts";
import { type Matches, isPaidAtEnd } from "./match.ts";
import type { Expectations } from "./settlement.ts";
import type { HandTie } from "./ties.ts";
import { type CheckState, entrySubject, transactionSubject } from "../check-state.ts";

/** Info findings on every entry and every transaction of the matches that the check uses. */
export function checkHandMatches(state: CheckState, matches: Matches, judged: Expectations): FindingDraft[] {
  return matches.ties.byHand.flatMap((match) => {
    const arithmetic = sayArithmetic(state, matches, judged, match);
    const settles = `settles ${payIDsOf(state, match.transactions)}`;
    const entries = match.entries.map((row): FindingDraft => {
      const message = `Manual match ${match.id}: its ${state.say(state.movement[row] as number)} ${settles}; ${arithmetic}.`;
      const subject = entrySubject(state, row);
      return {
        finding: { rule: "matched-by-hand", severity: "info", ...subject, match: match.id, message },
        entryRow: row,
      };
    });
    const settled = `settled by ${walletIDsOf(state, match.entries)}`;
    const transactions = match.transactions.map((row): FindingDraft => {
      const also = match.transactions.length === 1 ? "" : ` together with ${othersOf(state, match, row)}`;
      const message = `Manual match ${match.id}: ${settled}${also}; ${arithmetic}.`;
      const subject = transactionSubject(state, row);
      return {
        finding: { rule: "settled-by-hand", severity: "info", ...subject, match: match.id, message },
        transactionRow: row,
      };
    });
    return [...entries, ...transactions];
  });
}

/** What the match comes to beside what it should, entries that came along with a payref among it. */
function sayArithmetic(
  state: CheckState,
  matches: Matches,
  { expected }: Expectations,
  match: HandTie,
): string {
  const net = matches.net[match.tie] as number;
  const due = expected[match.lead] as number;
  const comes = `${sayEntries(matches, match)} to ${state.say(net)}`;
  if (!isPaidAtEnd(state, match.lead)) return `${comes}, and nothing is paid`;
  if (Number.isNaN(due)) return `${comes}, and what is expected is not judged`;
  if (net === due) return `${comes}, as expected`;
  const difference = addAmounts(net, 0 - due, `amounts of match ${match.id}`);
  return `${comes} where ${state.say(due)} is expected, a difference of ${state.say(difference)}`;
}

function sayEntries(matches: Matches, match: HandTie): string {
  const count = matches.entries[match.tie] as number;
  const along = count - match.entries.length;
  if (count === 1) return "1 entry comes";
  return `${formatAmount(count)} entries${along === 0 ? "" : `, ${formatAmount(along)} of them by payref,`} come`;
}

/** `payID 4, 7 and 9`, of long lists the first few. */
export function payIDsOf(state: CheckState, rows: readonly number[]): string {
  return `payID ${listed(few(rows).map(payIDIn(state)), rows.length)}`;
}

/** The transactions that are matched together with one, in the same words. */
function othersOf(state: CheckState, { transactions }: HandTie, row: number): string {
  // Of a match of thousands only the first few are named on each.
  const others = transactions.slice(0, MOST_LISTED + 1).filter((other) => other !== row);
  return `payID ${listed(few(others).map(payIDIn(state)), transactions.length - 1)}`;
}

function payIDIn({ input: { transactions } }: CheckState): (row: number) => number {
  return (row) => transactions.payID[row] as number;
}

function walletIDsOf({ input: { entries } }: CheckState, rows: readonly number[]): string {
  const shown = few(rows).map((row) => entries.walletID[row] as number);
  return `walletID ${listed(shown, rows.length)}`;
}

const MOST_LISTED = 5;

function few(rows: readonly number[]): readonly number[] {
  return rows.slice(0, MOST_LISTED);
}

/** @param count how many there are in all */
function listed(ids: readonly number[], count: number): string {
  const more = count - ids.length;
  if (more > 0) return `${ids.join(", ")} and ${more === 1 ? "1 other" : `${formatAmount(more)} others`}`;
  const last = ids.at(-1);
  return ids.length === 1 ? String(last) : `${ids.slice(0, -1).join(", ")} and ${last}`;
}
