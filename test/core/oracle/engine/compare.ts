/** Holds the engine's conclusion against the oracle's. */
import { TieoutError } from "../../../../src/core/errors.ts";
import { type Engine, engine, inOracleTerms } from "./engine.ts";
import { oracle } from "../oracle.ts";
import type { OracleCase, OracleFinding, OracleResult } from "../terms.ts";

export interface Comparison {
  readonly oracle: OracleResult;
  /** What the engine refused the case with, where it may: a sum that left the exact integers. */
  readonly engine: OracleResult | "SUM_OVERFLOW";
  readonly agree: boolean;
}

/** @throws whatever the engine throws other than a refusal that the amounts allow */
export function compare(given: OracleCase, through: Engine): Comparison {
  const wanted = comparable(oracle(given));
  const concluded = conclude(given, through);
  if (concluded === "SUM_OVERFLOW") return { oracle: wanted, engine: concluded, agree: true };
  const found = wanted.causes === null ? { ...concluded, causes: null } : concluded;
  const agree = isExact(wanted) && JSON.stringify(found) === JSON.stringify(wanted);
  return { oracle: wanted, engine: found, agree };
}

function conclude(given: OracleCase, through: Engine): OracleResult | "SUM_OVERFLOW" {
  try {
    return comparable(inOracleTerms(engine(given, through)));
  } catch (error) {
    if (error instanceof TieoutError && error.code === "SUM_OVERFLOW" && mayOverflow(given)) {
      return "SUM_OVERFLOW";
    }
    throw error;
  }
}

/** Whether some sum of the case's amounts can leave the exact integers at all. */
function mayOverflow({ pulls }: OracleCase): boolean {
  let sum = 0;
  JSON.stringify(pulls, (key, value: unknown) => {
    if (typeof value === "number" && !key.endsWith("AtMs") && key !== "atMs") sum += Math.abs(value);
    return value;
  });
  return sum > Number.MAX_SAFE_INTEGER;
}

/** An oracle that counts beyond the exact integers says what the engine must refuse to say. */
function isExact(result: OracleResult): boolean {
  let exact = true;
  JSON.stringify(result, (_, value: unknown) => {
    if (typeof value === "number" && !Number.isSafeInteger(value)) exact = false;
    return value;
  });
  return exact;
}

/**
 * The same text for the same conclusion: keys in order, and findings of one rule on one subject (several changes of one
 * record) in an order of their own, as the rules fix none.
 */
function comparable(result: OracleResult): OracleResult {
  const groupOf = ({ rule, walletID, payID }: OracleFinding) => `${rule} ${walletID} ${payID}`;
  const groups: OracleFinding[][] = [];
  for (const finding of result.findings) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && groupOf(last[0]) === groupOf(finding)) last.push(finding);
    else groups.push([finding]);
  }
  const text = (finding: OracleFinding) => JSON.stringify(sorted(finding));
  const findings = groups.flatMap((group) => group.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)));
  return sorted({ ...result, findings }) as OracleResult;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]),
  );
}
