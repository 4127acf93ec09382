/** Verifying an evidence pack, as a use case: its bytes, its trail, and the month done again from its records. */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonValue, canonicalJson, sameJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { formatCount } from "../../../core/money.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import { type Evidence, evidenceIn, evidenceOfMonth } from "../../../core/review/file/attachment.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { matchesNotUndone } from "../../../core/review/decisions/manual-match.ts";
import type { Month, FrozenMonth } from "../../../core/review/close/close.ts";
import { anchorSentence } from "../../../core/words/anchor.ts";
import {
  type ClaimVerdict,
  HEAD_STAMP,
  PACK_CLAIMS,
  type PackClaim,
  claimSentence,
  tokenFile,
} from "../../../core/words/pack.ts";
import { type Acts, SIGNATURE_FIELD, recordedAct } from "../../../schema/acts.ts";
import type { AnchorRecord } from "../../ledger/acts/anchor.ts";
import { linkText } from "../../ledger/file/audit.ts";
import { type ReadableLedger, closeLedger } from "../../ledger/file/connection.ts";
import { isSaid } from "../../ledger/proof/people.ts";
import { isObject } from "../proof/leaves.ts";
import { inPrivateFolder } from "../shared/leftovers.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { givenTrust, proveAnchors } from "../verify/anchors.ts";
import { OpenedPack, WHOLE_FILES, parsed } from "./opened-pack.ts";
import { type ClaimVerdicts, DERIVED_CLAIMS, isNoFaultOfPack, proveDerived } from "./pack-derived.ts";
import { type PackLedger, layOutPack } from "./pack-ledger.ts";
import { VERIFY_PAGE } from "./pack-files.ts";
import { type PackTrail, actsAlone, readPackTrail, withCommitments } from "./pack-trail.ts";

/** What came of one claim. */
export interface ProvenClaim {
  readonly claim: PackClaim;
  /** Without the full stop. */
  readonly says: string;
  readonly verdict: ClaimVerdict;
  /** Of a broken one where, of one that cannot be proven here why, of a proven one what it rests on. One sentence each. */
  readonly words: readonly string[];
}

/** Of a step of the close. */
interface PackSigner {
  /** null where it is withheld. */
  readonly by: string | null;
  /** The key that signed it, as its link says; null where a name alone did. */
  readonly key: string | null;
}

export interface PackProof {
  readonly schema: "tieout.pack-proof/1";
  /** Whether no claim is broken. */
  readonly ok: boolean;
  readonly month: Month;
  readonly ledger: string;
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly withheld: readonly string[];
  /** Whoever prepared the month and whoever signed it, as the manifest says; null where no link is there. */
  readonly signers: { readonly prepared: PackSigner | null; readonly signed: PackSigner | null };
  readonly claims: readonly ProvenClaim[];
}

/** So many faults of one claim are told. */
const MOST_TOLD = 10;

class Verdicts implements ClaimVerdicts {
  readonly #broken = new Map<PackClaim, string[]>();
  readonly #unproven = new Map<PackClaim, readonly string[]>();
  readonly #stated = new Map<PackClaim, readonly string[]>();

  broken(claim: PackClaim, ...faults: readonly string[]): void {
    if (faults.length === 0) return;
    const known = this.#broken.get(claim) ?? [];
    this.#broken.set(claim, [...known, ...faults].slice(0, MOST_TOLD));
  }

  unproven(claim: PackClaim, why: string | null, ...more: readonly string[]): void {
    if (why !== null) this.#unproven.set(claim, [why, ...more]);
  }

  /** What is said of a claim that is not broken. */
  stated(claim: PackClaim, ...words: readonly string[]): void {
    this.#stated.set(claim, [...(this.#stated.get(claim) ?? []), ...words]);
  }

