/** Parses a kept run's document piece by piece; findings come one by one. */
import type { ComparedCheck, KeptFinding } from "../../../core/reconcile/same-conclusion.ts";
import { type JsonPart, readMembers } from "../tables/json-members.ts";
import { type RunDocument, findRunDocument } from "./run.ts";
import { keptFinding, runCounts, runQuestion, runSkippedRules } from "../../../schema/run.ts";
import { isStored, misread } from "../../../schema/stored.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { CloseStep } from "../../../core/review/close/close.ts";
import type { Convention } from "../../../core/options.ts";
import { type Signature, type TrailMark, signaturesByPull } from "../../../core/review/restate/signatures.ts";
import { listCloseSteps } from "./close-step.ts";
import { ACTS } from "../../../schema/acts.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { asDamage } from "../file/sqlite-error.ts";

/** @throws TieoutError AUDIT_MISMATCH where it is no check's document */
export function runQuestionOf(document: RunDocument) {
  const head = headOf(document);
  if (isStored(runQuestion, head)) return head;
  throw otherThanKept(document);
}

/** The whole check, its findings read each time. @throws TieoutError AUDIT_MISMATCH where it is none */
export function keptCheckOf(document: RunDocument): ComparedCheck {
  const head = headOf(document);
  const schemas = [runQuestion, runCounts, runSkippedRules];
  if (!schemas.every((schema) => isStored<object>(schema, head))) throw otherThanKept(document);
  const findings = { [Symbol.iterator]: () => runFindingsOf(document) };
  return { ...(head as unknown as ComparedCheck), findings };
}

/** Findings of a kept run, in its order. @throws TieoutError AUDIT_MISMATCH where it is no check's */
export function* runFindingsOf(document: RunDocument): Generator<KeptFinding> {
  let areThere = false;
  for (const part of partsOf(document)) {
    // They are last.
    if (areThere && part.kind !== "item") throw otherThanKept(document);
    areThere ||= part.name === FINDINGS && part.kind === "list";
    if (part.kind !== "item" || part.name !== FINDINGS) continue;
    if (!isStored(keptFinding, part.value)) throw otherThanKept(document);
    yield part.value as KeptFinding;
  }
  if (!areThere) throw otherThanKept(document);
}

/** The convention that the run's check used, whatever was asked; undefined when unsaid. Reads no more. */
export function usedConventionOf(document: RunDocument): unknown {
  for (const part of partsOf(document)) {
    if (part.kind === "member" && part.name === "convention")
      return (part.value as { readonly used?: unknown } | null)?.used;
  }
  return undefined;
}

/** Whether a kept run raised one of some findings; its document is looked through, not parsed. */
export function raisesOneOf(document: RunDocument, fingerprints: ReadonlySet<string>): boolean {
  for (const fingerprint of fingerprintsIn(document)) if (fingerprints.has(fingerprint)) return true;
  return false;
}

/** Which of some findings a kept run raised; its document is looked through, not parsed. */
export function raisedOf(document: RunDocument, fingerprints: ReadonlySet<string>): ReadonlySet<string> {
  const raised = new Set<string>();
  for (const one of fingerprintsIn(document)) if (fingerprints.has(one)) raised.add(one);
  return raised;
}

function* fingerprintsIn(document: RunDocument): Generator<string> {
  let before = "";
  for (const piece of document.pieces()) {
    const text = before + piece.toString("latin1");
    for (const [, fingerprint = ""] of text.matchAll(FINGERPRINT)) yield fingerprint;
    before = text.slice(1 - FINGERPRINT_LENGTH);
  }
}

const FINGERPRINT = /"fingerprint":"([0-9a-f]{64})"/gu;
const FINGERPRINT_LENGTH = '"fingerprint":""'.length + 64;

/** All members but the findings, which are last, and the causes, which nobody reads of a kept run. */
function headOf(document: RunDocument): Readonly<Record<string, unknown>> {
  const head: [string, unknown][] = [];
  for (const part of partsOf(document)) {
    if (part.name === FINDINGS) break;
    if (part.kind === "member" && !part.name.startsWith(WITHIN_CAUSES)) head.push([part.name, part.value]);
  }
  return Object.fromEntries(head);
}

const FINDINGS = "findings";
const WITHIN_CAUSES = "causes.";
const READ_ONE_BY_ONE: ReadonlySet<string> = new Set([FINDINGS, `${WITHIN_CAUSES}items`]);

function* partsOf(document: RunDocument): Generator<JsonPart> {
  try {
    yield* readMembers(document.pieces(), READ_ONE_BY_ONE);
  } catch (error) {
    throw error instanceof SyntaxError ? otherThanKept(document) : error;
  }
}

function otherThanKept({ file, run }: RunDocument): Error {
  return misread({ file, record: `run ${run}`, sentence: "The run is not a check that Tieout kept" });
}

// Signatures in the order of the audit trail, for the restatement register.

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
  const { table, differs } = ACTS.close;
  return new TieoutError("LEDGER_CORRUPT", differs, { file, record: table }, error);
}

function listMarks(db: ReadableLedger): TrailMark[] {
  return query<[pull: number | null, step: number]>(db)
    .lists(
      `SELECT payload ->> '$.pull', payload ->> '$.close' FROM audit WHERE kind IN ('pull', 'close') ORDER BY sequence`,
    )
    .map(([pull, step]) => (pull === null ? { step } : { pull }));
}

/** The one that the run's check used, whatever was requested. A pack holds its own month's check, and none of earlier months. */
function conventionOf(db: ReadableLedger, runId: number): Convention {
  const document = findRunDocument(db, runId);
  return document !== null && hasBytes(document) && usedConventionOf(document) === "bank" ? "bank" : "asset";
}

function hasBytes({ pieces }: RunDocument): boolean {
  for (const { length } of pieces()) return length > 0;
  return false;
}
