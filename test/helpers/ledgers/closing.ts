/** Steps of the close of October for tests, with the figures frozen that a report input has. */
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { WalletResult } from "../../../src/core/reconcile/input/result.ts";
import { monthReportOf } from "../../../src/core/report/month-report.ts";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import type { CloseStep, FrozenMonth, FrozenWallet, Month } from "../../../src/core/review/close/close.ts";
import { sha256 } from "../records.ts";

/** What was frozen of a month in which nothing happened. */
export const NOTHING_FROZEN: FrozenMonth = {
  runId: 1,
  checkSha256: "a".repeat(64),
  rulesVersion: "1",
  appVersion: "test",
  options: DEFAULT_OPTIONS,
  decimals: 0,
  pullId: 1,
  decisionId: 0,
  matchId: 0,
  stepId: 0,
  wallets: [],
  errors: { total: 0, decided: 0 },
  warnings: { total: 0, decided: 0 },
  outstanding: [],
  overridden: [],
};

/** What a preparation or signature of the input's month would freeze. */
export function frozenMonth(input: ReportInput, fields: Partial<FrozenMonth> = {}): FrozenMonth {
  const { check, decisions, review, matches, closeSteps, run } = input;
  const { error, warning } = review.progress.bySeverity;
  return {
    runId: run?.id ?? 0,
    checkSha256: sha256("check"),
    rulesVersion: input.rulesVersion,
    appVersion: input.appVersion,
    options: check.options,
    decimals: input.decimals,
    pullId: input.pulls.at(-1)?.id ?? 0,
    decisionId: decisions.at(-1)?.id ?? 0,
    matchId: matches.at(-1)?.id ?? 0,
    stepId: closeSteps.at(-1)?.id ?? 0,
    wallets: check.wallets.map(frozenWallet),
    errors: { total: error.total, decided: error.reviewed },
    warnings: { total: warning.total, decided: warning.reviewed },
    outstanding: monthReportOf(input).outstanding.map(({ kind, items, carriedForward }) => ({
      kind,
      items,
      amount: carriedForward,
    })),
    overridden: [],
    ...fields,
  };
}

function frozenWallet(result: WalletResult): FrozenWallet {
  const { userID, businessID, currency, entries, opening, inflow, outflow, breakDifference, closing } =
    result;
  return { userID, businessID, currency, entries, opening, inflow, outflow, breakDifference, closing };
}

/** A step of the close of October, taken on 2 November. */
export function closeStep(fields: Partial<CloseStep> = {}): CloseStep {
  return {
    id: 1,
    month: "2026-10" as Month,
    step: "review",
    by: "Ada Obi",
    note: "",
    atMs: Date.UTC(2026, 10, 2, 9),
    frozen: null,
    ...fields,
  };
}
