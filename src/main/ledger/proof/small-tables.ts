/** The tables whose every row the audit trail spells out: held against it row for row. */
import { hash } from "node:crypto";
import type { ReadableLedger } from "../connection.ts";
import { CLOSE_SINCE } from "../close-step.ts";
import { DECISIONS_SINCE } from "../decision.ts";
import { schemaVersion } from "../migrate.ts";
import { OPTIONS_BEFORE_SQL } from "../migrations/0003-check-options.ts";
import type { Row } from "../record-table.ts";
import { OPTIONS_SINCE } from "../settings.ts";
import { type Problem, ProblemList, mismatch } from "./problem.ts";
import type { Recorded, RecordedRow } from "./recorded.ts";

interface SmallTable {
  readonly name: string;
  readonly columns: string;
  /** What is read instead in schemas before one that added columns, with what those columns began with. */
  readonly before?: { readonly schema: number; readonly columns: string };
  /** How many leading columns are the row's key. */
  readonly key: number;
  /** The first schema that has it. */
  readonly since: number;
  readonly recorded: (trail: Recorded) => readonly RecordedRow[];
  /** What the trail holds of a row that it does not hold whole. */
  readonly digested?: (row: Row) => Row;
}

const SMALL_TABLES: readonly SmallTable[] = [
  {
    name: "ledger",
    columns: "id, ledger_id, created_at_ms",
    key: 1,
    since: 1,
    recorded: (trail) => trail.ledger,
  },
  {
    name: "setting",
    columns:
      "version, time_zone, decimals, convention, settlement_basis, tolerance, cutoff_days, chain_scope",
    before: { schema: OPTIONS_SINCE, columns: `version, time_zone, decimals, ${OPTIONS_BEFORE_SQL}` },
    key: 1,
    since: 1,
    recorded: (trail) => trail.settings,
  },
  {
    name: "pull",
    columns:
      "id, source, started_at_ms, finished_at_ms, base_url, wallet_limit, entries, lowest_wallet_id, highest_wallet_id, transactions",
    key: 1,
    since: 1,
    recorded: (trail) => trail.pulls,
  },
  {
    name: "caller",
    columns: "pull_id, n, kind, document",
    key: 2,
    since: 1,
    recorded: (trail) => trail.callers,
  },
  {
    name: "body",
    columns: "id, pull_id, endpoint, name, sha256, bytes",
    key: 1,
    since: 1,
    recorded: (trail) => trail.bodies,
  },
  {
    name: "run",
    columns: "id, at_ms, document",
    key: 1,
    since: 1,
    recorded: (trail) => trail.runs,
    digested: ([id = null, atMs = null, document]) => [id, atMs, hash("sha256", String(document), "hex")],
  },
  {
    name: "decision",
    columns: "id, fingerprint, status, note, decided_by, at_ms, undoes, finding",
    key: 1,
    since: DECISIONS_SINCE,
    recorded: (trail) => trail.decisions,
  },
  {
    name: "manual_match",
    columns: "id, note, decided_by, at_ms, undoes, records",
    key: 1,
    since: CLOSE_SINCE,
    recorded: (trail) => trail.matches,
  },
  {
    name: "close_step",
    columns: "id, month, step, decided_by, note, at_ms, frozen",
    key: 1,
    since: CLOSE_SINCE,
    recorded: (trail) => trail.closeSteps,
  },
];

/** Holds ledger, settings, pulls, callers, answers, runs, decisions, matches and the steps of closing against the trail. */
export function checkSmallTables(db: ReadableLedger, trail: Recorded): Problem[] {
  const version = schemaVersion(db);
  return SMALL_TABLES.flatMap((table) => {
    // A schema number put back does not excuse rows that the trail tells of.
    const rows = table.since <= version ? rowsOf(db, table, version) : [];
    return checkTable(rows, table, table.recorded(trail));
  });
}

function rowsOf(db: ReadableLedger, { columns, before, name }: SmallTable, version: number): Iterable<Row> {
  const list = before !== undefined && version < before.schema ? before.columns : columns;
  return db.prepare<[], Row>(`SELECT ${list} FROM ${name}`).raw().iterate();
}

function checkTable(rows: Iterable<Row>, table: SmallTable, recorded: readonly RecordedRow[]): Problem[] {
  const keyOf = (row: RecordedRow) => row.slice(0, table.key).join(", ");
  const expected = new Map(recorded.map((row) => [keyOf(row), JSON.stringify(row)]));
  const problems = new ProblemList();
  for (const row of rows) {
    const key = keyOf(row);
    const said = expected.get(key);
    const where = `${table.name} ${key}`;
    if (said === undefined)
      problems.add(mismatch("A row stands there that the audit trail knows nothing of", where));
    else if (said !== JSON.stringify(table.digested?.(row) ?? row))
      problems.add(mismatch("A row is not what the audit trail says", where));
    expected.delete(key);
  }
  for (const key of expected.keys())
    problems.add(mismatch("A row that the audit trail tells of is missing", `${table.name} ${key}`));
  return problems.finish(table.name);
}
