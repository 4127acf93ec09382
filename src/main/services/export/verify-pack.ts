/** Verifying an evidence pack, as a use case: its bytes, its trail, and the month done again from its records. */
import { join } from "node:path";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import { type Evidence, evidenceIn, evidenceOfMonth } from "../../../core/review/file/attachment.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { matchesNotUndone } from "../../../core/review/decisions/manual-match.ts";
import type { Month, FrozenFigures } from "../../../core/review/close/close.ts";
import { type ClaimVerdict, PACK_CLAIMS, type PackClaim, claimSentence } from "../../../core/words/pack.ts";
import { ACTS, type Acts, fieldsOf, recordedAct } from "../../../schema/acts.ts";
import { writeAlone } from "../../ledger/file/audit.ts";
import { type WritableLedger, closeLedger, query } from "../../ledger/file/connection.ts";
import { makePassingLedger } from "../../ledger/file/make.ts";
import { isSaid } from "../../ledger/proof/people.ts";
import { packPieces } from "../../ledger/file/pieces.ts";
import { hashFinder } from "../../ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { showCounting } from "../../ledger/trail/counting.ts";
import { type IdField, RecordTaker } from "../proof/record-lines.ts";
import { inPrivateFolder } from "../shared/leftovers.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { OpenedPack, ReadTree, parsed } from "./opened-pack.ts";
import { type ClaimVerdicts, DERIVED_CLAIMS, isNoFaultOfPack, proveDerived } from "./pack-derived.ts";
import { type PackTrail, isSameRoot, readPackTrail, withCommitments } from "./pack-trail.ts";

/** What came of one claim. */
export interface ProvenClaim {
  readonly claim: PackClaim;
  /** Without the full stop. */
  readonly says: string;
  readonly verdict: ClaimVerdict;
  /** Of a broken one where, of one that cannot be proven here why; empty of a proven one. One sentence each. */
  readonly words: readonly string[];
}

export interface PackProof {
  readonly schema: "tieout.pack-proof/1";
  /** Whether no claim is broken. */
  readonly ok: boolean;
  readonly month: Month;
  readonly ledger: string;
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly withheld: readonly string[];
  readonly claims: readonly ProvenClaim[];
}

/** So many faults of one claim are told. */
const MOST_TOLD = 10;

class Verdicts implements ClaimVerdicts {
  readonly #broken = new Map<PackClaim, string[]>();
  readonly #unproven = new Map<PackClaim, string>();

  broken(claim: PackClaim, ...faults: readonly string[]): void {
    if (faults.length === 0) return;
    const known = this.#broken.get(claim) ?? [];
    this.#broken.set(claim, [...known, ...faults].slice(0, MOST_TOLD));
  }

  unproven(claim: PackClaim, why: string | null): void {
    if (why !== null) this.#unproven.set(claim, why);
  }

