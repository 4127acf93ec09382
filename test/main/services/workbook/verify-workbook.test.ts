/** A workbook that comes back is held against the ledger it was exported from, whatever happened to either meanwhile. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type JsonValue, canonicalJson } from "../../../../src/core/canonical.ts";
import type { CheckDocument } from "../../../../src/core/reconcile/same-conclusion.ts";
import { WORKBOOK_LAYOUT } from "../../../../src/core/report/sheet/format.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { type Link, linkHash } from "../../../../src/main/ledger/file/audit.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { decide, readReview } from "../../../../src/main/services/review/review.ts";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { documentOf, keepOtherwise, replaceDocument } from "../../../helpers/ledgers/kept-runs.ts";
import { dropNumbers } from "../../../helpers/ledgers/rewritten-trail.ts";
import { temporaryFolder, tieout } from "../../../helpers/cli.ts";
import {
  allSavedByOffice,
  cellXml,
  changeSheet,
  hasOffice,
  sheetPart,
  textCell,
  typeOver,
  withoutResults,
  sortExceptions,
} from "../../../helpers/workbook/edited-workbook.ts";
import {
  brokenWallet,
  CONTEXT,
  exportedOctober,
  importWallet,
  otherLedger,
} from "../../../helpers/ledgers/review-ledger.ts";
import { tampering } from "../../../helpers/ledgers/tampering.ts";
import { columnsAt, readXlsx, rowOf } from "../../../helpers/workbook/xlsx.ts";
import { changeParts } from "../../../helpers/workbook/zip.ts";

let ledger = "";
let workbook = "";

/** The columns of B1 of every test's workbook, which are copies of one. */
let letters: ReadonlyMap<string, string> | null = null;

beforeEach(async () => {
  ({ ledger, workbook } = await exportedOctober());
  const columns = (letters ??= columnsAt((await readXlsx(workbook)).sheets.get("Wallet")!, 7));
  named = (text) => text.replaceAll(/\{(.*?)\}/gu, (_, header: string) => columns.get(header) ?? "?");
});

/** Letters of the columns of B1 in the place of their headers, `{Stated balance}10`. */
let named: (text: string) => string;
/** A cell of B1. */
const wallet = (cell: string) => named(`Wallet!${cell}`);

async function exported(name = "October.xlsx", options = {}): Promise<string> {
  const out = join(dirname(ledger), name);
  const period = monthDays("2026-10");
  await exportLedger({ ledger, period, options: { decimals: 2, ...options }, format: "xlsx", out }, CONTEXT);
  return out;
}

/** B1 as Excel saves it under a filter that leaves three rows out; other programs go by the name for its range, too. */
function filteredWallet(path: string): string {
  const rows = changeSheet(path, "Wallet", (xml) =>
    xml
      .replaceAll(/<row r="1(?:0|1|3)"/gu, '$& hidden="1"')
      .replace(
        /<autoFilter ref="([^"]*)"\/>/u,
        '<autoFilter ref="$1"><filterColumn colId="0"><filters><filter val="4"/></filters></filterColumn></autoFilter>',
      ),
  );
  const name =
    '<definedName name="_xlnm._FilterDatabase" localSheetId="3" hidden="1">Wallet!$A$7:$W$13</definedName>';
  const file = join(temporaryFolder(), "filtered.xlsx");
  changeParts(rows, file, (part, xml) =>
    part.endsWith("xl/workbook.xml") ? xml.replace("<definedNames>", () => `<definedNames>${name}`) : xml,
  );
  return file;
}

const verify = (file: string, of = ledger) => verifyWorkbook({ ledger: of, file }, CONTEXT);

async function edits(file: string): Promise<string[]> {
  const report = await verify(file);
  expect(report.holds).toBe(report.editCount === 0);
  return report.edits.map(
    ({ sheet, cell, what, kind, exported: before, found }) =>
      `${sheet}!${cell} ${what ?? "-"}: ${kind}, ${before} -> ${found}`,
  );
}

const FOLLOWS = "ROUND({Stated balance}10-{Expected balance}10,2)";
const NEXT = FOLLOWS.replaceAll("10", "11");

describe("a workbook as exported", () => {
  test("matches byte for byte", async () => {
    expect(await verify(workbook)).toMatchObject({
      holds: true,
      isOriginal: true,
      run: 1,
      sequence: 3,
      period: { from: "2026-10-01", to: "2026-10-31" },
      exportedAtMs: CONTEXT.now(),
      edits: [],
      followed: 0,
      filledIn: 0,
      notes: [],
    });
  });

  test("matches after the ledger grew: a pull that changed and added entries, decisions, settings", async () => {
    const fingerprint = readReview({ ledger, period: null, options: {} }, CONTEXT).findings[0]!.finding
      .fingerprint;
    const items = [{ fingerprint }];
    await decide(
      { ledger, period: null, options: {}, items, status: "explained", note: "Ticket", by: "Ada" },
      CONTEXT,
    );
    await importWallet(ledger, brokenWallet(77, 8));
    await changeSettings(
      ledger,
      { timeZone: "Africa/Lagos", decimals: 0, by: "Ada Obi", note: "As agreed" },
      CONTEXT,
    );
    expect(await verify(workbook)).toMatchObject({ holds: true, isOriginal: true, edits: [], notes: [] });
    // Made anew it would show something else.
    const later = await exported("later.xlsx");
    expect(await verify(later)).toMatchObject({ holds: true, run: 2 });
  });

  test("matches when zipped again, and is then not the original file", async () => {
    const copy = join(temporaryFolder(), "again.xlsx");
    changeParts(workbook, copy, (_, text) => text);
    // The original is compared by its bytes, the copy cell by cell.
    const { cellsCompared } = await verify(workbook);
    expect(await verify(copy)).toMatchObject({ holds: true, isOriginal: false, cellsCompared });
  });

  test("leaves nothing in the temporary folder or beside the ledger", async () => {
    const before = readdirSync(dirname(ledger)).toSorted();
    const bytes = readFileSync(ledger);
    const temporary = temporaryFolder();
    vi.stubEnv("TMPDIR", temporary);
    await verify(workbook);
    await expect(verify(join(dirname(ledger), "missing.xlsx"))).rejects.toMatchObject({
      code: "FILE_UNREADABLE",
    });
    const torn = changeSheet(workbook, "Legend", (xml) => xml.replace("</sheetData>", ""));
    await expect(verify(torn)).rejects.toMatchObject({ code: "IMPORT_FORMAT" });
    vi.unstubAllEnvs();
    expect(readdirSync(temporary).filter((name) => !name.startsWith("tieout-test-"))).toEqual([]);
    expect(readdirSync(dirname(ledger)).toSorted()).toEqual(before);
    expect(readFileSync(ledger).equals(bytes)).toBe(true);
  });
});

