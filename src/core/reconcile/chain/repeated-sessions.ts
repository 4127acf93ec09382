/** The repeated-session rule: one movement within a day in one session of the service, again. */
import { DAY_MS } from "../../time.ts";
import { type CheckState, entrySubject } from "./check-state.ts";
import { NO_TEXT } from "../input/input.ts";
import { NearTimes } from "../input/near-times.ts";
import type { FindingDraft } from "../input/findings.ts";

/** @param duplicates rows of the entries flagged duplicate-entry: they are nothing else besides */
export function repeatedSessions(state: CheckState, duplicates: ReadonlySet<number>): FindingDraft[] {
  const { entries } = state.input;
  const rows: number[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    if (entries.session[row] !== NO_TEXT && state.exists[row] === 1) rows.push(row);
  }
  if (rows.length === 0) return [];
  rows.sort((a, b) => (entries.walletID[a] as number) - (entries.walletID[b] as number));
  const drafts: FindingDraft[] = [];
  for (const group of Map.groupBy(rows, (row) => entries.session[row] as number).values()) {
    const seen = new NearTimes(DAY_MS);
    for (const row of group) {
      const atMs = entries.dateCreatedAtMs[row] as number;
      const other = seen.near(atMs);
      seen.add(atMs, entries.walletID[row] as number);
      if (other === null || duplicates.has(row)) continue;
      const message =
        `Moves ${state.say(state.movement[row] as number)} in the same session as ` +
        `walletID ${other} within a day: perhaps one operation, done twice.`;
      const finding = { rule: "repeated-session", severity: "warning", ...entrySubject(state, row) } as const;
      drafts.push({ finding: { ...finding, message }, entryRow: row });
    }
  }
  return drafts;
}
