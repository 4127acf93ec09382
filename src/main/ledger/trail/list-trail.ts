/** The links of the audit trail as the workbook lists them. */
import type { JsonValue } from "../../../core/canonical.ts";
import type { RecordLink, TrailLink } from "../../../core/report/sheet/input.ts";
import { ACTS, ACT_KINDS, SIGNATURE_FIELD } from "../../../schema/acts.ts";
import { misread, linkPlace } from "../../../schema/stored.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { type Link } from "../file/audit.ts";

/** What the workbook reads from its own tables. */
const HELD: readonly RecordLink["kind"][] = ["decision", "match", "close", "attachment"];

/** A link; what people recorded is read from its own tables, so that its payload is left out. */
type LinkRow = Pick<Link, "sequence" | "atMs" | "kind"> & {
  readonly id: unknown;
  readonly key: unknown;
  readonly payload: string | null;
};

/** All up to one, in order. @throws TieoutError AUDIT_BROKEN for one that says not what it records */
export function listTrail(db: ReadableLedger, upTo: number): TrailLink[] {
  const numbers = ACT_KINDS.map((kind) => `WHEN '${kind}' THEN '$.${ACTS[kind].number}'`);
  const held = HELD.map((kind) => `'${kind}'`);
  return query<LinkRow>(db)
    .rows(
      `SELECT sequence, at_ms AS atMs, kind,
         iif(json_valid(payload), json_extract(payload, CASE kind ${numbers.join(" ")} END), NULL) AS id,
         iif(json_valid(payload), payload ->> '$.${SIGNATURE_FIELD}.key', NULL) AS key,
         iif(json_valid(payload) AND kind NOT IN (${held.join(", ")}), payload, NULL) AS payload
       FROM audit WHERE sequence <= ? ORDER BY sequence`,
      upTo,
    )
    .map(({ sequence, atMs, kind, id, key, payload }) => {
      const signed = typeof key === "string" ? { key } : {};
      const number = typeof id === "number" && Number.isSafeInteger(id) ? { id, ...signed } : null;
      if (payload !== null) {
        const written = { kind, payload: JSON.parse(payload) as JsonValue };
        return { sequence, kind: "other", atMs, written, ...number };
      }
      if (number !== null) return { sequence, kind: kind as RecordLink["kind"], ...number };
      throw misread(linkPlace(db.name, sequence));
    });
}
