import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import { escapeUnstorable } from "../../../src/core/text.ts";
import type { Transaction, TransactionDetail } from "../../../src/core/records/transaction.ts";
import { Dictionary } from "../../../src/main/ledger/tables/dictionary.ts";
import { readTexts } from "../../../src/main/ledger/tables/packed-texts.ts";
import { openInPassing } from "../../../src/main/ledger/file/make.ts";
import {
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type RecordTable,
  type StoredRow,
} from "../../../src/main/ledger/tables/record-table.ts";
import { sale, wallet } from "../../helpers/records.ts";
import { ENTRY, TRANSACTION } from "../../../src/core/reconcile/input/column-kinds.ts";
import { readColumns } from "../../../src/main/ledger/records/engine-columns.ts";
import { readLedger } from "../../../src/main/services/shared/use-ledger.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

const integer = fc.maxSafeInteger();
const text = fc.string({ unit: "binary" }).map(escapeUnstorable);
const textOrNull = fc.option(text);
const integerOrNull = fc.option(integer);
const timeOrNull = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }));
const extra = fc.option(
  fc.dictionary(fc.constantFrom("mood", "note", "x1"), fc.oneof(text, integer, fc.boolean()), { minKeys: 1 }),
);

const entries: fc.Arbitrary<Entry> = fc.record({
  walletID: integer,
  userID: integer,
  businessID: integer,
  credit: integer,
  debit: integer,
  balance: integer,
  action: textOrNull,
  description: textOrNull,
  sessionID: textOrNull,
  payref: text,
  isApproved: integerOrNull,
  isBonus: integerOrNull,
  datePaidAtMs: timeOrNull,
  dateCreatedAtMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  extra,
});

const task = fc.record({
  businessID: integerOrNull,
  userID: integerOrNull,
  taskname: textOrNull,
  taskamount: integer,
  token: textOrNull,
  isComplete: integerOrNull,
  dateCompletedAtMs: timeOrNull,
  extra,
});

const common = { type: textOrNull, reference: textOrNull, extra };
const details: fc.Arbitrary<TransactionDetail> = fc.oneof(
  fc.record({
    ...common,
    cycle: fc.constant("one-time" as const),
    duration: textOrNull,
    itemname: textOrNull,
    itemquantity: integerOrNull,
    itemamount: integer,
    deliverydate: textOrNull,
    escrowCharge: integer,
    terms: textOrNull,
    dateAddedAtMs: timeOrNull,
  }),
  fc.record({
    ...common,
    cycle: fc.constant("milestone" as const),
    taskname: textOrNull,
    amount: integer,
    escrowCharge: integer,
    terms: textOrNull,
    dateAddedAtMs: timeOrNull,
    tasks: fc.array(task, { maxLength: 3 }),
  }),
  fc.record({
    ...common,
    cycle: fc.constant("crowd-pay" as const),
    purpose: textOrNull,
    projectName: textOrNull,
    projectGoal: integer,
    currentRaised: integer,
    contributorCount: integerOrNull,
    projectDescription: textOrNull,
    dateCreatedAtMs: timeOrNull,
  }),
  fc.record({
    type: textOrNull,
    reference: textOrNull,
    cycle: fc.constant("unknown" as const),
    document: fc.oneof(fc.constant(null), fc.dictionary(fc.constantFrom("a", "b"), integer)),
  }),
);

const transactions: fc.Arbitrary<Transaction> = fc
  .record({
    payID: integer,
    payref: text,
    label: textOrNull,
    statusAlt: textOrNull,
    traderStatus: textOrNull,
    isActive: textOrNull,
    paymentURL: textOrNull,
    summaryExtra: extra,
    customer: fc.option(fc.record({ userID: integerOrNull, name: textOrNull, phone: textOrNull, extra })),
    currency: textOrNull,
    chargedamount: integer,
    scrowfee: integer,
    taxfee: integer,
    payableamount: integer,
    feeExtra: extra,
    status: integerOrNull,
    isDeleted: integerOrNull,
    isFlagged: integerOrNull,
    datePaidAtMs: timeOrNull,
    dateCreatedAtMs: timeOrNull,
    extra,
    detail: details,
  })
  .map((fields) => ({
    ...sale(1, 1),
    ...fields,
    cycle: fields.detail.cycle === "unknown" ? "barter" : fields.detail.cycle,
  }));

