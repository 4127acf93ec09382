/** Worked examples: one pull or several, judged by engine and oracle, which must say the same. */
import { isDeepStrictEqual } from "node:util";
import type { Business, User } from "../../../../src/core/records/business.ts";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../../src/core/options.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { compare } from "../engine/compare.ts";
import type { OracleCase, OraclePull, OracleResult } from "../terms.ts";

export interface Example {
  readonly entries?: readonly Entry[];
  readonly transactions?: readonly Transaction[];
  /** Instead of entries and transactions, oldest first. */
  readonly pulls?: readonly Partial<OraclePull>[];
  /** When the one pull was made; null for files. */
  readonly pulledAtMs?: number | null;
  readonly user?: User;
  readonly businesses?: readonly Business[];
  readonly period?: { readonly from: string; readonly to: string };
}

/** After all dates of the examples that can be. */
const IMPORTED_MS = Date.UTC(2027, 0, 1);

/** @throws Error when engine and oracle part */
export function judge(example: Example, options: Partial<CheckOptions> = {}): OracleResult {
  const given = caseOf(example, options);
  const { oracle, engine, agree } = compare(given, given.pulls.length > 1 ? "ledger" : "columns");
  if (engine === "SUM_OVERFLOW") throw new Error("The engine refused a sum");
  if (!agree || !isDeepStrictEqual(oracle, engine)) {
    throw new Error(`The oracle says ${JSON.stringify(oracle)}, the engine ${JSON.stringify(engine)}`);
  }
  return engine;
}

export function caseOf(example: Example, options: Partial<CheckOptions> = {}): OracleCase {
  const { entries = [], transactions = [], pulledAtMs = null } = example;
  const several = example.pulls ?? [{ entries, transactions, atMs: pulledAtMs }];
  const pulls = several.map((pull) => ({
    entries: null,
    transactions: null,
    limit: null,
    atMs: null,
    importedAtMs: several.length > 1 && (pull.atMs ?? null) === null ? IMPORTED_MS : null,
    ...pull,
  }));
  return {
    pulls,
    user: example.user ?? null,
    businesses: example.businesses ?? [],
    options: { ...DEFAULT_OPTIONS, convention: "asset" as const, ...options },
    period: example.period ?? null,
    matches: [],
    signed: null,
  };
}

/** Rule and subject of each finding: `chain-break 4`, `reversed PAY-1`. */
export function rulesOf({ findings }: OracleResult): string[] {
  return findings.map(({ rule, walletID, payref }) => `${rule} ${walletID ?? payref}`);
}
