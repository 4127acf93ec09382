/** A reviewed workbook taken back: what was typed is read by its headers, judged as of now, and decided all or none. */
import type { ReviewedWorkbook } from "../../../../src/core/review/decisions/typed-review.ts";
import { replyToPoint } from "../../../../src/main/services/review/points.ts";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { REVIEWER_NOTE, REVIEWER_TICK } from "../../../../src/core/report/exceptions/exceptions.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { acceptReview, readReviewedWorkbook } from "../../../../src/main/services/review/read-review.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { prepareMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { listMonthsSince } from "../../../../src/main/services/close/months.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { raiseAll } from "../../../helpers/ledgers/raised-ledger.ts";
import { decide, listLedgerDecisions, readReview } from "../../../../src/main/services/review/review.ts";
import {
  changeSheet,
  hasOffice,
  savedByOffice,
  textCell,
  typeOver,
} from "../../../helpers/workbook/edited-workbook.ts";
import {
  brokenWallet,
  CONTEXT,
  exportedOctober,
  importWallet,
  otherLedger,
} from "../../../helpers/ledgers/review-ledger.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { changeParts } from "../../../helpers/workbook/zip.ts";
import { columnsAt, readXlsx, rowOf } from "../../../helpers/workbook/xlsx.ts";
import { tamper } from "../../ledger/made.ts";

let ledger = "";
let workbook = "";
/** Letters of the columns of C1 by header. */
let columns: Map<string, string>;
/** Where A asks who reviewed. */
let signature = "";

beforeEach(async () => {
  ({ ledger, workbook } = await exportedOctober());
  const { sheets } = await readXlsx(workbook);
  columns = columnsAt(sheets.get("Exceptions")!, 7);
  signature = `B${rowOf(sheets.get("Lead")!, "Reviewed by")}`;
});

/** A cell of C1 as `typeOver` names it. */
const at = (header: string, row: number) => `${columns.get(header) ?? "?"}${row}`;

/** Types a tick and a note into rows of C1, and the reviewer's name on A. */
function reviewed(
  typed: Readonly<Record<number, readonly [tick: string, note: string]>>,
  by = "Bola Ade",
  from = workbook,
): string {
  const cells: Record<string, string> = {};
  if (by !== "") cells[`Lead!${signature}`] = textCell(signature, by);
  for (const [row, [tick, note]] of Object.entries(typed)) {
    const [ticked, noted] = [at(REVIEWER_TICK.header, Number(row)), at(REVIEWER_NOTE.header, Number(row))];
    if (tick !== "") cells[`Exceptions!${ticked}`] = textCell(ticked, tick);
    if (note !== "") cells[`Exceptions!${noted}`] = textCell(noted, note);
  }
  return typeOver(from, cells);
}

const read = (file: string) => readReviewedWorkbook({ ledger, file }, CONTEXT);

/** Takes in all that can be. */
async function accepted({ run, by, items }: ReviewedWorkbook) {
  const taken = items.flatMap(({ fingerprint, seen, proposed, point }) =>
    proposed === null && point === null ? [] : [{ fingerprint, seen, proposed, point }],
  );
  return acceptReview({ ledger, run, by, items: taken }, CONTEXT);
}

test("a pull since the export that only changes a record is reported at the findings that depend on it", async () => {
  const file = reviewed({ 8: ["✓", ""], 9: ["✓", ""], 10: ["✓", ""] });
  const before = await read(file);
  expect(before.items.map(({ caution }) => caution)).toEqual([null, null, null]);
  const told = brokenWallet(9, 5).map((one) =>
    one.walletID === 2 ? { ...one, description: "Corrected by support" } : one,
  );
  await importWallet(ledger, told);
  const { items } = await read(file);
  expect(
    items.map(({ rule, status, caution, proposed }) => [rule, status, proposed?.status, caution]),
  ).toEqual([
    ["chain-break", "open", "accepted", expect.stringContaining("The reviewer has not seen the change.")],
    ["chain-break", "open", "accepted", null],
    ["paid-without-entry", "open", "accepted", null],
  ]);
});

describe("what was typed", () => {
  test("gives no line when nothing was typed", async () => {
    expect(await read(workbook)).toEqual({
      fileName: "October.xlsx",
      run: 1,
      period: { from: "2026-10-01", to: "2026-10-31" },
      by: "",
      items: [],
      notes: [],
    });
  });

  test("gives ticks, words and notes, with their author and each finding's status", async () => {
    const file = reviewed({
      8: ["✓", ""],
      9: ["explained", "Posted twice."],
      10: ["", "Ask them."],
      11: ["??", ""],
    });
    const { by, items, notes } = await read(file);
    expect({ by, notes }).toEqual({ by: "Bola Ade", notes: [] });
    expect(
      items.map(({ row, rule, tick, note, proposed, status, seen }) => ({
        row,
        rule,
        tick,
        note,
        proposed,
        status,
        seen,
      })),
    ).toEqual([
      {
        row: 8,
        rule: "chain-break",
        tick: "✓",
        note: "",
        proposed: { status: "accepted", note: "Ticked in October.xlsx, Exceptions row 8" },
        status: "open",
        seen: null,
      },
      {
        row: 9,
        rule: "chain-break",
        tick: "explained",
        note: "Posted twice.",
        proposed: { status: "explained", note: "Posted twice." },
        status: "open",
        seen: null,
      },
      {
        row: 10,
        rule: "paid-without-entry",
        tick: "",
        note: "Ask them.",
        proposed: null,
        status: "open",
        seen: null,
      },
      { row: 11, rule: "no-movement", tick: "??", note: "", proposed: null, status: "open", seen: null },
    ]);
    expect(items.map(({ point }) => point)).toEqual([null, null, "Ask them.", null]);
    expect(items.map(({ caution }) => caution === null)).toEqual([true, true, true, false]);
  });

  test("reads numbers and booleans as ticks, and texts that look like formulas as texts", async () => {
    const tick = at(REVIEWER_TICK.header, 8);
    const other = at(REVIEWER_TICK.header, 9);
    const note = at(REVIEWER_NOTE.header, 9);
    const file = typeOver(reviewed({ 10: ["ok", "=HYPERLINK(&quot;x&quot;)"] }), {
      [`Exceptions!${tick}`]: "<v>1</v>",
      [`Exceptions!${other}`]: `<c r="${other}" t="b"><v>1</v></c>`,
      [`Exceptions!${note}`]: "<f>1+1</f><v>2</v>",
    });
    const { items } = await read(file);
    expect(
      items.map(({ tick: typed, note: noted, proposed }) => [typed, noted, proposed?.status ?? null]),
    ).toEqual([
      ["1", "", "accepted"],
      ["TRUE", "=1+1", null],
      ["ok", '=HYPERLINK("x")', "accepted"],
    ]);
  });

  test("reads a boolean that LibreOffice saves as a formula, and a date typed as a note", async () => {
    const [tick, other] = [at(REVIEWER_TICK.header, 8), at(REVIEWER_TICK.header, 9)];
    const [note, noted] = [at(REVIEWER_NOTE.header, 8), at(REVIEWER_NOTE.header, 9)];
    const dated = join(temporaryFolder(), "dated.xlsx");
    // The last style of cells is one of a date.
    let style = 0;
    changeParts(reviewed({ 9: ["", ""] }), dated, (name, xml) => {
      if (!name.endsWith("styles.xml")) return xml;
      style = Number(/<cellXfs count="(\d+)"/u.exec(xml)?.[1]);
      return xml.replace("</cellXfs>", '<xf numFmtId="14" fontId="0" fillId="0"/></cellXfs>');
    });
    const file = typeOver(dated, {
      [`Exceptions!${tick}`]: "<f>TRUE()</f><v>1</v>",
      [`Exceptions!${note}`]: `<c r="${note}" s="${style}"><v>46266</v></c>`,
      [`Exceptions!${other}`]: "<f>FALSE()</f><v>0</v>",
      [`Exceptions!${noted}`]: `<c r="${noted}" s="${style}"><v>46266.5</v></c>`,
    });
    const { items } = await read(file);
    expect(items.map((one) => [one.tick, one.note, one.proposed?.status ?? null])).toEqual([
      ["TRUE", "2026-09-01", "accepted"],
      ["FALSE", "2026-09-01 12:00:00", null],
    ]);
  });

  test("reports a row whose words or figures were edited: the reviewer saw something else", async () => {
    const figure = at("Actual", 8);
    const words = at("What was found", 9);
    const file = typeOver(reviewed({ 8: ["✓", ""], 9: ["✓", ""], 10: ["✓", ""] }), {
      [`Exceptions!${figure}`]: "<v>1</v>",
      [`Exceptions!${words}`]: textCell(words, "All is well."),
    });
    const { items } = await read(file);
    expect(items.map(({ caution }) => caution?.split(" was edited")[0] ?? null)).toEqual([
      '"Actual"',
      '"What was found"',
      null,
    ]);
  });

  test("reports a row whose fingerprint was edited, and does not take it for another", async () => {
    const cell = at("Fingerprint", 9);
    const file = typeOver(reviewed({ 8: ["✓", ""], 9: ["✓", ""] }), {
      [`Exceptions!${cell}`]: textCell(cell, "f".repeat(64)),
    });
    const { items, notes } = await read(file);
    expect(items.map(({ row }) => row)).toEqual([8]);
    expect(notes).toEqual([expect.stringContaining("Exceptions row 9")]);
  });

  test.each([
    ["raised", "Exceptions row 11"],
    ["\u2713", null],
  ])(
    "counts the first of a copied row typed on again, as %s, and reports what differs",
    async (tick, place) => {
      const file = changeSheet(reviewed({ 8: ["\u2713", ""], 11: [tick, ""] }), "Exceptions", (xml) => {
        const hashIn = (row: number) =>
          new RegExp(`<c r="${at("Fingerprint", row)}"[^>]*>.*?([0-9a-f]{64})`, "u").exec(xml)?.[1] ?? "";
        return xml.replace(hashIn(11), hashIn(8));
      });
      const { items } = await read(file);
      expect(items.map(({ row, proposed }) => [row, proposed?.status ?? null])).toEqual([
        [8, "accepted"],
        [11, null],
      ]);
      expect(items[0]?.caution ?? null).toEqual(
        place === null ? null : `The same finding is filled in differently at ${place}.`,
      );
    },
  );

  test("finds columns by their headers, wherever they were moved", async () => {
    const file = changeSheet(reviewed({ 8: ["✓", "Agreed."] }), "Exceptions", (xml) =>
      // The whole sheet one row further down, and nothing above it but blanks.
      xml
        .replaceAll(/<row r="(\d+)"/gu, (_, row: string) => `<row r="${Number(row) + 1}"`)
        .replaceAll(
          /<c r="([A-Z]+)(\d+)"/gu,
          (_, letters: string, row: string) => `<c r="${letters}${Number(row) + 1}"`,
        ),
    );
    expect((await read(file)).items).toMatchObject([{ row: 9, tick: "✓", note: "Agreed.", caution: null }]);
  });

  test("refuses a workbook without the columns", async () => {
    const file = changeSheet(workbook, "Exceptions", (xml) => xml.replaceAll("Reviewer's", "My"));
    await expect(read(file)).rejects.toMatchObject({ code: "IMPORT_FORMAT" });
  });

  test("reads a blank name as no name", async () => {
    expect((await read(reviewed({ 8: ["✓", ""] }, "  "))).by).toBe("");
  });

  test("refuses another ledger's workbook", async () => {
    const file = workbook;
    ledger = await otherLedger();
    await expect(read(file)).rejects.toMatchObject({ code: "WORKBOOK_FOREIGN" });
  });
});

describe("changes to the ledger since the export", () => {
  test("cannot import a finding whose numbers changed: it is no longer raised", async () => {
    const file = reviewed({ 8: ["✓", ""], 10: ["✓", ""] });
    await importWallet(ledger, brokenWallet(12, 5));
    const { items } = await read(file);
    expect(items.map(({ proposed, status }) => [proposed === null, status])).toEqual([
      [true, null],
      [false, "open"],
    ]);
  });

  test("names who decided a finding since the export", async () => {
    const file = reviewed({ 8: ["✓", ""] });
    const { items } = await read(file);
    const { fingerprint } = items[0]!;
    const request = { ledger, period: monthDays("2026-10"), options: {} };
    await decide(
      { ...request, items: [{ fingerprint }], status: "raised", note: "Ticket", by: "Ada" },
      CONTEXT,
    );
    expect((await read(file)).items).toMatchObject([
      {
        status: "raised",
        seen: 1,
        caution: expect.stringContaining("Ada decided it since the export: decision 1, raised"),
      },
    ]);
  });
});

describe("importing", () => {
  test("saves each with its own status and note under the reviewer's name, and the trail still verifies", async () => {
    const report = await read(reviewed({ 8: ["✓", ""], 9: ["raised", "Ticket 4711"] }));
    const { decisions } = await accepted(report);
    expect(decisions.map(({ id, status, note, by }) => ({ id, status, note, by }))).toEqual([
      { id: 1, status: "accepted", note: "Ticked in October.xlsx, Exceptions row 8", by: "Bola Ade" },
      { id: 2, status: "raised", note: "Ticket 4711", by: "Bola Ade" },
    ]);
    expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
  });

  test("has nothing left to import a second time", async () => {
    const file = reviewed({ 8: ["✓", ""], 9: ["raised", "Ticket 4711"] });
    await accepted(await read(file));
    const again = await read(file);
    expect(again.items.map(({ proposed }) => proposed)).toEqual([null, null]);
    expect(again.items.map(({ caution }) => caution)).toEqual([
      "Decision 1 already says this.",
      "Decision 2 already says this.",
    ]);
  });

  test("case 39: writes nothing at all when another decision was made meanwhile", async () => {
    const report = await read(reviewed({ 8: ["✓", ""], 9: ["✓", ""] }));
    const { fingerprint } = report.items[1]!;
    const request = { ledger, period: null, options: {} };
    await decide(
      { ...request, items: [{ fingerprint }], status: "raised", note: "Ticket", by: "Ada" },
      CONTEXT,
    );
    await expect(accepted(report)).rejects.toMatchObject({ code: "DECISION_CONFLICT" });
    expect(listLedgerDecisions(ledger)).toHaveLength(1);
  });

  test("refuses one finding decided twice in different ways, and counts the same twice once", async () => {
    const { run, items } = await read(reviewed({ 8: ["✓", ""] }));
    const { fingerprint } = items[0]!;
    const proposed = { status: "accepted", note: "Fine." } as const;
    const one = { fingerprint, seen: null, proposed, point: "Why?" };
    const accept = (both: Parameters<typeof acceptReview>[0]["items"]) =>
      acceptReview({ ledger, run, by: "Bola", items: both }, CONTEXT);
    await expect(
      accept([one, { ...one, proposed: { ...proposed, note: "Not fine." } }]),
    ).rejects.toMatchObject({
      code: "DECISION_INVALID",
    });
    const taken = await accept([one, one]);
    expect([taken.decisions.length, taken.points.length]).toEqual([1, 1]);
  });

  test.each([
    ["has a comment, which SQLite passes over", (text: string) => `/* ours */${text}`],
    ["gives decimals in words", (text: string) => text.replace(/"decimals":2/u, '"decimals":"two"')],
  ])("refuses a run whose export's link %s, by the link's number", async (_, change) => {
    const { run } = await read(reviewed({ 8: ["✓", ""] }));
    const db = new Database(ledger, { readonly: true });
    const find = "SELECT sequence, payload FROM audit WHERE kind = 'export'";
    const { sequence, payload } = db.prepare<[], { sequence: number; payload: string }>(find).get()!;
    db.close();
    const altered = change(payload);
    expect(altered).not.toBe(payload);
    tamper(ledger, `UPDATE audit SET payload = '${altered}' WHERE sequence = ${sequence}`);
    await expect(acceptReview({ ledger, run, by: "Bola", items: [] }, CONTEXT)).rejects.toMatchObject({
      code: "AUDIT_BROKEN",
      facts: { file: ledger, record: `link ${sequence}` },
    });
  });

  test("refuses a run that the ledger does not have", async () => {
    const proposed = { status: "open", note: "" } as const;
    const item = { fingerprint: "0".repeat(64), seen: null, proposed, point: null };
    await expect(acceptReview({ ledger, run: 9, by: "Bola", items: [item] }, CONTEXT)).rejects.toMatchObject({
      code: "FINDING_NOT_FOUND",
    });
  });
});

describe.runIf(hasOffice && IS_EXHAUSTIVE)("a workbook that LibreOffice saved", () => {
  test("reads the same", async () => {
    const typed = { 8: ["✓", ""], 9: ["explained", "Two\nlines & more"] } as const;
    const file = reviewed({ ...typed, 9: ["explained", "Two\nlines &amp; more"] });
    const ours = await read(file);
    const theirs = await read(await savedByOffice(file));
    expect(theirs.items).toEqual(ours.items);
    expect(theirs).toMatchObject({ by: "Bola Ade", notes: [] });
  });
});

describe("a review of a prepared month", () => {
  const OCTOBER = "2026-10" as Month;
  /** Everything is raised, and the month is prepared and exported. */
  async function prepared(): Promise<string> {
    await raiseAll(ledger, OCTOBER, CONTEXT, "Ticket 4711");
    await prepareMonth({ ledger, month: OCTOBER, by: "Ada Obi", override: "As it stands" }, CONTEXT);
    const out = join(temporaryFolder(), "Prepared.xlsx");
    const period = monthDays(OCTOBER);
    await exportLedger({ ledger, period, options: {}, format: "xlsx", out }, CONTEXT);
    const { sheets } = await readXlsx(out);
    columns = columnsAt(sheets.get("Exceptions")!, 7);
    signature = `B${rowOf(sheets.get("Lead")!, "Reviewed by")}`;
    return out;
  }
  const sign = () => signOffMonth({ ledger, month: OCTOBER, by: "Bola Ade", note: "" }, CONTEXT);
  const changes = () => readMonth({ ledger, month: OCTOBER }, CONTEXT).changes;

  test("that only agrees and asks leaves it as prepared: its notes are points, and it is signed once they are answered", async () => {
    const file = reviewed(
      { 8: ["✓", ""], 9: ["✓", "Seen. Whose ticket?"], 10: ["", "Which ticket?"], 11: ["raised", "Why?"] },
      "Bola Ade",
      await prepared(),
    );
    const { decisions, points } = await accepted(await read(file));
    expect(decisions.map(({ by, status, note }) => [by, status, note.replace(/ \(.*?\)/u, "")])).toEqual([
      ["Bola Ade", "raised", "Agrees with decision 1"],
      ["Bola Ade", "raised", "Agrees with decision 2"],
      ["Bola Ade", "raised", "Agrees with decision 3"],
    ]);
    expect(points.map(({ by, note }) => [by, note])).toEqual([
      ["Bola Ade", "Seen. Whose ticket?"],
      ["Bola Ade", "Which ticket?"],
      ["Bola Ade", "Why?"],
    ]);
    const { findings } = readReview({ ledger, period: monthDays(OCTOBER), options: {} }, CONTEXT);
    const standing = findings.map(({ decision }) => `${decision?.by}: ${decision?.note}`);
    expect([...new Set(standing)]).toEqual(["Ada Obi: Ticket 4711"]);
    expect(changes()).toEqual([]);
    expect(
      (await listMonthsSince(ledger, CONTEXT)).find(({ month }) => month === OCTOBER)?.changedSince,
    ).toBeNull();
    // Imported once more it says nothing new.
    expect((await read(file)).items.map(({ proposed, point }) => [proposed, point])).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    );
    await expect(sign()).rejects.toMatchObject({ code: "POINTS_OPEN" });
    // It was exported before the answer, so that it has the very point that was answered.
    const answered = async () =>
      (await read(file)).items.map(({ point, caution }) => [point, caution?.split(":")[0]]);
    for (const { id } of points) {
      const answer = { ledger, month: OCTOBER, point: id, kind: "answered", text: "4711" } as const;
      await replyToPoint({ ...answer, by: "Ada Obi" }, CONTEXT);
    }
    expect(await answered()).toEqual(Array.from({ length: 4 }, () => [null, "Imported already"]));
    expect((await sign()).state).toBe("signed-off");
    expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
    expect((await read(reviewed({ 10: ["", "And this?"] }, "Bola Ade", file))).items[0]).toMatchObject({
      point: null,
    });
  });

  test("takes the same words in a later export for a new point once they were answered, and takes it once", async () => {
    const asked = { 9: ["", "Which ticket?"] } as const;
    const [first] = (await accepted(await read(reviewed(asked, "Bola Ade", await prepared())))).points;
    const exportAgain = async () => {
      const out = join(temporaryFolder(), "Again.xlsx");
      const period = monthDays(OCTOBER);
      await exportLedger({ ledger, period, options: {}, format: "xlsx", out }, CONTEXT);
      return reviewed(asked, "Bola Ade", out);
    };
    const pointOf = async (file: string) => (await read(file)).items[0]?.point;
    // While it waits for its answer, it need not be made again.
    expect(await pointOf(await exportAgain())).toBeNull();
    const answer = { ledger, month: OCTOBER, point: first?.id ?? 0, kind: "answered", text: "4711" } as const;
    await replyToPoint({ ...answer, by: "Ada Obi" }, CONTEXT);
    const later = await exportAgain();
    expect(await pointOf(later)).toBe("Which ticket?");
    const { points } = await accepted(await read(later));
    expect(points.map(({ id, note }) => [id === first?.id, note])).toEqual([[false, "Which ticket?"]]);
    expect(await pointOf(later)).toBeNull();
    expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
  });

  test("by its preparer makes no points, which the preview says line by line", async () => {
    const file = reviewed({ 8: ["✓", ""], 9: ["", "My own"] }, "ada obi", await prepared());
    const caution = "Ada Obi prepared October 2026, so another person must make points on it.";
    const { items } = await read(file);
    expect(items.map(({ point, caution: said }) => [point, said])).toEqual([
      [null, null],
      [null, caution],
    ]);
    expect((await accepted(await read(file))).points).toEqual([]);
    // Who reviewed may be known before the workbook says it.
    const other = reviewed({ 9: ["", "My own"] }, "Bola Ade", await prepared());
    const said = await readReviewedWorkbook({ ledger, file: other, by: "OBI, Ada" }, CONTEXT);
    expect(said.items).toMatchObject([{ point: null, caution }]);
  });

  test("is not written under the name of its preparer, whatever the preview was read for", async () => {
    const read_ = await read(reviewed({ 8: ["✓", ""], 9: ["", "My own"] }, "Bola Ade", await prepared()));
    const before = listLedgerDecisions(ledger).length;
    await expect(accepted({ ...read_, by: "ada obi" })).rejects.toMatchObject({ code: "CLOSE_SAME_PERSON" });
    expect(listLedgerDecisions(ledger)).toHaveLength(before);
  });

  test("that decides otherwise is named where the signature is refused", async () => {
    const file = reviewed(
      { 8: ["✓", ""], 9: ["accepted", "Within the limit."] },
      "Bola Ade",
      await prepared(),
    );
    await accepted(await read(file));
    expect(changes()).toEqual(["1 exception has a different decision"]);
    await expect(sign()).rejects.toMatchObject({
      code: "CLOSE_CHANGED",
      message: "October 2026 differs from what was prepared: 1 exception has a different decision",
    });
  });
});
