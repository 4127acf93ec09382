/** Verifying a ledger and re-performing every signed month, as a use case. */
import { problemError } from "../../ledger/trail/forged.ts";
import { type OnStep, type VerifyReport, verifyLedger } from "../../ledger/proof/verify.ts";
import { goOn } from "../shared/cancelled.ts";
import { nameChangedRows } from "../check/changed-rows.ts";
import type { ServiceContext } from "../shared/context.ts";
import { proveCounting } from "./prove-counting.ts";
import { type Reperformance, reperformMonths } from "./reperform.ts";

export interface LedgerProof extends VerifyReport {
  /** Of the months whose signature is in force; null where the tables cannot be read. */
  readonly signedMonths: Omit<Reperformance, "problems"> | null;
}

/**
 * @param head the head of the audit trail as it was printed once; null without one
 * @throws TieoutError when the file cannot be opened as a ledger at all; CANCELLED before it begins, and
 *   between the pulls of months that are re-performed; LEDGER_DISK_FULL where their responses find no room
 */
export async function verifyLedgerFile(
  path: string,
  head: string | null,
  context: ServiceContext,
): Promise<LedgerProof> {
  await goOn(context);
  const onStep: OnStep = (done, total) =>
    context.onProgress?.({ phase: "Verifying", done, total, unit: "steps" });
  let signedMonths: LedgerProof["signedMonths"] = null;
  const prove: Parameters<typeof verifyLedger>[2] = async (db, found) => {
    const named = await nameChangedRows(db, found, context);
    const counting = await proveCounting(db, context);
    const { problems, ...months } = await reperformMonths(db, context);
    signedMonths = months;
    const { signed, performed, unproven } = months;
    const facts: VerifyReport["facts"] =
      signed === 0 ? [] : [{ name: "signed months re-performed from raw answers", count: performed }];
    return {
      problems: [...named, ...counting.problems, ...problems],
      facts,
      notes: [...counting.notes, ...unproven.map(({ sentence }) => sentence)],
    };
  };
  const report = await verifyLedger(path, head, prove, onStep);
  return { ...report, signedMonths };
}

/**
 * Refuses a file that `verify` would refuse.
 *
 * @param file what the error names in its place
 * @param words put before the sentence that says what is wrong
 * @throws TieoutError with the first problem; otherwise as `verifyLedgerFile`
 */
export async function refuseUnproven(
  path: string,
  file: string,
  words: string,
  context: ServiceContext,
): Promise<void> {
  const [problem] = (await verifyLedgerFile(path, null, context)).problems;
  if (problem !== undefined) throw problemError(problem, file, words);
}
