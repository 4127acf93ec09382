/** Cuts the text of a JSON list into the texts of its members. */
import { jsonTokens } from "./tokens.ts";

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
  for (const token of jsonTokens(text.slice(0, end))) {
    if (token.text === "{" || token.text === "[") depth += 1;
    else if (token.text === "}" || token.text === "]") depth -= 1;
    else if (token.text === "," && depth === 1) {
      records.push({ text: text.slice(start, token.at), at: start });
      start = token.at + 1;
    }
  }
  records.push({ text: text.slice(start, end), at: start });
  return records;
}
