/** The months' files: terms and marks, append-only rows, each with its link of the audit trail. */
import { hash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import type { FileMark } from "../../../core/review/file/marks.ts";
import type { HeldFiles } from "../../../core/review/file/month-file.ts";
import { type TermsVersion, readStoredTerms } from "../../../core/review/file/terms.ts";
import { markSubject, storedTerms } from "../../../schema/month-file.ts";
import { parseStored } from "../../../schema/stored.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { appendLink } from "../trail/audit.ts";

/** Schemas before this one hold no files of months. */
export const FILES_SINCE = 7;

type TermsRow = Omit<TermsVersion, "terms"> & { readonly terms: string };
type MarkRow = Omit<FileMark, "subject"> & { readonly subject: string };

/**
 * All terms and marks, in the order in which they came.
 *
 * @throws TieoutError AUDIT_MISMATCH where one cannot be read
 */
export function listFiles(db: ReadableLedger): HeldFiles {
  if (schemaVersion(db) < FILES_SINCE) return { versions: [], marks: [] };
  const place = (record: string) => () => ({
    file: db.name,
    record,
    sentence: "The month's file differs from what was written",
  });
  const terms = db.prepare<[], TermsRow>(
    "SELECT id, terms, set_by AS by, note, at_ms AS atMs FROM file_terms ORDER BY id",
  );
  const marks = db.prepare<[], MarkRow>(
    "SELECT id, month, subject, marked_by AS by, note, at_ms AS atMs FROM file_mark ORDER BY id",
  );
  return {
    versions: terms.all().map((row) => ({
      ...row,
      terms: readStoredTerms(parseStored(row.terms, storedTerms, place(`file_terms ${row.id}`))),
    })),
    marks: marks.all().map((row) => ({
      ...row,
      subject: parseStored(row.subject, markSubject, place(`file_mark ${row.id}`)),
    })),
  };
}

/** What a preparation freezes of the terms in force; nothing while nobody set any. */
export function frozenTerms(db: ReadableLedger): Pick<FrozenMonth, "termsId" | "termsSha256"> {
  if (schemaVersion(db) < FILES_SINCE) return {};
  const newest = db
    .prepare<[], { id: number; terms: string }>("SELECT id, terms FROM file_terms ORDER BY id DESC LIMIT 1")
    .get();
  return newest === undefined ? {} : { termsId: newest.id, termsSha256: hash("sha256", newest.terms, "hex") };
}

/** Adds a version of the terms, inside the transaction that made sure that it may be set. */
export function insertTerms(db: WritableLedger, made: Omit<TermsVersion, "id">): TermsVersion {
  const { by, note, atMs } = made;
  const terms = made.terms as unknown as JsonValue;
  const { lastInsertRowid } = db
    .prepare("INSERT INTO file_terms (terms, set_by, note, at_ms) VALUES (?, ?, ?, ?)")
    .run(canonicalJson(terms), by, note, atMs);
  const id = Number(lastInsertRowid);
  appendLink(db, atMs, "terms", { terms: id, states: terms, by, note });
  return { ...made, id };
}

/** Adds a mark, inside the transaction that made sure that it may be made. */
export function insertMark(db: WritableLedger, made: Omit<FileMark, "id">): FileMark {
  const { month, by, note, atMs } = made;
  const subject = made.subject as unknown as JsonValue;
  const { lastInsertRowid } = db
    .prepare("INSERT INTO file_mark (month, subject, marked_by, note, at_ms) VALUES (?, ?, ?, ?, ?)")
    .run(month, canonicalJson(subject), by, note, atMs);
  const id = Number(lastInsertRowid);
  appendLink(db, atMs, "mark", { mark: id, month, subject, by, note });
  return { ...made, id };
}
