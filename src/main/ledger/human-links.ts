/** Which links of the audit trail record what people decided, matched and closed. */
import type { ReadableLedger } from "./connection.ts";

/** One such link, with the number of what it records. */
export interface HumanLink {
  readonly sequence: number;
  readonly kind: "decision" | "match" | "close";
  readonly id: number;
}

/** All of them, in the order of the trail. */
export function listHumanLinks(db: ReadableLedger): HumanLink[] {
  return db
    .prepare<[], HumanLink>(
      `SELECT sequence, kind, json_extract(payload, '$.' || kind) AS id FROM audit
       WHERE kind IN ('decision', 'match', 'close') ORDER BY sequence`,
    )
    .all();
}
