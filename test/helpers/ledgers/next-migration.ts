/** A migration from the first schema to one that exists in tests alone: it makes, fills, rebuilds, changes and drops. */
import { MIGRATIONS, type Migration } from "../../../src/main/ledger/file/schema.ts";

export const NEXT_MIGRATION: Migration = {
  to: MIGRATIONS.length + 1,
  sql: `
CREATE TABLE remark (wallet_id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO remark SELECT wallet_id, description || ' of ' || balance FROM entry;
CREATE INDEX remark_text ON remark (text);
ALTER TABLE run ADD COLUMN title TEXT;
DROP TRIGGER run_no_update;
UPDATE run SET title = 'Run ' || id;
CREATE TRIGGER run_no_update BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'run is append-only'); END;
CREATE TABLE setting_new (version INTEGER PRIMARY KEY, time_zone TEXT NOT NULL, decimals INTEGER NOT NULL, week TEXT) STRICT;
INSERT INTO setting_new SELECT version, time_zone, decimals, 'monday' FROM setting;
DROP TRIGGER setting_no_update;
DROP TRIGGER setting_no_delete;
DROP TABLE setting;
ALTER TABLE setting_new RENAME TO setting;
CREATE TRIGGER setting_no_delete BEFORE DELETE ON setting BEGIN SELECT RAISE(ABORT, 'setting is append-only'); END;
`,
};

/** The steps of a program that is one schema ahead. */
export const MIGRATIONS_AHEAD = [...MIGRATIONS, NEXT_MIGRATION];
