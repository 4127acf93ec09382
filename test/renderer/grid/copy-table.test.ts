import { describe, expect, test } from "vitest";
import { ZoneClock } from "../../../src/core/time.ts";
import type { GridValue, GridColumnKind } from "../../../src/renderer/grid/columns.ts";
import { copiedCell, copiedRows } from "../../../src/renderer/grid/copy-table.ts";

const lagos = { decimals: 2, clock: new ZoneClock("Africa/Lagos") };
const plain = { decimals: 0, clock: new ZoneClock("UTC") };

function copied(kind: GridColumnKind, value: GridValue, wording = plain): string {
  return copiedCell({ title: "T", kind, value: () => value }, null, wording);
}

describe("a copied cell", () => {
  test("of an amount has plain digits with the ledger's decimals", () => {
    expect(copied("amount", -1_250_050, lagos)).toBe("-12500.50");
    expect(copied("amount", 5, lagos)).toBe("0.05");
    expect(copied("amount", 0)).toBe("0");
    expect(copied("amount", 9_007_199_254_740_991, lagos)).toBe("90071992547409.91");
    expect(copied("amount", null)).toBe("");
  });

  test("of a number of a record has no decimals", () => {
    expect(copied("id", 1204, lagos)).toBe("1204");
  });

  test("of an instant is ISO in the ledger's zone", () => {
    const at = Date.UTC(2026, 9, 31, 23, 30, 5);
    expect(copied("instant", at)).toBe("2026-10-31 23:30:05");
    expect(copied("instant", at, lagos)).toBe("2026-11-01 00:30:05");
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])(
    "case 77: %j becomes no formula, whichever sign it starts with",
    (text) => {
      expect(copied("text", text).replace(/^"/u, "")).toMatch(/^'/u);
    },
  );

  test("case 55: keeps its text within its cell", () => {
    expect(copied("text", 'a\tb\n"c"')).toBe('"a\tb\n""c"""');
    expect(copied("text", "<script>alert(1)</script>")).toBe("<script>alert(1)</script>");
    expect(copied("text", "a\u0000b")).toBe("a\uFFFDb");
  });
});

describe("copied rows", () => {
  const columns = [
    { title: "Wallet\tID", kind: "id" as const, value: (row: readonly GridValue[]) => row[0] ?? null },
    { title: "In", kind: "amount" as const, value: (row: readonly GridValue[]) => row[1] ?? null },
  ];
  const rows = [
    [1, 500],
    [2, null],
  ];

  test("are separated by lines, with tabs between their cells", () => {
    expect(copiedRows(columns, rows, plain, false)).toBe("1\t500\r\n2\t");
  });

  test("keep ids that a spreadsheet would turn into other numbers, texts and numbers alike", () => {
    const ids = [
      { title: "Payref", kind: "text" as const, value: (row: readonly GridValue[]) => row[0] ?? null },
      { title: "payID", kind: "id" as const, value: (row: readonly GridValue[]) => row[1] ?? null },
    ];
    const copiedIds = copiedRows(
      ids,
      [
        ["00123", 9_007_199_254_740_991],
        ["1E5", 7],
        ["PAY-1", 8],
      ],
      plain,
      false,
    );
    expect(copiedIds).toBe('"=""00123"""\t"=""9007199254740991"""\r\n"=""1E5"""\t7\r\nPAY-1\t8');
    // A cell by itself is searched for, and mailed.
    expect(copied("text", "00123")).toBe("00123");
  });

  test("have a header line when requested", () => {
    expect(copiedRows(columns, rows, plain, true)).toBe('"Wallet\tID"\tIn\r\n1\t500\r\n2\t');
  });
});
