/** Which links of the trail record pulls, steps of the close, terms and evidence. */
import { ACTS, type ActKind } from "../../../schema/acts.ts";
import type { ReadableLedger } from "../file/connection.ts";

/** Sequences of the links of pulls or of an act, by the number of what they record. */
export function linksOf(db: ReadableLedger, kind: ActKind | "pull"): Map<number, number> {
  const links = db.prepare<[string, string], [id: number, sequence: number]>(
    "SELECT payload ->> ?, sequence FROM audit WHERE kind = ? ORDER BY sequence",
  );
  return new Map(links.raw().all(`$.${kind === "pull" ? "pull" : ACTS[kind].number}`, kind));
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
