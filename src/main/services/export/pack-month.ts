/** An evidence pack of a signed month, as a use case: what it rests on, sealed by the ledger, in one file. */
import type { PackFacts } from "../../../core/words/pack.ts";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { CHANGE_RULES } from "../../../core/reconcile/input/rules.ts";
import { type PackLeaf, derivedLists } from "../../../core/report/pack-lists.ts";
import { restatementsDocument } from "../../../core/review/restate/restatements-document.ts";
import { evidenceIn, evidenceOfMonth } from "../../../core/review/file/attachment.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { momentTitle } from "../../../core/review/close/moment.ts";
import { matchesNotUndone } from "../../../core/review/decisions/manual-match.ts";
import type { ReportInput } from "../../../core/report/sheet/input.ts";
import { buildWorkbook } from "../../../core/report/workbook.ts";
import {
  PACK_CLAIMS,
  HEAD_STAMP,
  PACK_FORMAT,
  type Withholdable,
  claimPlaces,
  claimSentence,
  tokenFile,
} from "../../../core/words/pack.ts";
import { listAttachments, readAttachment } from "../../ledger/acts/attachment.ts";
import { findRunDocument, getRunDocument, insertRun } from "../../ledger/acts/run.ts";
import { type Link, auditHead, walkLinks } from "../../ledger/file/audit.ts";
import { type ReadableLedger, type WritableLedger, ledgerIdOf, query } from "../../ledger/file/connection.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { listActs } from "../../ledger/trail/acts.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { inKeptWords } from "../close/frozen.ts";
import { checkMonth } from "../close/month-check.ts";
import { readRestatements } from "../close/register.ts";
import { unkeptInputOf } from "../close/report-input.ts";
import { signatureIn } from "../close/signature.ts";
import { inclusionProof } from "../proof/merkle.ts";
import { recordLines } from "../proof/record-lines.ts";
import { inPrivateFolder } from "../shared/leftovers.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { whileOpen, writeAfterReading } from "../shared/use-ledger.ts";
import { assertTarget } from "./export-target.ts";
import {
  type Dress,
  GrowingList,
  PackFiles,
  VERIFY_PAGE,
  checkpointText,
  excerptText,
} from "./pack-files.ts";
import { actsAlone } from "./pack-trail.ts";

export interface PackRequest {
  readonly ledger: string;
  readonly month: Month;
  /** The path of the file. */
  readonly out: string;
  readonly without: readonly Withholdable[];
  /** Whether a pack that is there is replaced. */
  readonly replace: boolean;
}

export interface PackReport extends PackFacts {
  readonly month: Month;
  readonly signed: { readonly by: string; readonly atMs: number };
  /** Files in the pack. */
  readonly files: number;
  readonly bytes: number;
}

/**
 * Packs a signed month. The ledger keeps the seal of its lists; where its newest link seals the same, nothing is
 * written to it.
 *
 * @throws TieoutError CLOSE_STATE where the month is not signed off; EXPORT_TARGET; LEDGER_* as opening for writing
 *   raises; AUDIT_BROKEN, AUDIT_MISMATCH; CANCELLED; whatever was at the path before stays then
 */
export async function packMonth(request: PackRequest, context: ServiceContext): Promise<PackReport> {
  const { ledger, month, out, replace } = request;
  const signature = signatureIn(ledger, month);
  if (assertTarget(out, { format: "csv" }, ledger) && !replace)
    throw new TieoutError("EXPORT_TARGET", "A file with this name exists", { file: out });
  const drawn = randomBytes(SECRET_BYTES);
  let attempt = 0;
  return inPrivateFolder("pack", async (folder) => {
    let made: MadePack | null = null;
    return writeAfterReading(ledger, context, {
      prove: async (reading) => {
        attempt += 1;
        const own = join(folder, String(attempt));
        made = await makePack(reading, own, { ...request, signature, drawn }, context);
      },
      look: () => made as MadePack,
      keep: (writing, looked) => looked.seal(writing, context.now()),
      finish: async (_, looked, head) => looked.write(out, head),
    });
  });
}

const SECRET_BYTES = 32;

interface Making extends PackRequest {
  readonly signature: ReturnType<typeof signatureIn>;
  /** The salt, where the ledger has none yet. */
  readonly drawn: Buffer;
}

