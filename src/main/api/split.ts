/** Cuts the text of a JSON list into the texts of its members. */

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gsu;

/**
 * The members of a list, each with its position in the text.
 *
 * @param text begins with `[` and ends with its `]`; between them anything may be wrong
 */
export function splitRecords(text: string): { readonly text: string; readonly at: number }[] {
  const records: { text: string; at: number }[] = [];
  const end = text.length - 1;
  let depth = 0;
  let start = 1;
  for (const { 0: token, index } of text.slice(0, end).matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === "," && depth === 1) {
      records.push({ text: text.slice(start, index), at: start });
      start = index + 1;
    }
  }
  records.push({ text: text.slice(start, end), at: start });
  return records;
}
