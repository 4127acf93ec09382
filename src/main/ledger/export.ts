/** Exports in the audit trail: what was written when, so that a workbook can be held against its ledger. */
import { appendLink } from "./audit.ts";
import type { WritableLedger } from "./connection.ts";
import { guarded } from "./sqlite-error.ts";

export interface ExportRecord {
  /** The file's name, without its folder. */
  readonly file: string;
  /** Of the file's bytes, 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** The run that it shows. */
  readonly run: number;
}

/** @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL */
export function recordExport(
  db: WritableLedger,
  atMs: number,
  { file, sha256, bytes, run }: ExportRecord,
): void {
  guarded(db.name, () => {
    db.transaction(() => appendLink(db, atMs, "export", { file, sha256, bytes, run })).immediate();
  });
}