/** A pack of which all is made but what the seal's own link decides. */
interface MadePack {
  /** @returns the link that seals the pack: the newest one where it does so already */
  readonly seal: (db: WritableLedger, atMs: number) => Link;
  readonly write: (out: string, head: Link) => Promise<PackReport>;
}

async function makePack(
  now: ReadableLedger,
  folder: string,
  making: Making,
  context: ServiceContext,
): Promise<MadePack> {
  mkdirSync(folder, { mode: 0o700 });
  const known = findSalt(now);
  const dress = { secret: known?.secret ?? making.drawn, withheld: making.without };
  const files = new PackFiles(folder);
  const asSigned = openAt({ path: making.ledger, sequence: making.signature.sequence });
  const listed = await whileOpen(asSigned, async () =>
    writeLists({ asSigned, now, folder, files, dress }, making, context),
  );
  const trail = new PackedTrail(now, folder, dress, listed.acts);
  const sealWith = (saltRun: number) =>
    canonicalJson({
      ledger: ledgerIdOf(now),
      lists: { ...listed.roots, links: trail.root },
      month: making.month,
      saltRun,
      schema: "tieout.seal/1",
    });
  const { newest, stamp } = trail;
  const isSealed = known !== null && newest.payload === payloadOfSeal(newest, sealWith(known.run));
  if (!isSealed) for (const link of stamp === null ? [newest] : [newest, stamp]) trail.add(link);
  let sealText = known === null ? "" : sealWith(known.run);
  return {
    seal: (db, atMs) => {
      if (isSealed) return newest;
      let saltRun = known?.run ?? 0;
      if (known === null) {
        const salt = canonicalJson({ salt: making.drawn.toString("hex"), schema: "tieout.salt/1" });
        const kept = insertRun(db, { atMs, document: [salt] }, "salt");
        trail.add(kept.link);
        saltRun = kept.id;
      }
      sealText = sealWith(saltRun);
      return insertRun(db, { atMs, document: [sealText] }, "seal").link;
    },
    write: async (out, head) => {
      await goOn(context);
      trail.finish(head, files, sealText);
      // The hash that was stamped covers texts, and the token has it.
      if (making.without.length === 0)
        for (const [link, token] of trail.tokens) files.add(tokenFile(link), [token]);
      if (isSealed && stamp !== null) {
        files.addText(HEAD_STAMP.says, stamp.payload);
        files.add(HEAD_STAMP.token, [tokenOf(stamp)]);
      }
      if (existsSync(VERIFY_PAGE)) files.add("verify.html", [readFileSync(VERIFY_PAGE)]);
      const manifest = manifestOf(files, head, trail, making);
      const written = await files.zip(out, { name: "manifest.json", text: canonicalJson(manifest) });
      return {
        month: making.month,
        signed: { by: making.signature.signed.by, atMs: making.signature.signed.atMs },
        withheld: making.without,
        files: Object.keys(files.list()).length + 1,
        ...written,
        head: { sequence: head.sequence, hash: head.hash },
      };
    },
  };
}

/** The payload that a link of a seal has; that of the link itself where it keeps something else. */
function payloadOfSeal({ kind, payload }: Link, sealText: string): string {
  const said = kind === "run" ? (JSON.parse(payload) as PackLeaf) : {};
  return canonicalJson({ holds: "seal", run: said["run"] ?? null, sha256: sha256(sealText) });
}

/** The bytes that the texts of a ledger's packs are salted with, and the run that keeps them; null before the first pack. */
function findSalt(db: ReadableLedger): { readonly run: number; readonly secret: Buffer } | null {
  const kept = query<{ run: number; sha256: string }>(db).row(
    `SELECT payload ->> '$.run' AS run, payload ->> '$.sha256' AS sha256 FROM audit
       WHERE kind = 'run' AND payload ->> '$.holds' = 'salt' ORDER BY sequence LIMIT 1`,
  );
  if (kept === undefined) return null;
  const sentence = "The salt of evidence packs differs from what was written";
  const document = getRunDocument(db, kept.run, kept.sha256, sentence);
  const { salt } = JSON.parse(Buffer.concat([...document.pieces()]).toString()) as { salt: string };
  return { run: kept.run, secret: Buffer.from(salt, "hex") };
}

