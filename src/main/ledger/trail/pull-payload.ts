/** What the link of a pull says: its type, and the schema that it is read by. */
import type { Business, User } from "../../../core/records/business.ts";
import { type RaisedInPull, PULL_SOURCES } from "../../../core/reconcile/input/pull-clocks.ts";
import { type Provenance, type PullOrigin } from "../../../core/review/restate/provenance.ts";
import type { AcceptedVanishing } from "../../../core/review/restate/vanishing.ts";
import { business, user } from "../../../schema/acts.ts";
import {
  type ShapeOf,
  count,
  exactly,
  id,
  integer,
  listOf,
  mapOf,
  oneOf,
  onlyTrue,
  text,
} from "../../../schema/parts.ts";
import { moment, sha256Text, signer } from "../../../schema/values.ts";
import type { RowsDigest } from "./row-digests.ts";

export const BODY_ENDPOINTS = ["login", "user", "business", "wallet", "transactions"] as const;
export type BodyEndpoint = (typeof BODY_ENDPOINTS)[number];

export interface IntakeCounts {
  /** Records that came, copies too. */
  readonly received: number;
  /** Records never seen before. */
  readonly inserted: number;
  /** Records with other contents than before. */
  readonly changed: number;
  /** Records seen before and absent now. */
  readonly vanished: number;
  /** Records that came more than once. */
  readonly repeated: number;
}

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
  /**
   * Of a torn one: what came in for crowd-pays between the transactions listed before its wallet history and
   * its own. Absent where none were.
   */
  readonly tornRaised?: readonly RaisedInPull[] | undefined;
  readonly serverAtMs?: number | undefined;
  /** Absent where nothing had to be accepted. */
  readonly accepted?: AcceptedVanishing | undefined;
  readonly rows: Readonly<Record<string, RowsDigest>>;
  readonly texts: Readonly<Record<"payref" | "label", TextRange>>;
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
  sha256: sha256Text,
  bytes: count,
  provenance: exactly<Provenance>({
    origin: address,
    request: text,
    status: text,
    serverAtMs: moment.nullable(),
    certificateSha256: sha256Text.nullable(),
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
  source: oneOf(PULL_SOURCES),
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
  tornRaised: listOf(exactly<RaisedInPull>({ payID: integer, amount: integer })).optional(),
  serverAtMs: moment.optional(),
  accepted: exactly<AcceptedVanishing>({ by: text, note: text }).optional(),
  rows: mapOf(digest),
  texts: exactly<PullPayload["texts"]>({ payref: textRange, label: textRange }),
};
