/** The repeated-session rule: one movement within a day in one session of the service, again. */
import { DAY_MS } from "../../time.ts";
import { type CheckState, entrySubject } from "../check-state.ts";
import { NO_TEXT } from "../input.ts";
import type { FindingDraft } from "../result/findings.ts";

/** @param payrefDrafts what was found of payments: a duplicate-entry is nothing else besides */
export function repeatedSessions(state: CheckState, payrefDrafts: readonly FindingDraft[]): FindingDraft[] {
  const { entries } = state.input;
  const rows: number[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    if (entries.session[row] !== NO_TEXT && state.exists[row] === 1) rows.push(row);
  }
  if (rows.length === 0) return [];
  const duplicates = new Set(
    payrefDrafts.flatMap(({ finding, entryRow }) =>
      finding.rule === "duplicate-entry" && entryRow !== undefined ? [entryRow] : [],
    ),
  );
  rows.sort((a, b) => (entries.walletID[a] as number) - (entries.walletID[b] as number));
  const drafts: FindingDraft[] = [];
  for (const group of Map.groupBy(rows, (row) => entries.session[row] as number).values()) {
    const seen = new RowsByDay(entries.dateCreatedAtMs);
    for (const row of group) {
      const other = seen.withinADay(row);
      seen.add(row);
      if (other === null || duplicates.has(row)) continue;
      const message =
        `Moves ${state.say(state.movement[row] as number)} in the same session as ` +
        `walletID ${entries.walletID[other]} within a day: perhaps one operation, done twice.`;
      const finding = { rule: "repeated-session", severity: "warning", ...entrySubject(state, row) } as const;
      drafts.push({ finding: { ...finding, message }, entryRow: row });
    }
  }
  return drafts;
}

/** Rows of which it is asked whether one is near in time: by spans of 24 hours, so that few are looked at. */
class RowsByDay {
  readonly #atMs: Float64Array;
  readonly #earliest = new Map<number, number>();
  readonly #latest = new Map<number, number>();

  constructor(atMs: Float64Array) {
    this.#atMs = atMs;
  }

  add(row: number): void {
    const day = this.#dayOf(row);
    const [earliest, latest] = [this.#earliest.get(day), this.#latest.get(day)];
    if (earliest === undefined || this.#timeOf(row) < this.#timeOf(earliest)) this.#earliest.set(day, row);
    if (latest === undefined || this.#timeOf(row) >= this.#timeOf(latest)) this.#latest.set(day, row);
  }

  /** One of the rows added that is at most 24 hours from a row; null where none is. */
  withinADay(row: number): number | null {
    const day = this.#dayOf(row);
    const near = [this.#latest.get(day), this.#latest.get(day - 1), this.#earliest.get(day + 1)];
    const isNear = (other: number) => Math.abs(this.#timeOf(row) - this.#timeOf(other)) <= DAY_MS;
    return near.find((other) => other !== undefined && isNear(other)) ?? null;
  }

  #timeOf(row: number): number {
    return this.#atMs[row] as number;
  }

  #dayOf(row: number): number {
    return Math.floor(this.#timeOf(row) / DAY_MS);
  }
}
