/**
 * Loads both files into a SQLite database and prints the five counts: the least that a program of its own can do. It writes all
 * fields of all records in one transaction, keeps no journal, and trusts what it reads.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import Database from "better-sqlite3";
import type { Counts } from "./counts.ts";

type Value = string | number | null;

const BLOCK_BYTES = 1_048_576;

const db = new Database("peer.db");
db.pragma("journal_mode = OFF");
db.pragma("synchronous = OFF");
load("entry", "../wallet.json", "walletID");
load("payment", "../transactions.json", "payID");
process.stdout.write(`${JSON.stringify(count())}\n`);
db.close();

/** Fills a new table from a file, oldest first. */
function load(table: string, path: string, key: string): void {
  let insert: Database.Statement | undefined;
  db.exec("BEGIN");
  for (const block of blocks(path, key)) {
    for (const record of block.toReversed()) {
      insert ??= create(table, columns(record));
      insert.run(row(record));
    }
  }
  db.exec("COMMIT");
}

/** The first column is the key. */
function create(table: string, [key = "", ...others]: readonly string[]): Database.Statement {
  db.exec(`CREATE TABLE ${table} (${key} INTEGER PRIMARY KEY, ${others.join(", ")})`);
  return db.prepare(`INSERT INTO ${table} VALUES (${["?", ...others.map(() => "?")].join(", ")})`);
}

/** The records of a file, a block at a time, from its end. */
function* blocks(path: string, key: string): Generator<object[]> {
  const file = openSync(path, "r");
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  let end = fstatSync(file).size - "]}}".length;
  for (let start = end; start > 0;) {
    start = Math.max(0, end - BLOCK_BYTES);
    const length = readSync(file, buffer, 0, end - start, start);
    const first = buffer.indexOf(`{"${key}":`);
    yield JSON.parse(`[${buffer.toString("utf8", first, length)}]`) as object[];
    end = start + first - ",".length;
  }
  closeSync(file);
}

/** The names of a record's fields; those of an object in it follow its own name. */
function columns(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    isObject(value) ? Object.keys(value).map((inner) => `${name}_${inner}`) : [name],
  );
}

function row(record: object): Value[] {
  const values: Value[] = [];
  for (const value of Object.values(record) as unknown[]) {
    if (isObject(value)) values.push(...(Object.values(value) as Value[]));
    else values.push(value as Value);
  }
  return values;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function count(): Counts {
  const payments = db.prepare("SELECT payref, fee_chargedamount, status FROM payment").raw();
  const entries = db
    .prepare("SELECT payref, debit_balance - credit_balance, balance FROM entry ORDER BY walletID")
    .raw();
  const unsettled = new Map<string, { readonly charged: number; readonly isPaid: boolean }>();
  for (const payment of payments.iterate()) {
    const [payref, charged, status] = payment as [string, number, number];
    unsettled.set(payref, { charged, isPaid: status === 1 });
  }
  const settled = new Set<string>();
  const found = { "chain-break": 0, "orphan-payref": 0, "amount-mismatch": 0, "duplicate-entry": 0 };
  let before: number | undefined;
  for (const entry of entries.iterate()) {
    const [payref, movement, balance] = entry as [string, number, number];
    if (before !== undefined && balance !== before + movement) found["chain-break"] += 1;
    before = balance;
    if (payref === "") continue;
    const payment = unsettled.get(payref);
    if (payment !== undefined) {
      if (payment.charged !== movement) found["amount-mismatch"] += 1;
      unsettled.delete(payref);
      settled.add(payref);
    } else if (settled.has(payref)) found["duplicate-entry"] += 1;
    else found["orphan-payref"] += 1;
  }
  const unpaid = [...unsettled.values()].filter(({ isPaid }) => isPaid).length;
  return { ...found, "paid-without-entry": unpaid };
}
