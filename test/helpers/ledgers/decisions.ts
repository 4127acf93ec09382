/** Findings and decisions for tests, without a check behind them. */
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { RecordHistory } from "../../../src/core/reconcile/input/input.ts";
import { type Decision, asDecided } from "../../../src/core/review/decisions/decision.ts";
import { KnownVersions } from "../../../src/core/review/decisions/known-versions.ts";
import { type Review, reviewFindings } from "../../../src/core/review/decisions/review.ts";
import type { NewDecision } from "../../../src/main/ledger/acts/decision.ts";
import { sha256 } from "../records.ts";
import { NO_HISTORY } from "../columns.ts";

/** A break at an entry; its fingerprint follows from its rule, entry and difference. */
export function breakAt(walletID: number, difference = 10, fields: Partial<Finding> = {}): Finding {
  const finding = {
    rule: "chain-break" as const,
    severity: "error" as const,
    walletID,
    payref: "",
    payID: null,
    userID: 1,
    businessID: 7,
    expected: 1000,
    actual: 1000 + difference,
    difference,
    cause: "misstated-balance" as const,
    atStake: Math.abs(difference),
    message: `The balance is off by ${difference}.`,
    ...fields,
  };
  return { ...finding, fingerprint: sha256(`${finding.rule} ${walletID} ${difference}`) };
}

/** A decision as the ledger gives it back. */
export function decided(id: number, finding: Finding, fields: Partial<Decision> = {}): Decision {
  return {
    id,
    fingerprint: finding.fingerprint,
    status: "explained",
    note: "The provider posted it twice.",
    by: "Ada Obi",
    atMs: 1000 * id,
    undoes: null,
    finding: asDecided(finding),
    ...fields,
  };
}

/** A decision to take. */
export function deciding(finding: Finding, fields: Partial<NewDecision> = {}): NewDecision {
  const { fingerprint, status, note, by, finding: kept } = decided(0, finding);
  return { fingerprint, status, note, by, finding: kept, seen: null, ...fields };
}

/** How findings stand by decisions, where no record has more than one version unless a history says so. */
export function reviewed(
  findings: readonly Finding[],
  decisions: readonly Decision[],
  history: RecordHistory = NO_HISTORY,
): Review {
  return reviewFindings(findings, decisions, new KnownVersions(history, sha256));
}
