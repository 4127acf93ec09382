import fc from "fast-check";
import { expect, test } from "vitest";
import { type ReadableLedger, closeLedger, query } from "../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { readCheckInput, readWholeInput } from "../../../src/main/ledger/records/check-input.ts";
import {
  BlockWriter,
  countKept,
  packBlock,
  readBlocks,
} from "../../../src/main/ledger/tables/number-blocks.ts";
import { ENTRY_TABLE } from "../../../src/main/ledger/tables/record-table.ts";
import { importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { tampering } from "../../helpers/ledgers/tampering.ts";
import { entry, sale, task, wallet } from "../../helpers/records.ts";
import { LEDGER, publish, pull } from "./made.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** Integers of each width that a block has, multiples of a second among them. */
const INTEGERS = fc.oneof(
  { weight: 3, arbitrary: fc.constant(7) },
  fc.integer({ min: 0, max: 256 }),
  fc.integer({ min: -(2 ** 31) - 2, max: 2 ** 31 + 2 }),
  fc.integer({ min: -(2 ** 31) - 2, max: 2 ** 31 + 2 }).map((seconds) => seconds * 1000),
  fc.maxSafeInteger(),
);
const COLUMN = fc.tuple(INTEGERS, fc.boolean()).chain(([like, mixed]) =>
  fc.array(fc.option(mixed ? INTEGERS : fc.constant(like), { freq: 9, nil: Number.NaN }), {
    minLength: 5,
    maxLength: 5,
  }),
);

test("gives back every integer that a row may hold, and where there was none", () => {
  const ledger = createLedger(newLedgerPath(), LEDGER);
  const { columns, integers: width } = ENTRY_TABLE;
  fc.assert(
    fc.property(fc.array(COLUMN, { minLength: width, maxLength: width }), (values) => {
      ledger.exec("DELETE FROM entry_numbers");
      const rows = values.map((column, at) => (at === 0 ? column.map((_, row) => row) : column));
      const writer = new BlockWriter(ledger, ENTRY_TABLE, 1);
      ledger.pragma("foreign_keys = OFF");
      writer.add(
        Float64Array.from({ length: 5 * width }, (_, at) => rows[at % width]![Math.floor(at / width)]!),
      );
      const read = (flag?: number) => {
        const to = rows.map(() => new Float64Array(5));
        const readings = to.map((array, at) => ({
          column: columns[at]!,
          take: (found: ArrayLike<number>, from: number, count: number) =>
            found.length === count ? array.set(found, from) : array.fill(found[0]!, from, from + count),
          none: Number.NaN,
          flag,
        }));
        expect(readBlocks(ledger, ENTRY_TABLE, readings, 5, () => {})).toBe(true);
        return to.map((array) => [...array]);
      };
      expect(read()).toEqual(rows);
      expect(read(7)).toEqual(rows.map((column) => column.map((value) => (value === 7 ? 1 : 0))));
    }),
  );
  closeLedger(ledger);
});

const inputOf = (db: ReadableLedger) => {
  const { entries, transactions } = readCheckInput(db);
  return numbersIn({ entries, transactions: { ...transactions, customerID: null } });
};

/** How wide a column is depends on all that was read into it, also of an earlier version: only its numbers are compared. */
function numbersIn<T extends object>(read: T): T {
  const values = Object.entries(read).map(([name, value]: [string, unknown]) => {
    if (ArrayBuffer.isView(value)) return [name, Array.from(value as Float64Array)];
    return [name, typeof value === "object" && value !== null ? numbersIn(value) : value];
  });
  return Object.fromEntries(values) as T;
}

/** What a window reads, which holds the customers too. */
const wholeOf = (db: ReadableLedger) => {
  const { entries, transactions } = readWholeInput(db);
  return numbersIn({ entries, transactions });
};

/** Some records of a pull, each in one of a few contents; mostly the oldest first, as a pull reads them. */
const RECORDS = fc
  .tuple(
    fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 12 }), content: fc.nat(3) }), {
      selector: ({ id }) => id,
      maxLength: 12,
    }),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([records, order]) => (order === 0 ? records : records.toSorted((a, b) => a.id - b.id)));
