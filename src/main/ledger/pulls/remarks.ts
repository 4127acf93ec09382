/** Facts that a pull's link states and its row does not. */
import type { Provenance } from "../../../core/review/pulls/provenance.ts";
import type { AcceptedVanishing } from "../../../core/review/pulls/vanishing.ts";
import type { Schema } from "../../../schema/parts.ts";
import { parseStored } from "../../../schema/stored.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { PULL_FIELDS, type PullPayload, type Cut } from "./pull-payload.ts";

export interface PullRemarks {
  /** null where the wallet history was not cut. */
  readonly cut: Cut | null;
  /** Whether records moved while it ran, each time that it asked. */
  readonly torn: boolean;
  /** The latest time that a response stated, milliseconds UTC; null where none did. */
  readonly serverAtMs: number | null;
  /** Who accepted that records vanished; null where nobody had to. */
  readonly accepted: AcceptedVanishing | null;
  /** Who provided the files; null where nobody said so, and of a pull from the service. */
  readonly providedBy: string | null;
  /** What its wallet history brought; null when it had none. */
  readonly entries: PullPayload["entries"];
}

const PLAIN: PullRemarks = {
  cut: null,
  torn: false,
  serverAtMs: null,
  accepted: null,
  providedBy: null,
  entries: null,
};

const SMALL = ["entries", "torn", "serverAtMs", "accepted", "providedBy"] as const;
type RemarkField = (typeof SMALL)[number] | "bodies";

/**
 * The remarks on pulls.
 *
 * @returns by the pull's id, what is plain for one without a link; it throws TieoutError AUDIT_MISMATCH where
 *   a link says what is never written
 */
export function readRemarks(db: ReadableLedger): (pullId: number) => PullRemarks {
  const links = readLinks(db, SMALL);
  return (pullId) => {
    const link = links.get(pullId);
    if (link === undefined) return PLAIN;
    const entries = said(link, "entries") ?? null;
    return {
      cut: entries?.cut ?? null,
      torn: said(link, "torn") ?? false,
      serverAtMs: said(link, "serverAtMs") ?? null,
      accepted: said(link, "accepted") ?? null,
      providedBy: said(link, "providedBy") ?? null,
      entries,
    };
  };
}

/**
 * Where the responses of pulls came from, in the order in which they are stored: null of a file and of
 * earlier versions.
 *
 * @returns by the pull's id; it throws as that of `readRemarks` does
 */
export function readProvenance(db: ReadableLedger): (pullId: number) => readonly (Provenance | null)[] {
  const links = readLinks(db, ["bodies"]);
  return (pullId) => {
    const link = links.get(pullId);
    const bodies = link === undefined ? [] : (said(link, "bodies") ?? []);
    return bodies.map(({ provenance = null }) => provenance);
  };
}

/** Fields of a pull's link, each as JSON; null where the link does not have it. */
type RemarkLink = Readonly<Partial<Record<RemarkField, string | null>>> & { readonly pull: number };

/** By the pull's id. */
function readLinks(db: ReadableLedger, fields: readonly RemarkField[]): Map<number, RemarkLink> {
  const columns = fields.map((field) => `payload -> '$.${field}' AS ${field}`).join(", ");
  const links = db
    .prepare<[], RemarkLink>(
      `SELECT payload ->> '$.pull' AS pull, ${columns} FROM audit
       WHERE kind = 'pull' AND json_valid(payload) ORDER BY sequence`,
    )
    .all();
  return new Map(links.map((link) => [link.pull, link]));
}

/** undefined where the link does not say it. */
function said<F extends RemarkField>(link: RemarkLink, field: F): PullPayload[F] | undefined {
  const text = link[field] ?? null;
  if (text === null) return undefined;
  return parseStored(text, PULL_FIELDS[field] as Schema<PullPayload[F]>, () => ({
    record: `pull ${link.pull}`,
    sentence: "The link of a pull differs from what was written",
  }));
}
