/** The rows that lead to the newest balance of a chain, and those that it does not go back to. */

/** A row that goes on from an older row than the one before it, by places in some order of whole chains. */
export interface OverwritingRow {
  readonly place: number;
  readonly parent: number;
}

/**
 * The rows off the main lines. From the newest row of a chain on, the line leads from each row to the one that
 * it goes on from, so that what it leaves out lies between an overwriting row on it and that one's parent.
 *
 * @param rows ascending, of one chain or of several that follow on each other
 * @returns their places, ascending
 */
export function offMainLine(rows: readonly OverwritingRow[]): ReadonlySet<number> {
  const onLine: OverwritingRow[] = [];
  for (const row of rows.toReversed()) {
    if (row.place <= (onLine.at(-1)?.parent ?? Infinity)) onLine.push(row);
  }
  const off = new Set<number>();
  for (const { place, parent } of onLine.toReversed()) {
    for (let between = parent + 1; between < place; between += 1) off.add(between);
  }
  return off;
}
