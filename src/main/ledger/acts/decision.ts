/** Decisions and their undos. */
import { TieoutError } from "../../../core/errors.ts";
import { undoingOf } from "../../../core/review/close/admission.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { LEAST_DIGITS, onlyOneOf } from "../../../core/review/decisions/fingerprints.ts";
import { ActWriter, type ActRow, actReader, hasAct, listActs } from "../trail/acts.ts";
import { writeAlone } from "../file/audit.ts";

// Earlier decisions on findings, read row by row without the index: with a damaged index, a link would be
// written that no later reading of the trail accepts.

/**
 * Returns the id of the newest decision or undo on a fingerprint, null without one. The first call reads all
 * of them.
 *
 * @param latest none that came after this id
 */
export function newestIdFinder(
  db: ReadableLedger,
  latest = Number.MAX_SAFE_INTEGER,
): (fingerprint: string) => number | null {
  const read = () =>
    query<[fingerprint: string, id: number]>(db).lists(
      "SELECT fingerprint, id FROM decision NOT INDEXED WHERE id <= ? ORDER BY id",
      latest,
    );
  let newest: ReadonlyMap<string, number> | null = null;
  return (fingerprint) => (newest ??= new Map(read())).get(fingerprint) ?? null;
}

type StandingRow = Pick<Decision, "id" | "fingerprint" | "status" | "undoes">;

/** The decisions on some findings that were not undone, which an undo of each reverts. */
class StandingDecisions {
  readonly #file: string;
  readonly #standing = new Map<string, StandingRow[]>();

  constructor(db: ReadableLedger, fingerprints: ReadonlySet<string>) {
    this.#file = db.name;
    const rows = db.prepare<[], StandingRow>(
      "SELECT id, fingerprint, status, undoes FROM decision NOT INDEXED ORDER BY id",
    );
    for (const row of rows.iterate()) if (fingerprints.has(row.fingerprint)) this.#take(row);
  }

  #take(row: StandingRow): void {
    const standing = this.#standing.get(row.fingerprint) ?? [];
    if (row.undoes === null) standing.push(row);
    const kept = standing.filter(({ id }) => id !== row.undoes);
    this.#standing.set(row.fingerprint, kept);
  }

  /**
   * Takes the decision in force on a fingerprint back.
   *
   * @returns its id, and the status in force from then on
   * @throws TieoutError DECISION_NOT_FOUND where none is in force
   */
  undo(fingerprint: string): { readonly undone: number; readonly status: Decision["status"] } {
    const standing = this.#standing.get(fingerprint) ?? [];
    const found = undoingOf(standing);
    if (found === null) {
      throw new TieoutError("DECISION_NOT_FOUND", "This finding has no decision to undo", {
        file: this.#file,
        record: `fingerprint ${fingerprint}`,
      });
    }
    this.#standing.set(fingerprint, standing.slice(0, -1));
    return { undone: found.undone.id, status: found.status };
  }
}

/** A decision to take; note and name as `core/review/decisions/note-rules.ts` gives them. */
export interface NewDecision extends Pick<Decision, "fingerprint" | "status" | "note" | "by" | "finding"> {
  /** The id of the newest decision or reversal on this fingerprint seen before deciding; null for none. */
  readonly seen: number | null;
}

/** The decision in force on a fingerprint, to be undone. */
type NewUndoing = Pick<NewDecision, "fingerprint" | "note" | "by" | "seen">;

/**
 * Takes decisions, all or none, each generated when it is written: more than fit in memory.
 *
 * @param atMs milliseconds UTC
 * @returns their ids, in the order given
 * @throws TieoutError DECISION_CONFLICT when one came on a fingerprint that was not seen; as `writeAlone`
 */
export function saveManyDecisions(
  db: WritableLedger,
  decisions: Iterable<NewDecision>,
  atMs: number,
): number[] {
  return writeAlone(db, () => {
    const writer = new ActWriter(db, "decision");
    const refuseUnseen = unseenRefuser(db);
    return Array.from(decisions, (decision) => {
      refuseUnseen(decision);
      return writer.insert(decisionOf(decision, 0, atMs)).id;
    });
  });
}

export function decisionOf(
  { fingerprint, status, note, by, finding }: NewDecision,
  id: number,
  atMs: number,
): Decision {
  return { id, fingerprint, status, note, by, atMs, undoes: null, finding };
}

/**
 * Undoes the decision in force on each fingerprint, all or none; the one before it counts again.
 *
 * @param atMs milliseconds UTC
 * @returns the reversals, in the order given
 * @throws TieoutError DECISION_NOT_FOUND where no decision is in force; otherwise as `saveManyDecisions`
 */
