/** The result of `tieout verify`, as text and as JSON (schema `tieout.verify/1`). */
import { proofFactsWords } from "../../core/words/proof.ts";
import type { LedgerProof } from "../../main/services/proof/verify.ts";
import { writeJsonList } from "./json-list.ts";
import { type Terminal, harmless, print } from "../terminal.ts";

/** Writes each problem in a line, then what is not proven, then the verdict. */
export async function printProof(terminal: Terminal, report: LedgerProof): Promise<void> {
  const { ok, problems, notes, head, links, verdict, facts } = report;
  for (const { code, sentence, where } of problems)
    await print(terminal, harmless(`${code}: ${sentence}${where === null ? "" : ` (${where})`}`) + "\n");
  for (const note of notes) await print(terminal, `Note: ${harmless(note)}.\n`);
  const counts = proofFactsWords(facts);
  await print(
    terminal,
    ok
      ? `${verdict}: ${counts}.\nHead of the audit trail: ${head} (link ${links})\n`
      : `${verdict}.${counts === "" ? "" : ` ${counts}.`}\n`,
  );
}

/**
 * Writes all of it as JSON, a problem a line; `notCompared` lists the pulls whose rows were not compared with
 * their stored responses, `notProven` the signed months that were not re-performed, and why.
 */
export async function writeProofJson(terminal: Terminal, report: LedgerProof): Promise<void> {
  const { ok, head, links, facts, problems, pulls, signedMonths } = report;
  const proven = { schema: "tieout.verify/1", ok, head, links };
  const months =
    signedMonths === null
      ? null
      : {
          inForce: signedMonths.signed,
          performedAgain: signedMonths.performed,
          notProven: signedMonths.unproven,
        };
  await writeJsonList(terminal, { ...proven, facts, pulls, signedMonths: months }, "problems", problems);
}
