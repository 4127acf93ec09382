/** Rows of a grid as a CSV file: exact, inert, in pieces that come to the whole. */
import { expect, test } from "vitest";
import { csvStyleOf, spreadsheetFields } from "../../../src/core/csv-text.ts";
import { ZoneClock } from "../../../src/core/time.ts";
import type { Sort } from "../../../src/renderer/bridge/protocol.ts";
import type { GridColumn } from "../../../src/renderer/grid/columns.ts";
import { RowsChanged, csvPieces } from "../../../src/renderer/grid/copy-table.ts";

interface Row {
  readonly id: number;
  readonly words: string | null;
  readonly amount: number | null;
  readonly atMs: number;
}
const column = (id: keyof Row, kind: GridColumn<Row>["kind"]): GridColumn<Row> => ({
  id,
  title: id,
  kind,
  width: 80,
  value: (row) => row[id],
});
const COLUMNS = [
  column("id", "id"),
  column("words", "text"),
  column("amount", "amount"),
  column("atMs", "instant"),
];
const FIELDS = spreadsheetFields(csvStyleOf({}));
const WORDING = { decimals: 2, clock: new ZoneClock("Africa/Lagos") };

async function csvOf(rows: readonly Row[], total = rows.length, size?: number): Promise<string[]> {
  const sort: readonly Sort[] = [{ column: "id", descending: true }];
  const read = async ({
    sort: asked,
    from,
    count,
  }: {
    sort: readonly Sort[];
    from: number;
    count: number;
  }) => {
    expect(asked).toBe(sort);
    return { total: rows.length, rows: rows.slice(from, from + count) };
  };
  const pieces: string[] = [];
  for await (const piece of csvPieces(
    { columns: COLUMNS, wording: WORDING, fields: FIELDS, sort, total, read },
    size,
  ))
    pieces.push(piece);
  return pieces;
}

test("holds plain amounts and times of the ledger's zone, and texts that no spreadsheet works out", async () => {
  const atMs = Date.UTC(2026, 9, 1, 23, 30);
  const [text] = await csvOf([
    { id: 7, words: '=1+1, "two"', amount: -1_234_567, atMs },
    { id: 8, words: null, amount: null, atMs },
    { id: 1234567890123456, words: "00123", amount: null, atMs },
  ]);
  expect(text).toBe(
    [
      "\uFEFFid,words,amount,atMs",
      `7,"'=1+1, ""two""",-12345.67,2026-10-02 00:30:00`,
      "8,,,2026-10-02 00:30:00",
      '"=""1234567890123456""","=""00123""",,2026-10-02 00:30:00',
      "",
    ].join("\r\n"),
  );
});

test("comes to the same in pieces, none of which breaks a sign, and reads more than one block", async () => {
  const rows = Array.from({ length: 12_000 }, (_, id) => ({ id, words: "😀😀", amount: id, atMs: 0 }));
  const [whole] = await csvOf(rows);
  const pieces = await csvOf(rows, rows.length, 1001);
  expect(pieces.join("")).toBe(whole);
  expect(whole?.split("\r\n")).toHaveLength(rows.length + 2);
  expect(pieces.every((piece) => piece.length <= 1001 && piece.isWellFormed())).toBe(true);
});

test("is given up where other rows pass by then", async () => {
  await expect(csvOf([{ id: 1, words: "", amount: 1, atMs: 0 }], 2)).rejects.toThrow(RowsChanged);
});
