/** The payloads of the audit trail's links, by kind. */
import type { Business, User } from "../../../core/business.ts";
import type { KeptOptions } from "../../../core/options.ts";
import { type CloseStep, CLOSE_STEPS } from "../../../core/review/close/close.ts";
import {
  DECISION_STATUSES,
  type DecidedFinding,
  type Decision,
} from "../../../core/review/decisions/decision.ts";
import type { Attachment } from "../../../core/review/attached/attachment.ts";
import type { FileMark } from "../../../core/review/file/marks.ts";
import type { LetterStep } from "../../../core/review/letters/letter-step.ts";
import type { StoredTerms, TermsVersion } from "../../../core/review/file/terms.ts";
import type { ManualMatch } from "../../../core/review/match/manual-match.ts";
import type { LinkKind } from "../trail/audit.ts";
import type { Provenance, PullOrigin } from "../../../core/review/pulls/provenance.ts";
import { BODY_ENDPOINTS } from "../pulls/body.ts";
import { EXPORT_FIELDS, type ExportRecord } from "../people/export.ts";
import type { Cut, IntakeCounts } from "../pulls/intake.ts";
import type { RowsDigest } from "../trail/row-digests.ts";
import type { SettingsChange } from "../people/settings.ts";
import { attachmentSubject } from "../../../schema/attachment.ts";
import { business, user } from "../../../schema/caller.ts";
import { frozenMonth } from "../../../schema/close.ts";
import { decidedFinding } from "../../../schema/decision.ts";
import { letterEvent } from "../../../schema/letter.ts";
import { markSubject, storedTerms } from "../../../schema/month-file.ts";
import { matchedRecords } from "../../../schema/match.ts";
import {
  type Schema,
  type ShapeOf,
  anyObject,
  count,
  exactly,
  id,
  integer,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  onlyTrue,
  text,
} from "../../../schema/parts.ts";
import { isStored } from "../../../schema/stored.ts";
import { decimals, keptOptions, moment, month, sha256 } from "../../../schema/values.ts";
import { PULL_STEPS, type PullStep } from "../../../core/review/pulls/pull-steps.ts";
import type { AcceptedVanishing } from "../../../core/review/pulls/vanishing.ts";

/** Ids from … to − 1, with their rows. */
export interface TextRange extends RowsDigest {
  readonly from: number;
  readonly to: number;
}

interface BodyPayload {
  readonly endpoint: (typeof BODY_ENDPOINTS)[number];
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly provenance?: Provenance | undefined;
}

type EntriesPayload = IntakeCounts & {
  readonly range: { readonly from: number; readonly to: number } | null;
  /** Absent where the wallet history was not cut. */
  readonly cut?: Cut | undefined;
};

/** The payload of a pull's link, as `publish` writes it. */
export interface PullPayload extends PullOrigin {
  readonly pull: number;
  /** Who provided the files, where somebody said so. */
  readonly providedBy?: string | undefined;
  readonly user: User | null;
  readonly businesses: readonly Business[];
  readonly bodies: readonly BodyPayload[];
  readonly entries: EntriesPayload | null;
  readonly transactions: IntakeCounts | null;
  /** Absent where it is not so. */
  readonly torn?: true | undefined;
  readonly serverAtMs?: number | undefined;
  /** Absent where nothing had to be accepted. */
  readonly accepted?: AcceptedVanishing | undefined;
  readonly rows: Readonly<Record<string, RowsDigest>>;
  readonly texts: Readonly<Record<"payref" | "label", TextRange>>;
}

/** What each kind of link says. The first schemas wrote settings without options. */
export interface Payloads {
  readonly created: { readonly ledgerId: string; readonly schema: number };
  readonly setting: {
    readonly timeZone: string;
    readonly decimals: number;
    readonly options?: KeptOptions | undefined;
    /** All three where somebody was named, else none. */
    readonly by?: string | undefined;
    readonly note?: string | undefined;
    readonly before?: SettingsChange["before"] | undefined;
  };
  readonly pull: PullPayload;
  readonly run: { readonly run: number; readonly sha256: string };
  readonly export: ExportRecord;
  readonly prune: {
    readonly keep: number;
    readonly bodies: readonly { readonly id: number; readonly sha256: string }[];
  };
  readonly decision: Omit<Decision, "id" | "atMs" | "finding"> & {
    readonly decision: number;
    readonly finding: DecidedFinding;
  };
  readonly match: Omit<ManualMatch, "id" | "atMs"> & { readonly match: number };
  readonly close: Omit<CloseStep, "id" | "atMs"> & { readonly close: number };
  readonly attachment: Omit<Attachment, "id" | "atMs"> & { readonly attachment: number };
  readonly terms: Omit<TermsVersion, "id" | "atMs" | "terms"> & {
    readonly terms: number;
    readonly states: StoredTerms;
  };
  readonly mark: Omit<FileMark, "id" | "atMs"> & { readonly mark: number };
  readonly letter: Omit<LetterStep, "id" | "atMs"> & { readonly letterStep: number };
  readonly "pull-step": Omit<PullStep, "id" | "pullId" | "atMs"> & {
    readonly pullStep: number;
    readonly pull: number;
  };
  readonly restore: { readonly from: string; readonly head: string; readonly replaced: string | null };
}

