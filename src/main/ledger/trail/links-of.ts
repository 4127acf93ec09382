/** Which links of the trail record pulls, steps of the close, terms and evidence. */
import { ACTS, type ActKind } from "../../../schema/acts.ts";
import type { ReadableLedger } from "../file/connection.ts";
import type { LinkKind } from "./audit.ts";

/** Sequences of the links of pulls, by the pull's number. */
export function pullLinks(db: ReadableLedger): Map<number, number> {
  return linksOf(db, "pull", "pull");
}

/** Sequences of the links of steps of the close, by the step's number. */
export function closeLinks(db: ReadableLedger): Map<number, number> {
  return actLinks(db, "close");
}

/** Sequences of the links of versions of the months' terms, by the version's number. */
export function termsLinks(db: ReadableLedger): Map<number, number> {
  return actLinks(db, "terms");
}

/** Sequences of the links of evidence and its withdrawals, by their numbers. */
export function attachmentLinks(db: ReadableLedger): Map<number, number> {
  return actLinks(db, "attachment");
}

/** The link of the first pull or import that was recorded after an instant; null where there is none. */
export function firstPullLinkAfter(db: ReadableLedger, atMs: number): number | null {
  const first = db
    .prepare<[number], { sequence: number | null }>(
      "SELECT min(sequence) AS sequence FROM audit WHERE kind = 'pull' AND at_ms > ?",
    )
    .get(atMs);
  return first?.sequence ?? null;
}

/** Who changed each setting last after a link, by the setting's name; none where nobody was named. */
export function settingNames(db: ReadableLedger, sequence: number): Map<string, string> {
  const rows = db
    .prepare<[number], [name: string, by: string]>(
      `SELECT changed.key, payload ->> '$.by' FROM audit, json_each(payload, '$.before') AS changed
       WHERE kind = 'setting' AND sequence > ? AND payload ->> '$.by' <> '' ORDER BY sequence`,
    )
    .raw()
    .all(sequence);
  return new Map(rows);
}

/** Sequences of the links of an act, by its number. */
export function actLinks(db: ReadableLedger, kind: ActKind): Map<number, number> {
  return linksOf(db, kind, ACTS[kind].number);
}

function linksOf(db: ReadableLedger, kind: LinkKind, number: string): Map<number, number> {
  return new Map(
    db
      .prepare<[string, string], [id: number, sequence: number]>(
        "SELECT payload ->> ?, sequence FROM audit WHERE kind = ? ORDER BY sequence",
      )
      .raw()
      .all(`$.${number}`, kind),
  );
}
