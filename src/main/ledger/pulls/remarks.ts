/** What the links of pulls say beyond the rows of the pulls. */
import { type AcceptedVanishing } from "../../../core/review/pulls/vanishing.ts";
import { exactly, integer, listOf, text } from "../../../schema/parts.ts";
import { parseStored } from "../../../schema/stored.ts";
import { moment } from "../../../schema/values.ts";
import type { ReadableLedger } from "../file/connection.ts";

/**
 * Where a wallet history was cut: of entries that were created in one second any may be listed and the others
 * not, so that those of the oldest second are not known to be all.
 */
export interface Cut {
  /** The oldest second, milliseconds UTC. */
  readonly atMs: number;
  /** Entries of that second that are held and did not come, ascending walletIDs. They need not be gone. */
  readonly unsure: readonly number[];
}

export const cut = exactly<Cut>({ atMs: moment, unsure: listOf(integer) });
export const accepted = exactly<AcceptedVanishing>({ by: text, note: text });

export interface PullRemarks {
  /** null where the wallet history was not cut. */
  readonly cut: Cut | null;
  /** Whether records moved while it ran, each time that it asked. */
  readonly torn: boolean;
  /** The latest time that a response stated, milliseconds UTC; null where none did. */
  readonly serverAtMs: number | null;
  /** Who accepted that records vanished; null where nobody had to. */
  readonly accepted: AcceptedVanishing | null;
}

const PLAIN: PullRemarks = { cut: null, torn: false, serverAtMs: null, accepted: null };

/**
 * The remarks on pulls.
 *
 * @returns by the pull's id; what is plain for the others
 * @throws TieoutError AUDIT_MISMATCH where a link says what is never written
 */
export function readRemarks(db: ReadableLedger): (pullId: number) => PullRemarks {
  const rows = db
    .prepare<[], Readonly<Record<"cut" | "torn" | "stated" | "accepted", string | null>> & { pull: number }>(
      `SELECT payload ->> '$.pull' AS pull, payload -> '$.entries.cut' AS cut, payload -> '$.torn' AS torn,
        payload -> '$.serverAtMs' AS stated, payload -> '$.accepted' AS accepted FROM audit WHERE kind = 'pull' AND json_valid(payload)
        AND coalesce(payload -> '$.entries.cut', payload -> '$.torn', payload -> '$.serverAtMs', payload -> '$.accepted')
          IS NOT NULL`,
    )
    .all();
  const remarks = new Map(
    rows.map((row): [number, PullRemarks] => {
      const place = () => ({
        record: `pull ${row.pull}`,
        sentence: "The link of a pull differs from what was written",
      });
      return [
        row.pull,
        {
          cut: row.cut === null ? null : parseStored(row.cut, cut, place),
          torn: row.torn === "true",
          serverAtMs: row.stated === null ? null : parseStored(row.stated, moment, place),
          accepted: row.accepted === null ? null : parseStored(row.accepted, accepted, place),
        },
      ];
    }),
  );
  return (pullId) => remarks.get(pullId) ?? PLAIN;
}
