import { describe, expect, it } from "vitest";
import type { Edit } from "../../../src/core/report/edits.ts";
import { besidesWords, verdictWords } from "../../../src/core/report/workbook-verdict.ts";
import { editsTable } from "../../../src/renderer/app/dialogs/workbook-proof-dialog.tsx";

const EXPORTED = {
  holds: true,
  isOtherLayout: false,
  isOriginal: true,
  editCount: 0,
};
const EDIT: Edit = {
  sheet: "Wallet",
  cell: "H14",
  what: "Credit",
  kind: "value",
  exported: "1,000",
  found: "9,000",
};

describe("a workbook compared with the ledger", () => {
  it("is unchanged, or saved again with no cell changed", () => {
    expect(verdictWords(EXPORTED, "2026-09-01 09:30")).toBe(
      "This workbook is unchanged since it was exported on 2026-09-01 09:30.",
    );
    expect(verdictWords({ ...EXPORTED, isOriginal: false })).toBe(
      "No cell changed since it was exported. The workbook was saved again.",
    );
  });

  it("counts the cells edited since it was exported", () => {
    const otherLayout = { ...EXPORTED, holds: false, isOtherLayout: true, isOriginal: false };
    expect(verdictWords(otherLayout)).toBe(
      "Tieout cannot tell whether the workbook was edited: another version exported it.",
    );
    expect(verdictWords({ ...otherLayout, isOriginal: true })).toBe(
      "The workbook is the file that was exported. Another version wrote it, and this version cannot compare its cells.",
    );
    const edited = { ...EXPORTED, holds: false, isOriginal: false, editCount: 1 };
    expect(verdictWords(edited)).toBe("1 cell was edited since it was exported.");
    expect(verdictWords({ ...edited, editCount: 1204 })).toMatch(/^1,204 cells were edited since/u);
  });

  it("never counts results or requested input among the edits", () => {
    expect(besidesWords({ cellsCompared: 8123, followed: 0, filledIn: 0 })).toEqual([
      "8,123 cells compared with what the ledger exports.",
    ]);
    const words = besidesWords({ cellsCompared: 1, followed: 2, filledIn: 1 });
    expect(words[1]).toBe("2 results of formulas differ because of what was edited.");
    expect(words[2]).toMatch(/^1 cell filled in where the workbook asks for it/u);
  });

  it("case 77: gives its edits as a table in which no cell is a formula", () => {
    const hostile = { ...EDIT, what: null, found: '=HYPERLINK("x")\tb', exported: "" };
    expect(editsTable([EDIT, hostile]).split("\r\n")).toEqual([
      "Sheet\tCell\tWhat\tHow\tExported\tFound",
      "Wallet\tH14\tCredit\ttyped over\t1,000\t9,000",
      `Wallet\tH14\t\ttyped over\t\t"'=HYPERLINK(""x"")\tb"`,
    ]);
  });
});
