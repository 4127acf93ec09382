/** The links of the audit trail as the workbook lists them. */
import type { JsonValue } from "../../../core/canonical.ts";
import type { RecordLink, TrailLink } from "../../../core/report/input.ts";
import { misread } from "../../../schema/stored.ts";
import type { ReadableLedger } from "../file/connection.ts";
import type { Link } from "./audit.ts";

/** Under which name the link of each kind of record states its number. */
const NUMBERED: Readonly<Record<RecordLink["kind"], string>> = {
  decision: "decision",
  match: "match",
  close: "close",
  attachment: "attachment",
  letter: "letterStep",
};

/** A link; what people recorded is read from its own tables, so that its payload is left out. */
type LinkRow = Pick<Link, "sequence" | "atMs" | "kind"> & {
  readonly id: unknown;
  readonly payload: string | null;
};

/**
 * All of them up to one, in their order.
 *
 * @throws TieoutError AUDIT_BROKEN naming one that does not say what it records
 */
export function listTrail(db: ReadableLedger, upTo: number): TrailLink[] {
  const whens = Object.entries(NUMBERED).map(([kind, name]) => `WHEN '${kind}' THEN '$.${name}'`);
  const path = `CASE kind ${whens.join(" ")} END`;
  return db
    .prepare<[number], LinkRow>(
      `SELECT sequence, at_ms AS atMs, kind, iif(json_valid(payload), json_extract(payload, ${path}), NULL) AS id,
         iif(json_valid(payload) AND ${path} IS NULL, payload, NULL) AS payload
       FROM audit WHERE sequence <= ? ORDER BY sequence`,
    )
    .all(upTo)
    .map(({ sequence, atMs, kind, id, payload }) => {
      if (payload !== null)
        return {
          sequence,
          kind: "other",
          atMs,
          written: { kind, payload: JSON.parse(payload) as JsonValue },
        };
      if (typeof id === "number" && Number.isSafeInteger(id))
        return { sequence, kind: kind as RecordLink["kind"], id };
      throw misread({
        code: "AUDIT_BROKEN",
        file: db.name,
        record: `link ${sequence}`,
        sentence: "A link differs from what was written",
      });
    });
}
