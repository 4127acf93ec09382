/** Signatures as pulls find them, by the order of the audit trail. */
import type { Convention } from "../../core/options.ts";
import { type Signature, type TrailMark, signaturesOf } from "../../core/review/signatures.ts";
import { listCloseSteps } from "./close-step.ts";
import type { ReadableLedger } from "./connection.ts";

/** All signatures there ever were, in the order in which they were given. */
export function readSignatures(db: ReadableLedger): Signature[] {
  const steps = listCloseSteps(db);
  if (!steps.some(({ step }) => step === "sign-off")) return [];
  return signaturesOf(steps, listMarks(db), (runId) => conventionOf(db, runId));
}

function listMarks(db: ReadableLedger): TrailMark[] {
  return db
    .prepare<[], [pull: number | null, step: number]>(
      `SELECT payload ->> '$.pull', payload ->> '$.close' FROM audit WHERE kind IN ('pull', 'close') ORDER BY sequence`,
    )
    .raw()
    .all()
    .map(([pull, step]) => (pull === null ? { step } : { pull }));
}

/** The one that the run's check used, whatever was asked for. */
function conventionOf(db: ReadableLedger, runId: number): Convention {
  const used = db
    .prepare<[number], string | null>("SELECT document ->> '$.convention.used' FROM run WHERE id = ?")
    .pluck()
    .get(runId);
  return used === "bank" ? "bank" : "asset";
}