export function undoDecisions(
  db: WritableLedger,
  reversals: readonly NewUndoing[],
  atMs: number,
): Decision[] {
  return writeAlone(db, () => {
    const writer = new ActWriter(db, "decision");
    const { read } = actReader(db, "decision");
    reversals.forEach(unseenRefuser(db));
    const asked = new Set(reversals.map(({ fingerprint }) => fingerprint));
    const standing = new StandingDecisions(db, asked);
    return reversals.map(({ fingerprint, note, by }) => {
      const { undone, status } = standing.undo(fingerprint);
      const document = query<string>(db).value("SELECT finding FROM decision WHERE id = ?", undone) ?? "";
      const { finding } = read({ id: undone, finding: document });
      return writer.insert({ fingerprint, status, note, by, atMs, undoes: undone, finding }, document);
    });
  });
}

/**
 * All decisions and reversals, in the order in which they were taken.
 *
 * @throws TieoutError AUDIT_MISMATCH where the records of one cannot be read: it would hold on to something
 *   else than was decided on
 */
export function listDecisions(db: ReadableLedger): Decision[] {
  return listActs(db, "decision");
}

/** The most decisions of one page. */
const PAGE_ROWS = 2000;
/** What a page's notes and findings come to at most, in UTF-16 units; one decision always is a page. */
const PAGE_CHARACTERS = 2_000_000;

/** Some decisions, in the order in which they were taken. */
export interface DecisionPage {
  readonly decisions: Decision[];
  readonly more: boolean;
}

/**
 * The decisions and reversals after an id, as many as are read at once.
 * @throws TieoutError as `listDecisions`
 */
export function readDecisionsAfter(db: ReadableLedger, id: number): DecisionPage {
  const decisions: Decision[] = [];
  if (!hasAct(db, "decision")) return { decisions, more: false };
  const { columns, read } = actReader(db, "decision");
  const rows = db
    .prepare<[number, number], ActRow & Readonly<Record<"note" | "finding", string>>>(
      `SELECT ${columns} FROM decision WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .iterate(id, PAGE_ROWS + 1);
  let characters = 0;
  for (const row of rows) {
    characters += row.note.length + row.finding.length;
    const isFull = decisions.length === PAGE_ROWS || characters > PAGE_CHARACTERS;
    if (isFull && decisions.length > 0) return { decisions, more: true };
    decisions.push(read(row));
  }
  return { decisions, more: false };
}

/** Whether a ledger still holds a decision that was read: not once another file, say a backup, is there. */
export function holdsDecision(
  db: ReadableLedger,
  { id, fingerprint, atMs }: Pick<Decision, "id" | "fingerprint" | "atMs">,
): boolean {
  if (!hasAct(db, "decision")) return false;
  const held = query<Pick<Decision, "fingerprint" | "atMs">>(db).row(
    "SELECT fingerprint, at_ms AS atMs FROM decision WHERE id = ?",
    id,
  );
  return held?.fingerprint === fingerprint && held.atMs === atMs;
}

/**
 * Finds the fingerprint that was decided on by its first digits, LEAST_DIGITS or more, or all; null when none
 * was. What it gives throws TieoutError FINDING_AMBIGUOUS when several begin with them.
 */
export function decidedFinder(db: ReadableLedger): (digits: string) => string | null {
  const following = db
    .prepare<[string, string], string>(
      "SELECT DISTINCT fingerprint FROM decision WHERE fingerprint >= ? AND fingerprint < ? ORDER BY fingerprint LIMIT 2",
    )
    .pluck();
  // No hex digit comes after f.
  return (digits) =>
    digits.length < LEAST_DIGITS ? null : onlyOneOf(digits, following.all(digits, `${digits}g`));
}

/** @throws TieoutError DECISION_CONFLICT where a fingerprint was decided on since it was seen */
function unseenRefuser(db: ReadableLedger): (asked: NewDecision | NewUndoing) => void {
  const newestIdOf = newestIdFinder(db);
  return ({ fingerprint, seen }) => {
    const newest = newestIdOf(fingerprint);
    if (newest === seen) return;
    throw new TieoutError(
      "DECISION_CONFLICT",
      newest === null
        ? `There is no decision ${String(seen)} on this finding`
        : `Decision ${newest} was made on this finding meanwhile`,
      { file: db.name, record: `fingerprint ${fingerprint}` },
    );
  };
}