interface Listing {
  /** As it was signed. */
  readonly asSigned: ReadableLedger;
  readonly now: ReadableLedger;
  readonly folder: string;
  readonly files: PackFiles;
  readonly dress: Dress;
}

/** Size and root of a list. */
interface Root {
  readonly size: number;
  readonly root: string;
}

/** Writes every list but the links. @returns their roots, and which acts can be handed out alone */
async function writeLists(
  { asSigned, now, folder, files, dress }: Listing,
  { ledger, month, signature }: Making,
  context: ServiceContext,
) {
  const checked = checkMonth(asSigned, month, context);
  const { sequence } = auditHead(asSigned);
  const gathered = inKeptWords(asSigned, signature.frozen, checked.gathered, context.appVersion);
  const { options, result } = gathered;
  const shows = momentTitle({ is: "signed", sequence, ...signature.signed }, options.timeZone);
  const input = unkeptInputOf(asSigned, gathered, context, { shows });
  const documents = await writeDocuments(asSigned, input, { files, dress, signature });
  const derived = derivedLists(input);
  const restatements = restatementsDocument(readRestatements(ledger, { month }));
  const lists = {
    entries: () => recordLines(asSigned, ENTRY_TABLE, "walletID"),
    transactions: () => recordLines(asSigned, PAYMENT_TABLE, "payID"),
    ...derived,
    month: () => [
      ...derived.month(),
      { is: "restatements", document: restatements as unknown as JsonValue },
      ...documents.map(([name, { bytes, sha256: of }]) => ({ is: "file", name, bytes, sha256: of })),
    ],
  };
  const findings = result.findings.filter(({ rule }) => CHANGE_RULES.has(rule));
  const ofContents = new Set<JsonValue>(findings.map(({ fingerprint }) => fingerprint));
  const roots: Record<string, Root> = {};
  for (const [name, leaves] of Object.entries(lists)) {
    await goOn(context);
    const list = new GrowingList(folder, name, { ...dress, ofContents });
    for (const leaf of leaves()) list.add(leaf);
    files.note(`${name}.jsonl`, join(folder, `${name}.jsonl`), list.finish());
    roots[name] = { size: list.tree.size, root: list.tree.root };
  }
  if (dress.withheld.length === 0) addEvidence(now, files, month, result.findings);
  return { roots, acts: actsAlone(asSigned, derived.exceptions(), month) };
}

/** The kept check, the workbook as signed, and its binder. They are packed where nothing is withheld. */
async function writeDocuments(
  db: ReadableLedger,
  input: ReportInput,
  { files, dress, signature }: Pick<Listing, "files" | "dress"> & Pick<Making, "signature">,
) {
  const { runId } = signature.frozen;
  // What writes workbooks takes as long to load as the rest of a command.
  const { writeWorkbook } = await import("../../excel/workbook/write-workbook.ts");
  const { binderHtml } = await import("../../excel/documents/write-binder.ts");
  const folder = join(files.folder, "documents");
  mkdirSync(folder, { mode: 0o700 });
  const own = dress.withheld.length === 0 ? files : new PackFiles(folder);
  const workbook = buildWorkbook(input);
  const path = join(folder, "workbook");
  const { sha256: of, bytes } = await writeWorkbook(workbook, path, { atMs: signature.signed.atMs });
  const kept = own.add("check.json", findRunDocument(db, runId)?.pieces() ?? []);
  own.note("workbook.xlsx", path, { sha256: of, bytes });
  const page = function* () {
    for (const text of binderHtml(workbook)) yield Buffer.from(text);
  };
  const binder = own.add("binder.html", page());
  return [
    ["check.json", kept],
    ["workbook.xlsx", { sha256: of, bytes }],
    ["binder.html", binder],
  ] as const;
}

