/** The time stamps of an evidence pack. */
import { hash } from "node:crypto";
import { anchorSentence } from "../../../core/words/anchor.ts";
import { tokenFile } from "../../../core/words/pack.ts";
import type { AnchorRecord } from "../../ledger/acts/anchor.ts";
import { linkText } from "../../ledger/file/audit.ts";
import { isSaid } from "../../ledger/proof/people.ts";
import { proveAnchors } from "../verify/anchors.ts";
import { type OpenedPack, parsed } from "./opened-pack.ts";
import type { ClaimVerdicts } from "./pack-derived.ts";
import type { PackTrail } from "./pack-trail.ts";

/** The time stamps: each token against the link that it is of, and its file against the link that keeps it. */
export async function proveTime(
  pack: OpenedPack,
  { links }: PackTrail,
  verdicts: ClaimVerdicts,
  trust: string | null,
): Promise<void> {
  const kept = links.flatMap(({ kind, payload, sequence, isCut }) => {
    const said = kind === "anchor" ? parsed(payload) : null;
    return isSaid("anchor", said) ? [{ ...said, keptIn: sequence, isCut }] : [];
  });
  if (kept.length === 0) return verdicts.unproven("time", "No link is a time stamp of an authority");
  if (kept.some(({ isCut }) => isCut))
    return verdicts.unproven("time", "The hashes that were stamped are withheld, for they cover texts");
  const due = new Set(kept.map(({ keptIn }) => tokenFile(keptIn)));
  for (const { keptIn, token } of kept) {
    const name = tokenFile(keptIn);
    const isThere = pack.has(name) && pack.sha256Of(name) === hash("sha256", Buffer.from(token, "base64"));
    if (!isThere) verdicts.broken("time", `${name}: it is not the token that link ${keptIn} keeps`);
  }
  for (const name of pack.names)
    if (name.startsWith("anchors/") && !due.has(name)) verdicts.broken("time", `${name}: no link keeps it`);
  const stampedBy = ({ link }: AnchorRecord) => bytesOfPacked(pack.manifest.ledger, links, link);
  const { anchors, problems } = await proveAnchors(kept, stampedBy, trust);
  verdicts.broken("time", ...problems.map(({ sentence, where }) => `${where}: ${sentence}`));
  verdicts.proven("time", anchors.map(anchorSentence));
}

/** The bytes whose SHA-256 is the hash of a link; null where there is no such link. */
function bytesOfPacked(ledger: string, links: PackTrail["links"], sequence: number): Buffer | null {
  const link = links[sequence - 1];
  return link === undefined ? null : Buffer.from(linkText(ledger, links[sequence - 2]?.hash ?? "", link));
}
