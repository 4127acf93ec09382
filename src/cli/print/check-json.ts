/** `check --json`, written with one finding per line. */
import { checkDocument } from "../../core/reconcile/result/check-document.ts";
import type { CheckResult } from "../../core/reconcile/result/result.ts";
import type { Severity } from "../../core/reconcile/rules.ts";
import { writeJsonList } from "./json-list.ts";
import type { Terminal } from "../terminal.ts";

/** @param least the lowest severity listed; counts do not depend on it */
export async function writeCheckJson(
  terminal: Terminal,
  result: CheckResult,
  least: Severity,
): Promise<void> {
  const { findings, ...head } = checkDocument(result, least);
  await writeJsonList(terminal, head, "findings", findings);
}
