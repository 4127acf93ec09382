/** Parts of a sheet that follow its rows, as XML. */

/** Payrefs and session ids of digits are meant as texts: no green corners for them. */
export const TEXT_MAY_BE_DIGITS =
  '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>';

/**
 * A list that the cells of a range offer; whatever else is typed is taken, too.
 *
 * @param choices words without commas or quotes
 */
export function choiceList(range: string, choices: readonly string[]): string {
  const list = `<formula1>"${choices.join(",")}"</formula1>`;
  const rule = `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${range}">`;
  return `${rule}${list}</dataValidation>`;
}

/** Rows that begin a page, ascending. */
export function rowBreaks(rows: readonly number[]): string {
  if (rows.length === 0) return "";
  const each = rows.map((row) => `<brk id="${row - 1}" max="16383" man="1"/>`).join("");
  return `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${each}</rowBreaks>`;
}

/** All lists of a sheet, each by `choiceList`. */
export function choiceLists(lists: readonly string[]): string {
  if (lists.length === 0) return "";
  return `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>`;
}
