/**
 * What people do to a ledger, each act declared once: its table, its columns, and what its link of the audit
 * trail says. Reading, writing, links, replay and the rows that the proof compares derive from it.
 */
import { type JsonValue, canonicalJson } from "../core/canonical.ts";
import type { ErrorCode } from "../core/error-codes.ts";
import type { Attachment } from "../core/review/file/attachment.ts";
import { CLOSE_STEPS, type CloseStep, STEPS } from "../core/review/close/close.ts";
import { DECISION_STATUSES, type Decision } from "../core/review/decisions/decision.ts";
import type { BooksStep } from "../core/review/file/books.ts";
import type { FileMark } from "../core/review/file/marks.ts";
import { type TermsVersion, readStoredTerms } from "../core/review/file/terms.ts";
import type { KeyStep, LinkSignature } from "../core/review/close/keys.ts";
import type { PointStep } from "../core/review/close/points.ts";
import type { LetterStep } from "../core/review/letters/letter-step.ts";
import type { ManualMatch } from "../core/review/decisions/manual-match.ts";
import { PULL_STEPS, type PullStep } from "../core/review/restate/restatements.ts";
import {
  attachmentSubject,
  booksEvent,
  decidedFinding,
  keyEvent,
  letterEvent,
  markSubject,
  matchedRecords,
  pointEvent,
  storedTerms,
} from "./act-documents.ts";
import { frozenMonth } from "./close.ts";
import { type Schema, count, exactly, id, oneOf, text, integer, objectOf } from "./parts.ts";
import { keyText, moment, month, sha256Text, signatureText, signer } from "./values.ts";
import type { Business, User } from "../core/records/business.ts";

/** The acts, by the kind of their links. Each is a row that is never changed or deleted. */
export interface Acts {
  readonly decision: Decision;
  readonly match: ManualMatch;
  readonly close: CloseStep;
  readonly attachment: Attachment;
  readonly terms: TermsVersion;
  readonly mark: FileMark;
  readonly letter: LetterStep;
  readonly "pull-step": PullStep;
  readonly point: PointStep;
  readonly books: BooksStep;
  readonly key: KeyStep;
}

export type ActKind = keyof Acts;
/** An act that is to be done: its row gives it its number. */
export type NewAct<K extends ActKind> = Omit<Acts[K], "id">;

interface Stored {
  readonly schema: Schema<unknown>;
  /** Its column, where that is not called as it is. */
  readonly column?: string;
  /** Its name in the link, where it has another one there; null where the link itself has it. */
  readonly said?: string | null;
  /** Whether its column holds canonical JSON. */
  readonly isDocument?: true;
  /** What is stored, as it is now. */
  readonly read?: (stored: never) => unknown;
}

/** A field of a type: what is stored is of it, or is read as it. */
type ActField<T> = Stored & ({ readonly schema: Schema<T> } | { readonly read: (stored: never) => T });

interface Act<T, Table extends string = string> {
  readonly table: Table;
  /** The first schema that has it. */
  readonly since: number;
  /** Under which name its link states its number. */
  readonly number: string;
  /** What a number is of, in words. */
  readonly noun: string;
  /** In the order of its columns, after its number. At most one is a document. */
  readonly fields: { readonly [K in keyof Omit<T, "id">]-?: ActField<T[K]> };
  /** The error where a row cannot be read; with another code than AUDIT_MISMATCH where there is one. */
  readonly differs: string;
  readonly code?: Extract<ErrorCode, "LEDGER_CORRUPT">;
  /** Whether what was read can be so, beyond what its document says. */
  readonly isWhole?: (read: T) => boolean;
}

function field<T>(schema: Schema<T>, names: Omit<Stored, "schema" | "read"> = {}): ActField<T> {
  return { schema, ...names };
}

function document<T>(schema: Schema<T>): ActField<T> {
  return field(schema, { isDocument: true });
}

const note = field(text);
const undoes = field(id.nullable());
const atMs = field(moment, { column: "at_ms", said: null });
const by = (column: string) => field(signer, { column });

