/** The finding on each record whose dates cannot be: which they are, and where the record counts instead. */
import { type CheckState, entrySubject, transactionSubject } from "./check-state.ts";
import { type AheadDate, type AheadRecord, type DatesAhead, rowsOf } from "../input/input.ts";
import { NO_SESSION } from "../input/column-kinds.ts";
import { isCreatedAhead } from "./dates-ahead.ts";
import type { FindingDraft } from "../input/findings.ts";
import { DAY_MS } from "../../time.ts";
import { NearTimes } from "../input/near-times.ts";

/** @param state over the dates by which records count, see `countedInput` */
export function checkDates(state: CheckState): FindingDraft[] {
  const ahead = state.input.ahead[state.options.chainScope];
  return [...ofEntries(state, ahead), ...ofTransactions(state, ahead)];
}

function* ofEntries(state: CheckState, { entries: ahead }: DatesAhead): Generator<FindingDraft> {
  if (ahead.length === 0) return;
  const { walletID } = state.input.entries;
  const rows = rowsOf(
    walletID,
    ahead.map(({ id }) => id),
  );
  const recordOf = new Map(
    ahead.flatMap((one) => (rows.has(one.id) ? [[rows.get(one.id), one] as const] : [])),
  );
  const { order, start } = state.chains;
  for (let wallet = 0; wallet + 1 < start.length; wallet += 1) {
    const chain = order.subarray(start[wallet], start[wallet + 1]);
    let beside = chain.findIndex((row) => !isCreatedAhead(recordOf.get(row)?.dates));
    let side = "after";
    for (const [at, row] of chain.entries()) {
      const record = recordOf.get(row);
      if (record !== undefined) {
        const neighbour = chain[beside];
        const where =
          neighbour === undefined
            ? ""
            : ` It counts on ${state.wording.sayTime(state.input.entries.dateCreatedAtMs[row] as number)}, as walletID ${walletID[neighbour]} ${side} it.`;
        yield entryDraft(state, row, record, where);
      }
      if (isCreatedAhead(record?.dates)) continue;
      beside = at;
      side = "before";
    }
  }
}

function entryDraft(state: CheckState, row: number, { dates }: AheadRecord, where: string): FindingDraft {
  const sentences = dates.map((date) => {
    const { field, atMs } = date;
    const time = state.wording.sayTime(atMs);
    if (field === "dateCreated") return `Dated ${time}, which cannot be: ${reason(state, date)}.${where}`;
    if (dates.length > 1) return `Its payment's date, ${time}, does not count either.`;
    return `Its payment's date, ${time}, cannot be: ${reason(state, date)}. It does not count.`;
  });
  return { ...drafted(entrySubject(state, row), dates, sentences), entryRow: row };
}

function* ofTransactions(state: CheckState, { transactions: ahead }: DatesAhead): Generator<FindingDraft> {
  const { payID, datePaidAtMs } = state.input.transactions;
  const rows = rowsOf(
    payID,
    ahead.map(({ id }) => id),
  );
  for (const { id, dates } of ahead) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const paidAtMs = datePaidAtMs[row] as number;
    const counts = Number.isNaN(paidAtMs)
      ? "It counts as paid at a time that nothing tells."
      : `It counts as paid on ${state.wording.sayTime(paidAtMs)}, when it was made.`;
    const sentences = dates.map((date) => {
      const time = state.wording.sayTime(date.atMs);
      if (date.field === "datePaid")
        return `Paid ${time}, which cannot be: ${reason(state, date)}. ${counts}`;
      return `Made ${time}, which cannot be: ${reason(state, date)}. That date does not count.`;
    });
    yield { ...drafted(transactionSubject(state, row), dates, sentences), transactionRow: row };
  }
}

function reason({ wording }: CheckState, { because }: AheadDate): string {
  switch (because.kind) {
    case "following":
      return `walletID ${because.walletIDs.join(" and ")} follow it, more than 27 days earlier`;
    case "pull":
      return `the pull that brought it was at ${wording.sayTime(because.pulledAtMs)}`;
    case "records":
      return "every other record was made more than 366 days earlier";
  }
}

function drafted(
  subject: ReturnType<typeof entrySubject | typeof transactionSubject>,
  dates: readonly AheadDate[],
  sentences: readonly string[],
): FindingDraft {
  const fields = dates.map(({ field }) => field);
  const message = sentences.join(" ");
  return { finding: { rule: "date-ahead", severity: "error", ...subject, fields, message } };
}

// The repeated-session rule: one movement within a day in one session of the service, again.

/** @param duplicates rows of the entries flagged duplicate-entry: they are nothing else besides */
export function repeatedSessions(state: CheckState, duplicates: ReadonlySet<number>): FindingDraft[] {
  const { entries } = state.input;
  const rows: number[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    if (entries.session[row] !== NO_SESSION && state.exists[row] === 1) rows.push(row);
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
