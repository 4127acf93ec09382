/** docs/not-proven.md lists what a workbook may still hide, and `verify --workbook` says the same below its report. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOOKS_NOT_COMPARED } from "../../../../src/main/services/export/verify-workbook.ts";

test("the page about what is not proven lists each look that a report says is not compared, in its words", () => {
  const [, listed = ""] = readFileSync("docs/not-proven.md", "utf8").split(
    "## What a workbook may still hide",
  );
  const lines = listed.split("\n").filter((line) => line.startsWith("- "));
  expect(lines.slice(0, LOOKS_NOT_COMPARED.length)).toEqual(LOOKS_NOT_COMPARED.map((look) => `- ${look};`));
});