/** In half of the ledgers the first pull brings every record, so that none comes before one that is there. */
const ALL = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, content: at % 4 }));
const PULLS = fc
  .tuple(fc.array(fc.tuple(RECORDS, RECORDS), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([pulls, isWhole]) => (isWhole ? [[ALL, ALL] as const, ...pulls] : pulls));
const entryOf = ({ id, content }: { id: number; content: number }) =>
  entry(id, {
    balance: content * 1000,
    isApproved: content === 0 ? null : 1,
    action: content === 1 ? null : "API",
    datePaidAtMs: content === 2 ? 5001 : null,
  });
const milestone = (id: number, amounts: readonly number[]) =>
  sale(id, 100, {
    cycle: "milestone",
    detail: {
      cycle: "milestone",
      type: "milestone",
      reference: `PAY-${id}`,
      amount: 100,
      escrowCharge: 0,
      dateAddedAtMs: null,
      taskname: null,
      terms: null,
      tasks: amounts.map((amount) => task(amount)),
      extra: null,
    },
  });
/** Few or many are milestones: a quarter decides how their tasks are read. */
const paymentOf = ({ id, content }: { id: number; content: number }) =>
  content * id < 20
    ? sale(id, 100 + content, { customer: { userID: id + content, name: "Ada", phone: "", extra: null } })
    : milestone(id, content === 2 ? [50] : [50, 51]);

test("reads the same from numbers kept beside rows as from the rows, whatever pulls brought", async () => {
  let fromBlocks = 0;
  await fc.assert(
    fc.asyncProperty(PULLS, async (pulls) => {
      const db = createLedger(newLedgerPath(), LEDGER);
      for (const [entries, payments] of pulls)
        publish(db, pull(entries.map(entryOf), payments.map(paymentOf)));
      const [blocks, rows] = [
        countKept(db, ENTRY_TABLE),
        query<number>(db).value("SELECT count(*) FROM entry"),
      ];
      if (blocks === rows && blocks > 0 && pulls.length > 1) fromBlocks += 1;
      const before = [inputOf(db), wholeOf(db)];
      db.exec("DELETE FROM entry_numbers; DELETE FROM payment_numbers");
      expect(before).toEqual([inputOf(db), wholeOf(db)]);
      closeLedger(db);
    }),
    { numRuns: timesOf(20, 60) },
  );
  expect(fromBlocks).toBeGreaterThan(timesOf(0, 10));
});

test("numbers entries that are alike and of one session, which stand beside the numbers as texts", async () => {
  const path = newLedgerPath();
  const sessions = ["one", "one", "one", "other", "one", null, null];
  const alike = wallet([5, 5, 7, 5, 5, 5, 5], (at) => ({ sessionID: sessions[at] ?? null, payref: "PAY-1" }));
  await importRecords(path, alike, []);
  const db = openForReading(path);
  expect([...readCheckInput(db).entries.session]).toEqual([1, 1, 0, 0, 1, 0, 0]);
  closeLedger(db);
});

const ENTRIES = wallet([1000, 200, -50, 300]);

async function ledgerWith(sql: string): Promise<string> {
  const path = newLedgerPath();
  await importRecords(path, ENTRIES, [sale(1, 200)]);
  tampering(path, (db) => db.exec(sql));
  return path;
}

const read = (path: string) => {
  const db = openForReading(path);
  try {
    return inputOf(db);
  } finally {
    closeLedger(db);
  }
};

/** Another balance of the first entry: 1000 is two bytes of a word. */
const FORGED = `UPDATE entry_numbers SET numbers =
  unhex(replace(hex(numbers), 'E8030000B0040000', 'E9030000B0040000'))`;

test("numbers that are not those of the rows are read, found by verify, and keep a month from being signed", async () => {
  const forged = await ledgerWith(FORGED);
  expect([...read(forged).entries.balance]).toEqual([1001, 1200, 1150, 1450]);
  expect((await verifyLedger(forged, null)).problems).toEqual([
    {
      code: "AUDIT_MISMATCH",
      sentence: "The numbers kept beside the rows of entry are not theirs",
      where: "pull 1",
    },
  ]);
  await expect(signMonth(forged, "2026-10")).rejects.toMatchObject({ code: "AUDIT_MISMATCH" });
});

test("rows are read where the numbers beside them have labels with a fraction, or of more than 32 bits", async () => {
  const path = await ledgerWith("");
  const whole = read(path);
  tampering(path, (db) => {
    const { name, columns, integers: width } = ENTRY_TABLE;
    const names = columns.slice(0, width);
    const rows = db
      .prepare(`SELECT ${names.join(", ")} FROM ${name}`)
      .raw()
      .all() as (number | null)[][];
    const numbers = Float64Array.from(rows.flat(), (value) => value ?? Number.NaN);
    const column = names.indexOf("action_id");
    for (let row = 0; row < rows.length; row += 1)
      numbers[row * width + column] = row % 2 === 0 ? 0.5 : 2 ** 31;
    db.prepare("UPDATE entry_numbers SET numbers = ?").run(packBlock(numbers, width));
  });
  expect(read(path)).toEqual(whole);
});

test.each([
  ["cut short", "UPDATE entry_numbers SET numbers = substr(numbers, 1, length(numbers) - 8)"],
  ["too long", "UPDATE entry_numbers SET numbers = CAST(numbers || x'0000000000000000' AS BLOB)"],
  ["empty", "UPDATE entry_numbers SET numbers = x''"],
  ["of an unknown kind", "UPDATE entry_numbers SET numbers = CAST(x'09' || substr(numbers, 2) AS BLOB)"],
  ["of more rows than there are", "UPDATE entry_numbers SET rows = 1099511627776"],
  ["of fewer rows", "UPDATE entry_numbers SET rows = 3"],
  [
    "of rows that do not ascend",
    "UPDATE entry_numbers SET numbers = CAST(x'0000000001000000' || substr(numbers, 1, 8) || substr(numbers, 9) AS BLOB)",
  ],
  ["not there", "DELETE FROM entry_numbers"],
])("rows are read where the numbers beside them are %s", async (_, sql) => {
  const path = await ledgerWith(sql);
  const whole = newLedgerPath();
  await importRecords(whole, ENTRIES, [sale(1, 200)]);
  expect(read(path)).toEqual(read(whole));
});
