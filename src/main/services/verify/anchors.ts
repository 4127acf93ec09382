/** Proving the time stamps that a ledger or a pack keeps: each token against the link that it is of, without any network. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { uncapitalised } from "../../../core/sentence.ts";
import type { ProvenAnchor } from "../../../core/words/anchor.ts";
import { OpenFile } from "../../api/list-body.ts";
import { type KeptAnchor, bytesOfLink, keptAnchors } from "../../ledger/acts/anchor.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { Problem } from "../../ledger/proof/small-tables.ts";

// What reads tokens takes longer to load than a whole command: only who has one loads it.
export const loadTokens = async () => import("../../ledger/proof/time-stamp.ts");

/** A list of all roots that a system trusts has a quarter of it. */
const MOST_TRUST_BYTES = 1024 * 1024;

/** The certificates in a file, as text. @throws TieoutError FILE_UNREADABLE, IMPORT_TOO_LARGE */
function readTrustFile(path: string): string {
  using file = new OpenFile(path, path);
  if (file.bytes > MOST_TRUST_BYTES)
    throw new TieoutError("IMPORT_TOO_LARGE", "The file of certificates is too large", { file: path });
  return readFileSync(file.descriptor, "latin1");
}

/** The certificates that somebody trusts. @throws TieoutError as `readTrustFile`; TIME_STAMP_INVALID for a file without a root */
export async function trustOfFile(path: string) {
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

/** The certificates that whoever verifies trusts; null where none are given. */
type GivenTrust = Awaited<ReturnType<typeof trustOfFile>> | null;

/** @param file null where none is given @throws TieoutError as `trustOfFile` */
export async function givenTrust(file: string | null): Promise<GivenTrust> {
  return file === null ? null : trustOfFile(file);
}

/** What came of the tokens of a ledger. */
export interface AnchorsProof {
  readonly anchors: readonly ProvenAnchor[];
  readonly problems: readonly Problem[];
}

/** As `proveAnchors`, of those that a ledger keeps. */
export async function proveKeptAnchors(db: ReadableLedger, trust: GivenTrust): Promise<AnchorsProof> {
  return proveAnchors(keptAnchors(db), ({ link }) => bytesOfLink(db, link), trust);
}

/**
 * Verifies each token against the link that it is kept for, without any network.
 *
 * @param stampedBy the bytes of the link that a token is of; null where there is none
 * @param trust what the paths must lead to; null for the roots that are kept with the tokens
 */
export async function proveAnchors(
  kept: Iterable<KeptAnchor>,
  stampedBy: (anchor: KeptAnchor) => Uint8Array | null,
  trust: GivenTrust,
): Promise<AnchorsProof> {
  const [anchors, problems]: [ProvenAnchor[], Problem[]] = [[], []];
  for (const anchor of kept) {
    const outcome = await proveAnchor(anchor, stampedBy(anchor), trust);
    if ("code" in outcome) problems.push(outcome);
    else anchors.push(outcome);
  }
  return { anchors, problems };
}

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
