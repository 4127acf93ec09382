/** The workbook that comes back, over the bridge: two jobs and one call, by handles that main issued. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REVIEWER_TICK } from "../../../src/core/report/exceptions/exceptions.ts";
import { textCell, typeOver } from "../../helpers/workbook/edited-workbook.ts";
import { columnsAt, readXlsx } from "../../helpers/workbook/xlsx.ts";
import { OPTIONS, Person } from "./opening.ts";

/** A filled ledger and its exported workbook. */
async function exported(): Promise<{ person: Person; path: string }> {
  const person = await Person.open();
  await person.fill(100);
  const path = join(person.folder, "Whole.xlsx");
  const target = await person.save(path);
  await person.done(
    await person.call("export.start", { target, period: null, options: OPTIONS, format: "xlsx" }),
  );
  return { person, path };
}

/** The workbook, ticked at the first exception and with a balance typed over. */
async function returned(path: string): Promise<string> {
  const { sheets } = await readXlsx(path);
  const tick = `${columnsAt(sheets.get("Exceptions")!, 7).get(REVIEWER_TICK.header)!}8`;
  const balance = `${columnsAt(sheets.get("Wallet")!, 7).get("Stated balance")!}9`;
  return typeOver(path, {
    [`Exceptions!${tick}`]: textCell(tick, "✓"),
    [`Wallet!${balance}`]: "<v>1</v>",
  });
}

test("is compared with the open ledger, and its review imported, and the ledger reports a change", async () => {
  const { person, path } = await exported();
  const edited = await returned(path);
  const original = await person.done(
    await person.call("workbook.verify", { file: await person.choose(path) }),
  );
  expect(original).toMatchObject({
    kind: "verify-workbook",
    result: { is: "workbook-verified", holds: true, isOriginal: true, edits: [], notes: [] },
  });
  expect(original.steps.map(({ phase }) => phase)).toEqual([
    "Reading the workbook",
    "Reading the ledger",
    "Checking",
    "Comparing",
  ]);
  const file = await person.choose(edited);
  const verified = await person.done(await person.call("workbook.verify", { file }));
  expect(verified.result).toMatchObject({
    holds: false,
    isOriginal: false,
    editCount: 1,
    filledIn: 1,
    edits: [{ sheet: "Wallet", what: "Stated balance", kind: "value", found: "1" }],
  });
  const { result } = await person.done(await person.call("workbook.readReview", { file }));
  if (result?.is !== "review-read") throw new Error("no review was read");
  expect(result).toMatchObject({
    fileName: "Whole.xlsx",
    by: "",
    notes: [],
    items: [{ row: 8, caution: null }],
  });
  const items = result.items.map(({ fingerprint, seen, proposed, point }) => ({
    fingerprint,
    seen,
    proposed,
    point,
  }));
  const taken = await person.call("workbook.acceptReview", { run: result.run, by: "Bola Ade", items });
  expect(taken).toEqual({ first: 1, count: 1, points: 0 });
  expect(await person.call("ledger.current", {})).toMatchObject({ counts: { decisions: 1 } });
  expect(await person.refused("workbook.acceptReview", { run: result.run, by: "Bola", items })).toMatchObject(
    {
      code: "DECISION_CONFLICT",
    },
  );
});

test("a comparison can be cancelled, the place of an edited export overwritten, and a wrong workbook is refused", async () => {
  const { person, path } = await exported();
  const chosen = await person.choose(path);
  const running = await person.call("workbook.verify", { file: chosen });
  await person.call("jobs.cancel", { id: running.id });
  expect(await person.end(running)).toMatchObject({ state: "cancelled" });
  await person.done(await person.call("ledger.verify", {}));

  // Chosen in the dialog, it is overwritten although somebody edited it.
  appendFileSync(path, "typed");
  const request = { period: null, options: OPTIONS, format: "xlsx" as const };
  const done = await person.done(
    await person.call("export.start", { target: await person.save(path), ...request }),
  );
  expect(done).toMatchObject({ kind: "export", state: "done" });
  expect((await readXlsx(path)).sheets.has("Wallet")).toBe(true);

  // What is no workbook or another ledger's fails with its code, and a page's own path is refused.
  const { ledgers } = await person.call("ledger.recent", {});
  const other = await person.end(await person.call("workbook.verify", { file: ledgers[0]!.handle }));
  expect(other).toMatchObject({ state: "failed", fault: { code: "IMPORT_FORMAT" } });
  const file = await person.choose(path);
  await person.fill(50);
  const foreign = await person.end(await person.call("workbook.readReview", { file }));
  expect(foreign).toMatchObject({ state: "failed", fault: { code: "WORKBOOK_FOREIGN" } });
  expect(await person.refused("workbook.verify", { file: path })).toMatchObject({ code: "IPC_INVALID" });
});
