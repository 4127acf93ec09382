/** Time stamps in the audit trail: links that keep what an authority outside said of the link before them. */
import { type Link, appendLink, linkText, payloadOf } from "../file/audit.ts";
import { type ReadableLedger, type WritableLedger, ledgerIdOf, query } from "../file/connection.ts";
import { type Shaped, id, listOf, shapedAs, text } from "../../../schema/parts.ts";
import { isStored } from "../../../schema/stored.ts";
import { moment, sha256Text } from "../../../schema/values.ts";

/** Bytes as base64, in the one way to write them. */
const base64Text = text.refine(
  (read) => read !== "" && Buffer.from(read, "base64").toString("base64") === read,
);

/** What the link of a time stamp says. */
export const ANCHOR_FIELDS = {
  /** The number of the link that was stamped: the one before. */
  link: id,
  /** The hash of that link. */
  hash: sha256Text,
  /** What the token says, for whoever reads no ASN.1: the proof compares both. */
  statedAtMs: moment,
  authority: text,
  /** The authority's path from the issuer of the certificate that signed up to the root, DER each. */
  certificates: listOf(base64Text),
  /** The token of RFC 3161, DER. */
  token: base64Text,
};
export type AnchorRecord = Shaped<typeof ANCHOR_FIELDS>;

const anchorRecord = shapedAs<AnchorRecord>(ANCHOR_FIELDS);

/** Keeps a token right after the link that it is of, inside the transaction that made sure that it is the newest. */
export function insertAnchor(db: WritableLedger, atMs: number, record: AnchorRecord): Link {
  const { link, hash, statedAtMs, authority, certificates, token } = record;
  return appendLink(db, atMs, "anchor", { link, hash, statedAtMs, authority, certificates, token });
}

/** A time stamp that the trail keeps. */
export interface KeptAnchor extends AnchorRecord {
  /** The link that keeps it. */
  readonly keptIn: number;
}

/** All of them, oldest first, one at a time; a link that says something else is left out, for the replay names it. */
export function* keptAnchors(db: ReadableLedger): Generator<KeptAnchor> {
  const links = query<number>(db).values(
    "SELECT sequence FROM audit WHERE kind = 'anchor' ORDER BY sequence",
  );
  for (const keptIn of links) {
    const said = parsedLink(payloadOf(db, keptIn) ?? "");
    if (isStored(anchorRecord, said)) yield { ...said, keptIn };
  }
}

function parsedLink(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}

/** The bytes whose SHA-256 is the hash of a link, as the trail has it; null where it has no such link. */
export function bytesOfLink(db: ReadableLedger, sequence: number): Buffer | null {
  const find = (of: number) =>
    query<Link>(db).row(
      "SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit WHERE sequence = ?",
      of,
    );
  const link = find(sequence);
  if (link === undefined) return null;
  return Buffer.from(linkText(ledgerIdOf(db), find(sequence - 1)?.hash ?? "", link));
}
