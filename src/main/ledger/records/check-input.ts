/** Fills the engine's columns straight from the tables, page by page: no object per row, texts only when asked for. */
import {
  CYCLE,
  type CheckInput,
  type EntryColumns,
  NO_TEXT,
  type TransactionColumns,
} from "../../../core/reconcile/input.ts";
import type { TextColumn } from "../../../core/reconcile/input.ts";
import { findUser, listBusinesses } from "../pulls/caller.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { readTexts } from "./dictionary.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { readHumanInput } from "../people/human-input.ts";
import { type Revisions, countLive, readHistory, readRevisions } from "./history.ts";
import { type CheckedTask, parseCheckedTasks } from "./payment-documents.ts";
import { PAYMENT_TABLE } from "./payment-table.ts";
import { type PullRecord, isCapped, listPulls } from "../pulls/pull.ts";
import type { RecordTable, Row } from "./record-table.ts";
import { guarded } from "../file/sqlite-error.ts";

const PAGE_ROWS = 2000;

/**
 * Reads everything a check needs, as of one moment.
 *
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY
 */
export function readCheckInput(db: ReadableLedger): CheckInput {
  return guarded(db.name, () => db.transaction(() => readAll(db)).deferred());
}

function readAll(db: ReadableLedger): CheckInput {
  const payrefs = readTexts(db, "payref");
  const labels = readTexts(db, "label");
  const pulls = listPulls(db);
  return {
    entries: readEntries(db),
    transactions: readTransactions(db, labels),
    payrefs,
    labels,
    user: findUser(db),
    businesses: listBusinesses(db),
    history: readHistory(db, { payrefs, labels }),
    human: readHumanInput(db),
    pulledAtMs: pulls.at(-1)?.finishedAtMs ?? null,
    latestPullAtMs: latestOf(pulls),
    capped: isCapped(pulls),
  };
}

function latestOf(pulls: readonly PullRecord[]): number | null {
  return pulls.reduce<number | null>(
    (latest, { finishedAtMs: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
    null,
  );
}

/** Walks the newest version of each live record in ascending id order, handing over the columns asked for. */
function walk<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  columns: readonly string[],
  revisions: Revisions,
  take: (row: Row) => void,
): void {
  const at = columns.map((column) => table.columns.indexOf(column));
  const { newest, gone } = revisions;
  const plain = newest.size === 0 && gone.size === 0;
  const page = db
    .prepare<[number, number], Row>(
      `SELECT ${columns.join(", ")} FROM ${table.name} WHERE ${table.idColumn} > ? ORDER BY ${table.idColumn} LIMIT ?`,
    )
    .raw();
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = page.all(last, PAGE_ROWS);
    for (const row of rows) {
      if (plain) take(row);
      else if (!gone.has(Number(row[0]))) {
        const revised = newest.get(Number(row[0]));
        take(revised === undefined ? row : at.map((index) => revised[index] ?? null));
      }
    }
    if (rows.length < PAGE_ROWS) return;
    last = Number(rows.at(-1)?.[0]);
  }
}

const ENTRY_READ = [
  "wallet_id",
  "user_id",
  "business_id",
  "credit",
  "debit",
  "balance",
  "date_created_ms",
  "payref_id",
  "action_id",
  "is_approved",
  "date_paid_ms",
] as const;

function readEntries(db: ReadableLedger): EntryColumns {
  const revisions = readRevisions(db, ENTRY_TABLE);
  const length = countLive(db, ENTRY_TABLE, revisions.gone.size);
  const numbers = () => new Float64Array(length);
  const walletID = numbers();
  const userID = numbers();
  const businessID = numbers();
  const credit = numbers();
  const debit = numbers();
  const balance = numbers();
  const dateCreatedAtMs = numbers();
  const payref = new Int32Array(length);
  const action = new Int32Array(length);
  const unapproved = new Uint8Array(length);
  let latestDatePaidAtMs = Number.NaN;
  let at = 0;
  walk(db, ENTRY_TABLE, ENTRY_READ, revisions, (row) => {
    walletID[at] = row[0] as number;
    userID[at] = row[1] as number;
    businessID[at] = row[2] as number;
    credit[at] = row[3] as number;
    debit[at] = row[4] as number;
    balance[at] = row[5] as number;
    dateCreatedAtMs[at] = row[6] as number;
    payref[at] = row[7] as number;
    action[at] = (row[8] as number | null) ?? NO_TEXT;
    unapproved[at] = row[9] === 0 ? 1 : 0;
    const paid = row[10] as number | null;
    if (paid !== null && !(paid <= latestDatePaidAtMs)) latestDatePaidAtMs = paid;
    at += 1;
  });
  return {
    length,
    walletID,
    userID,
    businessID,
    credit,
    debit,
    balance,
    dateCreatedAtMs,
    payref,
    action,
    unapproved,
    latestDatePaidAtMs,
  };
}