const DECLARED = {
  decision: {
    table: "decision",
    since: 2,
    number: "decision",
    noun: "decision",
    fields: {
      fingerprint: field(sha256Text),
      status: field(oneOf(DECISION_STATUSES)),
      note,
      by: by("decided_by"),
      atMs,
      undoes,
      finding: document(decidedFinding),
    },
    differs: "The finding of a decision differs from what was written",
  },
  match: {
    table: "manual_match",
    since: 4,
    number: "match",
    noun: "match",
    fields: { note, by: by("decided_by"), atMs, undoes, records: document(matchedRecords) },
    differs: "The records of a manual match differ from what was written",
  },
  close: {
    table: "close_step",
    since: 4,
    number: "close",
    noun: "step of the close",
    fields: {
      month: field(month),
      step: field(oneOf(CLOSE_STEPS)),
      by: by("decided_by"),
      note,
      atMs,
      frozen: document(frozenMonth.nullable()),
    },
    differs: "The frozen figures of the signed months cannot be read",
    code: "LEDGER_CORRUPT",
    isWhole: (read: CloseStep) =>
      month.safeParse(read.month).success &&
      CLOSE_STEPS.includes(read.step) &&
      (read.frozen !== null) === STEPS[read.step].freezes,
  },
  attachment: {
    table: "attachment",
    since: 6,
    number: "attachment",
    noun: "evidence",
    fields: {
      subject: document(attachmentSubject),
      name: field(text),
      sha256: field(sha256Text),
      bytes: field(count),
      note,
      by: by("attached_by"),
      atMs,
      undoes,
    },
    differs: "What a file is evidence of differs from what was written",
  },
  terms: {
    table: "file_terms",
    since: 7,
    number: "terms",
    noun: "version of the month's file",
    fields: {
      terms: { schema: storedTerms, isDocument: true, said: "states", read: readStoredTerms },
      by: by("set_by"),
      note,
      atMs,
    },
    differs: "The month's file differs from what was written",
  },
  mark: {
    table: "file_mark",
    since: 7,
    number: "mark",
    noun: "mark",
    fields: { month: field(month), subject: document(markSubject), by: by("marked_by"), note, atMs },
    differs: "The month's file differs from what was written",
  },
  letter: {
    table: "letter_step",
    since: 8,
    number: "letterStep",
    noun: "step of a letter",
    fields: { letter: field(text), event: document(letterEvent), by: by("recorded_by"), note, atMs },
    differs: "What happened to a letter differs from what was written",
  },
  "pull-step": {
    table: "pull_step",
    since: 9,
    number: "pullStep",
    noun: "step of a pull",
    fields: {
      pullId: field(id, { column: "pull_id", said: "pull" }),
      step: field(oneOf(PULL_STEPS)),
      by: by("decided_by"),
      note,
      atMs,
    },
    differs: "A step of a pull differs from what was written",
  },
  point: {
    table: "review_point",
    since: 10,
    number: "pointStep",
    noun: "step of a point",
    fields: { month: field(month), event: document(pointEvent), by: by("said_by"), note, atMs },
    differs: "A point differs from what was written",
  },
  books: {
    table: "books_step",
    since: 12,
    number: "booksStep",
    noun: "step of the books",
    fields: { event: document(booksEvent), by: by("done_by"), note, atMs },
    differs: "The accounts differ from what was written",
  },
  key: {
    table: "key_step",
    since: 13,
    number: "keyStep",
    noun: "step of the keys",
    fields: { event: document(keyEvent), by: by("done_by"), note, atMs },
    differs: "The keys differ from what was written",
  },
} as const satisfies { readonly [K in ActKind]: Act<Acts[K]> };

export type ActTable = (typeof DECLARED)[ActKind]["table"];

export const ACTS: { readonly [K in ActKind]: Act<Acts[K], ActTable> } = DECLARED;
export const ACT_KINDS = Object.keys(DECLARED) as ActKind[];

export function isActKind(kind: string): kind is ActKind {
  return Object.hasOwn(ACTS, kind);
}

/** A field under the names that it has in the act, in its table and in the link. */
interface NamedField extends Stored {
  readonly name: string;
  readonly column: string;
  readonly said: string | null;
}

const FIELDS = new Map<string, readonly NamedField[]>(
  Object.entries(DECLARED).map(([kind, { fields }]) => [
    kind,
    Object.entries<Stored>(fields).map(([name, stored]) => ({ column: name, said: name, ...stored, name })),
  ]),
);

/** The fields of an act in the order of its table's columns, its number left out. */
export function fieldsOf(kind: ActKind): readonly NamedField[] {
  return FIELDS.get(kind) ?? [];
}

/** What is stored of a field, as the act has it. */
export function fieldOf({ read }: NamedField, stored: unknown): unknown {
  return read === undefined ? stored : read(stored as never);
}

/** The columns of an act's table, in their order. */
export function columnsOfAct(kind: ActKind): string[] {
  return ["id", ...fieldsOf(kind).map(({ column }) => column)];
}

/** Under this name the link of an act has the key that signed it, and its signature; one that is signed by name only has neither. */
export const SIGNATURE_FIELD = "signed";

const linkSignature = exactly<LinkSignature>({ key: keyText, signature: signatureText });

export function linkShapeOf(kind: ActKind): Readonly<Record<string, Schema<unknown>>> {
  const said = fieldsOf(kind).flatMap((one) => (one.said === null ? [] : [[one.said, one.schema]]));
  return {
    [ACTS[kind].number]: id,
    [SIGNATURE_FIELD]: linkSignature.optional(),
    ...(Object.fromEntries(said) as Record<string, Schema<unknown>>),
  };
}

export interface RecordedAct<K extends ActKind> {
  readonly act: Acts[K];
  /** The values of its row, in the order of the columns. */
  readonly row: readonly (string | number | null)[];
  /** The canonical JSON of its document; '' without one. */
  readonly document: string;
}

/** Reads an act. @param payload that `linkShapeOf` admits @param linkAtMs milliseconds UTC */
export function recordedAct<K extends ActKind>(
  kind: K,
  payload: Readonly<Record<string, unknown>>,
  linkAtMs: number,
): RecordedAct<K> {
  const number = payload[ACTS[kind].number] as number;
  const act: Record<string, unknown> = { id: number };
  const row: (string | number | null)[] = [number];
  let json = "";
  for (const one of fieldsOf(kind)) {
    const stored = one.said === null ? linkAtMs : payload[one.said];
    act[one.name] = fieldOf(one, stored);
    if (one.isDocument === true && stored !== null) {
      json = canonicalJson(stored as JsonValue);
      row.push(json);
    } else row.push(stored as string | number | null);
  }
  return { act: act as unknown as Acts[K], row, document: json };
}

// The user and business records of a ledger.

export const user = objectOf<User>({
  userID: integer,
  name: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  country: text.nullable(),
  defaultCurrency: text.nullable(),
  businessID: integer.nullable(),
});

export const business = objectOf<Business>({
  businessID: integer,
  userID: integer,
  name: text.nullable(),
  currency: text.nullable(),
});
