/**
 * The baseline of an import: JSON.parse record by record and bare inserts of the same rows as the service sends them, oldest
 * first, in one transaction. It checks nothing, keeps no answer and proves nothing.
 */
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import type { GeneratedFiles } from "./generated.ts";

const ENTRY = `walletID, userID, businessID, credit_balance, debit_balance, balance, action, description, sessionID, payref,
  is_approved, is_bonus, datePaid, dateCreated`;
const PAYMENT = `payID, businessID, userID, payhash, payref, cycle, name, status_alt, trader_status, is_active, paymentURL, data,
  customer, customer_name, phone, currency, chargedamount, scrowfee, taxfee, payableamount, status, is_deleted, is_flagged,
  datePaid, dateCreated`;

/** Order in which rows are inserted: by rising id, or as the file has them. */
export type InsertOrder = "oldest-first" | "file-order";

interface BareEntry {
  readonly [field: string]: number | string;
}

interface BarePayment {
  readonly [field: string]: number | string | Readonly<Record<string, number | string>>;
  readonly transaction: Readonly<Record<string, string>>;
  readonly customer: Readonly<Record<string, number | string>>;
  readonly fee: Readonly<Record<string, number | string>>;
}

/** Imports into a new database file. */
export function importBare(files: GeneratedFiles, path: string, order: InsertOrder): void {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(`CREATE TABLE entry (${typed(ENTRY)}); CREATE TABLE payment (${typed(PAYMENT)})`);
  const insertEntry = db.prepare(`INSERT INTO entry VALUES (${places(ENTRY)})`);
  const insertPayment = db.prepare(`INSERT INTO payment VALUES (${places(PAYMENT)})`);
  const entryFields = names(ENTRY);
  db.transaction(() => {
    for (const raw of recordsOf(files.wallet, '{"walletID"', order)) {
      const record = raw as BareEntry;
      insertEntry.run(entryFields.map((field) => record[field]));
    }
    for (const raw of recordsOf(files.transactions, '{"payID"', order)) {
      insertPayment.run(paymentRow(raw as BarePayment));
    }
  })();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

function paymentRow(record: BarePayment): unknown[] {
  const { transaction: summary, customer, fee } = record;
  return [
    record["payID"],
    record["businessID"],
    record["userID"],
    record["payhash"],
    record["payref"],
    record["cycle"],
    summary["name"],
    summary["status_alt"],
    summary["trader_status"],
    summary["is_active"],
    summary["paymentURL"],
    JSON.stringify(record["data"]),
    customer["userID"],
    customer["name"],
    customer["phone"],
    fee["currency"],
    fee["chargedamount"],
    fee["scrowfee"],
    fee["taxfee"],
    fee["payableamount"],
    record["status"],
    record["is_deleted"],
    record["is_flagged"],
    record["datePaid"],
    record["dateCreated"],
  ];
}

/** Every record of a body, each parsed by itself. */
function* recordsOf(path: string, opening: string, order: InsertOrder): Generator {
  const bytes = readFileSync(path);
  if (order === "oldest-first") {
    let end = bytes.lastIndexOf("]}}");
    for (let start = bytes.lastIndexOf(opening, end); start !== -1;) {
      yield JSON.parse(bytes.toString("utf8", start, end));
      end = start - 1;
      start = start === 0 ? -1 : bytes.lastIndexOf(opening, start - 1);
    }
    return;
  }
  const last = bytes.lastIndexOf("]}}");
  for (let start = bytes.indexOf(opening); start !== -1;) {
    const next = bytes.indexOf(opening, start + 1);
    yield JSON.parse(bytes.toString("utf8", start, next === -1 ? last : next - 1));
    start = next;
  }
}

function names(list: string): string[] {
  return list.split(",").map((name) => name.trim());
}

/** The first column is the key; which type the others have the values say. */
function typed(list: string): string {
  const [key = "", ...rest] = names(list);
  return [`${key} INTEGER PRIMARY KEY`, ...rest].join(", ");
}

function places(list: string): string {
  return names(list)
    .map(() => "?")
    .join(", ");
}
