/** All rows of a grid as a CSV file, in pieces that cross the bridge. */
import type { CsvFields } from "../../../core/text/csv-text.ts";
import { TABLE_PIECE } from "../../../ipc/codec.ts";
import type { Rows, Sort } from "../../check/protocol.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";
import type { BlockRequest } from "../record-source.ts";
import { csvRow, csvTitles } from "../selection/copy-table.ts";
import { ROWS_AT_ONCE } from "../selection/stretch.ts";

interface CsvRequest<R> {
  readonly columns: readonly GridColumn<R>[];
  readonly wording: GridWording;
  readonly fields: CsvFields;
  readonly sort: readonly Sort[];
  /** How many rows there are. */
  readonly total: number;
  readonly read: (request: BlockRequest) => Promise<Rows<R>>;
}

/** Other rows pass than when the file was begun: it would hold some of both. */
export class RowsChanged extends Error {}

/**
 * The file's text, cut where a piece is full, not through the middle of a sign.
 *
 * @param size characters of a piece at most
 * @throws RowsChanged
 */
export async function* csvPieces<R>(
  { columns, wording, fields, sort, total, read }: CsvRequest<R>,
  size = TABLE_PIECE,
): AsyncGenerator<string> {
  let text = csvTitles(columns, fields);
  for (let from = 0; from < total; from += ROWS_AT_ONCE) {
    const page = await read({ sort, from, count: Math.min(ROWS_AT_ONCE, total - from) });
    if (page.total !== total) throw new RowsChanged();
    for (const row of page.rows) {
      text += csvRow(columns, row, wording, fields);
      while (text.length > size) {
        const cut = text.slice(0, size).isWellFormed() ? size : size - 1;
        yield text.slice(0, cut);
        text = text.slice(cut);
      }
    }
  }
  yield text;
}
