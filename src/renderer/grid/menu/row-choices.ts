/** What can be done with a row, and with the cell of it that was pointed at. */
import { formatCount } from "../../../core/money.ts";
import type { ColumnFilter } from "../../check/protocol.ts";
import { filterOfValue } from "../columns/column-filter.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";

/** Something to do with a row. */
export interface RowChoice {
  readonly id: string;
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly run: () => void;
}

/** What the grid itself does with a row. */
export interface RowDoings<R> {
  readonly open: () => void;
  readonly copyCell: (row: R, column: GridColumn<R>) => void;
  /** Copies rows with the titles of the columns. */
  readonly copyRow: (row: R) => void;
  readonly copySelected: (withTitles: boolean) => void;
  readonly filter: (columnId: string, filter: ColumnFilter) => void;
}

/**
 * The grid's own choices.
 *
 * @param selected how many rows are selected, this one among them; 0 when it is not
 */
export function choicesOfRow<R>(
  row: R,
  column: GridColumn<R>,
  selected: number,
  wording: GridWording,
  { open, copyCell, copyRow, copySelected, filter }: RowDoings<R>,
): readonly RowChoice[] {
  const several = selected > 1;
  const ofValue = column.fixed === true ? null : filterOfValue(column, row, wording);
  return [
    { id: "open", label: "Open the detail", keys: "Enter", run: open },
    ...(several
      ? [
          {
            id: "copy",
            label: `Copy ${formatCount(selected, "row")}`,
            keys: "Mod+C",
            run: () => copySelected(false),
          },
          { id: "copy-titles", label: "Copy with titles", run: () => copySelected(true) },
        ]
      : [
          { id: "copy", label: "Copy the cell", keys: "Mod+C", run: () => copyCell(row, column) },
          { id: "copy-titles", label: "Copy the row with titles", run: () => copyRow(row) },
        ]),
    ...(ofValue === null
      ? []
      : [
          {
            id: "filter",
            label: `Filter ${column.title} by this value`,
            run: () => filter(column.id, ofValue),
          },
        ]),
  ];
}
