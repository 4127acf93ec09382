/** What a comparison of a workbook with its ledger came to, for terminal and window. */
import { formatCount } from "../money.ts";
import type { WorkbookReport } from "./edits.ts";

type VerdictFacts = Pick<WorkbookReport, "holds" | "isOtherLayout" | "isOriginal" | "editCount">;

/** @param when as the reader's clock says when it was exported; left out, nothing is said of it */
export function verdictWords(
  { holds, isOtherLayout, isOriginal, editCount }: VerdictFacts,
  when?: string,
): string {
  const since = `since it was exported${when === undefined ? "" : ` on ${when}`}.`;
  if (editCount > 0) {
    return `${formatCount(editCount, "cell")} ${editCount === 1 ? "was" : "were"} edited ${since}`;
  }
  if (!holds && isOtherLayout) {
    return isOriginal
      ? "The workbook is the file that was exported. Another version wrote it, and this version cannot compare its cells."
      : "Tieout cannot tell whether the workbook was edited: another version exported it.";
  }
  if (!holds) return "No cell was edited, but nothing proves that the workbook is from this ledger.";
  return isOriginal
    ? `This workbook is unchanged ${since}`
    : `No cell changed ${since} The workbook was saved again.`;
}

export function besidesWords({
  cellsCompared,
  followed,
  filledIn,
}: Pick<WorkbookReport, "cellsCompared" | "followed" | "filledIn">): string[] {
  const compared = `${formatCount(cellsCompared, "cell")} compared with what the ledger exports.`;
  const recalculated = `${formatCount(followed, "result")} of formulas ${followed === 1 ? "differs" : "differ"} because of what was edited.`;
  const asked = `${formatCount(filledIn, "cell")} filled in where the workbook asks for it: signatures, the reviewer's columns.`;
  return [compared, ...(followed === 0 ? [] : [recalculated]), ...(filledIn === 0 ? [] : [asked])];
}
