/** Asking an authority outside for a time stamp of a ledger's newest link, as a use case. */
import { hash, randomBytes } from "node:crypto";
import type { ProvenAnchor } from "../../../core/words/anchor.ts";
import { askAuthority } from "../../api/http/time-stamp-authority.ts";
import { type AnchorRecord, bytesOfLink, insertAnchor } from "../../ledger/acts/anchor.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { writeAfterReading } from "../shared/use-ledger.ts";
import { loadTokens, trustOfFile } from "../verify/anchors.ts";

export interface AnchorRequest {
  readonly ledger: string;
  /** The authority's address. */
  readonly tsa: string;
  /** A file of the root certificates that are trusted, and others on the way to them, PEM. */
  readonly trust: string;
}

export interface AnchorReport extends ProvenAnchor {
  /** Of the link that was stamped, 64 hex digits. */
  readonly hash: string;
  readonly tokenBytes: number;
}

/**
 * Asks an authority for a time stamp of the newest link, and keeps the token as the next link once it is verified. Nothing but the
 * link's hash is sent. What others write meanwhile is stamped, too: then it asks again.
 *
 * @throws TieoutError USAGE; FILE_UNREADABLE; NET_*; TIME_STAMP_REFUSED, TIME_STAMP_INVALID; LEDGER_* as opening for
 *   writing raises; AUDIT_BROKEN, AUDIT_MISMATCH; CANCELLED
 */
export async function anchorLedger(
  { ledger, tsa, trust: file }: AnchorRequest,
  context: ServiceContext,
): Promise<AnchorReport> {
  const trust = await trustOfFile(file);
  const { timeStampRequest, tokenIn, verifyToken } = await loadTokens();
  let record: AnchorRecord | null = null;
  return writeAfterReading(ledger, context, {
    prove: async (reading) => {
      const { sequence, hash: head } = auditHead(reading);
      const stamped = bytesOfLink(reading, sequence);
      if (stamped === null) throw new Error("a ledger has a first link");
      const nonce = randomBytes(8).readBigUInt64BE();
      context.onProgress?.({ phase: "Asking the time-stamp authority", done: 0, total: null, unit: "bytes" });
      const response = await askAuthority(tsa, timeStampRequest(head, nonce), context);
      const token = await tokenIn(response);
      const { statedAtMs, authority, path } = await verifyToken(token, { stamped, nonce, trust });
      const certificates = path.map((der) => Buffer.from(der).toString("base64"));
      record = {
        link: sequence,
        hash: head,
        statedAtMs,
        authority,
        certificates,
        token: Buffer.from(token).toString("base64"),
      };
    },
    look: () => record as AnchorRecord,
    keep: (writing, looked) => insertAnchor(writing, context.now(), looked).sequence,
    finish: (_, looked, keptIn) => {
      const { link, hash: head, statedAtMs, authority } = looked;
      const token = Buffer.from(looked.token, "base64");
      const root = Buffer.from(looked.certificates.at(-1) ?? "", "base64");
      return {
        link,
        hash: head,
        statedAtMs,
        authority,
        keptIn,
        isTrusted: true,
        tokenSha256: hash("sha256", token),
        tokenBytes: token.length,
        rootSha256: hash("sha256", root),
      };
    },
  });
}
