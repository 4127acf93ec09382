/**
 * The links of the audit trail that record decisions, matches, evidence and steps of the close and of
 * letters.
 */
import type { ReadableLedger } from "../file/connection.ts";
import { misread } from "../../../schema/stored.ts";

/** One such link, with the number of what it records. */
interface HumanLink {
  readonly sequence: number;
  readonly kind: "decision" | "match" | "close" | "attachment" | "letter";
  readonly id: number;
}

/**
 * All of them, in the order of the trail.
 *
 * @throws TieoutError AUDIT_BROKEN naming one that does not say what it records
 */
export function listHumanLinks(db: ReadableLedger): HumanLink[] {
  const links = db
    .prepare<[], HumanLink>(
      `SELECT sequence, kind,
         json_extract(payload, '$.' || iif(kind = 'letter', 'letterStep', kind)) AS id FROM audit
       WHERE kind IN ('decision', 'match', 'close', 'attachment', 'letter') ORDER BY sequence`,
    )
    .all();
  const strange = links.find(({ id }) => !Number.isSafeInteger(id));
  if (strange === undefined) return links;
  throw misread({
    code: "AUDIT_BROKEN",
    file: db.name,
    record: `link ${strange.sequence}`,
    sentence: "A link differs from what was written",
  });
}
