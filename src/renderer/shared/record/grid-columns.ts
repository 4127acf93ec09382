/** Columns of the same kind, as both grids have them. */
import { whenInFull } from "../../ui/values/when-text.ts";
import type { GridColumn } from "../../grid/columns/columns.ts";

/** Rows that hold a number, or none, under a name. */
type Holding<K extends string> = Readonly<Record<K, number | null>>;

/** A column of amounts; `yields` as of any column. */
export function amountColumn<K extends string>(
  id: K,
  title: string,
  explains: string,
  width: number,
  yields: number,
): GridColumn<Holding<K>> {
  return { id, title, explains, kind: "amount", width, yields, value: (row) => row[id] };
}

/** A column of instants: their days, and all of it where one points. */
export function instantColumn<K extends string>(
  id: K,
  title: string,
  explains: string,
  width: number,
): GridColumn<Holding<K>> {
  return {
    id,
    title,
    explains,
    kind: "instant",
    width,
    value: (row) => row[id],
    hint: (row, { clock }) => {
      const atMs = row[id];
      return atMs === null ? null : whenInFull(atMs, clock.timeZone);
    },
  };
}

/** Of the difference between what is and what should be: it stands out where there is one. */
export function isOff({ difference }: Holding<"difference">): boolean {
  return difference !== null && difference !== 0;
}

/** The column of these differences. */
export function differenceColumn(
  explains: string,
  width: number,
  yields: number,
): GridColumn<Holding<"difference">> {
  return {
    ...amountColumn("difference", "Difference", explains, width, yields),
    tone: (row) => (isOff(row) ? "grid-difference" : "faint"),
  };
}