  /** Those that nothing was said of are proven. */
  claims(month: Month): ProvenClaim[] {
    return PACK_CLAIMS.map((claim) => {
      const [faults, why] = [this.#broken.get(claim), this.#unproven.get(claim)];
      const says = claimSentence(claim, month);
      if (faults !== undefined) return { claim, says, verdict: "broken", words: faults };
      return why === undefined
        ? { claim, says, verdict: "proven", words: [] }
        : { claim, says, verdict: "not-proven", words: [why] };
    });
  }
}

/**
 * Verifies a pack.
 *
 * @param head the head of the audit trail as it was printed once; null without one
 * @throws TieoutError FILE_UNREADABLE; IMPORT_TOO_LARGE; IMPORT_FORMAT for what is no pack at all; CANCELLED
 */
export async function verifyPack(
  file: string,
  head: string | null,
  context: ServiceContext,
): Promise<PackProof> {
  return inPrivateFolder("pack", async (folder) => {
    const pack = await OpenedPack.open(file, folder);
    const { manifest } = pack;
    const { month } = manifest;
    const verdicts = new Verdicts();
    verdicts.unproven("source", "The pack holds no responses. The service says it: tieout audit asks it");
    verdicts.unproven("people", "A name and a time are what was typed, and what a clock said");
    if (pack.faults.length > 0) {
      verdicts.broken("files", ...pack.faults);
      for (const claim of PACK_CLAIMS.slice(1))
        verdicts.unproven(claim, "The files are not those that were packed");
    } else await proveAll(pack, { head, folder, verdicts }, context);
    const claims = verdicts.claims(month);
    const { ledger, withheld } = manifest;
    const ok = claims.every(({ verdict }) => verdict !== "broken");
    return { schema: "tieout.pack-proof/1", ok, month, ledger, head: manifest.head, withheld, claims };
  });
}

interface Proving {
  readonly head: string | null;
  readonly folder: string;
  readonly verdicts: Verdicts;
}

async function proveAll(
  pack: OpenedPack,
  { head, folder, verdicts }: Proving,
  context: ServiceContext,
): Promise<void> {
  await goOn(context);
  const trail = await readPackTrail(pack, head);
  verdicts.broken("files", ...trail.files);
  verdicts.broken("trail", ...trail.trail);
  verdicts.broken("seal", ...trail.sealed);
  verdicts.broken("rules", ...trail.rules);
  verdicts.unproven("trail", trail.whyNotTrail);
  verdicts.unproven("rules", trail.whyNotRules);
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
    return;
  }
  const laid = laidOut(pack, { trail, folder, verdicts });
  if (laid === null) return;
  const { db, files, records, sealed, hasVersions } = laid;
  try {
    verdicts.broken("files", ...files);
    verdicts.broken("seal", ...sealed);
    verdicts.broken("records", ...records);
    const isBlurred = hasVersions && pack.manifest.withheld.length > 0;
    await proveDerived(pack, { db, lists: trail.seal["lists"], signed, verdicts, isBlurred }, context);
  } finally {
    closeLedger(db);
  }
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

type CloseAct = Acts["close"];

/** The steps of the close that the trail records up to a link. */
function closeSteps(
  { links }: PackTrail,
  upTo: number,
): { readonly step: CloseAct; readonly sequence: number }[] {
  return links.flatMap(({ kind, payload, atMs, sequence }) => {
    if (kind !== "close" || sequence > upTo) return [];
    const said = parsed(payload);
    return isSaid(kind, said) ? [{ step: recordedAct(kind, said, atMs).act, sequence }] : [];
  });
}

/** The figures that were signed; null where no signature is in force. */
function signedFigures(pack: OpenedPack, trail: PackTrail, verdicts: Verdicts): FrozenFigures | null {
  const { month, prepared, signed } = pack.manifest;
  const steps = closeSteps(trail, Infinity);
  const sequenceOf = new Map(steps.map(({ step, sequence }) => [step.id, sequence]));
  const standing = standingOfMonth(
    steps.map(({ step }) => step),
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
  for (const { read } of pack.lines("month")) {
    if (read === null) break;
    const { is, name } = read.leaf;
    if (is === "file" && typeof name === "string") lines.set(name, read.leaf);
    if (is === "restatements") restatements = read.leaf;
  }
  for (const name of ["workbook.xlsx", "binder.html", "check.json"]) {
    const claim = name === "check.json" ? "check" : "documents";
    const stated = lines.get(name);
    if (stated === undefined) verdicts.broken(claim, `month.jsonl: it has no line for ${name}`);
    else if (pack.has(name) && pack.sha256Of(name) !== stated["sha256"])
      verdicts.broken(claim, `${name}: it is not the file that was made of this month`);
  }
  verdicts.unproven(
    "documents",
    isWhole ? null : "Workbook and binder are not in a pack of which something is withheld",
  );
  const isRestatable = trail.links.some(
    ({ kind, sequence }) => kind === "pull" && sequence > pack.manifest.signed,
  );
  const document = restatements?.["document"] as { readonly total?: JsonValue } | undefined;
  if (isRestatable) verdicts.unproven("restatements", "The records of later pulls are not in the pack");
  else if (document?.total !== 0)
    verdicts.broken("restatements", "month.jsonl: no pull came after the signature that changed anything");
  proveEvidence(pack, trail, verdicts);
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
  const acts = <K extends "attachment" | "match">(kind: K): Acts[K][] =>
    trail.links.flatMap((link) => {
      const said = link.kind === kind ? parsed(link.payload) : null;
      return isSaid(kind, said) ? [recordedAct(kind, said, link.atMs).act] : [];
    });
  const fingerprints = new Set<string>();
  for (const { read } of pack.lines("findings")) {
    const fingerprint = read?.leaf["fingerprint"];
    if (typeof fingerprint === "string") fingerprints.add(fingerprint);
  }
  return evidenceOfMonth(evidenceIn(acts("attachment")), {
    month: pack.manifest.month,
    fingerprints,
    matches: new Set(matchesNotUndone(acts("match")).standing.map(({ id }) => id)),
  });
}

// Puts a pack's links and records back into a passing ledger, so that the month is checked again by the same engine.

/** A ledger that holds what a pack says, as of the signature. */
interface PackLedger {
  readonly db: WritableLedger;
  /** Faults by claim, one sentence each. */
  readonly files: readonly string[];
  readonly records: readonly string[];
  readonly sealed: readonly string[];
  /** Whether any record has further contents: where texts are withheld, what changed in it cannot be told. */
  readonly hasVersions: boolean;
}

/** @param path where the passing ledger is made */
function layOutPack(pack: OpenedPack, trail: PackTrail, path: string): PackLedger {
  const [first] = trail.links;
  const db = makePassingLedger(path, { ledgerId: pack.manifest.ledger, atMs: first?.atMs ?? 0 });
  try {
    const laid = writeAlone(db, () => layOut(pack, trail, db));
    showCounting(db);
    return { db, ...laid };
  } catch (error) {
    closeLedger(db);
    throw error;
  }
}

function layOut(pack: OpenedPack, trail: PackTrail, db: WritableLedger): Omit<PackLedger, "db"> {
  const { signed, withheld } = pack.manifest;
  putLinks(db, trail, signed);
  const [sealed, files]: [string[], string[]] = [[], []];
  const takers = RecordTaker.of(db);
  let hasVersions = false;
  const counted = new Map<string, number>();
  const take = (list: "entries" | "transactions", idField: IdField): string[] => {
    const tree = new ReadTree(false);
    const taker = takers[list];
    for (const { number, read } of pack.lines(list)) {
      if (read === null) {
        files.push(`${list}.jsonl, line ${number}: this is no line of a list`);
        return [];
      }
      tree.add(read);
      const leaf = withCommitments(read.leaf) as PackLeaf;
      const { is, pull, [idField]: id } = leaf;
      hasVersions ||= is === "later";
      if (is === "first") {
        const of = broughtBy(pull, list);
        counted.set(of, (counted.get(of) ?? 0) + 1);
      }
      const fault = takenSafely(() => taker.take(leaf));
      if (fault !== null)
        return [`${list}.jsonl, line ${number}, ${idField} ${canonicalJson(id ?? null)}: ${fault}`];
    }
    if (!isSameRoot(trail.seal["lists"], list, tree.root))
      sealed.push(`${list}.jsonl: it is not what was sealed`);
    return [];
  };
  const records = [...take("entries", "walletID"), ...take("transactions", "payID")];
  if (records.length + files.length === 0) records.push(...countFaults(trail, counted, signed));
  if (pack.has("check.json")) keepDocument(db, pack, trail);
  for (const name of pack.names.filter((one) => one.startsWith("attachments/")))
    keepEvidence(db, name.slice("attachments/".length), pack.pieces(name));
  if (withheld.length > 0) bindAsTheyAre(db);
  return { files, records, sealed, hasVersions };
}

/** Puts links, and the rows that they record, where they belong. */
function putLinks(db: WritableLedger, { links, rows }: PackTrail, upTo: number): void {
  const link = db.prepare("INSERT INTO audit (sequence, at_ms, kind, payload, hash) VALUES (?, ?, ?, ?, ?)");
  for (const { sequence, atMs, kind, payload, hash } of links)
    if (sequence > 1 && sequence <= upTo) link.run(sequence, atMs, kind, payload, hash);
  for (const { table, row, sequence } of rows) {
    if (table === "ledger" || sequence > upTo) continue;
    db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${row.map(() => "?").join(", ")})`).run(...row);
  }
}

/** What no table takes is no record. @throws what the machine is to blame for */
function takenSafely(take: () => string | null): string | null {
  try {
    return take();
  } catch (error) {
    const { code = "" } = error as { readonly code?: string };
    if (/^SQLITE_(?:FULL|IOERR|NOMEM|READONLY)/u.test(code)) throw error;
    return "The ledger does not take it";
  }
}

function broughtBy(pull: JsonValue | undefined, list: string): string {
  return `${list} ${canonicalJson(pull ?? null)}`;
}

/** Each pull brought as many records as its link says, unless some pull was ever set aside. */
function countFaults({ links }: PackTrail, counted: ReadonlyMap<string, number>, signed: number): string[] {
  const before = links.filter(({ sequence }) => sequence <= signed);
  if (before.some(({ kind }) => kind === "pull-step")) return [];
  return before
    .filter(({ kind }) => kind === "pull")
    .flatMap(({ payload }) => {
      const { pull, ...said } = parsed(payload) as PackLeaf;
      return (["entries", "transactions"] as const).flatMap((list) => {
        const stated = (said[list] as { readonly inserted?: number } | null)?.inserted ?? 0;
        const found = counted.get(broughtBy(pull, list)) ?? 0;
        return stated === found
          ? []
          : [`${list}.jsonl: pull ${canonicalJson(pull ?? null)} brought ${stated}, and here are ${found}`];
      });
    });
}

/** Keeps the check that was signed under the run that the month was prepared on. */
function keepDocument(db: WritableLedger, pack: OpenedPack, { links }: PackTrail): void {
  const said = parsed(links[pack.manifest.signed - 1]?.payload ?? "") as PackLeaf | null;
  const run = (said?.["frozen"] as { readonly runId?: JsonValue } | null)?.runId;
  if (typeof run !== "number" || query<number>(db).value("SELECT 1 FROM run WHERE id = ?", run) === undefined)
    return;
  let n = 0;
  for (const piece of packPieces(pack.pieces("check.json"))) {
    db.prepare("INSERT INTO run_chunk (run_id, n, compressed) VALUES (?, ?, ?)").run(run, n, piece);
    n += 1;
  }
}

/** Keeps a file of evidence under the first of those that have it, as a ledger does. */
function keepEvidence(db: WritableLedger, of: string, pieces: Iterable<Uint8Array>): void {
  const id = query<number | null>(db).value("SELECT min(id) FROM attachment WHERE sha256 = ?", of) ?? null;
  if (id === null) return;
  let n = 0;
  for (const piece of packPieces(pieces)) {
    db.prepare("INSERT INTO attachment_chunk (attachment_id, n, compressed) VALUES (?, ?, ?)").run(
      id,
      n,
      piece,
    );
    n += 1;
  }
}

/** Acts that are bound to digests that are withheld are bound to the records as they are. */
function bindAsTheyAre(db: WritableLedger): void {
  const hashes = { walletID: hashFinder(db, ENTRY_TABLE), payID: hashFinder(db, PAYMENT_TABLE) };
  for (const kind of ["match", "decision"] as const) {
    const { table } = ACTS[kind];
    for (const { column } of fieldsOf(kind).filter(({ isDocument }) => isDocument === true)) {
      const rows = query<{ id: number; document: string }>(db).rows(
        `SELECT id, ${column} AS document FROM ${table}`,
      );
      const put = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`);
      withoutTriggers(db, table, () => {
        for (const { id, document } of rows)
          put.run(JSON.stringify(bound(JSON.parse(document) as JsonValue, hashes)), id);
      });
    }
  }
}

type Hashes = Readonly<Record<IdField, (ids: readonly number[]) => ReadonlyMap<number, string>>>;

function bound(value: JsonValue, hashes: Hashes): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => bound(item, hashes));
  const object = value as PackLeaf;
  for (const id of ["walletID", "payID"] as const) {
    const of = object[id];
    if (typeof of !== "number" || typeof object["sha256"] !== "string") continue;
    return { ...object, sha256: hashes[id]([of]).get(of) ?? object["sha256"] };
  }
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, bound(member, hashes)]));
}

/** A passing ledger is nobody's record: what is bound is put in before anything reads it. */
function withoutTriggers(db: WritableLedger, table: string, work: () => void): void {
  const triggers = query<{ name: string; sql: string }>(db).rows(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?",
    table,
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  work();
  for (const { sql } of triggers) db.exec(sql);
}
