/**
 * Earlier decisions on findings, read row by row without the index: with a damaged index, a link would be
 * written that no later reading of the trail accepts.
 */
import { TieoutError } from "../../../core/errors.ts";
import { undoingOf } from "../../../core/review/decisions/admission.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { ReadableLedger } from "../file/connection.ts";

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
    db
      .prepare<[number], [fingerprint: string, id: number]>(
        "SELECT fingerprint, id FROM decision NOT INDEXED WHERE id <= ? ORDER BY id",
      )
      .raw()
      .all(latest);
  let newest: ReadonlyMap<string, number> | null = null;
  return (fingerprint) => (newest ??= new Map(read())).get(fingerprint) ?? null;
}

type StandingRow = Pick<Decision, "id" | "fingerprint" | "status" | "undoes">;

/** The decisions on some findings that were not undone, which an undo of each reverts. */
export class StandingDecisions {
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
