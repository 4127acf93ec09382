/** The result of `tieout verify`, as text and as JSON (schema `tieout.verify/1`). */
import { formatAmount, formatCount } from "../../core/money.ts";
import type { LedgerProof } from "../../main/services/proof/verify.ts";
import { writeJsonList } from "./json-list.ts";
import { type Terminal, harmless, print } from "../terminal.ts";

type FactName = LedgerProof["facts"][number]["name"];

/** One of what a count is of, and several of them. */
const WORDS: Readonly<Record<FactName, readonly [one: string, several: string]>> = {
  entries: ["entry", "entries"],
  transactions: ["transaction", "transactions"],
  pulls: ["pull", "pulls"],
  "stored answers": ["stored response", "stored responses"],
  "pruned answers": ["pruned response", "pruned responses"],
  runs: ["run", "runs"],
  decisions: ["decision", "decisions"],
  "manual matches": ["manual match", "manual matches"],
  "steps of the close": ["step of the close", "steps of the close"],
  evidence: ["file of evidence", "files of evidence"],
  letters: ["letter to the provider", "letters to the provider"],
  "links of the audit trail": ["link of the audit trail", "links of the audit trail"],
  "signed months re-performed from raw answers": [
    "signed month re-performed from stored responses",
    "signed months re-performed from stored responses",
  ],
};

/** Writes each problem in a line, then what is not proven, then the verdict. */
export async function printProof(terminal: Terminal, report: LedgerProof): Promise<void> {
  const { ok, problems, notes, head, links } = report;
  for (const { code, sentence, where } of problems)
    await print(terminal, harmless(`${code}: ${sentence}${where === null ? "" : ` (${where})`}`) + "\n");
  for (const note of notes) await print(terminal, `Note: ${harmless(note)}.\n`);
  const counts = report.facts
    .map(({ name, count }) => `${formatAmount(count)} ${WORDS[name][count === 1 ? 0 : 1]}`)
    .join(", ");
  await print(
    terminal,
    ok
      ? `The ledger is intact${exceptWords(report)}: ${counts}.\nHead of the audit trail: ${head} (link ${links})\n`
      : `The proof failed: ${formatCount(problems.length, "problem")}.${counts === "" ? "" : ` ${counts}.`}\n`,
  );
}

function exceptWords({ signedMonths }: LedgerProof): string {
  const unproven = signedMonths?.unproven.length ?? 0;
  if (unproven === 0) return "";
  return `, but ${formatCount(unproven, "signed month")} could not be re-performed`;
}

/**
 * Writes all of it as JSON, a problem a line; `notProven` lists the signed months that were not re-performed,
 * and why.
 */
export async function writeProofJson(terminal: Terminal, report: LedgerProof): Promise<void> {
  const { ok, head, links, facts, problems, signedMonths } = report;
  const proven = { schema: "tieout.verify/1", ok, head, links };
  const months =
    signedMonths === null
      ? null
      : {
          inForce: signedMonths.signed,
          performedAgain: signedMonths.performed,
          notProven: signedMonths.unproven,
        };
  await writeJsonList(terminal, { ...proven, facts, signedMonths: months }, "problems", problems);
}