/** Through the table itself, as a pull does it, and back. */
function throughTable<R>(table: RecordTable<R>, record: R): R {
  const db = openInPassing({ ledgerId: "test", atMs: 0 });
  try {
    const interning = { payrefs: new Dictionary(db, "payref"), labels: new Dictionary(db, "label") };
    const row = table.toRow(record, 1, interning);
    db.prepare(
      `INSERT INTO ${table.name} (${table.columns.join()}) VALUES (${row.map(() => "?").join()})`,
    ).run(...row);
    const stored =
      db.prepare<[], StoredRow>(`SELECT ${table.columns.join()} FROM ${table.name}`).raw().get() ?? [];
    expect(stored).toEqual(row);
    return table.fromRow(stored, { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") });
  } finally {
    db.close();
  }
}

test("an entry read back from its row is unchanged", () => {
  fc.assert(
    fc.property(entries, (entry) => {
      expect(throughTable(ENTRY_TABLE, entry)).toEqual(entry);
    }),
    { numRuns: timesOf(20, 60) },
  );
});

test("a transaction read back from its row is unchanged", () => {
  fc.assert(
    fc.property(transactions, (transaction) => {
      expect(throughTable(PAYMENT_TABLE, transaction)).toEqual(transaction);
    }),
    { numRuns: timesOf(40, 120) },
  );
});

test.each([ENTRY_TABLE, PAYMENT_TABLE])(
  "a row of $name has its id, its pull, integers, then texts",
  (table) => {
    expect(table.columns.slice(0, 2)).toEqual([table.idColumn, "pull_id"]);
    expect(new Set(table.columns).size).toBe(table.columns.length);
    const isText = Object.values(table.declared).map(({ kind }) => kind === "text" || kind === "json");
    const firstText = isText.indexOf(true);
    expect(isText).toEqual(isText.map((_, at) => at >= firstText));
    expect(table.integers).toBe(1 + firstText);
  },
);

test("the id comes first in the engine's columns", () => {
  expect([Object.keys(ENTRY)[0], Object.keys(TRANSACTION)[0]]).toEqual(["walletID", "payID"]);
});

test("a field that came later is read from what the service sent beside the known ones, under its own name", async () => {
  const ledger = newLedgerPath();
  const sent = wallet([100, 20, 3]).map((entry, at) => ({
    ...entry,
    extra: [{ is_reversed: 1, hold: 7 }, { is_reversed: 0 }, null][at] ?? null,
  }));
  await importRecords(ledger, sent, [sale(1, 100, { extra: { is_reversed: 1 } })]);
  const later = { is_reversed: { holds: "flag" }, hold: { holds: "value" } } as const;
  const kinds = { is_reversed: "flag", hold: "f64" } as const;
  readLedger(ledger, (db) => {
    const read = readColumns(
      db,
      { ...ENTRY_TABLE, fields: { ...ENTRY_TABLE.fields, ...later } },
      { walletID: "f64", ...kinds },
      {},
      () => {},
    );
    expect([...read.is_reversed]).toEqual([1, 0, 0]);
    expect([...read.hold]).toEqual([7, Number.NaN, Number.NaN]);
    const payments = readColumns(
      db,
      { ...PAYMENT_TABLE, fields: { ...PAYMENT_TABLE.fields, ...later } },
      { payID: "f64", ...kinds },
      {},
      () => {},
    );
    expect([...payments.is_reversed, ...payments.hold]).toEqual([1, Number.NaN]);
    expect(() => readColumns(db, ENTRY_TABLE, { walletID: "f64", ...kinds }, {}, () => {})).toThrow(
      "no field is named is_reversed",
    );
  });
});
