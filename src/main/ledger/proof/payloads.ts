/** The payloads of the audit trail's links, by kind. */
import type { Business, User } from "../../../core/business.ts";
import type { KeptOptions } from "../../../core/options.ts";
import type { LinkKind } from "../trail/audit.ts";
import type { Provenance, PullOrigin } from "../../../core/review/pulls/provenance.ts";
import { BODY_ENDPOINTS } from "../pulls/body.ts";
import { EXPORT_FIELDS, type ExportRecord } from "../people/export.ts";
import type { Cut, IntakeCounts } from "../pulls/intake.ts";
import type { RowsDigest } from "../trail/row-digests.ts";
import type { SettingsChange } from "../people/settings.ts";
import { ACT_KINDS, type ActKind, linkShapeOf, signer } from "../../../schema/acts.ts";
import { business, user } from "../../../schema/caller.ts";
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
import { decimals, keptOptions, moment, sha256 } from "../../../schema/values.ts";
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
export interface Payloads extends Readonly<Record<ActKind, Readonly<Record<string, unknown>>>> {
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
  readonly restore: { readonly from: string; readonly head: string; readonly replaced: string | null };
}

/** Where a service can be asked. */
const address = text.refine((read) => URL.canParse(read) && /^https?:$/u.test(new URL(read).protocol));

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
  providedBy: signer.optional(),
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

const OWN_FIELDS: { readonly [K in Exclude<LinkKind, ActKind>]: ShapeOf<Payloads[K]> } = {
  created: { ledgerId: text, schema: id },
  setting: {
    // Which zones there are depends on the runtime; the one in force is looked at in the end.
    timeZone: text,
    decimals,
    options: keptOptions.optional(),
    by: signer.optional(),
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
  restore: { from: text, head: sha256, replaced: sha256.nullable() },
};

const FIELDS = {
  ...OWN_FIELDS,
  ...Object.fromEntries(ACT_KINDS.map((kind) => [kind, linkShapeOf(kind)])),
} as { readonly [K in LinkKind]: ShapeOf<Payloads[K]> };

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
