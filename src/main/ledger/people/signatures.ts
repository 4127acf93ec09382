/** Signatures in the order of the audit trail, for the restatement register. */
import { TieoutError } from "../../../core/errors.ts";
import type { CloseStep } from "../../../core/review/close/close.ts";
import type { Convention } from "../../../core/options.ts";
import { type Signature, type TrailMark, signaturesByPull } from "../../../core/review/restate/signatures.ts";
import { listCloseSteps } from "./close-step.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { usedConventionOf } from "./run-document.ts";
import { findRunDocument } from "./run.ts";
import { asDamage } from "../file/sqlite-error.ts";

/**
 * All signatures there ever were, in the order in which they were given.
 *
 * @param known the steps of the close, where they were read already
 * @throws TieoutError LEDGER_CORRUPT when what a month was signed on is not what a step freezes, or its run
 *   is none
 */
export function readSignatures(db: ReadableLedger, known?: readonly CloseStep[]): Signature[] {
  try {
    const steps = known ?? listCloseSteps(db);
    if (!steps.some(({ step }) => step === "sign-off")) return [];
    return signaturesByPull(steps, listMarks(db), (runId) => conventionOf(db, runId));
  } catch (error) {
    throw asUnreadable(error, db.name);
  }
}

/** The text was written by somebody else: invalid JSON, a missing part, an unknown month or zone. */
function asUnreadable(error: unknown, file: string): unknown {
  const isStrange = error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError;
  if (!isStrange) return asDamage(error, file);
  const facts = { file, record: "close_step" };
  return new TieoutError(
    "LEDGER_CORRUPT",
    "The frozen figures of the signed months cannot be read",
    facts,
    error,
  );
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

/** The one that the run's check used, whatever was requested. */
function conventionOf(db: ReadableLedger, runId: number): Convention {
  const document = findRunDocument(db, runId);
  return document !== null && usedConventionOf(document) === "bank" ? "bank" : "asset";
}
