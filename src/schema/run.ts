/** What is read of a kept run: its question, its conclusion, its findings one by one. */
import { z } from "zod";
import { BREAK_CAUSES, type Finding } from "../core/reconcile/input/findings.ts";
import type { CheckResult } from "../core/reconcile/input/result.ts";
import { SEVERITIES } from "../core/reconcile/input/rules.ts";
import type { ComparedCheck, KeptFinding } from "../core/reconcile/same-conclusion.ts";
import { walletFigures } from "./close.ts";
import { rule } from "./act-documents.ts";
import { count, integer, listOf, objectOf, text } from "./parts.ts";
import { day, usedOptions } from "./values.ts";

export const runQuestion = z.object({
  period: z.object({ from: day, to: day }).nullable(),
  options: usedOptions,
});

export const runCounts = z.object({
  counts: z.object({
    entries: count,
    transactions: count,
    bySeverity: z.object({ error: count, warning: count, info: count }),
  }),
  wallets: listOf(walletFigures),
  /** Not in a run that was kept before it was measured. */
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
