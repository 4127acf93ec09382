/** Rows of a grid on paper, under titles that each page repeats. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import { KIND_CLASS, columnValue } from "../columns/column-defs.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";
import "./printed-rows.css";

interface PrintedRowsProps<R> {
  readonly columns: readonly GridColumn<R>[];
  readonly rows: readonly R[];
  /** How many match, of which `rows` are the first. */
  readonly total: number;
  readonly wording: GridWording;
  /** What was asked for, each in words. */
  readonly conditions: readonly string[];
}

export function PrintedRows<R>({ columns, rows, total, wording, conditions }: PrintedRowsProps<R>) {
  const count =
    rows.length < total
      ? `The first ${formatAmount(rows.length)} of ${formatCount(total, "row")}`
      : formatCount(total, "row");
  return (
    <section className="printed-rows" aria-label="Printed rows">
      <p>{[count, ...conditions].join(" · ")}</p>
      <table>
        <thead>
          <tr>
            {columns.map(({ id, title, kind }) => (
              <th key={id} scope="col" className={KIND_CLASS[kind]}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Rows of a moment: none comes, goes or moves.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.id} className={KIND_CLASS[column.kind]}>
                  {cellWords(column, row, wording)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** With the mark that stands beside the words on the screen. */
function cellWords<R>(column: GridColumn<R>, row: R, wording: GridWording): string {
  const mark = column.mark?.(row) ?? null;
  const words = columnValue(column, column.value(row), wording);
  return mark === null ? words : [mark.sign, words].join("\u00A0");
}
