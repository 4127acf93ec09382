/** What was matched by hand, said of each of its records: which match, with what, and what it comes to. */
import { addAmounts, formatAmount } from "../money.ts";
import type { Draft } from "./findings.ts";
import { type Matches, isPaid } from "./match.ts";
import type { Judged } from "./settlement.ts";
import type { HandTie } from "./ties.ts";
import { type World, entrySubject, transactionSubject } from "./world.ts";

/** Info findings on every entry and every transaction of the matches that the check goes by. */
export function checkHandMatches(world: World, matches: Matches, judged: Judged): Draft[] {
  return matches.ties.byHand.flatMap((match) => {
    const arithmetic = sayArithmetic(world, matches, judged, match);
    const settles = `settles ${payIDsOf(world, match.transactions)}`;
    const entries = match.entries.map((row): Draft => {
      const message = `Match ${match.id} by hand: its ${world.say(world.movement[row] as number)} ${settles}; ${arithmetic}.`;
      const subject = entrySubject(world, row);
      return { finding: { rule: "matched-by-hand", severity: "info", ...subject, message }, entryRow: row };
    });
    const settled = `settled by ${walletIDsOf(world, match.entries)}`;
    const transactions = match.transactions.map((row): Draft => {
      const together = match.transactions.filter((other) => other !== row);
      const also = together.length === 0 ? "" : ` together with ${payIDsOf(world, together)}`;
      const message = `Match ${match.id} by hand: ${settled}${also}; ${arithmetic}.`;
      const subject = transactionSubject(world, row);
      return {
        finding: { rule: "settled-by-hand", severity: "info", ...subject, message },
        transactionRow: row,
      };
    });
    return [...entries, ...transactions];
  });
}

/** What the match comes to beside what it should, entries that came along with a payref among it. */
function sayArithmetic(world: World, matches: Matches, { expected }: Judged, match: HandTie): string {
  const net = matches.net[match.tie] as number;
  const due = expected[match.lead] as number;
  const comes = `${sayEntries(matches, match)} to ${world.say(net)}`;
  if (!isPaid(world, match.lead)) return `${comes}, and nothing is paid`;
  if (Number.isNaN(due)) return `${comes}, and what is expected is not judged`;
  if (net === due) return `${comes}, as expected`;
  const difference = addAmounts(net, 0 - due, `amounts of match ${match.id}`);
  return `${comes} where ${world.say(due)} is expected, a difference of ${world.say(difference)}`;
}

function sayEntries(matches: Matches, match: HandTie): string {
  const count = matches.entries[match.tie] as number;
  const along = count - match.entries.length;
  if (count === 1) return "1 entry comes";
  return `${formatAmount(count)} entries${along === 0 ? "" : `, ${formatAmount(along)} of them by payref,`} come`;
}

/** `payID 4, 7 and 9`, of long lists the first few. */
export function payIDsOf({ input }: World, rows: readonly number[]): string {
  return `payID ${listed(rows.map((row) => input.transactions.payID[row] as number))}`;
}

function walletIDsOf({ input }: World, rows: readonly number[]): string {
  return `walletID ${listed(rows.map((row) => input.entries.walletID[row] as number))}`;
}

const MOST_LISTED = 5;

function listed(ids: readonly number[]): string {
  const shown = ids.slice(0, MOST_LISTED).map(String);
  if (ids.length > MOST_LISTED) return `${shown.join(", ")} and ${ids.length - MOST_LISTED} others`;
  const last = shown.pop();
  return shown.length === 0 ? String(last) : `${shown.join(", ")} and ${last}`;
}
