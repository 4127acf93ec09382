/** Decisions and their undoing: rows that are only ever added, each with its link of the audit trail. */
import { canonicalJson } from "../../core/canonical.ts";
import { TieoutError } from "../../core/errors.ts";
import type { DecidedFinding, Decision } from "../../core/review/decision.ts";
import { standings } from "../../core/review/standing.ts";
import { appendLink } from "./audit.ts";
import type { ReadableLedger, WritableLedger } from "./connection.ts";
import { schemaVersion } from "./migrate.ts";
import { guarded } from "./sqlite-error.ts";

/** Schemas before this one hold no decisions. */
export const DECISIONS_SINCE = 2;

/** A decision to take; note and name as `core/review/wording` gives them. */
export interface NewDecision extends Pick<Decision, "fingerprint" | "status" | "note" | "by" | "finding"> {
  /** The id of the newest decision or undoing on this fingerprint that was seen before deciding; null for none. */
  readonly seen: number | null;
}

/** The decision in force on a fingerprint, to be undone. */
export type NewUndoing = Pick<NewDecision, "fingerprint" | "note" | "by" | "seen">;

/**
 * Takes decisions, all or none.
 *
 * @param atMs milliseconds UTC
 * @returns as they stand in the ledger, in the order given
 * @throws TieoutError DECISION_CONFLICT when one came on a fingerprint that was not seen; LEDGER_READONLY, LEDGER_BUSY,
 *   LEDGER_DISK_FULL
 */
export function saveDecisions(
  db: WritableLedger,
  decisions: readonly NewDecision[],
  atMs: number,
): Decision[] {
  return guarded(db.name, () =>
    db
      .transaction(() => {
        for (const decision of decisions) refuseUnseen(db, decision);
        return decisions.map(({ fingerprint, status, note, by, finding }) =>
          insertDecision(db, { fingerprint, status, note, by, atMs, undoes: null, finding }),
        );
      })
      .immediate(),
  );
}

/**
 * Undoes the decision in force on each fingerprint, all or none; the one before it counts again.
 *
 * @param atMs milliseconds UTC
 * @returns the undoings, in the order given
 * @throws TieoutError DECISION_NOT_FOUND where no decision is in force; otherwise as `saveDecisions`
 */
export function undoDecisions(db: WritableLedger, undoings: readonly NewUndoing[], atMs: number): Decision[] {
  return guarded(db.name, () =>
    db
      .transaction(() => {
        for (const undoing of undoings) refuseUnseen(db, undoing);
        return undoings.map((undoing) => insertUndoing(db, undoing, atMs));
      })
      .immediate(),
  );
}

/** All decisions and undoings, in the order in which they were taken. */
export function listDecisions(db: ReadableLedger): Decision[] {
  if (schemaVersion(db) < DECISIONS_SINCE) return [];
  return db.prepare<[], DecisionRow>(`SELECT ${COLUMNS} FROM decision ORDER BY id`).all().map(fromRow);
}

/** The id of the newest decision or undoing of the ledger, 0 without one. */
export function newestDecisionId(db: ReadableLedger): number {
  if (schemaVersion(db) < DECISIONS_SINCE) return 0;
  return db.prepare<[], number | null>("SELECT max(id) FROM decision").pluck().get() ?? 0;
}

/**
 * The id of the newest decision or undoing on a fingerprint, null without one.
 *
 * @param latest none that came after this id
 */
export function findNewestId(
  db: ReadableLedger,
  fingerprint: string,
  latest = Number.MAX_SAFE_INTEGER,
): number | null {
  return (
    db
      .prepare<[string, number], number | null>(
        "SELECT max(id) FROM decision WHERE fingerprint = ? AND id <= ?",
      )
      .pluck()
      .get(fingerprint, latest) ?? null
  );
}

type DecisionRow = Omit<Decision, "finding"> & { readonly finding: string };

const COLUMNS = "id, fingerprint, status, note, decided_by AS by, at_ms AS atMs, undoes, finding";

function fromRow({ finding, ...row }: DecisionRow): Decision {
  return { ...row, finding: JSON.parse(finding) as DecidedFinding };
}

function refuseUnseen(db: ReadableLedger, { fingerprint, seen }: NewDecision | NewUndoing): void {
  const newest = findNewestId(db, fingerprint);
  if (newest === seen) return;
  throw new TieoutError(
    "DECISION_CONFLICT",
    newest === null
      ? `There is no decision ${String(seen)} on this finding`
      : `Decision ${newest} was taken on this finding meanwhile`,
    { file: db.name, record: `fingerprint ${fingerprint}` },
  );
}

function insertUndoing(db: WritableLedger, { fingerprint, note, by }: NewUndoing, atMs: number): Decision {
  const taken = db
    .prepare<[string], DecisionRow>(`SELECT ${COLUMNS} FROM decision WHERE fingerprint = ?`)
    .all(fingerprint)
    .map(fromRow);
  const inForce = standings(taken).get(fingerprint)?.inForce ?? null;
  if (inForce === null) {
    throw new TieoutError("DECISION_NOT_FOUND", "No decision on this finding is in force to be undone", {
      file: db.name,
      record: `fingerprint ${fingerprint}`,
    });
  }
  const left = taken.filter(({ id }) => id !== inForce.id);
  const status = standings(left).get(fingerprint)?.inForce?.status ?? "open";
  const { id: undoes, finding } = inForce;
  return insertDecision(db, { fingerprint, status, note, by, atMs, undoes, finding });
}

function insertDecision(db: WritableLedger, decision: Omit<Decision, "id">): Decision {
  const { fingerprint, status, note, by, atMs, undoes, finding } = decision;
  const id = Number(
    db
      .prepare(
        `INSERT INTO decision (fingerprint, status, note, decided_by, at_ms, undoes, finding)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(fingerprint, status, note, by, atMs, undoes, canonicalJson({ ...finding })).lastInsertRowid,
  );
  appendLink(db, atMs, "decision", {
    decision: id,
    fingerprint,
    status,
    note,
    by,
    undoes,
    finding: { ...finding },
  });
  return { id, ...decision };
}
