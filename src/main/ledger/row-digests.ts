/** Digests over the rows a pull added, read back from the tables: what `verify` holds against the audit trail. */
import type { ReadableLedger } from "./connection.ts";
import { RowDigest } from "./digest.ts";
import type { RecordTable, Row } from "./record-table.ts";

type TableShape = Pick<RecordTable<never>, "name" | "idColumn" | "columns" | "integers">;

export type TableSuffix = "" | "_version" | "_presence" | "_copy";

/** Columns of each table in digest order, integers first, and the order of its rows. */
function shapeOf({ name, idColumn: id, columns, integers }: TableShape, suffix: TableSuffix) {
  switch (suffix) {
    case "":
      return { table: name, columns, integers, order: id };
    case "_version": {
      const rest = columns.slice(1);
      return {
        table: `${name}_version`,
        columns: [id, "version", ...rest],
        integers: integers + 1,
        order: `${id}, version`,
      };
    }
    case "_presence":
      return { table: `${name}_presence`, columns: [id, "pull_id", "present"], integers: 3, order: id };
    case "_copy":
      return {
        table: `${name}_copy`,
        columns: ["pull_id", id, "n", "conflicting", "unused"],
        integers: 4,
        order: `${id}, n`,
      };
  }
}

/** Digest of the rows of one table that one pull added. */
export function digestOfRows(
  db: ReadableLedger,
  table: TableShape,
  suffix: TableSuffix,
  pullId: number,
): { readonly rows: number; readonly digest: string } {
  const shape = shapeOf(table, suffix);
  const digest = new RowDigest(shape.integers);
  const rows = db
    .prepare<[number], Row>(
      `SELECT ${shape.columns.join(", ")} FROM ${shape.table} WHERE pull_id = ? ORDER BY ${shape.order}`,
    )
    .raw();
  for (const row of rows.iterate(pullId)) digest.add(row);
  return digest.finish();
}

/** Digest of the texts of a dictionary with ids from … to − 1. */
export function digestOfTexts(
  db: ReadableLedger,
  name: "payref" | "label",
  from: number,
  to: number,
): { readonly rows: number; readonly digest: string } {
  const digest = new RowDigest(1);
  const rows = db
    .prepare<[number, number], Row>(`SELECT id, text FROM ${name} WHERE id >= ? AND id < ? ORDER BY id`)
    .raw();
  for (const row of rows.iterate(from, to)) digest.add(row);
  return digest.finish();
}
