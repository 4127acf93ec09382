/** What is read of a kept run: its question, its conclusion, its findings one by one. */
import { z } from "zod";
import type { CheckOptions } from "../core/options.ts";
import { BREAK_CAUSES, type Finding } from "../core/reconcile/input/findings.ts";
import type { CheckResult, WalletResult } from "../core/reconcile/input/result.ts";
import { type Severity, SEVERITIES } from "../core/reconcile/input/rules.ts";
import type { ComparedCheck, KeptFinding } from "../core/reconcile/same-conclusion.ts";
import type { Period } from "../core/time.ts";
import { walletFigures } from "./close.ts";
import { rule } from "./act-documents.ts";
import { count, integer, listOf, objectOf, text } from "./parts.ts";
import { day, usedOptions } from "./values.ts";

export interface RunQuestion {
  readonly period: Pick<Period, "from" | "to"> | null;
  readonly options: CheckOptions;
}

export const runQuestion = objectOf<RunQuestion>({
  period: objectOf<Pick<Period, "from" | "to">>({ from: day, to: day }).nullable(),
  options: usedOptions,
});

interface RunCounts {
  readonly counts: {
    readonly entries: number;
    readonly transactions: number;
    readonly bySeverity: Readonly<Record<Severity, number>>;
  };
  readonly wallets: readonly Pick<WalletResult, "userID" | "businessID" | "currency">[];
  /** Not in a run that was kept before it was measured. */
  readonly order?: CheckResult["order"];
}

export const runCounts = objectOf<RunCounts>({
  counts: objectOf<RunCounts["counts"]>({
    entries: count,
    transactions: count,
    bySeverity: objectOf<RunCounts["counts"]["bySeverity"]>({
      error: count,
      warning: count,
      info: count,
    }),
  }),
  wallets: listOf(walletFigures),
  order: objectOf<CheckResult["order"]>({
    used: z.literal("walletID"),
    breaks: objectOf<CheckResult["order"]["breaks"]>({ walletID: count, date: count }),
  }).exactOptional(),
});

export const runSkippedRules = objectOf<Pick<ComparedCheck, "skippedRules">>({
  skippedRules: listOf(objectOf<ComparedCheck["skippedRules"][number]>({ rule, reason: text })),
});

/** What is read of a finding; the rest is only shown, or compared as it is. */
export const keptFinding = objectOf<
  Pick<Finding, "rule" | "cause" | "userID" | "businessID" | "difference"> &
    Pick<KeptFinding, "fingerprint" | "severity" | "atStake" | "message" | "match">
>({
  rule,
  severity: z.enum(SEVERITIES),
  userID: integer.nullable(),
  businessID: integer.nullable(),
  difference: integer.exactOptional(),
  cause: z.enum(BREAK_CAUSES).exactOptional(),
  match: integer.exactOptional(),
  atStake: count.exactOptional(),
  message: text,
  fingerprint: text,
});