describe("an edited workbook", () => {
  test("reports a value with its column, as a person reads it", async () => {
    const file = typeOver(workbook, { [wallet("{Stated balance}10")]: "<v>13.50</v>" });
    expect(await edits(file)).toEqual([
      named("Wallet!{Stated balance}10 Stated balance: value, 12.00 -> 13.50"),
    ]);
  });

  test.each([
    ["a number as a text", "{Stated balance}", 't="str"><v>12</v>', '12.00 -> "12" typed as a text'],
    ["a number as a truth", "{Approved}", 't="b"><v>1</v>', "1 -> TRUE"],
    ["a blank at the end", "{Description}", 't="str"><v>Entry 2 </v>', 'Entry 2 -> "Entry 2 "'],
    [
      "a letter of another alphabet",
      "{Description}",
      't="str"><v>\u0415ntry 2</v>',
      "Entry 2 -> \u0415ntry 2 (with U+0415)",
    ],
    [
      "a sign that nobody sees",
      "{Description}",
      't="str"><v>Entry\u200B 2</v>',
      "Entry 2 -> Entry\u200B 2 (with U+200B)",
    ],
    ["another text", "{Description}", 't="str"><v>Großhandel</v>', "Entry 2 -> Großhandel"],
  ])("reports %s, which looks the same", async (_, column, typed, told) => {
    const at = named(`${column}10`);
    const [edit, ...more] = await edits(typeOver(workbook, { [wallet(at)]: `<c r="${at}" ${typed}</c>` }));
    expect(edit).toMatch(/: value, /u);
    expect(edit?.endsWith(told)).toBe(true);
    expect(more).toEqual([]);
  });

  test("counts the results that a program recalculated from an edited value, and does not list them", async () => {
    const expected = cellXml(workbook, wallet("{Expected balance}11")).replace(
      /<v>.*?<\/v>/u,
      "<v>15.50</v>",
    );
    const file = typeOver(workbook, {
      [wallet("{Stated balance}10")]: "<v>13.50</v>",
      [wallet("{Expected balance}11")]: expected,
    });
    const report = await verify(file);
    expect(report).toMatchObject({ holds: false, editCount: 1, followed: 1 });
  });

  test("a formula", async () => {
    const file = typeOver(workbook, {
      [wallet("{Difference}10")]: cellXml(workbook, wallet("{Difference}10")).replace(
        /<f>.*?<\/f>/u,
        `<f>${named(FOLLOWS)}*0</f>`,
      ),
    });
    expect(await edits(file)).toEqual([
      named(`Wallet!{Difference}10 Difference: formula, =${FOLLOWS} -> =${FOLLOWS}*0`),
    ]);
  });

  test("a formula replaced by a value", async () => {
    const file = typeOver(workbook, { [wallet("{Difference}11")]: "<v>0</v>" });
    expect(await edits(file)).toEqual([
      named(`Wallet!{Difference}11 Difference: overwritten-formula, =${NEXT} -> 0.00`),
    ]);
  });

  test("a formula that was emptied", async () => {
    const file = typeOver(workbook, { [wallet("{Difference}11")]: named('<c r="{Difference}11"/>') });
    expect(await edits(file)).toEqual([
      named(`Wallet!{Difference}11 Difference: overwritten-formula, =${NEXT} -> `),
    ]);
  });

  test("a result alone, as a viewer that does not calculate would show it", async () => {
    const typed = cellXml(workbook, wallet("{Difference}11")).replace(/<v>.*?<\/v>/u, "<v>99</v>");
    const report = await verify(typeOver(workbook, { [wallet("{Difference}11")]: typed }));
    expect(report.edits).toMatchObject([{ cell: named("{Difference}11"), kind: "result", found: "99.00" }]);
    expect(report.followed).toBe(0);
  });

  test("a result that does not follow from the edit beside it is reported as well", async () => {
    const typed = cellXml(workbook, wallet("{Difference}11")).replace(/<v>.*?<\/v>/u, "<v>99</v>");
    const file = typeOver(workbook, {
      [wallet("{Difference}11")]: typed,
      "Legend!A10": textCell("A10", "Something else"),
    });
    const report = await verify(file);
    expect(report.edits.map(({ sheet, kind }) => `${sheet} ${kind}`)).toEqual([
      "Legend value",
      "Wallet result",
    ]);
  });

  test("a cell outside of what was written", async () => {
    const file = changeSheet(workbook, "Wallet", (xml) =>
      xml.replace(/(<row r="10".*?)<\/row>/u, '$1<c r="AB10"><v>7</v></c></row>'),
    );
    expect(await edits(file)).toEqual(["Wallet!AB10 -: added,  -> 7"]);
  });

  test("a missing sheet, and a new one", async () => {
    const file = join(temporaryFolder(), "sheets.xlsx");
    changeParts(workbook, file, (name, text) =>
      name.endsWith("xl/workbook.xml") ? text.replace('name="Legend"', 'name="Notes"') : text,
    );
    expect(await edits(file)).toEqual([
      "Legend! sheet deleted: missing-sheet, Legend -> ",
      "Notes! sheet added: added-sheet,  -> Notes",
    ]);
  });

  test("counts what a person fills in where the workbook asks for it, and reports no edit", async () => {
    const lead = changeSheet(workbook, "Lead", (xml) =>
      xml.replace(
        /(<is><t>Reviewed by<\/t><\/is><\/c>)<c r="(B\d+)"([^>]*)\/>/u,
        '$1<c r="$2"$3 t="inlineStr"><is><t>Bola Ade</t></is></c>',
      ),
    );
    const file = changeSheet(lead, "Exceptions", (xml) => {
      const [, letter = ""] = /<c r="([A-Z]+)7"[^>]*><is><t>Reviewer's tick</u.exec(xml) ?? [];
      const tick = new RegExp(`<c r="(${letter}10)"([^>]*)/>`, "u");
      expect(xml).toMatch(tick);
      return xml.replace(tick, '<c r="$1"$2 t="inlineStr"><is><t>✓</t></is></c>');
    });
    expect(await verify(file)).toMatchObject({ holds: true, isOriginal: false, edits: [], filledIn: 2 });
  });

  test("every text of a sheet", async () => {
    const file = changeSheet(workbook, "Legend", (xml) => xml.replaceAll("<t>", "<t>~"));
    const report = await verify(file);
    expect(report.editCount).toBeGreaterThan(100);
    expect(report.edits).toHaveLength(Math.min(report.editCount, 2000));
  });
});