const PAYMENT_READ = [
  "pay_id",
  "business_id",
  "user_id",
  "payref_id",
  "cycle_id",
  "role_id",
  "currency_id",
  "chargedamount",
  "scrowfee",
  "taxfee",
  "payableamount",
  "is_deleted",
  "is_flagged",
  "date_paid_ms",
  "date_created_ms",
  "type_id",
  "reference_id",
  "url_mismatch",
  "stated_amount",
  "itemquantity",
  "current_raised",
  "escrow_charge",
  "tasks",
] as const;

function readTransactions(db: ReadableLedger, labels: TextColumn): TransactionColumns {
  const revisions = readRevisions(db, PAYMENT_TABLE);
  const length = countLive(db, PAYMENT_TABLE, revisions.gone.size);
  const numbers = () => new Float64Array(length);
  const ids = () => new Int32Array(length);
  const flags = () => new Uint8Array(length);
  const columns = {
    payID: numbers(),
    businessID: numbers(),
    userID: numbers(),
    payref: ids(),
    cycle: flags(),
    cycleText: ids(),
    role: ids(),
    currency: ids(),
    chargedamount: numbers(),
    scrowfee: numbers(),
    taxfee: numbers(),
    payableamount: numbers(),
    deleted: flags(),
    flagged: flags(),
    datePaidAtMs: numbers(),
    dateCreatedAtMs: numbers(),
    type: ids(),
    reference: ids(),
    urlMismatch: flags(),
    statedAmount: numbers(),
    itemquantity: numbers(),
    currentRaised: numbers(),
    escrowCharge: numbers(),
  };
  const taskStart = new Int32Array(length + 1);
  const tasks: CheckedTask[] = [];
  const cycles = cycleCodes(labels);
  let at = 0;
  walk(db, PAYMENT_TABLE, PAYMENT_READ, revisions, (row) => {
    const optional = (index: number) => (row[index] as number | null) ?? Number.NaN;
    const textId = (index: number) => (row[index] as number | null) ?? NO_TEXT;
    columns.payID[at] = row[0] as number;
    columns.businessID[at] = row[1] as number;
    columns.userID[at] = row[2] as number;
    columns.payref[at] = row[3] as number;
    columns.cycle[at] = cycles(row[4] as number);
    columns.cycleText[at] = row[4] as number;
    columns.role[at] = textId(5);
    columns.currency[at] = textId(6);
    columns.chargedamount[at] = row[7] as number;
    columns.scrowfee[at] = row[8] as number;
    columns.taxfee[at] = row[9] as number;
    columns.payableamount[at] = row[10] as number;
    columns.deleted[at] = row[11] === 1 ? 1 : 0;
    columns.flagged[at] = row[12] === 1 ? 1 : 0;
    columns.datePaidAtMs[at] = optional(13);
    columns.dateCreatedAtMs[at] = optional(14);
    columns.type[at] = textId(15);
    columns.reference[at] = textId(16);
    columns.urlMismatch[at] = row[17] as number;
    columns.statedAmount[at] = optional(18);
    columns.itemquantity[at] = optional(19);
    columns.currentRaised[at] = optional(20);
    columns.escrowCharge[at] = optional(21);
    if (row[22] !== null) {
      // One by one: a milestone may have more tasks than a call takes arguments.
      for (const task of parseCheckedTasks(row[22] as string, row[0] as number)) tasks.push(task);
    }
    at += 1;
    taskStart[at] = tasks.length;
  });
  return {
    length,
    ...columns,
    taskStart,
    tasks: {
      length: tasks.length,
      taskamount: Float64Array.from(tasks, (task) => task.taskamount),
      complete: Uint8Array.from(tasks, (task) => (task.isComplete === 1 ? 1 : 0)),
      dateCompletedAtMs: Float64Array.from(tasks, (task) => task.dateCompletedAtMs ?? Number.NaN),
    },
  };
}

/** From a label's id to CYCLE, each label looked at once. */
function cycleCodes(labels: TextColumn): (id: number) => number {
  const known = new Map<number, number>();
  const codes = new Map<string, number>([
    ["one-time", CYCLE.oneTime],
    ["milestone", CYCLE.milestone],
    ["crowd-pay", CYCLE.crowdPay],
  ]);
  return (id) => {
    const code = known.get(id) ?? codes.get(labels.at(id)) ?? CYCLE.unknown;
    known.set(id, code);
    return code;
  };
}
