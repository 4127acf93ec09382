/** `tieout review --rule` and `--cause`: one decision on all undecided exceptions of some rules or causes. */
import { formatAmount, formatCount } from "../../core/money.ts";
import type { NumberedCause } from "../../core/reconcile/causes/numbered.ts";
import type { RuleId } from "../../core/reconcile/rules.ts";
import { periodTitle } from "../../core/words/month.ts";
import type { DecisionStatus } from "../../core/review/decisions/decision.ts";
import { reviewDocument } from "../../core/review/decisions/documents.ts";
import {
  type Choice,
  type ReviewChosen,
  decideChosen,
  readChosen,
} from "../../main/services/review/review-chosen.ts";
import type { ReviewRequest } from "../../main/services/review/review.ts";
import { ledgerWording } from "../ledger-wording.ts";
import { causeName } from "../print/print-causes.ts";
import { writeJsonList } from "../print/json-list.ts";
import { printExceptions } from "../print/print-review.ts";
import type { Session } from "../session.ts";
import { print } from "../terminal.ts";
import { usageError } from "../usage.ts";
import { writeDecisions } from "./write-decisions.ts";

export interface ChosenFlags {
  readonly rule?: readonly RuleId[];
  /** Numbers, or the first digits of a fingerprint. */
  readonly cause?: readonly (number | string)[];
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
 * Decides on what rules or causes choose, or lists it. How many they are is said before anything is written.
 *
 * @throws TieoutError USAGE; otherwise as `decideChosen`
 */
export async function reviewChosen(
  session: Session,
  request: ReviewRequest,
  flags: ChosenFlags,
): Promise<void> {
  const { status, note = "", by = "", json = false, dryRun = false } = flags;
  const choice = choiceOf(flags);
  const asked = { ...request, choice };
  if (dryRun) return writeChosen(session, request.ledger, readChosen(asked, session.context), choice, json);
  if (status === undefined) {
    throw usageError(
      "Give a decision: --status explained, accepted or raised; or --dry-run to list the exceptions.",
    );
  }
  const taken = await decideChosen({ ...asked, status, note, by }, session.context, async (found) => {
    session.progress.clear();
    if (!json) await print(session.terminal, `${countWords(found, choice)}\n`);
  });
  await writeDecisions(session, request.ledger, taken, json, MOST_TOLD);
}

/** @throws TieoutError USAGE */
function choiceOf({ rule, cause, fingerprint, status, undo }: ChosenFlags): Choice {
  if (rule !== undefined && cause !== undefined) throw usageError("Give either --rule or --cause, not both.");
  const option = cause === undefined ? "--rule" : "--cause";
  if (fingerprint !== undefined) throw usageError(`Give either ${option} or --fingerprint, not both.`);
  if (undo === true) throw usageError(`--undo needs --fingerprint, not ${option}.`);
  if (status === "open")
    throw usageError(`--status open needs --fingerprint, because ${option} selects what is already open.`);
  return cause === undefined ? { by: "rule", rules: rule ?? [] } : { by: "cause", causes: cause };
}

async function writeChosen(
  { terminal, progress }: Session,
  ledger: string,
  found: ReviewChosen,
  choice: Choice,
  json: boolean,
): Promise<void> {
  progress.clear();
  if (!json) {
    await print(terminal, `${countWords(found, choice)} Nothing was written.\n`);
    return printExceptions(terminal, found.chosen, found.review.waits, ledgerWording(ledger));
  }
  const { exceptions, ...head } = reviewDocument({ ...found.review, findings: found.chosen });
  const chosen = choice.by === "rule" ? { rules: choice.rules } : { causes: found.causes };
  return writeJsonList(terminal, { ...head, dryRun: true, ...chosen }, "exceptions", exceptions);
}

/**
 * @example
 *   `October 2026: 3 exceptions to decide on (2 of chain-break, 1 of unsettled); 1 is already decided and stays.`
 */
function countWords(found: ReviewChosen, choice: Choice): string {
  const { chosen, decided, review } = found;
  const parts = choice.by === "rule" ? ruleCounts(found, choice.rules) : causeCounts(found);
  const how = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
  const stays =
    decided === 0
      ? ""
      : `; ${formatAmount(decided)} ${decided === 1 ? "is already decided and stays" : "are already decided and stay"}`;
  return `${periodTitle(review.period)}: ${formatCount(chosen.length, "exception")} to decide on${how}${stays}.`;
}

function ruleCounts({ chosen }: ReviewChosen, rules: readonly RuleId[]): string[] {
  const counts = new Map(rules.map((rule) => [rule, 0]));
  for (const { finding } of chosen) counts.set(finding.rule, (counts.get(finding.rule) ?? 0) + 1);
  return [...counts].flatMap(([rule, count]) => (count === 0 ? [] : [`${formatAmount(count)} of ${rule}`]));
}

/** @example `2 of cause 3, mistyped payref` */
function causeCounts({ chosen, causes, review }: ReviewChosen): string[] {
  const prints = new Set(chosen.map(({ finding }) => finding.fingerprint));
  const findings = review.findings.map(({ finding }) => finding);
  const countOf = (cause: NumberedCause) => cause.findings.filter((one) => prints.has(one)).length;
  return causes.map((cause) => `${formatAmount(countOf(cause))} of cause ${causeName(cause, findings)}`);
}
