/**
 * The options tried out, as they stand in the address, so that a reload keeps them. What is the ledger's is
 * left out.
 */
import { type CheckOptions, MOST_CUTOFF_DAYS, SETTLEMENT_BASES } from "../../../core/options.ts";

const WORDS = {
  convention: ["auto", "asset", "bank"],
  settlementBasis: ["auto", ...SETTLEMENT_BASES],
  chainScope: ["user", "business"],
} as const;

/** The options that a query asks for; what it does not say, or says wrongly, is the ledger's. */
export function optionsFrom(query: URLSearchParams, ledgers: CheckOptions): CheckOptions {
  const word = <T extends string>(key: string, words: readonly T[], otherwise: T): T =>
    words.find((one) => one === query.get(key)) ?? otherwise;
  return {
    convention: word("convention", WORDS.convention, ledgers.convention),
    settlementBasis: word("basis", WORDS.settlementBasis, ledgers.settlementBasis),
    tolerance: integer(query.get("tolerance"), Number.MAX_SAFE_INTEGER) ?? ledgers.tolerance,
    cutoffDays: integer(query.get("cutoff"), MOST_CUTOFF_DAYS) ?? ledgers.cutoffDays,
    chainScope: word("scope", WORDS.chainScope, ledgers.chainScope),
    timeZone: ledgers.timeZone,
  };
}

/** The query that says how options differ from the ledger's. */
export function queryOf(options: CheckOptions, ledgers: CheckOptions): URLSearchParams {
  const query = new URLSearchParams();
  const put = (key: string, value: string | number, otherwise: string | number) => {
    if (value !== otherwise) query.set(key, String(value));
  };
  put("convention", options.convention, ledgers.convention);
  put("basis", options.settlementBasis, ledgers.settlementBasis);
  put("tolerance", options.tolerance, ledgers.tolerance);
  put("cutoff", options.cutoffDays, ledgers.cutoffDays);
  put("scope", options.chainScope, ledgers.chainScope);
  return query;
}

function integer(text: string | null, most: number): number | null {
  if (text === null || !/^\d{1,16}$/u.test(text)) return null;
  const value = Number(text);
  return value <= most ? value : null;
}
