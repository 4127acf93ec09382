/** The result of a check as `check --json` prints it: schema `tieout.check/1`. */
import { formatInstant } from "../time.ts";
import type { Finding } from "./findings.ts";
import type { CheckResult } from "./result.ts";
import type { Severity } from "./rules.ts";

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** @param least the least severity listed; counts do not depend on it */
export function checkDocument(result: CheckResult, least: Severity) {
  const { period, asOfMs } = result;
  return {
    schema: "tieout.check/1",
    options: result.options,
    period: period === null ? null : { from: period.from, to: period.to },
    asOf: asOfMs === null ? null : formatInstant(asOfMs),
    convention: result.convention,
    chainScope: result.chainScope,
    settlementBasis: result.settlementBasis,
    skippedRules: result.skippedRules,
    capped: result.capped,
    counts: result.counts,
    wallets: result.wallets,
    findings: result.findings.filter((finding: Finding) => RANK[finding.severity] <= RANK[least]),
  };
}
