/** `tieout review --rule`: one decision on all undecided exceptions of some rules. */
import { formatAmount, formatCount } from "../core/money.ts";
import type { RuleId } from "../core/reconcile/rules.ts";
import { periodTitle } from "../core/report/words/verdict.ts";
import type { DecisionStatus } from "../core/review/decisions/decision.ts";
import { reviewDocument } from "../core/review/decisions/documents.ts";
import { type ReviewByRule, decideByRule, readByRule } from "../main/services/review/review-by-rule.ts";
import type { ReviewRequest } from "../main/services/review/review.ts";
import { ledgerWording } from "./ledger-wording.ts";
import { writeJsonList } from "./print/json-list.ts";
import { printExceptions } from "./print/print-review.ts";
import type { Session } from "./session.ts";
import { print } from "./terminal.ts";
import { usageError } from "./usage.ts";
import { writeDecisions } from "./write-decisions.ts";

export interface ByRuleFlags {
  readonly rule: readonly RuleId[];
  readonly fingerprint?: readonly string[];
  readonly status?: DecisionStatus;
  readonly note?: string;
  readonly by?: string;
  readonly undo?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** How many decisions are printed; the list has them all. */
export const MOST_TOLD = 20;

/**
 * Decides on what the rules choose, or lists it. How many they are is said before anything is written.
 *
 * @throws TieoutError USAGE; otherwise as `decideByRule`
 */
export async function reviewByRule(
  session: Session,
  request: ReviewRequest,
  flags: ByRuleFlags,
): Promise<void> {
  const { rule: rules, status, note = "", by = "", json = false, dryRun = false } = flags;
  refuseMixed(flags);
  const asked = { ...request, rules };
  if (dryRun) return writeChosen(session, request.ledger, readByRule(asked, session.context), rules, json);
  if (status === undefined) {
    throw usageError(
      "Give a decision: --status explained, accepted or raised; or --dry-run to list the exceptions.",
    );
  }
  const taken = await decideByRule({ ...asked, status, note, by }, session.context, async (found) => {
    session.progress.clear();
    if (!json) await print(session.terminal, `${countWords(found, rules)}\n`);
  });
  await writeDecisions(session, request.ledger, taken, json, MOST_TOLD);
}

/** @throws TieoutError USAGE */
function refuseMixed({ fingerprint, status, undo }: ByRuleFlags): void {
  if (fingerprint !== undefined) throw usageError("Give either --rule or --fingerprint, not both.");
  if (undo === true) throw usageError("--undo needs --fingerprint, not --rule.");
  if (status === "open")
    throw usageError("--status open needs --fingerprint, because --rule selects what is already open.");
}

async function writeChosen(
  { terminal, progress }: Session,
  ledger: string,
  found: ReviewByRule,
  rules: readonly RuleId[],
  json: boolean,
): Promise<void> {
  progress.clear();
  if (!json) {
    await print(terminal, `${countWords(found, rules)} Nothing was written.\n`);
    return printExceptions(terminal, found.chosen, ledgerWording(ledger));
  }
  const { exceptions, ...head } = reviewDocument({ ...found.review, findings: found.chosen });
  return writeJsonList(terminal, { ...head, dryRun: true, rules }, "exceptions", exceptions);
}

/** @example `October 2026: 3 exceptions to decide on (2 of chain-break, 1 of unsettled); 1 is already decided and stays.` */
function countWords({ chosen, decided, review }: ReviewByRule, rules: readonly RuleId[]): string {
  const counts = new Map(rules.map((rule) => [rule, 0]));
  for (const { finding } of chosen) counts.set(finding.rule, (counts.get(finding.rule) ?? 0) + 1);
  const found = [...counts].filter(([, count]) => count > 0);
  const each = found.map(([rule, count]) => `${formatAmount(count)} of ${rule}`).join(", ");
  const how = each === "" ? "" : ` (${each})`;
  const stays =
    decided === 0
      ? ""
      : `; ${formatAmount(decided)} ${decided === 1 ? "is already decided and stays" : "are already decided and stay"}`;
  return `${periodTitle(review.period)}: ${formatCount(chosen.length, "exception")} to decide on${how}${stays}.`;
}
