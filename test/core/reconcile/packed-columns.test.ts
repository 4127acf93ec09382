/** Columns travel narrow, and come back as they were. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { allocateColumns, fillColumns, packColumns } from "../../../src/core/reconcile/input/column-kinds.ts";

const KINDS = { id: "f64", amount: "f64", text: "i32", flag: "flag" } as const;

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
      fc.integer({ min: 1, max: 7 }),
      (rows, isUniform, size) => {
        const sent = allocateColumns(KINDS, rows.length);
        rows.forEach((row, at) => {
          const [id, value, text, flag] = isUniform ? rows[0]! : row;
          [sent.id[at], sent.amount[at], sent.text[at], sent.flag[at]] = [id, value, text, flag ? 1 : 0];
        });
        const received = allocateColumns(KINDS, rows.length);
        for (let from = 0; from < rows.length; from += size)
          fillColumns(
            KINDS,
            received,
            packColumns(KINDS, sent, from, Math.min(from + size, rows.length)),
            from,
          );
        expect(received).toEqual(sent);
      },
    ),
  );
});

test("a column that is the same in all rows travels as one value, others in the narrowest array", () => {
  const columns = allocateColumns(KINDS, 3);
  columns.id.set([500_000, 500_001, 500_002]);
  columns.amount.fill(Number.NaN);
  columns.text.set([0, 7, 255]);
  expect(packColumns(KINDS, columns, 0, 3)).toEqual({
    id: Int32Array.of(500_000, 500_001, 500_002),
    amount: Float64Array.of(Number.NaN),
    text: Uint8Array.of(0, 7, 255),
    flag: Uint8Array.of(0),
  });
});

test("a batch whose columns differ in length is a defect", () => {
  const columns = allocateColumns(KINDS, 3);
  const batch = { ...packColumns(KINDS, columns, 0, 3), text: Int32Array.of(1, 2) };
  expect(() => fillColumns(KINDS, columns, batch, 0)).toThrow("text has 2 rows instead of 3");
});
