/** Where keys lead in the rows, as in a workbook. */

/** A row and the end of it that is gone to; null stays in the column. */
export interface Destination {
  readonly row: number;
  readonly column: "first" | "last" | null;
}

interface RowPosition {
  readonly row: number;
  /** How many rows there are. */
  readonly rows: number;
  /** How many are in view. */
  readonly page: number;
}

/**
 * Arrows go to the next row, PageUp and PageDown by as many as are in view, Home and End to the ends of the
 * row; with Ctrl they go to the ends of the grid.
 *
 * @returns null for any other key
 */
export function destinationOf(
  key: string,
  ctrl: boolean,
  { row, rows, page }: RowPosition,
): Destination | null {
  const last = rows - 1;
  switch (key) {
    case "ArrowUp":
      return { row: ctrl ? 0 : Math.max(0, row - 1), column: null };
    case "ArrowDown":
      return { row: ctrl ? last : Math.min(last, row + 1), column: null };
    case "PageUp":
      return { row: Math.max(0, row - page), column: null };
    case "PageDown":
      return { row: Math.min(last, row + page), column: null };
    case "Home":
      return { row: ctrl ? 0 : row, column: "first" };
    case "End":
      return { row: ctrl ? last : row, column: "last" };
    default:
      return null;
  }
}
