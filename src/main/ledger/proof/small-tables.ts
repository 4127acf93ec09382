/** Compares each row of the small tables with its own link, which holds all of its values. */
import { ACTS, ACT_KINDS, type ActTable, columnsOfAct } from "../../../schema/acts.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { OPTIONS_BEFORE_SQL } from "../migrations/0003-check-options.ts";
import type { StoredRow } from "../records/record-table.ts";
import { OPTIONS_SINCE, SETTING_COLUMNS } from "../people/settings.ts";
import { storedTable } from "../trail/counting.ts";
import { type Problem, ProblemList, mismatch } from "./problem.ts";
import type { RecordedRow, RecordedTable } from "./recorded-row.ts";
import { StoredTextBytes } from "./text-bytes.ts";

interface SmallTable {
  readonly columns: readonly string[];
  /** What is read instead in schemas before one that added columns, with what those columns began with. */
  readonly before?: { readonly schema: number; readonly columns: string };
  /** How many leading columns are the row's key. */
  readonly key: number;
  /** The first schema that has it. */
  readonly since: number;
  /** Whether each row has a link of its own, and not one together with others. */
  readonly hasOwnLinks: boolean;
}

const OWN_TABLES: Readonly<Record<Exclude<RecordedTable, ActTable>, SmallTable>> = {
  ledger: { columns: ["id", "ledger_id", "created_at_ms"], key: 1, since: 1, hasOwnLinks: false },
  setting: {
    columns: ["version", ...SETTING_COLUMNS],
    before: { schema: OPTIONS_SINCE, columns: `version, time_zone, decimals, ${OPTIONS_BEFORE_SQL}` },
    key: 1,
    since: 1,
    hasOwnLinks: true,
  },
  pull: {
    columns: [
      "id",
      "source",
      "started_at_ms",
      "finished_at_ms",
      "base_url",
      "wallet_limit",
      "entries",
      "lowest_wallet_id",
      "highest_wallet_id",
      "transactions",
    ],
    key: 1,
    since: 1,
    hasOwnLinks: true,
  },
  caller: { columns: ["pull_id", "n", "kind", "document"], key: 2, since: 1, hasOwnLinks: false },
  body: {
    columns: ["id", "pull_id", "endpoint", "name", "sha256", "bytes"],
    key: 1,
    since: 1,
    hasOwnLinks: false,
  },
  run: { columns: ["id", "at_ms"], key: 1, since: 1, hasOwnLinks: true },
};

const TABLES: readonly (readonly [string, SmallTable])[] = [
  ...Object.entries(OWN_TABLES),
  ...ACT_KINDS.map((kind): [string, SmallTable] => {
    const { table, since } = ACTS[kind];
    return [table, { columns: columnsOfAct(kind), key: 1, since, hasOwnLinks: true }];
  }),
];

/** The small tables, compared with the trail row by row as its links are read. */
export class SmallTables {
  readonly #tables: ReadonlyMap<string, TableCheck>;

  constructor(db: ReadableLedger) {
    const version = schemaVersion(db);
    const entries = TABLES.map(([name, table]) => [name, new TableCheck(db, name, table, version)] as const);
    this.#tables = new Map(entries);
  }

  /** Compares the row that a link records. */
  take(table: RecordedTable, row: RecordedRow, link: number): void {
    this.#tables.get(table)?.take(row, link);
  }

  /** Everything that is not as the links say, once all of them were read. */
  finish(): Problem[] {
    return [...this.#tables.values()].flatMap((table) => table.finish());
  }
}

class TableCheck {
  readonly #name: string;
  readonly #table: SmallTable;
  readonly #problems = new ProblemList();
  readonly #recorded = new Set<string>();
  readonly #bytes: StoredTextBytes;
  readonly #find: ((key: RecordedRow) => StoredRow | undefined) | null;
  readonly #keys: () => Iterable<StoredRow>;

  constructor(db: ReadableLedger, name: string, table: SmallTable, version: number) {
    this.#name = name;
    this.#table = table;
    const { columns, before, key, since } = table;
    // A schema number put back does not excuse rows that the trail records.
    const isThere = since <= version;
    const list = before !== undefined && version < before.schema ? before.columns : columns.join(", ");
    const keys = columns.slice(0, key);
    const from = storedTable(db, name);
    this.#bytes = new StoredTextBytes(db, from, columns, keys);
    const one = isThere
      ? db
          .prepare<[RecordedRow], StoredRow>(
            `SELECT ${list} FROM ${from} WHERE ${keys.map((column) => `${column} = ?`).join(" AND ")}`,
          )
          .raw()
      : null;
    this.#find = one === null ? null : (values) => one.get(values);
    this.#keys = () =>
      isThere
        ? db
            .prepare<[], StoredRow>(`SELECT ${keys.join(", ")} FROM ${from}`)
            .raw()
            .iterate()
        : [];
  }

  take(row: RecordedRow, link: number): void {
    const values = row.slice(0, this.#table.key);
    const key = values.join(", ");
    this.#recorded.add(key);
    const found = this.#find?.(values);
    const where = `${this.#name} ${key}`;
    if (found === undefined) {
      this.#problems.add(mismatch(`The row that link ${link} records is missing`, where));
      return;
    }
    const column = this.#firstDifference(row, found);
    if (column !== null) this.#problems.add(mismatch(`The row's ${column} differs from link ${link}`, where));
  }

  /** The first column that differs, null when none does. */
  #firstDifference(recorded: RecordedRow, found: StoredRow): string | null {
    const at = recorded.findIndex((said, column) => (found[column] ?? null) !== said);
    return at === -1 ? this.#bytes.firstOdd(found) : (this.#table.columns[at] ?? "");
  }

  finish(): Problem[] {
    const strays: Problem[] = [];
    let unlinked = 0;
    for (const row of this.#keys()) {
      const key = row.join(", ");
      if (this.#recorded.has(key)) continue;
      unlinked += 1;
      const where = `${this.#name} ${key}`;
      if (unlinked === 1 && this.#table.hasOwnLinks) strays.push(unlinkedRow(where));
      this.#problems.add(mismatch("No link of the audit trail records this row", where));
    }
    return [...strays, ...this.#problems.finish(this.#name)];
  }
}

function unlinkedRow(where: string): Problem {
  return {
    code: "AUDIT_BROKEN",
    sentence: "The audit trail has no link for a row",
    where,
  };
}
