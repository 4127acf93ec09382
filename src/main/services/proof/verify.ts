/** Verifying a ledger as a use case: its rows and links, its stored responses, its signed months. */
import { type ComparedPulls, proofVerdict } from "../../../core/words/proof.ts";
import { capitalised } from "../../../core/text/sentence.ts";
import { problemError } from "../../ledger/trail/forged.ts";
import { type OnStep, type VerifyReport, verifyLedger } from "../../ledger/proof/verify.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/context.ts";
import { proveCounting } from "./prove-counting.ts";
import { type Reperformance, reperform } from "./reperform.ts";

export interface LedgerProof extends VerifyReport {
  /** null where the tables cannot be read. */
  readonly pulls: ComparedPulls | null;
  /** Of the months whose signature is in force; null where the tables cannot be read. */
  readonly signedMonths: Reperformance | null;
  /** All of it in one sentence, without the full stop. */
  readonly verdict: string;
}

/**
 * @param head the head of the audit trail as it was printed once; null without one
 * @throws TieoutError when the file cannot be opened as a ledger at all; CANCELLED before it begins, and
 *   between the pulls; LEDGER_DISK_FULL where their responses find no room
 */
export async function verifyLedgerFile(
  path: string,
  head: string | null,
  context: ServiceContext,
): Promise<LedgerProof> {
  await goOn(context);
  const onStep: OnStep = (done, total) =>
    context.onProgress?.({ phase: "Verifying", done, total, unit: "steps" });
  let pulls: LedgerProof["pulls"] = null;
  let signedMonths: LedgerProof["signedMonths"] = null;
  const prove: Parameters<typeof verifyLedger>[2] = async (db, found) => {
    const counting = await proveCounting(db, context);
    const { problems, ...proof } = await reperform(db, found, context);
    pulls = proof.pulls;
    signedMonths = proof.months;
    const { facts, notes } = factsAndNotes(proof);
    return { problems: [...problems, ...counting.problems], facts, notes: [...notes, ...counting.notes] };
  };
  const report = await verifyLedger(path, head, prove, onStep);
  const proven = { ...report, pulls, signedMonths };
  return { ...proven, verdict: proofVerdict(proven) };
}

function factsAndNotes({
  pulls,
  months,
}: Pick<Awaited<ReturnType<typeof reperform>>, "pulls" | "months">): Pick<VerifyReport, "facts" | "notes"> {
  const compared = { name: "pulls compared with raw answers", count: pulls.compared } as const;
  const performed = { name: "signed months re-performed from raw answers", count: months.performed } as const;
  return {
    facts: months.signed === 0 ? [compared] : [compared, performed],
    notes: [...pulls.notCompared, ...months.unproven].map(({ sentence }) => capitalised(sentence)),
  };
}

/**
 * Refuses a file that `verify` would refuse.
 *
 * @param file what the error names in its place
 * @param words put before the sentence that says what is wrong
 * @returns which pulls' rows were compared with their stored responses
 * @throws TieoutError with the first problem; otherwise as `verifyLedgerFile`
 */
export async function refuseUnproven(
  path: string,
  file: string,
  words: string,
  context: ServiceContext,
): Promise<ComparedPulls> {
  const { pulls, problems } = await verifyLedgerFile(path, null, context);
  const [problem] = problems;
  if (problem !== undefined) throw problemError(problem, file, words);
  if (pulls === null) throw new Error("a ledger without problems was read to its end");
  return pulls;
}
