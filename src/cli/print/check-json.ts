/** `check --json`, written with one finding per line. */
import { checkDocument } from "../../core/reconcile/result/check-document.ts";
import type { CheckResult } from "../../core/reconcile/result/result.ts";
import type { Severity } from "../../core/reconcile/rules.ts";
import { writeJsonList } from "./json-list.ts";
import type { Since } from "../../core/review/close/since.ts";
import type { CheckedThen } from "../../main/services/close/moments.ts";
import { withInstant } from "../../core/time.ts";
import type { Terminal } from "../terminal.ts";

/**
 * @param least the lowest severity listed; counts do not depend on it
 * @param past of a check as of an earlier moment; `moment` and `since` are in the document then
 */
export async function writeCheckJson(
  terminal: Terminal,
  result: CheckResult,
  least: Severity,
  past: CheckedThen | null = null,
): Promise<void> {
  const { findings, ...head } = checkDocument(result, least);
  const then = past === null ? {} : { moment: withInstant(past.moment), since: sinceDocument(past.since) };
  await writeJsonList(terminal, { ...head, ...then }, "findings", findings);
}

/** With what else is different in one list. */
function sinceDocument(since: Since) {
  const { options, effects, decisions } = since.changed;
  return { ...since, changes: [...options, ...effects, ...decisions] };
}
