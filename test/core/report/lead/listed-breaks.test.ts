/** The proof that A2 lists every balance that does not follow, wherever its row is. */
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";

it.each([1, 2, 3])("counts a break of walletID %i when ids run against time", (broken) => {
  const entries = wallet([100, 50, 30]).map((entry) => {
    const walletID = 4 - entry.walletID;
    const balance = entry.balance + (walletID === broken ? 7 : 0);
    return { ...entry, walletID, balance, dateCreatedAtMs: OCTOBER_MS + entry.walletID * HOUR_MS };
  });
  const input = reportInput({ records: { entries } });
  const listed = input.check.entryOutcomes.difference.filter((difference) => difference !== 0).length;
  expect(listed).toBeGreaterThan(0);
  const { sheets } = buildWorkbook(input);
  const proofs = sheets.flatMap(({ tables }) => tables.flatMap((table) => [...table.rows()]));
  const proof = proofs.find(({ cells }) =>
    cells.includes("Every balance that does not follow is listed on A2"),
  )!;
  expect(proof.cells).toContainEqual(expect.objectContaining({ value: true }));
});