/** The evidence of the month that counts now, each file once. */
function addEvidence(
  db: ReadableLedger,
  files: PackFiles,
  month: Month,
  findings: readonly { readonly fingerprint: string }[],
): void {
  const all = evidenceOfMonth(evidenceIn(listAttachments(db)), {
    month,
    fingerprints: new Set(findings.map(({ fingerprint }) => fingerprint)),
    matches: new Set(matchesNotUndone(listActs(db, "match")).standing.map(({ id }) => id)),
  });
  const once = new Map(all.map((one) => [one.sha256, one]));
  for (const [of, one] of [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    files.add(`attachments/${of}`, readAttachment(db, one));
}

function leafOf({ sequence, atMs, kind, payload, hash }: Link): PackLeaf {
  return { atMs, hash, kind, payload: JSON.parse(payload) as JsonValue, sequence };
}

function tokenOf({ payload }: Link): Buffer {
  const { token } = JSON.parse(payload) as { token: string };
  return Buffer.from(token, "base64");
}

/** The links of a pack: all up to the newest, which waits until it is known whether it seals the pack. */
class PackedTrail {
  /** But for a time stamp of it. */
  readonly newest: Link;
  /** The time stamp of the newest link, which waits with it; null where there is none. */
  readonly stamp: Link | null;
  readonly ledgerId: string;
  readonly #list: GrowingList;
  readonly #folder: string;
  readonly #hashes: Buffer[] = [];
  /** Which links are handed out alone, and their lines. */
  readonly #alone: ReadonlySet<number>;
  readonly #lines = new Map<number, string>();
  #last = "";
  /** The tokens of time stamps, by the link that keeps each. */
  readonly tokens = new Map<number, Buffer>();

  constructor(db: ReadableLedger, folder: string, dress: Dress, alone: readonly number[]) {
    this.#list = new GrowingList(folder, "links", dress);
    this.#folder = folder;
    this.#alone = new Set(alone);
    this.ledgerId = ledgerIdOf(db);
    const waiting: Link[] = [];
    for (const link of walkLinks(db)) {
      waiting.push(link);
      if (waiting.length > 2) this.add(waiting.shift() as Link);
    }
    const last = waiting.pop();
    this.stamp = last?.kind === "anchor" ? last : null;
    const newest = this.stamp === null ? last : waiting.pop();
    for (const link of waiting) this.add(link);
    if (newest === undefined) throw new Error("a ledger has a first link");
    this.newest = newest;
  }

  add(link: Link): void {
    const { hash, line } = this.#list.add(leafOf(link));
    this.#hashes.push(hash);
    if (this.#alone.has(link.sequence)) this.#lines.set(link.sequence, line);
    this.#last = link.hash;
    if (link.kind === "anchor") this.tokens.set(link.sequence, tokenOf(link));
  }

  get root(): Root & { readonly [member: string]: JsonValue } {
    return { size: this.#list.tree.size, root: this.#list.tree.root };
  }

  /** Ends with the link that seals the pack, and adds what follows from it. */
  finish(head: Link, files: PackFiles, sealText: string): void {
    const { size, root } = this.root;
    const last: PackLeaf = { ...leafOf(head), previous: this.#last };
    this.#list.addLine(canonicalJson({ leaf: last }));
    files.note("links.jsonl", join(this.#folder, "links.jsonl"), this.#list.finish());
    files.addText("seal.json", sealText);
    const checkpoint = checkpointText(this.ledgerId, { size, root });
    files.addText("checkpoint.txt", checkpoint);
    const proofOf = inclusionProof(this.#hashes);
    const ground = { checkpoint, last, seal: JSON.parse(sealText) as JsonValue };
    for (const [sequence, line] of this.#lines)
      files.addText(`excerpts/link-${sequence}.json`, excerptText(ground, line, proofOf(sequence - 1)));
  }
}

function manifestOf(
  files: PackFiles,
  head: Link,
  { ledgerId, tokens }: Pick<PackedTrail, "ledgerId" | "tokens">,
  { month, signature, without }: Making,
): PackLeaf {
  const list = files.list();
  const about = { month, prepared: signature.preparedAt, signed: signature.sequence };
  const has = (file: string) => Object.hasOwn(list, file);
  return {
    claims: PACK_CLAIMS.map((claim) => ({
      at: claimPlaces(claim, about, has, [...tokens.keys()]) as unknown as JsonValue,
      claim,
      says: claimSentence(claim, month),
    })),
    files: list as unknown as JsonValue,
    format: PACK_FORMAT,
    head: { hash: head.hash, sequence: head.sequence },
    ...about,
    ledger: ledgerId,
    withheld: without,
  };
}
