/** Cuts the text of a JSON list into the texts of its members. */
import { survivesParsing } from "./exact.ts";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  END,
  JsonTokens,
  NUMBER,
  OPEN_LIST,
  OPEN_OBJECT,
} from "./tokens.ts";

export interface RecordText {
  readonly text: string;
  /** Where it is in the list's text. */
  readonly at: number;
  /** Colons outside strings. */
  readonly colons: number;
  /** Whether JSON.parse gives back every number in it. */
  readonly faithful: boolean;
}

/**
 * The members of a list.
 *
 * @param text begins with `[` and ends with its `]`; between them anything may be wrong
 */
export function splitRecords(text: string): RecordText[] {
  const records: RecordText[] = [];
  const end = text.length - 1;
  const tokens = new JsonTokens(text);
  let depth = 0;
  let [start, colons, faithful] = [1, 0, true];
  for (;;) {
    const token = tokens.next();
    const last = token === END || tokens.start === end;
    if (last || (token === COMMA && depth === 1)) {
      const stop = last ? end : tokens.start;
      records.push({ text: text.slice(start, stop), at: start, colons, faithful });
      if (last) return records;
      [start, colons, faithful] = [stop + 1, 0, true];
    } else if (token === COLON) colons += 1;
    else if (token === OPEN_OBJECT || token === OPEN_LIST) depth += 1;
    else if (token === CLOSE_OBJECT || token === CLOSE_LIST) depth -= 1;
    else if (token === NUMBER) faithful &&= survivesParsing(tokens.text);
  }
}
