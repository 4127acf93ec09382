/** Exports in the audit trail, so that a workbook can be compared with its ledger. */
import { EXPORT_FORMATS } from "../../../core/report/sheet/format.ts";
import { type Link, appendLink, writeAlone } from "../file/audit.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { type Shaped, count, id, oneOf, shapedAs, text } from "../../../schema/parts.ts";
import { parseStored, linkPlace } from "../../../schema/stored.ts";
import { decimals as shownDecimals, sha256Text as hexDigits } from "../../../schema/values.ts";

/** A file's name without its folder. Every other sign can be part of one on some system. */
const isFileName = (read: string): boolean => !/[/\0]/u.test(read) && !/^\.{0,2}$/u.test(read);

/** What an export is called: its file, or for tables their folder with the list of their checksums. */
const exportName = text.refine((read) => isFileName(read.replace(/\/(?:csv|json)\.sha256$/u, "")));

/** What the link of an export says. */
export const EXPORT_FIELDS = {
  file: exportName,
  /** Of the file's bytes. */
  sha256: hexDigits,
  bytes: count,
  /** The run that it shows; its document says the period and the options. */
  run: id,
  /** What the run does not record about the layout. Earlier links lack it. */
  format: oneOf(EXPORT_FORMATS).optional(),
  decimals: shownDecimals.optional(),
  appVersion: text.optional(),
  layout: id.optional(),
};
export type ExportRecord = Shaped<typeof EXPORT_FIELDS>;

const exportRecord = shapedAs<ExportRecord>(EXPORT_FIELDS);

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
  writeAlone(db, () => appendLink(db, atMs, "export", { file, sha256, bytes, run, ...made }));
}

/** The record of a run's export, null for none. @throws TieoutError AUDIT_BROKEN where its link differs */
export function findExport(
  db: ReadableLedger,
  run: number,
): (ExportRecord & { readonly atMs: number }) | null {
  const link = query<Pick<Link, "sequence" | "atMs" | "payload">>(db).row(
    `SELECT sequence, at_ms AS atMs, payload FROM audit WHERE kind = 'export' AND payload ->> '$.run' = ?
       ORDER BY sequence DESC LIMIT 1`,
    run,
  );
  if (link === undefined) return null;
  const recorded = parseStored(link.payload, exportRecord, () => linkPlace(db.name, link.sequence));
  return { ...recorded, atMs: link.atMs };
}

/** Whether a file of these bytes was exported from the ledger, under whatever name. */
export function isExport(db: ReadableLedger, sha256: string): boolean {
  const link = query<number>(db).value(
    "SELECT 1 FROM audit WHERE kind = 'export' AND payload ->> '$.sha256' = ? LIMIT 1",
    sha256,
  );
  return link !== undefined;
}
