/** Rows of a list that stand in another order: each is compared with itself, and the order is no edit. */
import { expect, test } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { compareWorkbook } from "../../../../src/main/excel/compare/compare-workbook.ts";
import { withWorkbook } from "../../../../src/main/excel/read/found-workbook.ts";
import { useShared } from "../../../helpers/at-end.ts";
import { changeSheet, sortExceptions, sortRows } from "../../../helpers/workbook/edited-workbook.ts";
import { october } from "../../../helpers/workbook/report.ts";
import { writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

const written = useShared(async () => writtenWorkbook(buildWorkbook(october())));

const compare = (path: string) =>
  withWorkbook(path, async (found) => compareWorkbook(buildWorkbook(october()), found, () => {}));

test("notes that a list was sorted, and reports no edit", async () => {
  const found = await compare(sortExceptions(written().path, { 8: 9, 9: 11, 11: 8 }));
  expect(found).toMatchObject({ edits: [], editCount: 0, reordered: ["Exceptions"] });
  expect((await compare(written().path)).reordered).toEqual([]);
});

test("takes links for what they are where the program that sorted left them, and still reports one that was changed", async () => {
  const path = sortExceptions(written().path, { 8: 9, 9: 11, 11: 8 }, false);
  expect(await compare(path)).toMatchObject({ edits: [], reordered: ["Exceptions"] });
  const altered = changeSheet(path, "Exceptions", (xml) =>
    xml.replace(
      /(<hyperlink [^>]*location=")[^"]*(?="[^>]*ref="[A-Z]+9")|(<hyperlink [^>]*ref="[A-Z]+9"[^>]*location=")[^"]*/u,
      "$1$2Legend!A1",
    ),
  );
  expect((await compare(altered)).edits).toMatchObject([{ kind: "link", found: "Legend!A1" }]);
});

test("reports one row of a sorted list that is known by something else now, and no other", async () => {
  const path = changeSheet(sortExceptions(written().path, { 8: 9, 9: 11, 11: 8 }), "Exceptions", (xml) =>
    xml.replace(/<c r="A9"[^>]*>.*?<\/c>/su, '<c r="A9" t="inlineStr"><is><t>Other</t></is></c>'),
  );
  const { edits, reordered } = await compare(path);
  expect(reordered).toEqual(["Exceptions"]);
  expect(edits.filter(({ kind }) => kind === "value")).toMatchObject([
    { cell: "A9", found: '"Other" typed as a text' },
  ]);
});

test("reports several rows of a sorted list that are known by something else now, each where it stands, and no other", async () => {
  const text = (cell: string, value: string) => (xml: string) =>
    xml.replace(
      new RegExp(`<c r="${cell}"[^>]*>.*?</c>`, "su"),
      `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`,
    );
  const path = [text("A9", "Other"), text("A11", "Third"), text("A10", "Second")].reduce(
    (file, edit) => changeSheet(file, "Exceptions", edit),
    sortExceptions(written().path, { 8: 9, 9: 11, 11: 12, 12: 8 }),
  );
  const { edits, reordered } = await compare(path);
  expect(reordered).toEqual(["Exceptions"]);
  expect(edits.map(({ cell, kind, found }) => [cell, kind, found])).toEqual([
    ["A9", "value", expect.stringContaining("Other")],
    ["A10", "value", expect.stringContaining("Second")],
    ["A11", "value", expect.stringContaining("Third")],
  ]);
});

test("still reports what was typed over in a sorted list", async () => {
  const path = changeSheet(sortExceptions(written().path, { 8: 9, 9: 8 }), "Exceptions", (xml) =>
    xml.replace(/(<c r="K9"[^>]*><v>)[^<]*/u, "$1123456"),
  );
  const { edits, reordered } = await compare(path);
  expect(reordered).toEqual(["Exceptions"]);
  expect(edits.filter(({ kind }) => kind === "value")).toMatchObject([
    { cell: "K9", what: "At stake", found: "123,456" },
  ]);
});

const resultOf = (cell: string, value: number) => (xml: string) =>
  xml.replace(new RegExp(`(<c r="${cell}"[^>]*><f>[^<]*</f><v>)[^<]*`, "u"), `$1${value}`);

test("takes results that follow from the order of a sorted wallet for no edits, and still reports what was typed over beside them", async () => {
  const sorted = sortRows(written().path, "Wallet", { 9: 10, 10: 11, 11: 9 });
  // The expected balance rests on the row above, the movement on its own row.
  const recalculated = changeSheet(sorted, "Wallet", resultOf("L10", 12_345));
  expect(await compare(recalculated)).toMatchObject({ edits: [], followed: 1, reordered: ["Wallet"] });
  const forged = changeSheet(recalculated, "Wallet", resultOf("J10", 54_321));
  expect((await compare(forged)).edits).toMatchObject([{ cell: "J10", found: "54,321" }]);
  const typed = changeSheet(recalculated, "Wallet", (xml) =>
    xml.replace(/(<c r="K9"[^>]*><v>)[^<]*/u, "$1123456"),
  );
  expect((await compare(typed)).edits).toMatchObject([{ cell: "K9", found: "123,456" }]);
  const elsewhere = changeSheet(recalculated, "Exceptions", (xml) =>
    xml.replace(/(<c r="K8"[^>]*><v>)[^<]*/u, "$177"),
  );
  expect((await compare(elsewhere)).edits).toMatchObject([{ cell: "K8", found: "77" }]);
});
