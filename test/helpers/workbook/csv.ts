/** Reads CSV back without what wrote it. */

/** RFC 4180; rows of fields, the header among them, without the byte order mark. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text
    .replace(/^\uFEFF/u, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gu)) {
    const [whole, quoted, plain = "", end] = match;
    if (whole === "") break;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