  /** Those that nothing was said of are proven. */
  claims(month: Month): ProvenClaim[] {
    return PACK_CLAIMS.map((claim) => {
      const [faults, why] = [this.#broken.get(claim), this.#unproven.get(claim)];
      const says = claimSentence(claim, month);
      const stated = this.#stated.get(claim) ?? [];
      if (faults !== undefined) return { claim, says, verdict: "broken", words: faults };
      return why === undefined
        ? { claim, says, verdict: "proven", words: stated }
        : { claim, says, verdict: "not-proven", words: [...why, ...stated] };
    });
  }
}

/**
 * Verifies a pack.
 *
 * @param head the head of the audit trail as it was printed once; null without one
 * @param trust a file of the root certificates that time stamps must lead to; null for those in the pack
 * @throws TieoutError FILE_UNREADABLE; IMPORT_TOO_LARGE; IMPORT_FORMAT for what is no pack at all; TIME_STAMP_INVALID of
 *   `trust`; CANCELLED
 */
export async function verifyPack(
  file: string,
  head: string | null,
  context: ServiceContext,
  trust: string | null = null,
): Promise<PackProof> {
  const trusted = await givenTrust(trust);
  return verifyAndUse({ file, head, trust: trusted }, context, async ({ proof }) => proof);
}

/** A pack of which no claim is broken, and a ledger laid out of it, as of the signature. */
export interface VerifiedPack {
  readonly proof: PackProof;
  readonly pack: OpenedPack;
  readonly db: ReadableLedger;
}

/**
 * Verifies a pack, then works with what is in it.
 *
 * @throws TieoutError PACK_BROKEN; as `verifyPack`
 */
export async function whileVerified<T>(
  given: { readonly file: string; readonly head: string | null },
  context: ServiceContext,
  work: (verified: VerifiedPack) => Promise<T>,
): Promise<T> {
  return verifyAndUse({ ...given, trust: null }, context, async ({ proof, pack, db }) => {
    if (db !== null && proof.ok) return work({ proof, pack, db });
    const broken = proof.claims.filter(({ verdict }) => verdict === "broken");
    const [first] = broken;
    const what = first === undefined ? "" : `: ${first.says}`;
    const sentence = `${formatCount(broken.length, "claim")} of ${proof.claims.length} of the evidence pack ${broken.length === 1 ? "is" : "are"} broken${what}`;
    throw new TieoutError("PACK_BROKEN", sentence, { file: given.file });
  });
}

async function verifyAndUse<T>(
  { file, head, trust }: { readonly file: string } & Pick<Proving, "head" | "trust">,
  context: ServiceContext,
  use: (looked: {
    readonly proof: PackProof;
    readonly pack: OpenedPack;
    readonly db: ReadableLedger | null;
  }) => Promise<T>,
): Promise<T> {
  return inPrivateFolder("pack", async (folder) => {
    const pack = await OpenedPack.open(file, folder);
    const { manifest } = pack;
    const { month } = manifest;
    const verdicts = new Verdicts();
    verdicts.unproven("source", "The pack holds no responses. The service says it: tieout audit asks it");
    verdicts.unproven("people", "A name and a time are what was typed, and what a clock said");
    if (pack.has("verify.html") && !hasOwnPage(pack))
      verdicts.stated(
        "files",
        "verify.html is not the page of this version: what it says of this pack proves nothing",
      );
    let db: ReadableLedger | null = null;
    if (pack.faults.length > 0) {
      verdicts.broken("files", ...pack.faults);
      for (const claim of PACK_CLAIMS.slice(1))
        verdicts.unproven(claim, "The files are not those that were packed");
    } else db = await proveAll(pack, { head, folder, verdicts, trust }, context);
    try {
      const claims = verdicts.claims(month);
      const { ledger, withheld, prepared, signed, head: own } = manifest;
      const signers = {
        prepared: signerAt(pack, prepared),
        signed: signerAt(pack, signed),
      };
      const ok = claims.every(({ verdict }) => verdict !== "broken");
      const proof = {
        schema: "tieout.pack-proof/1",
        ok,
        month,
        ledger,
        head: own,
        withheld,
        signers,
        claims,
      } as const;
      return await use({ proof, pack, db });
    } finally {
      if (db !== null) closeLedger(db);
    }
  });
}

function hasOwnPage(pack: OpenedPack): boolean {
  return (
    existsSync(VERIFY_PAGE) && hash("sha256", readFileSync(VERIFY_PAGE)) === pack.sha256Of("verify.html")
  );
}

/** Who took a step of the close; null where the pack has no such link. */
function signerAt(pack: OpenedPack, link: number): PackSigner | null {
  if (pack.faults.length > 0) return null;
  for (const { number, read } of pack.lines("links")) {
    if (number !== link || read === null) continue;
    const { payload } = read.leaf;
    if (!isObject(payload)) return null;
    const { by, [SIGNATURE_FIELD]: signed } = payload;
    const key = isObject(signed) ? signed["key"] : null;
    return {
      by: typeof by === "string" ? by : null,
      key: typeof key === "string" && /^[0-9a-f]{64}$/u.test(key) ? key : null,
    };
  }
  return null;
}

interface Proving {
  readonly head: string | null;
  readonly folder: string;
  readonly verdicts: Verdicts;
  readonly trust: Awaited<ReturnType<typeof givenTrust>>;
}

/** @returns a ledger of what the pack says, as of the signature; null where it fits none */
async function proveAll(
  pack: OpenedPack,
  { head, folder, verdicts, trust }: Proving,
  context: ServiceContext,
): Promise<ReadableLedger | null> {
  await goOn(context);
  const trail = await readPackTrail(pack, head);
  verdicts.broken("files", ...trail.files);
  verdicts.broken("trail", ...trail.trail);
  verdicts.broken("seal", ...trail.sealed);
  verdicts.broken("rules", ...trail.rules);
  verdicts.unproven("trail", trail.whyNotTrail);
  verdicts.unproven("rules", trail.whyNotRules);
  await proveTime(pack, trail, verdicts, trust);
  if (pack.manifest.withheld.length > 0) {
    verdicts.unproven("records", "The digests that decisions and matches are bound to are withheld");
    verdicts.unproven("check", "check.json is not in a pack of which something is withheld");
    verdicts.unproven("questions", "Answers and what pins them down are withheld");
  }
  const signed = signedFigures(pack, trail, verdicts);
  proveFiles(pack, trail, verdicts);
  if (signed === null) {
    for (const claim of ["records", ...DERIVED_CLAIMS] as const)
      verdicts.unproven(claim, "No signature says on what the month was signed");
    return null;
  }
  const laid = laidOut(pack, { trail, folder, verdicts });
  if (laid === null) return null;
  const { db, files, records, sealed, whyBlurred } = laid;
  try {
    verdicts.broken("files", ...files);
    verdicts.broken("seal", ...sealed);
    verdicts.broken("records", ...records);
    verdicts.broken("seal", ...excerptsMissed(pack, db));
    await proveDerived(pack, { db, lists: trail.seal["lists"], signed, verdicts, whyBlurred }, context);
    return db;
  } catch (error) {
    closeLedger(db);
    throw error;
  }
}

/** Whether each link that the format hands out alone is, and no other. */
function excerptsMissed(pack: OpenedPack, db: ReadableLedger): string[] {
  const exceptions = Array.from(pack.lines("exceptions"), ({ read }) => read?.leaf ?? {});
  const alone = actsAlone(db, exceptions, pack.manifest.month);
  const due = new Set(alone.map((link) => `excerpts/link-${link}.json`));
  return [
    ...[...due].filter((name) => !pack.has(name)).map((name) => `${name}: it is not in the pack`),
    ...pack.names
      .filter((name) => name.startsWith("excerpts/") && !due.has(name))
      .map((name) => `${name}: no link of this number is handed out alone`),
  ];
}

/** null where what the pack says fits no ledger. */
function laidOut(
  pack: OpenedPack,
  { trail, folder, verdicts }: Pick<Proving, "folder" | "verdicts"> & { readonly trail: PackTrail },
): PackLedger | null {
  try {
    return layOutPack(pack, trail, join(folder, "pack.tieout"));
  } catch (error) {
    if (isNoFaultOfPack(error)) throw error;
    verdicts.broken("records", "Links and records fit no ledger");
    for (const claim of DERIVED_CLAIMS) verdicts.unproven(claim, "Links and records fit no ledger");
    return null;
  }
}

/** The time stamps: each token against the link that it is of, and its file against what says so. */
async function proveTime(
  pack: OpenedPack,
  trail: PackTrail,
  verdicts: Verdicts,
  trust: Proving["trust"],
): Promise<void> {
  const inTrail = trail.links.flatMap(({ kind, payload, sequence, isCut }) => {
    const said = kind === "anchor" ? parsed(payload) : null;
    return isSaid("anchor", said) ? [{ ...said, keptIn: sequence, file: tokenFile(sequence), isCut }] : [];
  });
  const isCut = inTrail.some((one) => one.isCut);
  const ofHead = await headStamp(pack, verdicts);
  const kept = [...(isCut ? [] : inTrail), ...ofHead];
  const due = new Set<string>([
    ...kept.map(({ file }) => file),
    ...(ofHead.length === 0 ? [] : [HEAD_STAMP.says]),
  ]);
  for (const { file, keptIn, token } of kept) {
    const isThere = pack.has(file) && pack.sha256Of(file) === hash("sha256", Buffer.from(token, "base64"));
    if (!isThere) verdicts.broken("time", `${file}: it is not the token that link ${keptIn} keeps`);
  }
  for (const name of pack.names)
    if (name.startsWith("anchors/") && !due.has(name)) verdicts.broken("time", `${name}: no link keeps it`);
  if (kept.length === 0)
    return verdicts.unproven(
      "time",
      isCut
        ? "The hashes that were stamped are withheld, for they cover texts"
        : "No link is a time stamp of an authority",
    );
  const stampedBy = ({ link }: AnchorRecord) => bytesOfPacked(pack.manifest.ledger, trail, link);
  const { anchors, problems } = await proveAnchors(kept, stampedBy, trust);
  verdicts.broken("time", ...problems.map(({ sentence, where }) => `${where}: ${sentence}`));
  const words = anchors.map(anchorSentence);
  if (trust === null) verdicts.unproven("time", WHOSE_ROOT, ...words);
  else verdicts.stated("time", ...words);
}

const WHOSE_ROOT =
  "Whose root it is nothing in a pack says: compare it with the authority's own, or give that with --trust";

/** The time stamp of the pack's own head, by the link after it, which is not in the pack; none where there is none. */
async function headStamp(pack: OpenedPack, verdicts: Verdicts) {
  if (!pack.has(HEAD_STAMP.says)) return [];
  const { sequence, hash: head } = pack.manifest.head;
  const text = await pack.text(HEAD_STAMP.says);
  const said = parsed(text);
  const isOfHead =
    isSaid("anchor", said) && canonicalJson(said) === text && said.link === sequence && said.hash === head;
  if (isOfHead) return [{ ...said, keptIn: sequence + 1, file: HEAD_STAMP.token }];
  verdicts.broken("time", `${HEAD_STAMP.says}: it is no time stamp of the head`);
  return [];
}

/** The bytes whose SHA-256 is the hash of a link; null where there is no such link. */
function bytesOfPacked(ledger: string, { links, beforeHead }: PackTrail, sequence: number): Buffer | null {
  const link = links[sequence - 1];
  const before = sequence === links.length ? beforeHead : (links[sequence - 2]?.hash ?? "");
  return link === undefined ? null : Buffer.from(linkText(ledger, before, link));
}

/** The acts of one kind that the trail records, each with the number of its link. */
function actsIn<K extends "close" | "attachment" | "match">(
  { links }: PackTrail,
  kind: K,
): { readonly act: Acts[K]; readonly sequence: number }[] {
  return links.flatMap((link) => {
    const said = link.kind === kind ? parsed(link.payload) : null;
    if (!isSaid(kind, said)) return [];
    return [{ act: recordedAct(kind, said, link.atMs).act, sequence: link.sequence }];
  });
}

/** The figures that were signed; null where no signature is in force. */
function signedFigures(pack: OpenedPack, trail: PackTrail, verdicts: Verdicts): FrozenMonth | null {
  const { month, prepared, signed } = pack.manifest;
  const steps = actsIn(trail, "close");
  const sequenceOf = new Map(steps.map(({ act, sequence }) => [act.id, sequence]));
  const standing = standingOfMonth(
    steps.map(({ act }) => act),
    month,
  );
  if (standing.signed === null) {
    verdicts.broken("signature", "The month is not signed off");
    return null;
  }
  if (
    sequenceOf.get(standing.signed.id) !== signed ||
    sequenceOf.get(standing.prepared?.id ?? 0) !== prepared
  )
    verdicts.broken("signature", "The manifest names other links than those in force");
  return standing.signed.frozen;
}

/** Evidence, documents and restatements: what is compared by its bytes. */
function proveFiles(pack: OpenedPack, trail: PackTrail, verdicts: Verdicts): void {
  const isWhole = pack.manifest.withheld.length === 0;
  const lines = new Map<string, PackLeaf>();
  let restatements: PackLeaf | null = null;
  const found: JsonValue[] = [];
  for (const { read } of pack.lines("month")) {
    if (read === null) break;
    const { is, name } = read.leaf;
    found.push(is === "file" ? (name ?? null) : (is ?? null));
    if (is === "file" && typeof name === "string") lines.set(name, read.leaf);
    if (is === "restatements") restatements = read.leaf;
  }
  if (!sameJson(found, ["check", "statement", "restatements", ...WHOLE_FILES]))
    verdicts.broken("check", "month.jsonl: its lines are not those of the format");
  for (const name of WHOLE_FILES) {
    const claim = name === "check.json" ? "check" : "documents";
    const { sha256: of, bytes } = lines.get(name) ?? {};
    if (pack.has(name) && (pack.sha256Of(name) !== of || pack.manifest.files[name]?.bytes !== bytes))
      verdicts.broken(claim, `${name}: it is not the file that was made of this month`);
  }
  verdicts.unproven(
    "documents",
    isWhole ? null : "Workbook and binder are not in a pack of which something is withheld",
  );
  verdicts.stated("documents", "What workbook and binder say is not compared with the records here");
  verdicts.stated(
    "records",
    "That pulls brought these contents is not compared here: tieout verify does, on the ledger",
  );
  verdicts.stated("restatements", "What is listed beside restatements is taken as stated");
  const isRestatable = trail.links.some(
    ({ kind, sequence }) => kind === "pull" && sequence > pack.manifest.signed,
  );
  const document = restatements?.["document"];
  const listed = isObject(document) ? document["restatements"] : null;
  if (isRestatable) verdicts.unproven("restatements", "The records of later pulls are not in the pack");
  else if (!Array.isArray(listed) || listed.some((one: JsonValue) => restates(one)))
    verdicts.broken("restatements", "month.jsonl: no pull came after the signature that changed anything");
  proveEvidence(pack, trail, verdicts);
}

/** Whether a restatement is of the signature in force, and not of what pulls changed before it. */
function restates(one: JsonValue): boolean {
  const signature = isObject(one) ? one["signature"] : null;
  return !isObject(one) || (isObject(signature) && signature["stillInForce"] !== false);
}

function proveEvidence(pack: OpenedPack, trail: PackTrail, verdicts: Verdicts): void {
  const due = evidenceOf(pack, trail);
  if (pack.manifest.withheld.length > 0) {
    verdicts.unproven(
      "attachments",
      due.length === 0 ? null : "Files of evidence are not in a pack of which something is withheld",
    );
    return;
  }
  const shas = new Set(due.map(({ sha256 }) => sha256));
  for (const { sha256: of, bytes } of due) {
    const name = `attachments/${of}`;
    if (!pack.has(name)) verdicts.broken("attachments", `${name}: it is not in the pack`);
    else if (pack.sha256Of(name) !== of || pack.manifest.files[name]?.bytes !== bytes)
      verdicts.broken("attachments", `${name}: it is not the file that was attached`);
  }
  for (const name of pack.names)
    if (name.startsWith("attachments/") && !shas.has(name.slice("attachments/".length)))
      verdicts.broken("attachments", `${name}: nobody attached it to this month`);
}

function evidenceOf(pack: OpenedPack, trail: PackTrail): Evidence[] {
  const acts = <K extends "attachment" | "match">(kind: K) => actsIn(trail, kind).map(({ act }) => act);
  const fingerprints = new Set<string>();
  for (const { read } of pack.lines("findings")) {
    const fingerprint = read === null ? null : (withCommitments(read.leaf) as PackLeaf)["fingerprint"];
    if (typeof fingerprint === "string") fingerprints.add(fingerprint);
  }
  return evidenceOfMonth(evidenceIn(acts("attachment")), {
    month: pack.manifest.month,
    fingerprints,
    matches: new Set(matchesNotUndone(acts("match")).standing.map(({ id }) => id)),
  });
}