describe("a changed display, though every cell is unchanged", () => {
  /** The style of a cell given to all cells that have that of another, with another number format. */
  const inFormat = (cell: string, code: string) => {
    const style = /s="(\d+)"/u.exec(cellXml(workbook, cell))?.[1];
    const file = join(temporaryFolder(), "format.xlsx");
    changeParts(workbook, file, (name, xml) => {
      if (name.endsWith("xl/styles.xml")) {
        const styles = /<cellXfs count="(\d+)">(.*)<\/cellXfs>/su.exec(xml)!;
        const added = `<xf numFmtId="900" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
        return xml
          .replace(/<numFmts count="\d+">/u, `$&<numFmt numFmtId="900" formatCode="${code}"/>`)
          .replace("</cellXfs>", `${added.repeat(100)}</cellXfs>`)
          .replace(`<cellXfs count="${styles[1]}"`, `<cellXfs count="${Number(styles[1]) + 100}"`);
      }
      if (!name.endsWith(sheetPart(workbook, cell.split("!")[0]!))) return xml;
      return xml.replaceAll(new RegExp(`(<c r="[A-Z]+\\d+") s="${style}"`, "gu"), '$1 s="99"');
    });
    return file;
  };
  const AMOUNT = '#,##0.00_0;"−"#,##0.00_0;"–"_0';

  test.each([
    ["that shows nothing", ";;;", ";;;"],
    ["that leaves thousands out", "#,##0,", "#,##0,"],
    ["without its minus", "#,##0.00;#,##0.00", "#,##0.00;#,##0.00"],
  ])("amounts in a format %s", async (_, code, found) => {
    const told = await edits(inFormat(wallet("{Stated balance}10"), code));
    expect(told).toContainEqual(
      expect.stringMatching(
        new RegExp(`^Wallet!${named("{Stated balance}")}\\d+.* Stated balance: format, `, "u"),
      ),
    );
    expect(told.every((one) => one.endsWith(`: format, ${AMOUNT} -> ${found}`))).toBe(true);
  });

  test("texts in a format that shows nothing", async () => {
    const told = await edits(inFormat(wallet("{Description}10"), "0;0;0;"));
    expect(told).toContainEqual(expect.stringContaining("Description: format, @ -> 0;0;0;"));
  });

  test("the same format in another program's spelling is not an edit", async () => {
    expect(await edits(inFormat(wallet("{Stated balance}10"), "#,##0.00_0;\\−#,##0.00_0;\\–_0"))).toEqual([]);
    expect(await edits(inFormat(wallet("{Description}10"), "General"))).toEqual([]);
  });

  test("hidden rows are one edit together, hidden columns one each", async () => {
    const file = changeSheet(workbook, "Wallet", (xml) =>
      xml
        .replaceAll(/<row r="(?:10|11)"/gu, '$& hidden="1"')
        .replace(/<row r="13"/u, '$& ht="0" customHeight="1"')
        .replace(/<cols>/u, '<cols><col min="2" max="3" width="9" hidden="1"/>'),
    );
    expect(await edits(file)).toEqual([
      "Wallet!B:C 2 columns hidden: hidden,  -> ",
      "Wallet!A10:A11 2 rows hidden: hidden,  -> ",
      "Wallet!A13 row hidden: hidden,  -> ",
    ]);
  });

  test("rows hidden by a reviewer's filter are mentioned, and are not an edit", async () => {
    const report = await verify(filteredWallet(workbook));
    expect(report).toMatchObject({ holds: true, editCount: 0, edits: [] });
    expect(report.notes[0]).toBe("A filter on B1 Wallet hides 3 rows, which are compared anyway.");
    expect(report).not.toHaveProperty("filtered");
  });

  test.each([
    [
      "no filter that asks for anything",
      (xml: string) => xml.replace(/<filterColumn.*<\/filterColumn>/u, ""),
    ],
    ["a height of nothing under the filter", (xml: string) => xml.replaceAll(' hidden="1"', ' ht="0"')],
    [
      "a filter of other rows",
      (xml: string) => xml.replace(/(<autoFilter ref="A)7(:[A-Z]+)\d+/u, "$190$299"),
    ],
    [
      "two filters, of which programs take one",
      (xml: string) => xml.replace(/<autoFilter.*<\/autoFilter>/u, "$&$&"),
    ],
    [
      "a filter that asks for what no shown row has",
      (xml: string) => xml.replace('<filter val="4"/>', '<filter val="zzz"/>'),
    ],
    [
      "a filter by a pattern that no shown row fits",
      (xml: string) =>
        xml.replace(
          /<filterColumn.*<\/filterColumn>/u,
          '<filterColumn colId="3"><customFilters><customFilter val="*zzz*"/></customFilters></filterColumn>',
        ),
    ],
    [
      "a filter in a view of somebody's own",
      (xml: string) =>
        xml.replace(
          /<autoFilter.*<\/autoFilter>/u,
          "<customSheetViews><customSheetView>$&</customSheetView></customSheetViews>",
        ),
    ],
  ])("rows hidden by %s are an edit", async (_, change) => {
    const file = changeSheet(filteredWallet(workbook), "Wallet", change);
    expect(await edits(file)).toEqual([
      "Wallet!A10:A11 2 rows hidden: hidden,  -> ",
      "Wallet!A13 row hidden: hidden,  -> ",
    ]);
  });

  test("a row that the filter asks for is hidden by hand, and an edit, whatever else the filter hides", async () => {
    const asking = (...values: readonly string[]) =>
      `<filterColumn colId="3"><filters>${values.map((text) => `<filter val="${text}"/>`).join("")}</filters></filterColumn>`;
    const file = (criterion: string) =>
      changeSheet(filteredWallet(workbook), "Wallet", (xml) =>
        xml.replace(/<filterColumn.*<\/filterColumn>/u, criterion),
      );
    expect(await edits(file(asking("Entry 4", "Entry 3")))).toEqual(["Wallet!A11 row hidden: hidden,  -> "]);
    const both =
      '<customFilters and="1"><customFilter val="Entry 4"/><customFilter val="*y 3"/></customFilters>';
    expect(await edits(file(`<filterColumn colId="3">${both}</filterColumn>`))).toEqual([]);
  });

  test.each([
    ["numbers as shown", '<filterColumn colId="0"><filters><filter val="4.00"/></filters></filterColumn>'],
    [
      "a pattern",
      '<filterColumn colId="3"><customFilters><customFilter val="*ntry ?"/></customFilters></filterColumn>',
    ],
    ["dates", '<filterColumn colId="1"><filters><dateGroupItem year="2026"/></filters></filterColumn>'],
    ["the largest", '<filterColumn colId="0"><top10 val="3"/></filterColumn>'],
  ])("rows hidden by a filter by %s are no edit", async (_, criterion) => {
    const file = changeSheet(filteredWallet(workbook), "Wallet", (xml) =>
      xml.replace(/<filterColumn.*<\/filterColumn>/u, criterion),
    );
    expect(await edits(file)).toEqual([]);
  });

  test("parts of a text with a look of their own, inline or shared, are an edit", async () => {
    const runOf = (look: string) => `<is><r><rPr>${look}</rPr><t>Naira</t></r><r><t> Foods</t></r></is>`;
    const rich = async (look: string, before = "") => {
      const [, text = ""] = /<t[^>]*>([^<]*)<\/t>/u.exec(cellXml(workbook, "Lead!A2")) ?? [];
      const [first, rest] = [text.slice(0, 3), text.slice(3)];
      const content = runOf(look)
        .replace("<is>", `<is>${before}`)
        .replace("Naira", first)
        .replace(" Foods", rest);
      const style = /s="\d+"/u.exec(cellXml(workbook, "Lead!A2"))?.[0] ?? "";
      return edits(
        typeOver(workbook, {
          "Lead!A2": `<c r="A2" ${style} t="inlineStr">${content.replaceAll("<t>", '<t xml:space="preserve">')}</c>`,
        }),
      );
    };
    const other = "parts of the text in a colour, size or font of their own";
    const unseen = "in the colour of its background, or too small to read";
    expect(await rich('<color rgb="FFFFFFFF"/><sz val="1"/>')).toEqual([
      expect.stringContaining(`Lead!A2 ${unseen}`),
    ]);
    const empty = '<r><rPr><sz val="10"/></rPr><t></t></r>'.repeat(200);
    expect(await rich('<color rgb="FFFFFFFF"/>', empty)).toEqual([
      expect.stringContaining(`Lead!A2 ${unseen}`),
    ]);
    const sizes = Array.from({ length: 200 }, (_, at) => `<r><rPr><sz val="${at + 8}"/></rPr><t></t></r>`);
    expect(await rich('<color rgb="FFFFFFFF"/>', sizes.join(""))).toEqual([expect.stringContaining(other)]);
    expect(await rich('<color rgb="FF00AA00"/>')).toEqual([expect.stringContaining(other)]);
    expect(await rich('<sz val="40"/>')).toEqual([expect.stringContaining(other)]);
    expect(await rich('<rFont val="Wingdings"/>')).toEqual([expect.stringContaining(other)]);
    expect(await rich("<b/>")).toEqual([]);
  });

  test.each(["oddHeader", "firstHeader", "oddFooter"])("another %s is an edit", async (place) => {
    const file = changeSheet(workbook, "Lead", (xml) =>
      xml.replace(
        new RegExp(`<${place}>.*?</${place}>`, "u"),
        `<${place}>&amp;C&amp;"Arial,Bold"&amp;14SIGNED OFF WITHOUT EXCEPTION</${place}>`,
      ),
    );
    expect(await edits(file)).toEqual([
      "Lead! page header or footer: setting,  -> SIGNED OFF WITHOUT EXCEPTION",
    ]);
    const same = changeSheet(workbook, "Lead", (xml) =>
      xml.replace(/<oddHeader>&amp;L/u, '<oddHeader>&amp;L&amp;"Arial,Bold"&amp;K00FF00'),
    );
    expect(await edits(same)).toEqual([]);
  });

  test("a hidden row above the filter, its own header hidden, and a typed cell under it", async () => {
    const file = changeSheet(filteredWallet(workbook), "Wallet", (xml) =>
      xml.replaceAll(/<row r="[37]"/gu, '$& hidden="1"'),
    );
    const cell = wallet("{Stated balance}10");
    expect(await edits(typeOver(file, { [cell]: "<v>13.50</v>" }))).toEqual([
      expect.stringContaining(`${cell} Stated balance: value, `),
      "Wallet!A3 row hidden: hidden,  -> ",
      "Wallet!A7 row hidden: hidden,  -> ",
    ]);
  });

  test("hidden columns beyond the exported ones hide nothing", async () => {
    const file = changeSheet(workbook, "Wallet", (xml) =>
      xml.replace(/<\/cols>/u, '<col min="60" max="16384" width="9" hidden="1"/></cols>'),
    );
    expect(await edits(file)).toEqual([]);
  });

  test.each(["hidden", "veryHidden"])("a sheet that is %s", async (state) => {
    const file = join(temporaryFolder(), "hidden.xlsx");
    changeParts(workbook, file, (name, text) =>
      name.endsWith("xl/workbook.xml")
        ? text.replace(/(name="Exceptions" state=")visible/u, `$1${state}`)
        : text,
    );
    expect(await edits(file)).toEqual(["Exceptions! sheet hidden: hidden,  -> "]);
  });

  test("sheets in another order", async () => {
    const file = join(temporaryFolder(), "order.xlsx");
    changeParts(workbook, file, (name, text) =>
      name.endsWith("xl/workbook.xml")
        ? text.replace(/(<sheet [^>]*name="Legend"[^>]*>)(<sheet [^>]*name="Audit"[^>]*>)/u, "$2$1")
        : text,
    );
    const told = await edits(file);
    expect(told).toEqual([
      expect.stringMatching(
        /^! sheets in another order: .*Legend, Audit, Questions -> .*Audit, Legend, Questions$/u,
      ),
    ]);
  });

  test("a rule that shows figures in a format of its own", async () => {
    const file = join(temporaryFolder(), "rule.xlsx");
    changeParts(workbook, file, (name, xml) =>
      name.endsWith("xl/styles.xml")
        ? xml.replace(/<\/font><fill>/u, '</font><numFmt numFmtId="900" formatCode=";;;"/><fill>')
        : xml,
    );
    expect((await edits(file)).filter((one) => one.includes("a rule that shows"))).not.toEqual([]);
  });

  test.each([
    ["vnd.ms-office.vbaProject", "macros"],
    ["vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml", "links to other workbooks"],
    [
      "vnd.openxmlformats-officedocument.drawing+xml",
      "pictures, charts or shapes, which may lie over figures",
    ],
    [
      "vnd.openxmlformats-officedocument.drawing+xml",
      "pictures, charts or shapes, which may lie over figures",
      "/xl/styles.xml",
    ],
  ])("added content that was not exported: %s", async (type, words, part = "/xl/any.xml") => {
    const file = join(temporaryFolder(), "attached.xlsx");
    changeParts(workbook, file, (name, xml) =>
      name === "[Content_Types].xml"
        ? xml.replace("</Types>", `<Override PartName="${part}" ContentType="application/${type}"/></Types>`)
        : xml,
    );
    expect(await edits(file)).toEqual([
      `! it contains something that was not exported: attached,  -> ${words}`,
    ]);
  });

  test("comments are a reader's own: mentioned, and not an edit", async () => {
    const file = join(temporaryFolder(), "comments.xlsx");
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml";
    changeParts(workbook, file, (name, xml) =>
      name === "[Content_Types].xml"
        ? xml.replace("</Types>", `<Override PartName="/xl/comments1.xml" ContentType="${type}"/></Types>`)
        : xml,
    );
    const { holds, notes } = await verify(file);
    expect(holds).toBe(true);
    expect(notes.join(" ")).toMatch(/Not compared: fonts.*The workbook has comments/u);
  });
});

describe("rows", () => {
  const withoutRow = (xml: string, row: number) =>
    xml.replace(new RegExp(`<row r="${row}".*?</row>`, "u"), "");

  /** Deletes a row as spreadsheets do: those below move up, and what refers to them follows. */
  function deleteRow(xml: string, row: number): string {
    return shiftRows(withoutRow(xml, row), row, -1);
  }

  function shiftRows(xml: string, from: number, by: number): string {
    const moved = (text: string) => (Number(text) >= from ? String(Number(text) + by) : text);
    return shiftCells(xml, from, by).replaceAll(/<f>(.*?)<\/f>/gu, (formula) =>
      formula.replaceAll(
        /(?<![A-Za-z'!])(\$?[A-Z]{1,2}\$?)(\d+)(?![\d(])/gu,
        (_, column: string, row: string) => `${column}${moved(row)}`,
      ),
    );
  }

  /** As some programs do, which leave formulas as they were. */
  function shiftCells(xml: string, from: number, by: number): string {
    const moved = (text: string) => (Number(text) >= from ? String(Number(text) + by) : text);
    return xml
      .replaceAll(/<row r="(\d+)"/gu, (_, row: string) => `<row r="${moved(row)}"`)
      .replaceAll(
        /<c r="([A-Z]+)(\d+)"/gu,
        (_, column: string, row: string) => `<c r="${column}${moved(row)}"`,
      );
  }

  test("a deleted row is one edit, and those below it are compared where they are now", async () => {
    const file = changeSheet(workbook, "Exceptions", (xml) => deleteRow(xml, 9));
    expect(await edits(file)).toEqual([
      expect.stringMatching(/^Exceptions!A9 row deleted: deleted-rows, 2, error, chain-break, .* -> $/u),
    ]);
  });

  test("inserted rows are one edit", async () => {
    const file = changeSheet(workbook, "Exceptions", (xml) => {
      const row = (at: number) => `<row r="${at}"><c r="A${at}"><v>${at}00</v></c></row>`;
      return shiftRows(xml, 9, 2).replace('<row r="11"', `${row(9)}${row(10)}<row r="11"`);
    });
    expect(await edits(file)).toEqual(["Exceptions!A9 2 rows inserted: inserted-rows,  -> 900"]);
  });

  test("rows inserted apart from each other are an edit each", async () => {
    const file = changeSheet(workbook, "Exceptions", (xml) => {
      const row = (at: number) => `<row r="${at}"><c r="A${at}"><v>${at}00</v></c></row>`;
      return shiftRows(xml, 9, 3).replace('<row r="12"', `${row(9)}${row(11)}<row r="12"`);
    });
    expect(await edits(file)).toEqual([
      "Exceptions!A9 row inserted: inserted-rows,  -> 900",
      "Exceptions!A11 row inserted: inserted-rows,  -> 1100",
    ]);
  });

  test("a row deleted by a program that leaves formulas as they were is one edit, and results follow from it", async () => {
    const counted = changeSheet(workbook, "Roll-forward", (xml) => {
      const count = /(<f>COUNT\('Wallet'![^<]*<\/f>)<v>5<\/v>/u;
      expect(xml).toMatch(count);
      // In another spelling, too.
      return xml.replace(count, "$1<v>4</v>").replaceAll("'Wallet'!", "Wallet!");
    });
    const file = changeSheet(counted, "Wallet", (xml) => shiftCells(withoutRow(xml, 10), 10, -1));
    const report = await verify(file);
    expect(report.edits).toMatchObject([{ sheet: "Wallet", cell: "A10", kind: "deleted-rows" }]);
    expect(report.followed).toBe(1);
  });

  test("an emptied line of one text is an edit of its cell", async () => {
    const file = changeSheet(workbook, "Wallet", (xml) => withoutRow(xml, 3));
    expect(await edits(file)).toEqual([expect.stringMatching(/^Wallet!A3 -: value, Entity: .* -> $/u)]);
  });

  /** As a program saves it that counts days from 1904 on. */
  function countedFrom1904(path: string): string {
    const dates = new Set<string>();
    const to = join(temporaryFolder(), "from-1904.xlsx");
    changeParts(path, to, (name, xml) => {
      if (!name.endsWith("xl/styles.xml")) return xml;
      const isDate = new Set(
        [...xml.matchAll(/<numFmt numFmtId="(\d+)" formatCode="[^"]*yyyy/giu)].map(([, id = ""]) => id),
      );
      const formats = /<cellXfs.*<\/cellXfs>/su.exec(xml)![0].matchAll(/<xf numFmtId="(\d+)"/gu);
      for (const [at, [, id = ""]] of [...formats].entries()) if (isDate.has(id)) dates.add(String(at));
      return xml;
    });
    changeParts(path, to, (name, xml) => {
      if (name.endsWith("xl/workbook.xml")) return xml.replace("<workbookPr", '<workbookPr date1904="1"');
      return xml.replaceAll(
        /(<c r="[A-Z]+\d+" s="(\d+)"[^>]*>(?:<f>[^<]*<\/f>)?<v>)([^<]*)(?=<\/v>)/gu,
        (cell, before: string, style: string, value: string) =>
          dates.has(style) ? `${before}${Number(value) - 1462}` : cell,
      );
    });
    return to;
  }

  test("are compared by the calendar of their workbook, one deleted row too", async () => {
    const file = countedFrom1904(workbook);
    const at = wallet("{Created (UTC)}10");
    expect(cellXml(file, at)).not.toBe(cellXml(workbook, at));
    expect(await edits(file)).toEqual([]);
    const deleted = changeSheet(file, "Wallet", (xml) => shiftCells(withoutRow(xml, 10), 10, -1));
    expect((await verify(deleted)).edits).toMatchObject([{ sheet: "Wallet", kind: "deleted-rows" }]);
  });

  test("an emptied row is one edit", async () => {
    const file = changeSheet(workbook, "Wallet", (xml) => xml.replace(/<row r="12".*?<\/row>/u, ""));
    const found = await edits(file);
    expect(found[0]).toMatch(/^Wallet!A12 row deleted: deleted-rows/u);
  });
});

describe("where a workbook comes from", () => {
  test("refuses another ledger's", async () => {
    const other = await otherLedger();
    await expect(verify(workbook, other)).rejects.toMatchObject({ code: "WORKBOOK_FOREIGN" });
  });

  test("reports one whose edited head hash is not in the trail", async () => {
    const file = changeSheet(workbook, "Audit", (xml) =>
      xml.replace(
        /(Audit trail: head hash.*?<t[^>]*>)([0-9a-f])/u,
        (_, before: string, digit: string) => `${before}${digit === "0" ? "1" : "0"}`,
      ),
    );
    await expect(verify(file)).rejects.toMatchObject({ code: "AUDIT_TRUNCATED" });
  });

  test("case 81: an older copy of the ledger lacks its link", async () => {
    const older = join(temporaryFolder(), "older.tieout");
    copyFileSync(ledger, older);
    const later = await exported("later.xlsx");
    await expect(verify(later, older)).rejects.toMatchObject({ code: "AUDIT_TRUNCATED" });
  });

  test("cannot tell for one without its sheet Audit", async () => {
    const file = join(temporaryFolder(), "bare.xlsx");
    changeParts(workbook, file, (name, text) =>
      name.endsWith("xl/workbook.xml") ? text.replace('name="Audit"', 'name="Else"') : text,
    );
    await expect(verify(file)).rejects.toMatchObject({ code: "WORKBOOK_FOREIGN" });
  });

  test("compares one whose export an earlier version recorded with less in the trail", async () => {
    const kept = new Set(["file", "sha256", "bytes", "run"]);
    rewriteLast(ledger, (made) => Object.fromEntries(Object.entries(made).filter(([key]) => kept.has(key))));
    expect(await verify(workbook)).toMatchObject({ holds: true, isOriginal: true, edits: [], notes: [] });
  });

  test("reports no edits in another version's layout, and no match", async () => {
    for (const layout of [undefined, WORKBOOK_LAYOUT - 1, WORKBOOK_LAYOUT + 1]) {
      rewriteLast(ledger, (made) => laidOut(made, layout));
      const file = typeOver(workbook, { [wallet("{Stated balance}10")]: "<v>13.50</v>" });
      const report = await verify(file);
      expect(report).toMatchObject({ holds: false, isOtherLayout: true, edits: [], editCount: 0 });
      expect(report.notes[0]).toMatch(
        /^Another version of Tieout wrote the workbook\. 1 cell differs .*compare it with Tieout test, or export the period again\.$/u,
      );
    }
    const told = await tieout([
      "verify",
      ledger,
      "--workbook",
      typeOver(workbook, { [wallet("{Stated balance}10")]: "<v>1</v>" }),
    ]);
    expect([told.status, told.stdout]).toEqual([
      1,
      expect.stringContaining(
        "Tieout cannot tell whether the workbook was edited: another version exported it.",
      ),
    ]);
  });

  test("matches the original file of another layout, whatever this version would write", async () => {
    // As if the version that exported it had written another sentence there, and recorded the file that it wrote.
    const earlier = typeOver(workbook, { [wallet("{Stated balance}10")]: "<v>13.50</v>" });
    const sha256 = createHash("sha256").update(readFileSync(earlier)).digest("hex");
    rewriteLast(ledger, (made) => laidOut({ ...made, sha256 }, undefined));
    const report = await verify(earlier);
    expect(report).toMatchObject({ holds: true, isOtherLayout: true, isOriginal: true, editCount: 0 });
    expect(report.notes).toEqual([expect.stringContaining("its bytes are those that were exported")]);
  });

  test("says of no original file that somebody sorted it, however another version listed its rows", async () => {
    const earlier = sortExceptions(workbook, { 8: 9, 9: 8 });
    expect((await verify(earlier)).notes).toContainEqual(expect.stringContaining("are in another order"));
    const sha256 = createHash("sha256").update(readFileSync(earlier)).digest("hex");
    rewriteLast(ledger, (made) => laidOut({ ...made, sha256 }, undefined));
    const { isOriginal, notes } = await verify(earlier);
    expect([isOriginal, notes]).toEqual([true, []]);
  });

  test("compares one whose export was never recorded, and says so", async () => {
    rewriteLast(ledger, () => null);
    expect(await verify(workbook)).toMatchObject({
      holds: true,
      isOriginal: false,
      notes: [
        expect.stringContaining("The audit trail records only the run of this workbook"),
        expect.stringContaining("Not compared: fonts"),
      ],
    });
  });

  /** By another version than the one that exported. */
  const verifyLater = async (file: string) =>
    verifyWorkbook({ ledger, file }, { ...CONTEXT, appVersion: "9.0.0" });

  /** The workbook and its ledger as a version would have left them that words a break otherwise, and keeps what it is told to. */
  function exportedOtherwise(change: Parameters<typeof keepOtherwise>[1]): string {
    const before = headsOf(ledger);
    keepOtherwise(ledger, change);
    const after = headsOf(ledger);
    const file = join(temporaryFolder(), "otherwise.xlsx");
    changeParts(workbook, file, (_, xml) => {
      const hashed = before.reduce((text, one, at) => text.replaceAll(one, after[at]!), xml);
      return hashed.replaceAll("The balance is ", "Formerly: The balance is ");
    });
    return file;
  }

  const inOlderWords = (kept: CheckDocument): CheckDocument => ({
    ...kept,
    findings: kept.findings.map((one) => ({
      ...one,
      message: one.message.replaceAll("The balance is ", "Formerly: The balance is "),
    })),
  });

  test("compares one of a version that worded the check otherwise with the words that were kept", async () => {
    const file = exportedOtherwise(inOlderWords);
    const { holds, edits: found, notes } = await verifyLater(file);
    expect([holds, found, notes]).toEqual([
      true,
      [],
      expect.arrayContaining([
        expect.stringMatching(/^The check is said to be of Tieout test, .*not proven\.$/u),
      ]),
    ]);
    const reworded = typeOver(file, { "Exceptions!C9": textCell("C9", "Nothing is wrong.") });
    expect(await verifyLater(reworded)).toMatchObject({ holds: false });
  });

  test("matches the original file of another layout whose check was worded otherwise", async () => {
    const file = exportedOtherwise(inOlderWords);
    const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
    rewriteLast(ledger, (made) => laidOut({ ...made, sha256 }, undefined));
    const earlier = typeOver(file, { [wallet("{Stated balance}10")]: "<v>13.50</v>" });
    expect(await verifyLater(earlier)).toMatchObject({ holds: false, isOtherLayout: true });
    const known = createHash("sha256").update(readFileSync(earlier)).digest("hex");
    rewriteLast(ledger, (made) => laidOut({ ...made, sha256: known }, undefined));
    expect(await verifyLater(earlier)).toMatchObject({ holds: true, isOtherLayout: true, isOriginal: true });
  });

  test.each<[string, Readonly<Record<string, JsonValue>>]>([
    ["rule", { rule: "negative-balance" }],
    ["amount", { difference: 1 }],
    ["subject", { walletID: 999 }],
    ["cause", { cause: "wrong-sign" }],
    ["severity", { severity: "info" }],
  ])("does not take the words of a run that concludes another %s", async (_, other) => {
    const file = exportedOtherwise((kept) => {
      const [finding, ...others] = inOlderWords(kept).findings;
      return { ...kept, findings: [{ ...finding!, ...other }, ...others] };
    });
    expect((await verifyLater(file)).holds).toBe(false);
  });

  test("takes words that were changed for words of this version that somebody changed", async () => {
    const { holds, notes } = await verify(exportedOtherwise(inOlderWords));
    expect([holds, notes]).toEqual([
      false,
      expect.arrayContaining([expect.stringContaining("The repeated check differs from run 1.")]),
    ]);
  });

  test("case 80: a ledger with an edited trail proves nothing", async () => {
    tampering(ledger, (db) => db.exec("UPDATE audit SET at_ms = at_ms + 1 WHERE sequence = 2"));
    await expect(verify(workbook)).rejects.toMatchObject({ code: "AUDIT_BROKEN" });
  });

  test("reports a ledger whose run was edited", async () => {
    tampering(ledger, (db) =>
      replaceDocument(db, 1, documentOf(db, 1).replaceAll("chain-break", "chain-brake")),
    );
    await expect(verify(workbook)).rejects.toMatchObject({ code: "AUDIT_MISMATCH" });
  });

  test("a ledger with edited records: the file is the original, and the difference is in the ledger", async () => {
    tampering(ledger, (db) => {
      dropNumbers(db);
      db.exec("UPDATE entry SET debit = debit + 1 WHERE wallet_id = 2");
    });
    const report = await verify(workbook);
    expect(report).toMatchObject({ holds: false, isOriginal: true });
    expect(report.notes.join(" ")).toMatch(
      /changed outside Tieout.*No byte of the file changed since its export/u,
    );
  });

  test("compares one of another version with the same layout without a remark", async () => {
    const later = { ...CONTEXT, appVersion: "9.0.0" };
    expect(await verifyWorkbook({ ledger, file: workbook }, later)).toMatchObject({ holds: true, notes: [] });
    const file = typeOver(workbook, { [wallet("{Stated balance}10")]: "<v>13.50</v>" });
    expect(await verifyWorkbook({ ledger, file }, later)).toMatchObject({ holds: false, editCount: 1 });
  });
});

function headsOf(path: string): string[] {
  let found: string[] = [];
  tampering(path, (db) => {
    found = db.prepare<[], string>("SELECT hash FROM audit ORDER BY sequence").pluck().all();
  });
  return found;
}

/** What an export's link says of a workbook of this layout; undefined for one of before layouts had numbers. */
function laidOut(made: Record<string, JsonValue>, layout: number | undefined): Record<string, JsonValue> {
  const others = Object.entries(made).filter(([key]) => key !== "layout");
  return Object.fromEntries(layout === undefined ? others : [...others, ["layout", layout]]);
}

/** Writes the newest link anew, as it would have been with another payload; null takes it away. */
function rewriteLast(
  path: string,
  change: (payload: Record<string, JsonValue>) => Record<string, JsonValue> | null,
): void {
  tampering(path, (db) => {
    const [last, before] = db
      .prepare(
        "SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit ORDER BY sequence DESC LIMIT 2",
      )
      .all() as Link[];
    const changed = change(JSON.parse(last!.payload) as Record<string, JsonValue>);
    db.prepare("DELETE FROM audit WHERE sequence = ?").run(last!.sequence);
    if (changed === null) return;
    const link = { ...last!, payload: canonicalJson(changed) };
    const id = db.prepare("SELECT ledger_id FROM ledger").pluck().get() as string;
    db.prepare("INSERT INTO audit (sequence, at_ms, kind, payload, hash) VALUES (?, ?, ?, ?, ?)").run(
      link.sequence,
      link.atMs,
      link.kind,
      link.payload,
      linkHash(id, before!.hash, link),
    );
  });
}

describe.runIf(hasOffice && IS_EXHAUSTIVE)("saved again by LibreOffice", () => {
  const sources = {
    unchanged: () => workbook,
    hidden() {
      const rows = changeSheet(workbook, "Wallet", (xml) =>
        xml
          .replace(/<row r="10"/u, '$& hidden="1"')
          .replace(/(<col min="2" max="2"[^>]*)\/>/u, '$1 hidden="1"/>'),
      );
      const file = join(temporaryFolder(), "hidden.xlsx");
      changeParts(rows, file, (name, text) =>
        name.endsWith("xl/workbook.xml")
          ? text.replace(/(name="Exceptions" state=")visible/u, "$1hidden")
          : text,
      );
      return file;
    },
    filtered: () => filteredWallet(workbook),
    // It works out again only what has no result.
    async signed() {
      const lead = (await readXlsx(workbook)).sheets.get("Lead")!;
      const signature = `B${rowOf(lead, "Reviewed by")}`;
      return withoutResults(typeOver(workbook, { [`Lead!${signature}`]: textCell(signature, "Bola Ade") }));
    },
    edited: () => withoutResults(typeOver(workbook, { [wallet("{Stated balance}10")]: "<v>13.50</v>" })),
  };

  /** All of them, saved by one run; each test's ledger is the same. */
  let all: Promise<ReadonlyMap<string, string>> | null = null;
  const folder = mkdtempSync(join(tmpdir(), "tieout-saved-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function saveAll(): Promise<ReadonlyMap<string, string>> {
    const paths = await Promise.all(Object.values(sources).map(async (source) => source()));
    const files = await allSavedByOffice(paths, folder);
    return new Map(Object.keys(sources).map((name, at) => [name, files[at]!]));
  }

  async function saved(name: keyof typeof sources): Promise<string> {
    return (await (all ??= saveAll())).get(name)!;
  }

  test("matches, and is not the original file", async () => {
    const report = await verify(await saved("unchanged"));
    expect(report).toMatchObject({ holds: true, isOriginal: false, editCount: 0, edits: [] });
  });

  test("reports a hidden row, column and sheet all the same", async () => {
    expect(await edits(await saved("hidden"))).toEqual([
      "Wallet!B column hidden: hidden,  -> ",
      "Wallet!A10 row hidden: hidden,  -> ",
      "Exceptions! sheet hidden: hidden,  -> ",
    ]);
  });

  test("mentions rows hidden by a reviewer's filter, and matches", async () => {
    const report = await verify(await saved("filtered"));
    expect(report).toMatchObject({ holds: true, editCount: 0, edits: [] });
    expect(report.notes[0]).toMatch(/^A filter on B1 Wallet hides \d+ rows, which are compared anyway\.$/u);
  });

  test("with a reviewer's name filled in on every sheet, reports no edit", async () => {
    const report = await verify(await saved("signed"));
    expect(report).toMatchObject({ holds: true, filledIn: 1, edits: [], followed: 12 });
  });

  test("reports one edited balance, and counts what follows from it", async () => {
    const report = await verify(await saved("edited"));
    expect(report.edits).toMatchObject([
      { sheet: "Wallet", cell: named("{Stated balance}10"), exported: "12.00", found: "13.50" },
    ]);
    expect(report.followed).toBeGreaterThan(1);
  });
});
