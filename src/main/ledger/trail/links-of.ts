/** Which links of the trail record pulls and steps of the close. */
import type { ReadableLedger } from "../file/connection.ts";

/** Sequences of the links of pulls, by the pull's number. */
export function pullLinks(db: ReadableLedger): Map<number, number> {
  return linksOf(db, "pull", "$.pull");
}

/** Sequences of the links of steps of the close, by the step's number. */
export function closeLinks(db: ReadableLedger): Map<number, number> {
  return linksOf(db, "close", "$.close");
}

function linksOf(db: ReadableLedger, kind: "pull" | "close", path: string): Map<number, number> {
  return new Map(
    db
      .prepare<[string, string], [id: number, sequence: number]>(
        "SELECT payload ->> ?, sequence FROM audit WHERE kind = ? ORDER BY sequence",
      )
      .raw()
      .all(path, kind),
  );
}
