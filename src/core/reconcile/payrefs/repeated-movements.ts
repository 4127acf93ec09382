/** Movements of one payref within an hour that may be one, done twice. */
import { type CheckState, entrySubject } from "../check-state.ts";
import { NO_PAYREF } from "../input.ts";
import type { FindingDraft } from "../result/findings.ts";
import { SETTLEMENT } from "../result/result.ts";
import type { Matches } from "./match.ts";
import type { PayrefOutcome } from "./payref-rules.ts";
import type { Ties } from "./ties.ts";
import { NearTimes } from "../near-times.ts";

const HOUR_MS = 3_600_000;

const MISMATCHES: ReadonlySet<number> = new Set([SETTLEMENT.under, SETTLEMENT.over, SETTLEMENT.direction]);

/**
 * The entries that repeat a movement of their payref within an hour, where the payref's amounts do not agree
 * or no transaction has it, and nothing else says so of them.
 *
 * @param repeatedSessions rows of the entries flagged repeated-session
 */
export function repeatedMovements(
  state: CheckState,
  { ties, transactionOf }: Matches,
  { duplicates, settlement }: Pick<PayrefOutcome, "duplicates" | "settlement">,
  repeatedSessions: ReadonlySet<number>,
): FindingDraft[] {
  const { entries } = state.input;
  const drafts: FindingDraft[] = [];
  for (const rows of movementsOfPayrefs(state, ties, transactionOf, settlement)) {
    rows.sort((a, b) => (entries.walletID[a] as number) - (entries.walletID[b] as number));
    const earlier = new NearTimes(HOUR_MS);
    for (const row of rows) {
      const atMs = entries.dateCreatedAtMs[row] as number;
      const near = earlier.near(atMs);
      earlier.add(atMs, entries.walletID[row] as number);
      if (near === null || duplicates.has(row) || repeatedSessions.has(row)) continue;
      const moves = `Moves ${state.say(state.movement[row] as number)} like walletID ${near} of the same payref`;
      const message = `${moves}, at most an hour apart: perhaps one movement, done twice.`;
      const finding = { rule: "repeated-movement" as const, severity: "warning" as const, message };
      drafts.push({ finding: { ...entrySubject(state, row), ...finding }, entryRow: row });
    }
  }
  return drafts;
}

/** Rows of one user, payref and movement, where there are several; of payrefs that do not settle. */
function movementsOfPayrefs(
  { input: { entries }, movement, exists }: CheckState,
  ties: Ties,
  transactionOf: Int32Array,
  settlement: Uint8Array,
): number[][] {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < entries.length; row += 1) {
    const payref = entries.payref[row] as number;
    if (payref === NO_PAYREF || movement[row] === 0 || exists[row] === 0) continue;
    const transaction = transactionOf[ties.ofEntry[row] as number] as number;
    if (transaction !== -1 && !MISMATCHES.has(settlement[transaction] as number)) continue;
    const key = `${entries.userID[row]} ${payref} ${movement[row]}`;
    const rows = groups.get(key);
    if (rows === undefined) groups.set(key, [row]);
    else rows.push(row);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
