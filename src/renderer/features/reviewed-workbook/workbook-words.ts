/** The words of a workbook that comes back: whether it is as it was exported, and what was edited in it. */
import { otherLayoutWords } from "../../../core/words/other-layout.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { EditedCell, WorkbookVerdict } from "../../../ipc/jobs.ts";
import { copiedText } from "../../grid/selection/copy-table.ts";
import { whenText } from "../../ui/values/when-text.ts";

/** What was done to a cell, as a person would say it. */
export const EDIT_WORDS: Readonly<Record<EditedCell["kind"], string>> = {
  value: "typed over",
  formula: "another formula",
  "overwritten-formula": "a value in place of a formula",
  result: "a result that its formula does not give",
  added: "added",
  "missing-sheet": "the sheet is gone",
  "added-sheet": "the sheet was added",
  "moved-sheets": "sheets in another order",
  hidden: "hidden",
  format: "another number format",
  attached: "added to the workbook",
  link: "leads to another place",
  setting: "another setting of the workbook",
  "inserted-rows": "rows inserted",
  "deleted-rows": "rows deleted",
};

type VerdictFacts = Pick<
  WorkbookVerdict,
  "holds" | "isOtherLayout" | "isOriginal" | "editCount" | "exportedAtMs"
>;

/** The conclusion in one sentence. */
export function verdictWords(
  { holds, isOtherLayout, isOriginal, editCount, exportedAtMs }: VerdictFacts,
  timeZone: string,
): string {
  const when = `it was exported on ${whenText(exportedAtMs, timeZone, true)}`;
  if (editCount > 0) {
    return `${formatCount(editCount, "cell")} ${editCount === 1 ? "was" : "were"} edited since ${when}.`;
  }
  if (!holds && isOtherLayout) return otherLayoutWords(isOriginal);
  if (!holds) return "No cell was edited, but nothing proves that the workbook is from this ledger.";
  return isOriginal
    ? `This workbook is unchanged since ${when}.`
    : `No cell changed since ${when}. The workbook was saved again.`;
}

/** What else was found in it, one sentence each. */
export function besidesWords({
  cellsCompared,
  followed,
  filledIn,
}: Pick<WorkbookVerdict, "cellsCompared" | "followed" | "filledIn">): string[] {
  return [
    `${formatCount(cellsCompared, "cell")} compared with what the ledger exports.`,
    ...(followed === 0
      ? []
      : [
          `${formatCount(followed, "result")} of formulas ${followed === 1 ? "differs" : "differ"} because of what was edited.`,
        ]),
    ...(filledIn === 0
      ? []
      : [
          `${formatCount(filledIn, "cell")} filled in where the workbook asks for it: signatures, the reviewer's columns.`,
        ]),
  ];
}

/**
 * The edits as a table that pastes into a spreadsheet; a text that it would work out begins with an
 * apostrophe.
 */
export function editsTable(edits: readonly EditedCell[]): string {
  const rows = edits.map(({ sheet, cell, what, kind, exported, found }) => [
    sheet,
    cell,
    what ?? "",
    EDIT_WORDS[kind],
    exported,
    found,
  ]);
  return [["Sheet", "Cell", "What", "How", "Exported", "Found"], ...rows]
    .map((row) => row.map(copiedText).join("\t"))
    .join("\r\n");
}

/** @example moreWords(200, 4312) // 'The first 200 of 4,312 edits.' */
export function moreWords(shown: number, count: number): string {
  return `The first ${formatAmount(shown)} of ${formatAmount(count)} edits.`;
}
