/** What follows from a pack's records, made again and held against what the pack says, line by line. */
import { type JsonValue, canonicalJson, sameJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { CHANGE_RULES } from "../../../core/reconcile/input/rules.ts";
import type { RuleId } from "../../../core/reconcile/input/rules.ts";
import { keptWordsNote } from "../../../core/reconcile/same-conclusion.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { type PackLeaf, type DerivedList, derivedLists } from "../../../core/report/pack-lists.ts";
import { type MetCheck, concludeOf } from "../../../core/report/lead/month-conclusion.ts";
import type { Misstatements } from "../../../core/report/exceptions/misstatements.ts";
import type { CloseStep, FrozenMonth } from "../../../core/review/close/close.ts";
import type { PackClaim } from "../../../core/words/pack.ts";
import { writeAlone } from "../../ledger/file/audit.ts";
import { type WritableLedger, closeLedger, query } from "../../ledger/file/connection.ts";
import { inKeptWords } from "../close/frozen.ts";
import { type CheckedMonth, checkMonth, freeze } from "../close/month-check.ts";
import { unkeptInputOf } from "../close/report-input.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type OpenedPack, ReadTree, parsed } from "./opened-pack.ts";
import { isSameRoot, withCommitments, type PackTrail } from "./pack-trail.ts";
import { ACTS, fieldsOf } from "../../../schema/acts.ts";
import { makePassingLedger } from "../../ledger/file/make.ts";
import { storePieces } from "../../ledger/file/pieces.ts";
import { keeperOf } from "../../ledger/acts/attachment.ts";
import { runOf, sha256OfTexts } from "../../ledger/acts/run.ts";
import { hashFinder } from "../../ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { showCounting } from "../../ledger/trail/counting.ts";
import { type IdField, RecordTaker } from "../proof/record-lines.ts";

/** What is said of claims while they are proven. */
export interface ClaimVerdicts {
  broken(claim: PackClaim, ...faults: readonly string[]): void;
  unproven(claim: PackClaim, why: string | null): void;
  /** @param words what whoever relies on the claim has to know */
  proven(claim: PackClaim, words: readonly string[]): void;
}

/** The claims that follow from the records. */
export const DERIVED_CLAIMS = [
  "check",
  "chain",
  "roll-forward",
  "payments",
  "three-way",
  "causes",
  "decisions",
  "conclusion",
  "questions",
] as const satisfies readonly PackClaim[];

interface Deriving {
  /** Of the pack, as of the signature. */
  readonly db: WritableLedger;
  readonly lists: JsonValue | undefined;
  readonly signed: FrozenMonth;
  readonly verdicts: ClaimVerdicts;
  /** Whether records changed of which texts are withheld: findings about that cannot be made again. */
  readonly isBlurred: boolean;
}

/** Whether a failure says nothing about the pack. */
export function isNoFaultOfPack(error: unknown): boolean {
  if (!(error instanceof TieoutError)) return false;
  return error.code === "CANCELLED" || error.code.startsWith("LEDGER_DISK");
}

const BLURRED = "Texts of records that changed, or came twice, are withheld";

/** @throws TieoutError CANCELLED, LEDGER_DISK_FULL */
export async function proveDerived(
  pack: OpenedPack,
  deriving: Deriving,
  context: ServiceContext,
): Promise<void> {
  const { signed, verdicts } = deriving;
  if (signed.rulesVersion !== RULES_VERSION) {
    const why = `The month was signed under rules ${signed.rulesVersion}, and these are rules ${RULES_VERSION}`;
    for (const claim of DERIVED_CLAIMS) verdicts.unproven(claim, why);
    return;
  }
  try {
    await compareAll(pack, deriving, { ...context, memory: undefined });
  } catch (error) {
    if (isNoFaultOfPack(error)) throw error;
    // Records and acts are a stranger's: what cannot be checked is not what was signed.
    const why = error instanceof TieoutError ? error.message : "its records or acts cannot be read";
    verdicts.broken("check", `The month cannot be checked again: ${why}`);
    for (const claim of DERIVED_CLAIMS) verdicts.unproven(claim, "The month cannot be checked again");
  }
}

async function compareAll(pack: OpenedPack, deriving: Deriving, ours: ServiceContext): Promise<void> {
  const { db, signed, verdicts } = deriving;
  const context = { ...ours, appVersion: signed.appVersion };
  if (deriving.isBlurred && hasFindingOfContents(pack))
    for (const claim of ["decisions", "conclusion"] as const) verdicts.unproven(claim, BLURRED);
  const isCut = pack.manifest.withheld.length > 0;
  const checked = checkMonth(db, pack.manifest.month, context);
  const steps = isCut ? { closeSteps: preparedOn(checked) } : {};
  const gathered = isCut ? checked.gathered : inKeptWords(db, signed, checked.gathered, ours.appVersion);
  const input = unkeptInputOf(db, gathered, context, steps);
  const lists = derivedLists(input);
  for (const name of Object.keys(lists) as DerivedList[]) {
    await goOn(context);
    // Names and texts that people typed decide what is asked, and how it is answered.
    const isHidden = name === "questions" && pack.manifest.withheld.length > 0;
    compareList(pack, deriving, name, isHidden ? null : lists[name]());
  }
  const again = freeze(db, checked, context);
  if (!sameJson(signed.wallets, again.wallets))
    verdicts.broken("roll-forward", "The figures that were signed are not those of the entries");
  if (!sameJson(signed.proofs, again.proofs) || !sameJson(signed.outstanding, again.outstanding))
    verdicts.broken("three-way", "The lines that were signed are not those of wallet and payments");
  const counted = [signed, again].map(({ errors, warnings, decisionsSha256 }) =>
    isCut ? { errors, warnings } : { errors, warnings, decisionsSha256 },
  );
  if (!sameJson(counted[0], counted[1]))
    blur(deriving, "decisions", "Another number of exceptions is decided than was signed");
  // Where something is withheld the digest is, too, and what the check found is compared line by line.
  if (isCut) return;
  const { sentence } = leafOf(pack, "month", "is", "statement");
  if (sentence !== leafOf(pack, "questions", "id", "conclusion")["answer"])
    verdicts.broken(
      "questions",
      "month.jsonl, line 2: its sentence is not the answer of the question conclusion",
    );
  if (pack.sha256Of("check.json") !== signed.checkSha256)
    verdicts.broken("check", "check.json: it is not the check that was signed");
  if (sha256OfTexts(runOf(gathered.result, 0).document) !== signed.checkSha256)
    blur(deriving, "check", "The check comes to another document than the one that was signed");
  else if (again.checkSha256 !== signed.checkSha256)
    verdicts.proven("check", [keptWordsNote(signed.appVersion)]);
}

function hasFindingOfContents(pack: OpenedPack): boolean {
  for (const { read } of pack.lines("findings"))
    if (CHANGE_RULES.has(read?.leaf["rule"] as RuleId)) return true;
  return false;
}

/** The steps of the close, where the kept check and its digest are withheld: the month counts as prepared on the check made again. */
function preparedOn({ steps, standing, checkSha256 }: CheckedMonth): CloseStep[] {
  return steps.map((step) =>
    step.frozen === null || step.month !== standing.month
      ? step
      : { ...step, frozen: { ...step.frozen, checkSha256 } },
  );
}

/** What is broken, unless it may be so because of what is withheld. */
function blur({ isBlurred, verdicts }: Deriving, claim: PackClaim, fault: string): void {
  if (isBlurred) verdicts.unproven(claim, BLURRED);
  else verdicts.broken(claim, fault);
}

/** So many lines that differ are named. */
const MOST_NAMED = 3;

/** @param remade null of a list that only its seal is compared of */
function compareList(
  pack: OpenedPack,
  deriving: Deriving,
  name: DerivedList,
  remade: Iterable<PackLeaf> | null,
): void {
  const { verdicts } = deriving;
  const isCut = pack.manifest.withheld.length > 0;
  const tree = new ReadTree(false);
  const expected = (remade ?? [])[Symbol.iterator]();
  let told = 0;
  for (const { number, read } of pack.lines(name)) {
    const place = `${name}.jsonl, line ${number}`;
    if (read === null) {
      verdicts.broken("files", `${place}: this is no line of a list`);
      return;
    }
    tree.add(read);
    const stated = withCommitments(read.leaf) as PackLeaf;
    if (remade === null || (name === "month" && !isDerived(stated))) continue;
    const next = expected.next();
    if (told >= MOST_NAMED) continue;
    const differing = next.done === true ? [CLAIM_OF[name]] : claimsBroken(name, stated, next.value, isCut);
    for (const claim of differing) {
      told += 1;
      const fault = `${place}${recordOf(stated)}: it does not follow from the records`;
      if (MAY_BLUR.has(name)) blur(deriving, claim, fault);
      else verdicts.broken(claim, fault);
    }
  }
  if (expected.next().done !== true) blur(deriving, CLAIM_OF[name], `${name}.jsonl: lines are missing`);
  if (!isSameRoot(deriving.lists, name, tree.root))
    verdicts.broken("seal", `${name}.jsonl: it is not what was sealed`);
}

const CLAIM_OF = {
  findings: "check",
  "entry-work": "chain",
  "transaction-work": "payments",
  exceptions: "decisions",
  questions: "questions",
  month: "conclusion",
} as const satisfies Readonly<Record<DerivedList, PackClaim>>;

/** The lists that name findings, of which some are about what a record said before. */
const MAY_BLUR: ReadonlySet<DerivedList> = new Set(["findings", "exceptions", "questions", "month"]);

function isDerived({ is }: PackLeaf): boolean {
  return is === "check" || is === "statement";
}

/** The first line of a list of which a member has a value; no members where there is none. */
function leafOf(pack: OpenedPack, list: string, member: string, value: string): PackLeaf {
  for (const { read } of pack.lines(list)) if (read?.leaf[member] === value) return read.leaf;
  return {};
}

function recordOf({ walletID, payID, fingerprint, id }: PackLeaf): string {
  if (typeof walletID === "number") return `, walletID ${walletID}`;
  if (typeof payID === "number") return `, payID ${payID}`;
  if (typeof fingerprint === "string") return `, finding ${fingerprint.slice(0, 12)}`;
  return typeof id === "string" ? `, question ${id}` : "";
}

/** The claims that a line breaks by what it says otherwise than it should. */
function claimsBroken(name: DerivedList, stated: PackLeaf, remade: PackLeaf, isCut: boolean): PackClaim[] {
  switch (name) {
    case "findings":
      return isAlike(stated, remade, isCut ? ["message", "changes", "copies"] : []) ? [] : ["check"];
    case "entry-work":
      return [
        ...(isAlike(stated, remade, ["payID"]) ? [] : (["chain"] as const)),
        ...(stated["payID"] === remade["payID"] ? [] : (["payments"] as const)),
      ];
    case "transaction-work":
      return isAlike(stated, remade) ? [] : ["payments"];
    case "exceptions":
      return isAlike(stated, remade) ? [] : ["decisions"];
    case "questions":
      return isAlike(stated, remade, apartOfQuestion(remade)) ? [] : ["questions"];
    case "month":
      if (stated["is"] !== remade["is"]) return ["conclusion"];
      return stated["is"] === "check" ? ofCheck(stated, remade, isCut) : ofStatement(stated, remade, isCut);
  }
}

/** What of a question does not follow here: a pack holds no responses. */
function apartOfQuestion({ id, ...others }: PackLeaf): string[] {
  return id === "kept" ? Object.keys(others) : [];
}

function isAlike(stated: PackLeaf, remade: PackLeaf, apart: readonly string[] = []): boolean {
  const without = (leaf: PackLeaf) =>
    Object.fromEntries(Object.entries(leaf).filter(([key]) => !apart.includes(key)));
  return sameJson(without(stated), without(remade));
}

function ofCheck(stated: PackLeaf, remade: PackLeaf, isCut: boolean): PackClaim[] {
  const differs = (key: string) => !sameJson(stated[key], remade[key]);
  return [
    ...(differs("causes") ? (["causes"] as const) : []),
    ...(differs("wallets") ? (["roll-forward"] as const) : []),
    ...(isAlike(stated, remade, ["causes", "wallets", ...(isCut ? ["skippedRules"] : [])])
      ? []
      : (["check"] as const)),
  ];
}

function holds(leaf: PackLeaf, key: string): boolean[] {
  return ((leaf[key] ?? []) as unknown as MetCheck[]).map((one) => one.holds);
}

/** Proofs and checks that names decide are taken as stated where names may be withheld. */
function ofStatement(stated: PackLeaf, remade: PackLeaf, isCut: boolean): PackClaim[] {
  const checks = (stated["checks"] ?? []) as unknown as MetCheck[];
  const follows =
    stated["conclusion"] ===
    concludeOf({
      isProven: holds(stated, "proofs").every(Boolean),
      checks,
      misstatements: (stated["currencies"] ?? []) as unknown as Misstatements[],
    });
  const isRemade =
    sameJson(Object.keys(stated), Object.keys(remade).toSorted()) &&
    sameJson(stated["currencies"], remade["currencies"]) &&
    stated["decimals"] === remade["decimals"] &&
    checks[0]?.holds === holds(remade, "checks")[0] &&
    (isCut ||
      (stated["conclusion"] === remade["conclusion"] &&
        sameJson(holds(stated, "proofs"), holds(remade, "proofs")) &&
        sameJson(holds(stated, "checks"), holds(remade, "checks"))));
  return follows && isRemade ? [] : ["conclusion"];
}

// Puts a pack's links and records back into a passing ledger, so that the month is checked again by the same engine.

/** A ledger that holds what a pack says, as of the signature. */
export interface PackLedger {
  readonly db: WritableLedger;
  /** Faults by claim, one sentence each. */
  readonly files: readonly string[];
  readonly records: readonly string[];
  readonly sealed: readonly string[];
  /** Whether any record has further contents or differing copies, or was gone: where texts are withheld, findings about that cannot be told. */
  readonly hasVersions: boolean;
}

/** @param path where the passing ledger is made */
export function layOutPack(pack: OpenedPack, trail: PackTrail, path: string): PackLedger {
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
      hasVersions ||=
        is === "later" || is === "gone" || is === "back" || (is === "copy" && leaf["conflicting"] === true);
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
  storePieces(db, "run_chunk", run, pack.pieces("check.json"));
}

/** Keeps a file of evidence under the first of those that have it, as a ledger does. */
function keepEvidence(db: WritableLedger, of: string, pieces: Iterable<Uint8Array>): void {
  const id = keeperOf(db, of);
  if (id !== null) storePieces(db, "attachment_chunk", id, pieces);
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
