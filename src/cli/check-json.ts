/** `check --json`: one finding a line, written piece by piece so that a long list never stands whole in memory. */
import { checkDocument } from "../core/reconcile/check-document.ts";
import type { CheckResult } from "../core/reconcile/result.ts";
import type { Severity } from "../core/reconcile/rules.ts";
import { type Terminal, print } from "./terminal.ts";

/** @param least the least severity listed; counts do not depend on it */
export async function writeCheckJson(
  terminal: Terminal,
  result: CheckResult,
  least: Severity,
): Promise<void> {
  const { findings, ...head } = checkDocument(result, least);
  const lines = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  await print(terminal, `{\n${lines.join("")}  "findings": [`);
  let separator = "\n";
  for (const finding of findings) {
    await print(terminal, `${separator}    ${JSON.stringify(finding)}`);
    separator = ",\n";
  }
  await print(terminal, findings.length === 0 ? "]\n}\n" : "\n  ]\n}\n");
}
