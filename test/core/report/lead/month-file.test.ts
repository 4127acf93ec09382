/** What the Lead says of the month's file: figures that moved since the month before. */
import { expect, it } from "vitest";
import type { Fluctuation } from "../../../../src/core/review/file/month-file.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { wallet } from "../../../helpers/records.ts";
import { RUN_AT_MS, reportInput } from "../../../helpers/workbook/report.ts";

const WALLET = { userID: 1, businessID: null, currency: "NGN" };
const NOTE = { by: "Ada Obi", note: "Two large projects", atMs: RUN_AT_MS };

function moved(fields: Partial<Fluctuation>): Fluctuation {
  const none = { note: null, lapsed: null };
  return { wallet: WALLET, figure: "inflow", before: 100, now: 160, asks: true, ...none, ...fields };
}

it("lists the figures that moved by the threshold or were explained, with by how much they moved", () => {
  const fluctuations = [
    moved({}),
    moved({ figure: "outflow", before: 90, now: 20, asks: false, note: NOTE }),
    moved({ figure: "closing", asks: false, lapsed: { ...NOTE, before: 100, now: 150 } }),
    moved({ figure: "closing", asks: false }),
  ];
  const input = { ...reportInput({ records: { entries: wallet([100]) } }), workpaper: { fluctuations } };
  const { tables } = buildWorkbook(input).sheets.find(({ ref }) => ref === "A")!;
  const table = tables.find(({ id }) => id === "fluctuations")!;
  const rows = [...table.rows()].map(({ cells }) => cells.filter((cell) => cell !== null));
  expect(rows).toEqual([
    ["Inflows", 100, 160, { value: 60, formula: expect.stringMatching(/^C\d+-B\d+$/u) }, "not explained"],
    [
      "Outflows",
      90,
      20,
      { value: -70, formula: expect.stringMatching(/^C\d+-B\d+$/u) },
      "Ada Obi",
      "Two large projects",
    ],
    [
      "Closing",
      100,
      160,
      { value: 60, formula: expect.stringMatching(/^C\d+-B\d+$/u) },
      "Ada Obi",
      "Two large projects (lapsed: written of 150; the figure is now 160)",
    ],
  ]);
});

it("says beside each step of the checklist what the figures say of it, and marks a tick that they contradict", () => {
  const tick = { by: "Ada Obi", note: "", atMs: RUN_AT_MS };
  const steps = [
    { id: 1, text: "Breaks decided", tick, figures: { ok: false, words: "not so: 2 of 2 breaks are open" } },
    { id: 2, text: "Orphans decided", tick, figures: { ok: true, words: "none is open" } },
    { id: 3, text: "Rent paid", tick: null, figures: null },
  ];
  const input = { ...reportInput({ records: { entries: wallet([100]) } }), workpaper: { steps } };
  const { tables } = buildWorkbook(input).sheets.find(({ ref }) => ref === "A")!;
  const table = tables.find(({ id }) => id === "checklist")!;
  const said = table.columns.findIndex(({ header }) => header.startsWith("What the figures said"));
  expect([...table.rows()].map(({ cells, tone }) => [cells[said], tone])).toEqual([
    ["not so: 2 of 2 breaks are open", "flag"],
    ["none is open", "plain"],
    [null, "quiet"],
  ]);
});