/** Where a service can be asked. */
const address = text.refine((read) => URL.canParse(read) && /^https?:$/u.test(new URL(read).protocol));

/** A name as it is stored, without blanks around it; the rules of what it signs ask that there is one. */
const name = text.refine((read) => read === read.trim() || read.trim() === "");

const COUNTS = {
  received: count,
  inserted: count,
  changed: count,
  vanished: count,
  repeated: count,
};

const body = exactly<BodyPayload>({
  endpoint: oneOf(BODY_ENDPOINTS),
  name: text,
  sha256,
  bytes: count,
  provenance: exactly<Provenance>({
    origin: address,
    request: text,
    status: text,
    serverAtMs: moment.nullable(),
    certificateSha256: sha256.nullable(),
    attempt: id,
    sentAtMs: moment,
    answeredAtMs: moment,
    endedAtMs: moment,
  }).optional(),
});

const digest = exactly<RowsDigest>({ rows: count, digest: text });
const textRange = exactly<TextRange>({ from: count, to: count, rows: count, digest: text });

/** Each field of a pull's link. */
export const PULL_FIELDS: ShapeOf<PullPayload> = {
  pull: id,
  source: oneOf(["service", "files"]),
  startedAtMs: moment,
  finishedAtMs: moment.nullable(),
  baseUrl: address.nullable(),
  limit: id.nullable(),
  providedBy: name.optional(),
  user: user.nullable(),
  businesses: listOf(business),
  bodies: listOf(body),
  entries: exactly<EntriesPayload>({
    ...COUNTS,
    range: exactly<NonNullable<EntriesPayload["range"]>>({ from: integer, to: integer }).nullable(),
    cut: exactly<Cut>({ atMs: moment, unsure: listOf(integer) }).optional(),
  }).nullable(),
  transactions: exactly<IntakeCounts>(COUNTS).nullable(),
  torn: onlyTrue.optional(),
  serverAtMs: moment.optional(),
  accepted: exactly<AcceptedVanishing>({ by: text, note: text }).optional(),
  rows: mapOf(digest),
  texts: exactly<PullPayload["texts"]>({ payref: textRange, label: textRange }),
};

const FIELDS: { readonly [K in LinkKind]: ShapeOf<Payloads[K]> } = {
  created: { ledgerId: text, schema: id },
  setting: {
    // Which zones there are depends on the runtime; the one in force is looked at in the end.
    timeZone: text,
    decimals,
    options: keptOptions.optional(),
    by: name.optional(),
    note: text.optional(),
    before: anyObject.optional(),
  },
  pull: PULL_FIELDS,
  run: { run: id, sha256 },
  export: EXPORT_FIELDS,
  prune: {
    keep: count,
    bodies: listOf(exactly<Payloads["prune"]["bodies"][number]>({ id, sha256 })),
  },
  decision: {
    decision: id,
    fingerprint: sha256,
    status: oneOf(DECISION_STATUSES),
    note: text,
    by: name,
    undoes: id.nullable(),
    finding: decidedFinding,
  },
  match: {
    match: id,
    note: text,
    by: name,
    undoes: id.nullable(),
    records: matchedRecords,
  },
  close: {
    close: id,
    month,
    step: oneOf(CLOSE_STEPS),
    by: name,
    note: text,
    frozen: frozenMonth.nullable(),
  },
  attachment: {
    attachment: id,
    subject: attachmentSubject,
    name: text,
    sha256,
    bytes: count,
    note: text,
    by: name,
    undoes: id.nullable(),
  },
  terms: { terms: id, states: storedTerms, by: name, note: text },
  mark: { mark: id, month, subject: markSubject, by: name, note: text },
  letter: { letterStep: id, letter: text, event: letterEvent, by: name, note: text },
  "pull-step": { pullStep: id, pull: id, step: oneOf(PULL_STEPS), by: name, note: text },
  restore: { from: text, head: sha256, replaced: sha256.nullable() },
};

const SCHEMAS = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, fields]) => [kind, objectOf(fields as ShapeOf<Payloads[LinkKind]>)]),
) as Readonly<Record<LinkKind, Schema<Payloads[LinkKind]>>>;

/** Every field that a link of some kind has. */
const NAMES = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));

/**
 * Whether something read from a link of a kind is what such a link says. A later version may say more; but no
 * link has a field of another kind's, for links are looked up by these.
 */
export function isSaid<K extends LinkKind>(kind: K, said: unknown): said is Payloads[K] {
  if (!Object.hasOwn(FIELDS, kind) || !isStored(anyObject, said)) return false;
  const fields = FIELDS[kind];
  const isForeign = (field: string) => !Object.hasOwn(fields, field) && NAMES.has(field);
  return isStored(SCHEMAS[kind], said) && !Object.keys(said).some(isForeign);
}
