/** Time stamps of a ledger, as use cases: asking an authority for one of the newest link, and proving those that are kept. */
import { hash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { uncapitalised } from "../../../core/sentence.ts";
import type { ProvenAnchor } from "../../../core/words/anchor.ts";
import { askAuthority } from "../../api/http/time-stamp-authority.ts";
import { OpenFile } from "../../api/list-body.ts";
import {
  type AnchorRecord,
  type KeptAnchor,
  bytesOfLink,
  insertAnchor,
  listAnchors,
} from "../../ledger/acts/anchor.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { Problem } from "../../ledger/proof/small-tables.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { writeAfterReading } from "../shared/use-ledger.ts";

// What reads tokens takes longer to load than a whole command: only who has one loads it.
const loadTokens = async () => import("../../ledger/proof/time-stamp.ts");

/** A list of all roots that a system trusts has a quarter of it. */
const MOST_TRUST_BYTES = 1024 * 1024;

/** The certificates in a file, as text. @throws TieoutError FILE_UNREADABLE, IMPORT_TOO_LARGE */
function readTrustFile(path: string): string {
  using file = new OpenFile(path, path);
  if (file.bytes > MOST_TRUST_BYTES)
    throw new TieoutError("IMPORT_TOO_LARGE", "The file of certificates is too large", { file: path });
  return readFileSync(file.descriptor, "latin1");
}

/** @throws TieoutError as `readTrustFile`; TIME_STAMP_INVALID for a file without a root */
async function trustOfFile(path: string) {
  const pem = readTrustFile(path);
  const { trustIn } = await loadTokens();
  try {
    return await trustIn(pem);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    const remedy = "Name a file with the authority's root certificate in PEM: --trust FILE.";
    throw new TieoutError(error.code, error.message, { file: path, remedy });
  }
}

// Asking for a time stamp.

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

// Proving the time stamps that a ledger keeps.

/** What came of the tokens of a ledger. */
export interface AnchorsProof {
  readonly anchors: readonly ProvenAnchor[];
  readonly problems: readonly Problem[];
}

/** As `proveAnchors`, of those that a ledger keeps. */
export async function proveKeptAnchors(db: ReadableLedger, trustFile: string | null): Promise<AnchorsProof> {
  return proveAnchors(listAnchors(db), ({ link }) => bytesOfLink(db, link), trustFile);
}

/**
 * Verifies each token against the link that it is kept for, without any network.
 *
 * @param stampedBy the bytes of the link that a token is of; null where there is none
 * @param trustFile root certificates that the paths must lead to; null for those that are kept with the tokens
 * @throws TieoutError FILE_UNREADABLE, IMPORT_TOO_LARGE, TIME_STAMP_INVALID for a file of no use
 */
export async function proveAnchors(
  kept: readonly KeptAnchor[],
  stampedBy: (anchor: KeptAnchor) => Uint8Array | null,
  trustFile: string | null,
): Promise<AnchorsProof> {
  const trust = trustFile === null ? null : await trustOfFile(trustFile);
  const [anchors, problems]: [ProvenAnchor[], Problem[]] = [[], []];
  for (const anchor of kept) {
    const outcome = await proveAnchor(anchor, stampedBy(anchor), trust);
    if ("code" in outcome) problems.push(outcome);
    else anchors.push(outcome);
  }
  return { anchors, problems };
}

type GivenTrust = Awaited<ReturnType<typeof trustOfFile>> | null;

async function proveAnchor(
  anchor: KeptAnchor,
  stamped: Uint8Array | null,
  trust: GivenTrust,
): Promise<ProvenAnchor | Problem> {
  const { keptIn, link, statedAtMs, authority } = anchor;
  const where = `link ${keptIn}`;
  const broken = (why: string): Problem => ({
    code: "AUDIT_BROKEN",
    sentence: `The time stamp of link ${link} does not verify: ${why}`,
    where,
  });
  if (stamped === null) return broken("there is no such link");
  const { verifyToken, keptTrust } = await loadTokens();
  const token = Buffer.from(anchor.token, "base64");
  const path = anchor.certificates.map((one) => Buffer.from(one, "base64"));
  const said = await outcomeOf(async () =>
    verifyToken(token, { stamped, nonce: null, trust: await keptTrust(path) }),
  );
  if (said instanceof TieoutError) return broken(uncapitalised(said.message));
  if (said.statedAtMs !== statedAtMs || said.authority !== authority)
    return broken("its token states another time or authority than the link");
  const proven = { keptIn, link, statedAtMs, authority, tokenSha256: hash("sha256", token) };
  if (trust === null) return { ...proven, rootSha256: said.rootSha256, isTrusted: false };
  const kept = await keptTrust(path);
  const others = [...trust.others, ...kept.roots, ...kept.others];
  const trusted = await outcomeOf(async () =>
    verifyToken(token, { stamped, nonce: null, trust: { roots: trust.roots, others } }),
  );
  if (!(trusted instanceof TieoutError))
    return { ...proven, rootSha256: trusted.rootSha256, isTrusted: true };
  const sentence = `The time stamp of link ${link} is none of a root that was given: ${uncapitalised(trusted.message)}`;
  return { code: "TIME_STAMP_INVALID", sentence, where };
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<T | TieoutError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TieoutError) return error;
    throw error;
  }
}
