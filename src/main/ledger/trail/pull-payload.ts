/** What the link of a pull says, and the schema that it is read by. */
import { type RaisedInPull, PULL_SOURCES } from "../../../core/reconcile/input/pull-clocks.ts";
import type { Provenance } from "../../../core/review/restate/provenance.ts";
import type { AcceptedVanishing } from "../../../core/review/restate/vanishing.ts";
import { business, user } from "../../../schema/acts.ts";
import {
  type Shaped,
  count,
  exactly,
  id,
  integer,
  listOf,
  mapOf,
  oneOf,
  onlyTrue,
  strictly,
  text,
} from "../../../schema/parts.ts";
import { moment, sha256Text, signer } from "../../../schema/values.ts";
import type { RowsDigest } from "./row-digests.ts";

export const BODY_ENDPOINTS = ["login", "user", "business", "wallet", "transactions"] as const;
export type BodyEndpoint = (typeof BODY_ENDPOINTS)[number];

const COUNTS = {
  /** Records that came, copies too. */
  received: count,
  /** Records never seen before. */
  inserted: count,
  /** Records with other contents than before. */
  changed: count,
  /** Records seen before and absent now. */
  vanished: count,
  /** Records that came more than once. */
  repeated: count,
};
export type IntakeCounts = Shaped<typeof COUNTS>;

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

/** Where a service can be asked. */
const address = text.refine((read) => URL.canParse(read) && /^https?:$/u.test(new URL(read).protocol));

const BODY = {
  endpoint: oneOf(BODY_ENDPOINTS),
  /** The endpoint's path, or the file's name. */
  name: text,
  /** Of the uncompressed bytes that are stored. */
  sha256: sha256Text,
  /** Uncompressed. */
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
};
export type BodyPayload = Shaped<typeof BODY>;

const digest = exactly<RowsDigest>({ rows: count, digest: text });
/** Ids from … to − 1, with their rows. */
const TEXT_RANGE = { from: count, to: count, rows: count, digest: text };
export type TextRange = Shaped<typeof TEXT_RANGE>;

export const PULL_FIELDS = {
  pull: id,
  source: oneOf(PULL_SOURCES),
  startedAtMs: moment,
  finishedAtMs: moment.nullable(),
  baseUrl: address.nullable(),
  limit: id.nullable(),
  /** Who provided the files, where somebody said so. */
  providedBy: signer.optional(),
  user: user.nullable(),
  businesses: listOf(business),
  bodies: listOf(strictly(BODY)),
  entries: strictly({
    ...COUNTS,
    range: strictly({ from: integer, to: integer }).nullable(),
    /** Absent where the wallet history was not cut. */
    cut: exactly<Cut>({ atMs: moment, unsure: listOf(integer) }).optional(),
  }).nullable(),
  transactions: strictly(COUNTS).nullable(),
  /** Absent where it is not so. */
  torn: onlyTrue.optional(),
  /**
   * Of a torn one: what came in for crowd-pays between the transactions listed before its wallet history and
   * its own. Absent where none were.
   */
  tornRaised: listOf(exactly<RaisedInPull>({ payID: integer, amount: integer })).optional(),
  serverAtMs: moment.optional(),
  /** Absent where nothing had to be accepted. */
  accepted: exactly<AcceptedVanishing>({ by: text, note: text }).optional(),
  rows: mapOf(digest),
  texts: strictly({ payref: strictly(TEXT_RANGE), label: strictly(TEXT_RANGE) }),
};

/** The payload of a pull's link, as `publish` writes it. */
export type PullPayload = Shaped<typeof PULL_FIELDS>;
