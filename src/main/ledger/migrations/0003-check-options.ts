/**
 * The options of a check as part of a ledger's settings. Earlier settings did not have them, and checks used
 * what is here; that must not change when the rules' defaults do.
 */
export const OPTIONS_BEFORE = {
  convention: "auto",
  settlementBasis: "auto",
  tolerance: 0,
  cutoffDays: 3,
  chainScope: "user",
} as const;

const { convention, settlementBasis, tolerance, cutoffDays, chainScope } = OPTIONS_BEFORE;

/** The same as values of SQL, in the order of the columns. */
export const OPTIONS_BEFORE_SQL = `'${convention}', '${settlementBasis}', ${tolerance}, ${cutoffDays}, '${chainScope}'`;

export const CHECK_OPTIONS = `
ALTER TABLE setting ADD COLUMN convention TEXT NOT NULL DEFAULT '${convention}'
  CHECK (convention IN ('auto', 'asset', 'bank'));
ALTER TABLE setting ADD COLUMN settlement_basis TEXT NOT NULL DEFAULT '${settlementBasis}'
  CHECK (settlement_basis IN ('auto', 'charged', 'less-escrow', 'less-fees', 'payable'));
ALTER TABLE setting ADD COLUMN tolerance INTEGER NOT NULL DEFAULT ${tolerance} CHECK (tolerance >= 0);
ALTER TABLE setting ADD COLUMN cutoff_days INTEGER NOT NULL DEFAULT ${cutoffDays} CHECK (cutoff_days >= 0);
ALTER TABLE setting ADD COLUMN chain_scope TEXT NOT NULL DEFAULT '${chainScope}'
  CHECK (chain_scope IN ('user', 'business'));
`;
