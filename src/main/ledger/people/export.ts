/** Exports in the audit trail, so that a workbook can be compared with its ledger. */
import type { ExportFormat } from "../../../core/report/format.ts";
import { appendLink } from "../trail/audit.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { guarded } from "../file/sqlite-error.ts";

export interface ExportRecord {
  /** The file's name, without its folder. */
  readonly file: string;
  /** Of the file's bytes, 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** The run that it shows; its document says the period and the options. */
  readonly run: number;
  /** What the run does not record about the layout. Earlier links lack it. */
  readonly format?: ExportFormat | undefined;
  readonly decimals?: number | undefined;
  readonly appVersion?: string | undefined;
  readonly layout?: number | undefined;
}

/** @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL */
export function recordExport(
  db: WritableLedger,
  atMs: number,
  { file, sha256, bytes, run, format, decimals, appVersion, layout }: ExportRecord,
): void {
  const made = {
    ...(format === undefined ? {} : { format }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(appVersion === undefined ? {} : { appVersion }),
    ...(layout === undefined ? {} : { layout }),
  };
  guarded(db.name, () => {
    db.transaction(() => appendLink(db, atMs, "export", { file, sha256, bytes, run, ...made })).immediate();
  });
}

/** The trail's record of the export of a run; null when it was never recorded. */
export function findExport(
  db: ReadableLedger,
  run: number,
): (ExportRecord & { readonly atMs: number }) | null {
  const link = db
    .prepare<[number], { readonly atMs: number; readonly payload: string }>(
      `SELECT at_ms AS atMs, payload FROM audit WHERE kind = 'export' AND payload ->> '$.run' = ?
       ORDER BY sequence DESC LIMIT 1`,
    )
    .get(run);
  return link === undefined ? null : { ...(JSON.parse(link.payload) as ExportRecord), atMs: link.atMs };
}

/** Whether a file of these bytes was exported from the ledger, under whatever name. */
export function isExport(db: ReadableLedger, sha256: string): boolean {
  const link = db
    .prepare<[string], number>(
      "SELECT 1 FROM audit WHERE kind = 'export' AND payload ->> '$.sha256' = ? LIMIT 1",
    )
    .pluck()
    .get(sha256);
  return link !== undefined;
}
