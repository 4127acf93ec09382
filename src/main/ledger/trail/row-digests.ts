/** Digests over the rows that a pull added, computed from the tables for comparison with the audit trail. */
import type { ReadableLedger } from "../file/connection.ts";
import { RowDigest } from "./digest.ts";
import type { RecordTable, StoredRow } from "../records/record-table.ts";

type TableShape = Pick<RecordTable<never>, "name" | "idColumn" | "columns" | "integers">;

/** The four tables of a kind of record: first contents, later ones, comings and goings, copies. */
export const TABLE_SUFFIXES = ["", "_version", "_presence", "_copy"] as const;
export type TableSuffix = (typeof TABLE_SUFFIXES)[number];

/** How the rows of one table are digested. */
export interface DigestShape {
  readonly table: string;
  /** In digest order, integers first. */
  readonly columns: readonly string[];
  readonly integers: number;
  /** Which column says the pull that brought a row. */
  readonly pullAt: number;
  /** The order of a pull's rows. */
  readonly order: string;
}

/** How a table of records is digested. */
export function shapeOf(
  { name, idColumn: id, columns, integers }: TableShape,
  suffix: TableSuffix,
): DigestShape {
  const table = `${name}${suffix}`;
  switch (suffix) {
    case "":
      return { table, columns, integers, pullAt: 1, order: id };
    case "_version": {
      const rest = columns.slice(1);
      return {
        table,
        columns: [id, "version", ...rest],
        integers: integers + 1,
        pullAt: 2,
        order: `${id}, version`,
      };
    }
    case "_presence":
      return {
        table,
        columns: [id, "pull_id", "present"],
        integers: 3,
        pullAt: 1,
        order: `${id}, pull_id`,
      };
    case "_copy":
      return {
        table,
        columns: ["pull_id", id, "n", "conflicting", "unused"],
        integers: 4,
        pullAt: 0,
        order: `pull_id, ${id}, n`,
      };
  }
}

export interface RowsDigest {
  readonly rows: number;
  readonly digest: string;
}

/** Digest of the rows of one table that one pull added. */
export function digestOfRows(
  db: ReadableLedger,
  table: TableShape,
  suffix: TableSuffix,
  pullId: number,
): RowsDigest {
  const shape = shapeOf(table, suffix);
  const digest = new RowDigest(shape.integers);
  const rows = db
    .prepare<[number], StoredRow>(
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
): RowsDigest {
  const digest = new RowDigest(1);
  const rows = db
    .prepare<[number, number], StoredRow>(`SELECT id, text FROM ${name} WHERE id >= ? AND id < ? ORDER BY id`)
    .raw();
  for (const row of rows.iterate(from, to)) digest.add(row);
  return digest.finish();
}
