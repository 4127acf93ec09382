/** The sentence about a workbook that another version laid out, for terminal and window. */
export function otherLayoutWords(isOriginal: boolean): string {
  return isOriginal
    ? "The workbook is the file that was exported. Another version wrote it, and this version cannot compare its cells."
    : "Tieout cannot tell whether the workbook was edited: another version exported it.";
}
