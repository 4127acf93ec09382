/** What the engine concludes from the same case, in the oracle's terms. */
import { columnsOf } from "../../../helpers/columns.ts";
import type { CheckInput } from "../../../../src/core/reconcile/input/input.ts";
import { reconcile } from "../../../../src/core/reconcile/reconcile.ts";
import type { CheckResult } from "../../../../src/core/reconcile/input/result.ts";
import { type Day, ZoneClock, periodOf } from "../../../../src/core/time.ts";
import { readCheckInput } from "../../../../src/main/ledger/records/check-input.ts";
import { type WritableLedger, closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../../src/main/ledger/file/make.ts";
import { type PullContent, publishPull } from "../../../helpers/publish-pull.ts";
import { sha256 } from "../../../helpers/records.ts";
import type { OracleCase, OracleCauses, OracleResult } from "../terms.ts";

/** One pull can go straight into columns, several need a ledger. */
export type Engine = "columns" | "ledger";

/** The engine over the case. */
export function engine(given: OracleCase, through: Engine): CheckResult {
  if (through === "columns") return conclude(given, fromColumns(given));
  const db = openInPassing({ ledgerId: "oracle", atMs: 0 });
  try {
    publishAll(db, given);
    return conclude(given, readCheckInput(db));
  } finally {
    closeLedger(db);
  }
}

function conclude(given: OracleCase, records: CheckInput): CheckResult {
  const { options, period, matches, signed } = given;
  const signedPeriods = signed === null ? [] : [{ ...signed, timeZone: options.timeZone, matchId: 0 }];
  const input = { ...records, human: { matches, signedPeriods } };
  const days =
    period === null ? null : periodOf(period.from as Day, period.to as Day, new ZoneClock(options.timeZone));
  return reconcile(input, options, { period: days, sha256 });
}

function fromColumns({ pulls, user, businesses }: OracleCase): CheckInput {
  const [pull] = pulls;
  if (pull === undefined || pulls.length > 1) throw new Error("Columns hold one pull");
  const entries = pull.entries ?? [];
  const capped = entries.length > 0 && pull.limit === entries.length;
  const records = { entries, transactions: pull.transactions ?? [], user, businesses, capped };
  return columnsOf({ ...records, pulledAtMs: pull.atMs }, sha256);
}

function publishAll(db: WritableLedger, { pulls, user, businesses }: OracleCase): void {
  for (const { entries, transactions, limit, atMs, importedAtMs } of pulls) {
    const startedAtMs = atMs ?? importedAtMs;
    if (startedAtMs === null) throw new Error("A ledger knows when it took files in");
    const content: PullContent = {
      source: atMs === null ? "files" : "service",
      startedAtMs,
      finishedAtMs: atMs,
      baseUrl: null,
      limit,
      bodies: [],
      user,
      businesses,
      entries: entries === null ? null : [entries],
      transactions: transactions === null ? null : [transactions],
    };
    publishPull(db, content, { atMs: 0, sha256 });
  }
}

/** A result without what only people read (messages, reasons) and what the rules do not fix. */
export function inOracleTerms(result: CheckResult): OracleResult {
  return {
    asOfMs: result.asOfMs,
    convention: result.convention,
    chainScope: result.chainScope,
    order: result.order,
    settlementBasis: result.settlementBasis,
    skippedRules: result.skippedRules.map(({ rule }) => rule),
    capped: result.capped,
    counts: {
      ...result.counts,
      findings: Object.fromEntries(Object.entries(result.counts.findings).filter(([, count]) => count > 0)),
    },
    wallets: result.wallets.map((wallet) => without(wallet, "currency")),
    findings: result.findings.map((finding) => without(finding, "message", "fingerprint")),
    causes: causesIn(result),
  };
}

/** Causes by the places of their findings. */
function causesIn({ causes, findings }: CheckResult): OracleCauses {
  const places = new Map(findings.map(({ fingerprint }, place) => [fingerprint, place]));
  return {
    ...causes,
    items: causes.items.map((item) => ({
      ...item,
      findings: item.findings.map((fingerprint) => places.get(fingerprint)!).toSorted((a, b) => a - b),
    })),
  };
}

function without<T extends object, K extends keyof T>(value: T, ...keys: K[]): Omit<T, K> {
  const left = { ...value };
  for (const key of keys) delete left[key];
  return left;
}
