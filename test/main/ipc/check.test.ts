import { describe, expect, test } from "vitest";
import type { ColumnArray } from "../../../src/core/reconcile/input/column-kinds.ts";
import { TABLE_NAMES, type TableName } from "../../../src/core/reconcile/input/snapshot.ts";
import { Person } from "./opening.ts";

type Columns = Readonly<Record<string, ColumnArray>>;

/** Rows of a table, read in batches. */
async function readAll(person: Person, snapshot: string, table: TableName, rows: number, size: number) {
  const batches: Columns[] = [];
  for (let from = 0; from < rows; from += size) {
    batches.push(await person.call("check.read", { snapshot, table, from, count: size }));
  }
  return batches;
}

describe("records for the check in the window", () => {
  test("come in batches that are whole in every table, each with its own arrays", async () => {
    const person = await Person.open();
    await person.fill(300);
    const { snapshot, rows, user } = await person.call("check.open", {});
    expect(user?.userID).toBeGreaterThan(0);
    expect(rows.entries).toBe((await person.call("ledger.current", {}))?.counts.entries);
    for (const table of TABLE_NAMES) {
      const [whole] = await readAll(person, snapshot, table, rows[table], 50_000);
      // A column that is the same in all rows travels as one value.
      const values = (batch: typeof whole, name: string) => {
        const column = batch![name]!;
        const count = Math.max(...Object.values(batch!).map(({ length }) => length));
        return column.length === 1 ? Array.from({ length: count }, () => column[0]) : [...column];
      };
      const parts = await readAll(person, snapshot, table, rows[table], 37);
      expect(rows[table]).toBeGreaterThan(0);
      for (const [name, column] of Object.entries(whole!)) {
        if (name === "ends" || name === "bytes") continue;
        expect([1, rows[table]]).toContain(column.length);
        expect(parts.flatMap((part) => values(part, name))).toEqual(values(whole, name));
        expect(column.byteLength).toBe(column.buffer.byteLength);
      }
    }
  });

  test("a new reading replaces the one before, and a later pull replaces both", async () => {
    const person = await Person.open();
    await person.fill(300);
    const first = await person.call("check.open", {});
    expect(await person.call("check.open", {})).toEqual(first);
    await person.call("sandbox.advance", {});
    await person.done(await person.call("pull.start", { target: null, connection: null, full: false }));
    const second = await person.call("check.open", {});
    expect(second.snapshot).not.toBe(first.snapshot);
    expect(second.rows.entries).toBeGreaterThan(first.rows.entries);
    const read = { table: "entries", from: 0, count: 10 } as const;
    const old = { ...read, snapshot: first.snapshot };
    expect((await person.refused("check.read", old)).code).toBe("SNAPSHOT_GONE");
    await person.call("check.read", { ...read, snapshot: second.snapshot });
    const none = { ...read, snapshot: "none" };
    expect((await person.refused("check.read", none)).code).toBe("SNAPSHOT_GONE");
  });

  test("one record comes with its versions and the service's own text", async () => {
    const person = await Person.open();
    await person.fill(300);
    const head = await person.call("check.open", {});
    const [entries] = await readAll(person, head.snapshot, "entries", 1, 1);
    const walletID = entries!["walletID"]![0]!;
    const { versions, raw } = await person.call("record.entry", { walletID });
    expect(versions).toMatchObject([{ pull: { id: 1, source: "service" }, document: { walletID } }]);
    expect(JSON.parse(raw ?? "")).toMatchObject({ walletID });
    expect(await person.call("record.entry", { walletID: 999_999_999 })).toEqual({ versions: [], raw: null });
    const [payments] = await readAll(person, head.snapshot, "transactions", 1, 1);
    const payID = payments!["payID"]![0]!;
    const { versions: told } = await person.call("record.transaction", { payID });
    expect(told).toMatchObject([{ document: { payID } }]);
  });
});
