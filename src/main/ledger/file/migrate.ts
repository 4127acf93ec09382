/**
 * Brings a ledger's tables to the newest schema: each migration in a transaction of its own, its number set
 * inside it.
 */
import { TieoutError } from "../../../core/errors.ts";
import { APPLICATION_ID, type ReadableLedger, type WritableLedger } from "./connection.ts";
import { FOUNDATION } from "../migrations/0001-foundation.ts";
import { CLOSE_TABLES } from "../migrations/0004-close.ts";
import { CHECK_OPTIONS } from "../migrations/0003-check-options.ts";
import { RUN_PIECES, carryRuns } from "../migrations/0005-run-pieces.ts";
import { ATTACHMENT_TABLES } from "../migrations/0006-attachments.ts";
import { FILE_TABLES } from "../migrations/0007-month-files.ts";
import { LETTER_TABLE } from "../migrations/0008-letters.ts";
import { PULL_STEP_TABLE } from "../migrations/0009-pull-steps.ts";
import { DECISIONS } from "../migrations/0002-decisions.ts";

/** One step: SQL that takes the schema from version `to − 1` to version `to`. */
export interface Migration {
  readonly to: number;
  readonly sql: string;
  /** What SQL alone cannot carry over, in the same transaction, after the SQL. */
  readonly carry?: (db: WritableLedger) => void;
}

/** All steps this program knows, in order of `to`, from 1 on without gaps. */
export const MIGRATIONS: readonly Migration[] = [
  { to: 1, sql: FOUNDATION },
  { to: 2, sql: DECISIONS },
  { to: 3, sql: CHECK_OPTIONS },
  { to: 4, sql: CLOSE_TABLES },
  { to: 5, sql: RUN_PIECES, carry: carryRuns },
  { to: 6, sql: ATTACHMENT_TABLES },
  { to: 7, sql: FILE_TABLES },
  { to: 8, sql: LETTER_TABLE },
  { to: 9, sql: PULL_STEP_TABLE },
];

/** The schema version this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The schema version a ledger has; 0 for a new file. */
export function schemaVersion(db: ReadableLedger): number {
  return Number(db.pragma("user_version", { simple: true }));
}

/** Says in the file's header that it is a ledger, and of which schema. */
export function stateVersion(db: WritableLedger, version: number): void {
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${version}`);
}

/**
 * Applies what is missing; a process killed at any statement leaves the schema wholly old or wholly new.
 *
 * @param migrations in order of `to`
 */
export function migrate(db: WritableLedger, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const { to, sql, carry } of migrations) {
    if (to <= schemaVersion(db)) continue;
    db.transaction(() => {
      // Another process may have gone this step while this one waited for its turn.
      if (to <= schemaVersion(db)) return;
      db.exec(sql);
      carry?.(db);
      stateVersion(db, to);
    }).immediate();
  }
}

/**
 * @param newest the newest schema version that the migrations at hand lead to
 * @throws TieoutError LEDGER_FROM_FUTURE
 */
export function refuseFuture(version: number, file: string, newest = SCHEMA_VERSION): void {
  if (version <= newest) return;
  throw new TieoutError(
    "LEDGER_FROM_FUTURE",
    `The ledger was made by a newer Tieout: it has schema ${version}, but this version knows up to ${newest}`,
    { file },
  );
}
