/** The comparison of a workbook with its ledger as text: one line for each edited cell, then the verdict. */
import { otherLayoutWords } from "../../core/words/other-layout.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { formatInstant, sayInstant } from "../../core/time.ts";
import type { WorkbookReport } from "../../main/services/workbook/verify-workbook.ts";
import { writeJsonList } from "./json-list.ts";
import { type Terminal, harmless, print, tinted } from "../terminal.ts";

type Edit = WorkbookReport["edits"][number];

/** Writes the whole report to the terminal's result stream. */
export async function printWorkbook(terminal: Terminal, report: WorkbookReport): Promise<void> {
  for (const edit of report.edits) await print(terminal, `${editLine(edit)}\n`);
  const more = report.editCount - report.edits.length;
  if (more > 0) await print(terminal, `… and ${formatAmount(more)} more.\n`);
  await print(terminal, `${summaryOf(terminal, report)}\n`);
  for (const note of report.notes) await print(terminal, `Note: ${harmless(note)}\n`);
}

/** @example `Wallet!H14  Balance  exported 1,250.00, found 1,350.00` */
function editLine({ sheet, cell, what, kind, exported, found }: Edit): string {
  const name = /^[\p{L}\p{N}_]+$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  const place = cell === "" ? sheet || "(the workbook)" : `${name}!${cell}`;
  return [place, what ?? "", changeOf(kind, shown(exported), shown(found))]
    .filter((part) => part !== "")
    .map(harmless)
    .join("  ");
}

function changeOf(kind: Edit["kind"], exported: string, found: string): string {
  switch (kind) {
    case "value":
    case "formula":
    case "format":
    case "moved-sheets":
    case "link":
      return `exported ${exported}, found ${found}`;
    case "overwritten-formula":
      return `exported ${exported}, found ${found} in the formula's place`;
    case "result":
      return `exported ${exported}, found ${found} although the formula is unchanged`;
    case "added":
    case "attached":
    case "inserted-rows":
      return `found ${found}`;
    case "deleted-rows":
      return `exported ${exported}`;
    case "missing-sheet":
    case "added-sheet":
    case "hidden":
    case "setting":
      return "";
  }
}

/** On one line, and what holds nothing by a word. */
function shown(text: string): string {
  return text === "" ? "nothing" : text.replaceAll(/\s*\n\s*/gu, " ⏎ ");
}

function summaryOf({ stdout }: Terminal, report: WorkbookReport): string {
  const { holds, isOriginal, isOtherLayout, editCount, followed, filledIn, cellsCompared, run, sequence } =
    report;
  const verdict = holds
    ? tinted(stdout, "green", "The workbook is as it was exported.")
    : isOtherLayout
      ? tinted(stdout, "yellow", otherLayoutWords(isOriginal))
      : tinted(stdout, "red", `${formatCount(editCount, "edit")} since the workbook was exported.`);
  const also = [
    ...(followed > 0 ? [`${formatCount(followed, "result")} recalculated from edits`] : []),
    ...(filledIn > 0 ? [`${formatCount(filledIn, "reviewer cell")} filled in`] : []),
  ];
  const bytes = isOriginal ? ", unchanged to the byte" : "";
  return [
    `${verdict} ${formatCount(cellsCompared, "cell")} compared${also.map((one) => `, ${one}`).join("")}.`,
    `It shows run ${run} of this ledger (link ${sequence}), exported ${sayInstant(report.exportedAtMs)}${bytes}.`,
    `Head printed in it: ${report.head}`,
  ].join("\n");
}

/** Writes the report as `tieout.workbook/1`. */
export async function writeWorkbookJson(terminal: Terminal, report: WorkbookReport): Promise<void> {
  const { edits, exportedAtMs, sequence, ...facts } = report;
  const exportedAt = formatInstant(exportedAtMs);
  const head = { schema: "tieout.workbook/1", belongs: true, ...facts, link: sequence, exportedAt };
  await writeJsonList(terminal, head, "edits", edits);
}
