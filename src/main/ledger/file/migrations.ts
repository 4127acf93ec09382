/**
 * The tables of the first release.
 *
 * A record's first content is in `entry` or `payment`, keyed by the service's id so that a history read
 * oldest first only ever appends; later contents are in `…_version`. Payrefs and short texts are interned, so
 * that a check compares integers.
 */

const ENTRY_COLUMNS = `
  pull_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  business_id INTEGER NOT NULL,
  credit INTEGER NOT NULL,
  debit INTEGER NOT NULL,
  balance INTEGER NOT NULL,
  payref_id INTEGER NOT NULL,
  action_id INTEGER,
  is_approved INTEGER,
  is_bonus INTEGER,
  date_paid_ms INTEGER,
  date_created_ms INTEGER NOT NULL,
  description TEXT,
  session_id TEXT,
  extra TEXT`;

const PAYMENT_COLUMNS = `
  pull_id INTEGER NOT NULL,
  business_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  payref_id INTEGER NOT NULL,
  cycle_id INTEGER NOT NULL,
  role_id INTEGER,
  currency_id INTEGER,
  type_id INTEGER,
  reference_id INTEGER,
  label_id INTEGER,
  status_alt_id INTEGER,
  chargedamount INTEGER NOT NULL,
  scrowfee INTEGER NOT NULL,
  taxfee INTEGER NOT NULL,
  payableamount INTEGER NOT NULL,
  status INTEGER,
  is_deleted INTEGER,
  is_flagged INTEGER,
  date_paid_ms INTEGER,
  date_created_ms INTEGER,
  stated_amount INTEGER,
  itemquantity INTEGER,
  current_raised INTEGER,
  escrow_charge INTEGER,
  url_mismatch INTEGER NOT NULL,
  tasks TEXT,
  customer_name TEXT,
  rest TEXT NOT NULL`;

/** Tables whose rows triggers keep from UPDATE and DELETE. Stored responses may be dropped, not changed. */
const APPEND_ONLY = [
  "ledger",
  "setting",
  "pull",
  "body",
  "caller",
  "payref",
  "label",
  "entry",
  "entry_version",
  "entry_presence",
  "entry_copy",
  "payment",
  "payment_version",
  "payment_presence",
  "payment_copy",
  "run",
  "audit",
] as const;

function versioned(table: string, id: string, columns: string): string {
  return `
CREATE TABLE ${table} (${id} INTEGER PRIMARY KEY, ${columns}) STRICT;
CREATE TABLE ${table}_version (
  ${id} INTEGER NOT NULL,
  version INTEGER NOT NULL,
  ${columns},
  PRIMARY KEY (${id}, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE ${table}_presence (
  ${id} INTEGER NOT NULL,
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  present INTEGER NOT NULL CHECK (present IN (0, 1)),
  PRIMARY KEY (${id}, pull_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE ${table}_copy (
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  ${id} INTEGER NOT NULL,
  n INTEGER NOT NULL,
  conflicting INTEGER NOT NULL CHECK (conflicting IN (0, 1)),
  unused TEXT,
  PRIMARY KEY (pull_id, ${id}, n)
) STRICT, WITHOUT ROWID;`;
}

/** The rows that an empty ledger has: the payref of records without one. */
export const FIRST_ROWS = "INSERT INTO payref (id, text) VALUES (0, '');";

export const FOUNDATION = `
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ledger_id TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE setting (
  version INTEGER PRIMARY KEY,
  time_zone TEXT NOT NULL,
  decimals INTEGER NOT NULL
) STRICT;
CREATE TABLE pull (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL CHECK (source IN ('service', 'files')),
  started_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  base_url TEXT,
  wallet_limit INTEGER,
  entries INTEGER,
  lowest_wallet_id INTEGER,
  highest_wallet_id INTEGER,
  transactions INTEGER
) STRICT;
CREATE TABLE body (
  id INTEGER PRIMARY KEY,
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  endpoint TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE body_chunk (
  body_id INTEGER NOT NULL REFERENCES body (id),
  n INTEGER NOT NULL,
  compressed BLOB NOT NULL,
  PRIMARY KEY (body_id, n)
) STRICT;
CREATE TABLE caller (
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  n INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('user', 'business')),
  document TEXT NOT NULL,
  PRIMARY KEY (pull_id, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE payref (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
${versioned("entry", "wallet_id", ENTRY_COLUMNS)}
${versioned("payment", "pay_id", PAYMENT_COLUMNS)}
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
${FIRST_ROWS}
${appendOnly(...APPEND_ONLY)}
${refuse("UPDATE", "body_chunk")}
`;

// Triggers of tables whose rows stay for ever.

/** SQL that makes a table refuse a kind of change. */
export function refuse(verb: "UPDATE" | "DELETE", table: string): string {
  return `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;
}

/** SQL that makes tables refuse UPDATE and DELETE. */
export function appendOnly(...tables: readonly string[]): string {
  return tables.map((table) => `${refuse("UPDATE", table)}\n${refuse("DELETE", table)}`).join("\n");
}
