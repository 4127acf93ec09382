/** Columns travel narrow, and come back as they were. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ColumnFiller,
  allocateColumns,
  narrowColumns,
  packColumns,
} from "../../../src/core/reconcile/input/column-kinds.ts";

const KINDS = { id: "f64", amount: "number", text: "id", flag: "flag" } as const;

const amount = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, -1, 2 ** 31, -(2 ** 31), 2 ** 31 - 1, Number.MAX_SAFE_INTEGER, Number.NaN),
  fc.maxSafeInteger(),
);

test("columns that travel in batches come back as they were", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amount, amount, fc.integer({ min: -1, max: 70_000 }), fc.boolean()), {
        maxLength: 20,
      }),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 7 }),
      (rows, isUniform, isBackwards, size) => {
        const sent = allocateColumns(KINDS, rows.length);
        rows.forEach((row, at) => {
          const [id, value, text, flag] = isUniform ? rows[0]! : row;
          [sent.id[at], sent.amount[at], sent.text[at], sent.flag[at]] = [id, value, text, flag ? 1 : 0];
        });
        const batches: (() => void)[] = [];
        const filler = new ColumnFiller(KINDS, rows.length);
        for (let from = 0; from < rows.length; from += size) {
          const batch = packColumns(KINDS, sent, from, Math.min(from + size, rows.length));
          batches.push(() => filler.write(batch, from));
        }
        for (const fill of isBackwards ? batches.toReversed() : batches) fill();
        // In the arrays, too, that hold all of it in least.
        expect(filler.columns).toEqual(narrowColumns(KINDS, sent));
      },
    ),
  );
});

test("a column that is the same in all rows travels as one value, others in the narrowest array", () => {
  const columns = allocateColumns(KINDS, 3);
  columns.id.set([500_000, 500_001, 500_002]);
  columns.amount.fill(Number.NaN);
  columns.text.set([-1, 7, 127]);
  expect(packColumns(KINDS, columns, 0, 3)).toEqual({
    id: Int32Array.of(500_000, 500_001, 500_002),
    amount: Float64Array.of(Number.NaN),
    text: Int8Array.of(-1, 7, 127),
    flag: Uint8Array.of(0),
  });
});

test("a batch whose columns differ in length is a defect", () => {
  const columns = allocateColumns(KINDS, 3);
  const batch = { ...packColumns(KINDS, columns, 0, 3), text: Int32Array.of(1, 2) };
  const filler = new ColumnFiller(KINDS, 3);
  expect(() => filler.write(batch, 0)).toThrow("text has 2 rows instead of 3");
});

test("rows that are written once more may need another array", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, fc.option(amount)), { minLength: 1 }), (rows) => {
      const filler = new ColumnFiller(KINDS, rows.length);
      filler.put(
        "amount",
        Float64Array.from(rows, ([before]) => before),
        0,
        rows.length,
      );
      const later = rows.flatMap(([, after], row) => (after === null ? [] : [{ row, after }]));
      filler.scatter(
        "amount",
        Float64Array.from(later, ({ after }) => after),
        later.map(({ row }) => row),
      );
      expect([...filler.columns.amount]).toEqual(rows.map(([before, after]) => after ?? before));
    }),
  );
});

test("columns are held in less where all of their numbers fit, with the same numbers", () => {
  fc.assert(
    fc.property(fc.array(amount), fc.array(fc.integer({ min: -1, max: 200 })), (amounts, texts) => {
      const rows = Math.min(amounts.length, texts.length);
      const read = allocateColumns(KINDS, rows);
      read.amount.set(amounts.slice(0, rows));
      read.text.set(texts.slice(0, rows));
      const held = narrowColumns(KINDS, read);
      expect([...held.amount]).toEqual(amounts.slice(0, rows));
      expect([...held.text]).toEqual(texts.slice(0, rows));
    }),
  );
});

test("amounts and labels are held in the narrowest array, times are not, and what was read is given back", () => {
  const heldIn = (amounts: readonly number[], texts: readonly number[]) => {
    const read = allocateColumns(KINDS, 2);
    read.amount.set(amounts);
    read.text.set(texts);
    const held = narrowColumns(KINDS, read);
    return [held.id, held.amount, held.text].map((column) => column.constructor.name);
  };
  expect(heldIn([0, 100], [-1, 127])).toEqual(["Float64Array", "Int8Array", "Int8Array"]);
  expect(heldIn([0, -(2 ** 31)], [0, 128])).toEqual(["Float64Array", "Int32Array", "Int32Array"]);
  expect(heldIn([2 ** 24 - 1, Number.NaN], [0, 1])).toEqual(["Float64Array", "Float32Array", "Int8Array"]);
  expect(heldIn([2 ** 24 + 1, Number.NaN], [0, 1])).toEqual(["Float64Array", "Float64Array", "Int8Array"]);
  expect(heldIn([1, 2 ** 31], [0, 1])).toEqual(["Float64Array", "Float64Array", "Int8Array"]);
  const read = allocateColumns(KINDS, 2);
  narrowColumns(KINDS, read);
  expect([read.id.length, read.amount.length, read.text.length]).toEqual([2, 0, 0]);
});
