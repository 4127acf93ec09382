/** Verifying a ledger as a use case: its rows and links, its stored responses, its signed months. */
import { keptLinesText } from "../../../core/bank/kept-lines.ts";
import { TieoutError } from "../../../core/errors.ts";
import { type Evidence, evidenceIn } from "../../../core/review/file/attachment.ts";
import { listAttachments, readAttachment } from "../../ledger/acts/attachment.ts";
import { hasStatements } from "../../ledger/acts/bank-books.ts";
import { hintsOf, readStatementBytes } from "../import/read-statement.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { type ComparedPulls, proofVerdict } from "../../../core/words/proof.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { OTHER_BASIS, comparedOf, findingWords } from "../../../core/review/close/differences.ts";
import { strayDecisions } from "../../../core/review/decisions/review.ts";
import { type FreezingStep, monthStates } from "../../../core/review/close/month-states.ts";
import { differencesFrom } from "../../../core/review/close/reperformed.ts";
import { checkDocument } from "../../../core/reconcile/check-document.ts";
import { concludeTheSame } from "../../../core/reconcile/same-conclusion.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { ACTS } from "../../../schema/acts.ts";
import { type ReadableLedger, query } from "../../ledger/file/connection.ts";
import { copyDecided } from "../../ledger/pulls/copy-pulls.ts";
import { type Problem, mismatch } from "../../ledger/proof/small-tables.ts";
import { keptCheckOf } from "../../ledger/acts/run-document.ts";
import { type RunDocument, findRunDocument, isKeptRun } from "../../ledger/acts/run.ts";
import { newestActAt, linksOf } from "../../ledger/trail/acts.ts";
import { asideAt, pullsAside } from "../../ledger/trail/pull.ts";
import { hideCounting, showWithout, showCounting } from "../../ledger/trail/counting.ts";
import { saveSettings } from "../../ledger/acts/settings.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type CheckedMonth, checkMonth, freeze } from "../close/month-check.ts";
import { decidedBeforeSigning } from "../close/frozen.ts";
import {
  type PullWalk,
  inThePhase,
  isOfTheMachine,
  walkPulls,
  layOutPull,
  withPassingLedgers,
} from "../proof/compare-pulls.ts";
import { type StoredPull, areStored, listStoredPulls } from "../proof/stored-answers.ts";
import { type UnprovenMonth, unprovenMonth } from "./unproven-months.ts";
import { givenTrust, proveKeptAnchors } from "./anchors.ts";
import type { ProvenAnchor } from "../../../core/words/anchor.ts";
import { capitalised } from "../../../core/sentence.ts";
import { problemError } from "../../ledger/proof/rows.ts";
import { type OnStep, type VerifyReport, verifyLedger } from "../../ledger/proof/verify.ts";
import { createHash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { effectiveRows } from "../../ledger/records/history.ts";
import {
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type RecordTable,
  type StoredRow,
  type Texts,
} from "../../ledger/tables/record-table.ts";
import { recordTexts } from "../../ledger/tables/packed-texts.ts";

// Proves a ledger from its stored responses: they are read into a passing ledger and compared with every
// pull. Every signed month is checked there under its frozen options and compared with what was signed.

interface Reperformance {
  /** How many signatures are in force. */
  readonly signed: number;
  /** How many of them were re-performed and are what was signed. */
  readonly performed: number;
  /** Those that were not re-performed, though nothing wrong was found. */
  readonly unproven: readonly UnprovenMonth[];
}

/** What a ledger's stored responses prove. */
interface AnswersProof {
  /** Those that were found before, where it could be with the row and field, and more. */
  readonly problems: readonly Problem[];
  readonly pulls: ComparedPulls;
  readonly readEarlier: ReadonlySet<number>;
  readonly months: Reperformance;
}

/**
 * Compares every pull with its stored responses, and performs every month again whose signature is in force.
 * One walk over the pulls serves both.
 *
 * @param found problems of the ledger's rows and stored responses
 * @throws TieoutError CANCELLED, LEDGER_DISK_FULL, FILE_UNREADABLE; what is wrong with the responses is a
 *   problem instead
 */
export async function reperform(
  db: ReadableLedger,
  found: readonly Problem[],
  context: ServiceContext,
): Promise<AnswersProof> {
  const signatures = signaturesIn(db);
  const { worked, problems, pulls, readEarlier } = await walkPulls(db, found, context, async (walk, own) => {
    const pruned = walk.pulls.filter((pull) => !areStored(pull));
    const months = new SignedMonths(db, walk, own);
    const wrong: Problem[] = [];
    for (const signature of signatures ?? []) wrong.push(...(await months.perform(signature, pruned)));
    return { wrong, performed: months.performed, unproven: months.unproven };
  });
  const unread = mismatch(ACTS.close.differs, ACTS.close.table);
  const { wrong, ...months } = worked;
  return {
    problems: [
      ...problems,
      ...(signatures === null ? [unread] : wrong),
      ...(signatures ?? []).flatMap((one) => decidedBeforeSigning(db, one)),
    ],
    pulls,
    readEarlier,
    months: { ...months, signed: signatures?.length ?? 0 },
  };
}

/** Signatures in force, in the order in which their months were prepared; null when they cannot be read. */
function signaturesIn(db: ReadableLedger): FreezingStep[] | null {
  try {
    const signatures = [...monthStates(listCloseSteps(db)).values()].flatMap(({ signed }) => signed ?? []);
    return signatures.toSorted(
      (a, b) => a.frozen.stepId - b.frozen.stepId || a.frozen.pullId - b.frozen.pullId,
    );
  } catch (error) {
    if (error instanceof TieoutError && error.code === "LEDGER_CORRUPT") return null;
    throw error;
  }
}

/** Re-performs signed months, in the order of the pulls they depend on. */
class SignedMonths {
  /** How many months came out as they were signed. */
  performed = 0;
  readonly unproven: UnprovenMonth[] = [];
  readonly #db: ReadableLedger;
  readonly #walk: PullWalk;
  readonly #context: ServiceContext;

  constructor(db: ReadableLedger, walk: PullWalk, context: ServiceContext) {
    this.#db = db;
    this.#walk = walk;
    this.#context = context;
  }

  /**
   * Re-performs a month; those before it depend on no more pulls. Empty when it is what was signed.
   *
   * @param pruned pulls whose responses are not stored
   */
  async perform(signature: FreezingStep, pruned: readonly StoredPull[]): Promise<Problem[]> {
    const unproven = unprovenMonth(signature, pruned);
    if (unproven !== null) {
      this.unproven.push(unproven);
      return [];
    }
    const title = monthTitle(signature.month);
    const problem = (words: string) => [mismatch(`${title} ${words}`, `${ACTS.close.table} ${signature.id}`)];
    const context = inThePhase(this.#context, `Re-performing ${title}`);
    await this.#walk.to(signature.frozen.pullId, context);
    const { whyUnlike, otherRules } = this.#walk;
    if (whyUnlike !== null) return problem(`could not be re-performed: ${whyUnlike}`);
    if (otherRules !== null) {
      const sentence = `${title} is not proven: pull ${otherRules} came in under other rules, and its stored responses give other records under rules ${RULES_VERSION}`;
      this.unproven.push({ month: signature.month, why: "rules", sentence });
      return [];
    }
    try {
      const differences = await this.#performAgain(signature, context);
      if (differences.length === 0) {
        this.performed += 1;
        return [];
      }
      return problem(
        `differs from what was signed when re-performed from the stored responses: ${differences.join("; ")}`,
      );
    } catch (error) {
      if (isOfTheMachine(error)) throw error;
      // What was signed may be anything once somebody has written it again, trail and all.
      const why = error instanceof TieoutError ? error.message : "its frozen figures cannot be read";
      return problem(`could not be re-performed: ${why}`);
    }
  }

  async #performAgain(signature: FreezingStep, context: ServiceContext): Promise<string[]> {
    const { decisionId, matchId, stepId, options, decimals } = signature.frozen;
    const { passing } = this.#walk;
    await goOn(context);
    const attachment = newestActAt(this.#db, "attachment", linkWhenPrepared(this.#db, signature));
    const upTo = { decision: decisionId, match: matchId, close: stepId, attachment };
    if (!copyDecided(this.#db, passing, upTo))
      return ["a month prepared before it depends on later decisions"];
    const { timeZone, ...kept } = options;
    saveSettings(passing, { timeZone, decimals, options: kept }, 0);
    // What was remembered may be of other pulls that counted.
    context.memory?.forget();
    showWithout(passing, [...asideAt(this.#db, linkWhenPrepared(this.#db, signature))]);
    try {
      return this.#differencesOf(signature, context);
    } finally {
      hideCounting(passing);
    }
  }

  #differencesOf({ month, frozen }: FreezingStep, context: ServiceContext): string[] {
    const { passing } = this.#walk;
    const checked = checkMonth(passing, month, context);
    const again = freeze(passing, checked, context);
    const differences = [...differencesFrom(frozen, again), ...strayWords(checked)];
    const kept = findRunDocument(this.#db, frozen.runId);
    if (kept === null || !isKeptRun(this.#db, frozen.runId, frozen.checkSha256))
      return [...differences, `run ${frozen.runId} differs from the one that was signed`];
    if (again.checkSha256 === frozen.checkSha256) return differences;
    return [...differences, ...conclusionWords(kept, checked, differences.length > 0)];
  }
}

/** The link by which a signed month was prepared. */
function linkWhenPrepared(db: ReadableLedger, { id, month }: FreezingStep): number {
  const prepared = listCloseSteps(db).findLast(
    (step) => step.id < id && step.month === month && step.step === "prepare",
  );
  return linksOf(db, "close").get(prepared?.id ?? id) ?? 0;
}

/** Decisions that count on a finding that they were not taken on. */
function strayWords({ review }: CheckedMonth): string[] {
  return strayDecisions(review).map((id) => `decision ${id} belongs to another finding than it counts for`);
}

/**
 * What a check that was kept concludes otherwise than the one that was made again, one phrase each; none
 * where only the words differ.
 *
 * @param isTold whether a difference was reported already
 */
function conclusionWords(document: RunDocument, { gathered }: CheckedMonth, isTold: boolean): string[] {
  const kept = keptCheckOf(document);
  if (concludeTheSame(kept, checkDocument(gathered.result, "info"))) return [];
  const words = findingWords({ findings: comparedOf(kept.findings) }, gathered.result);
  return words.length > 0 || isTold ? words : [OTHER_BASIS];
}

export interface LedgerProof extends VerifyReport {
  /** The time stamps that verify, oldest first. */
  readonly anchors: readonly ProvenAnchor[];
  /** null where the tables cannot be read. */
  readonly pulls: ComparedPulls | null;
  /** Of the months whose signature is in force; null where the tables cannot be read. */
  readonly signedMonths: Reperformance | null;
  /** All of it in one sentence, without the full stop. */
  readonly verdict: string;
}

/**
 * @param head the head of the audit trail as it was printed once; null without one
 * @param trust a file of the root certificates that time stamps must lead to; null for those that the ledger keeps
 * @throws TieoutError when the file cannot be opened as a ledger at all; CANCELLED before it begins, and
 *   between the pulls; LEDGER_DISK_FULL where their responses find no room; FILE_UNREADABLE, TIME_STAMP_INVALID of `trust`
 */
export async function verifyLedgerFile(
  path: string,
  head: string | null,
  context: ServiceContext,
  trust: string | null = null,
): Promise<LedgerProof> {
  await goOn(context);
  const trusted = await givenTrust(trust);
  const onStep: OnStep = (done, total) =>
    context.onProgress?.({ phase: "Verifying", done, total, unit: "steps" });
  let pulls: LedgerProof["pulls"] = null;
  let signedMonths: LedgerProof["signedMonths"] = null;
  let anchors: LedgerProof["anchors"] = [];
  const prove: Parameters<typeof verifyLedger>[2] = async (db, found) => {
    const { problems, ...proof } = await reperform(db, found, context);
    const counting = await proveCounting(db, proof.readEarlier, context);
    const lines = await proveBankLines(db);
    const stamps = await proveKeptAnchors(db, trusted);
    const isWithout = trusted !== null && stamps.anchors.length + stamps.problems.length === 0;
    pulls = proof.pulls;
    signedMonths = proof.months;
    anchors = stamps.anchors;
    const { facts, notes } = factsAndNotes(proof);
    const stamped = { name: "time stamps", count: anchors.length } as const;
    return {
      problems: [...problems, ...counting.problems, ...lines, ...stamps.problems],
      facts: anchors.length === 0 ? facts : [...facts, stamped],
      notes: [...notes, ...counting.notes, ...(isWithout ? ["No link is a time stamp of an authority"] : [])],
    };
  };
  const report = await verifyLedger(path, head, prove, onStep);
  const proven = { ...report, pulls, signedMonths, anchors };
  return { ...proven, verdict: proofVerdict(proven) };
}

function factsAndNotes({
  pulls,
  months,
}: Pick<Awaited<ReturnType<typeof reperform>>, "pulls" | "months">): Pick<VerifyReport, "facts" | "notes"> {
  const compared = { name: "pulls compared with raw answers", count: pulls.compared } as const;
  const performed = { name: "signed months re-performed from raw answers", count: months.performed } as const;
  return {
    facts: months.signed === 0 ? [compared] : [compared, performed],
    notes: [...pulls.notCompared, ...months.unproven].map(({ sentence }) => capitalised(sentence)),
  };
}

/**
 * Refuses a file that `verify` would refuse.
 *
 * @param file what the error names in its place
 * @param words put before the sentence that says what is wrong
 * @returns which pulls' rows were compared with their stored responses
 * @throws TieoutError with the first problem; otherwise as `verifyLedgerFile`
 */
export async function refuseUnproven(
  path: string,
  file: string,
  words: string,
  context: ServiceContext,
): Promise<ComparedPulls> {
  const { pulls, problems } = await verifyLedgerFile(path, null, context);
  const [problem] = problems;
  if (problem !== undefined) throw problemError(problem, file, words);
  if (pulls === null) throw new Error("a ledger without problems was read to its end");
  return pulls;
}

// Proves what a ledger shows while pulls are set aside: reads the stored responses of the pulls that count
// into a separate ledger, as if the others had never been made, and compares every record and its history.

/** What came of the proof: problems, and what could not be proven though nothing is wrong. */
interface CountingProof {
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/**
 * Nothing is done where every pull counts.
 *
 * @param db shows all pulls, and does so again afterwards
 * @param readEarlier the pulls that were found to be read so
 * @throws TieoutError CANCELLED, LEDGER_DISK_FULL
 */
async function proveCounting(
  db: ReadableLedger,
  readEarlier: ReadonlySet<number>,
  context: ServiceContext,
): Promise<CountingProof> {
  const aside = pullsAside(db);
  if (aside.size === 0) return { problems: [], notes: [] };
  const counting = listStoredPulls(db).filter(({ id }) => !aside.has(id));
  if (!counting.every(areStored)) {
    const numbers = [...aside.keys()].toSorted((a, b) => a - b).join(", ");
    const sentence = `The records without the pulls that are set aside (${numbers}) are not proven from stored responses, because some were pruned`;
    return { problems: [], notes: [sentence] };
  }
  return withPassingLedgers(context, async (ledgers, own) => {
    const passing = ledgers.afresh();
    for (const pull of counting) {
      try {
        const isReadEarlier = readEarlier.has(pull.id);
        await layOutPull(db, { ...pull, isReadEarlier }, passing, own, pull.id);
      } catch (error) {
        // Responses that differ from those received are reported where they are compared with their hashes.
        if (!isOfTheMachine(error)) return { problems: [], notes: [] };
        throw error;
      }
    }
    showCounting(db);
    try {
      const problems = [...differing(db, passing, ENTRY_TABLE), ...differing(db, passing, PAYMENT_TABLE)];
      const other = counting.find(({ id }) => rulesOfPull(db, id) !== RULES_VERSION);
      if (problems.length === 0 || other === undefined) return { problems, notes: [] };
      const sentence = `The records without the pulls that are set aside are not proven: pull ${other.id} came in under other rules than ${RULES_VERSION}`;
      return { problems: [], notes: [sentence] };
    } finally {
      hideCounting(db);
    }
  });
}

/** The rules version of a pull, from its link; undefined for an earlier link without one. */
function rulesOfPull(db: ReadableLedger, pullId: number): unknown {
  return query(db).value(
    "SELECT payload ->> '$.rules' FROM audit WHERE kind = 'pull' AND payload ->> '$.pull' = ?",
    pullId,
  );
}

function differing<R>(db: ReadableLedger, passing: ReadableLedger, table: RecordTable<R>): Problem[] {
  try {
    if (digestOf(db, table) === digestOf(passing, table)) return [];
  } catch (error) {
    const isContent = error instanceof TieoutError && error.code === "AUDIT_MISMATCH";
    if (isContent) return [mismatch(error.message, error.facts.record ?? table.name)];
    throw error;
  }
  const sentence =
    "The records without the pulls that are set aside differ from those that the other pulls' stored responses give";
  return [mismatch(sentence, table.name)];
}

/** Of what every record said after each pull that changed it, was gone or came back, and came more than once. */
function digestOf<R>(db: ReadableLedger, table: RecordTable<R>): string {
  const digest = createHash("sha256");
  const texts = recordTexts(db);
  const { name, idColumn: id } = table;
  const presences = `SELECT ${id}, pull_id, present FROM ${name}_presence ORDER BY ${id}, pull_id`;
  const copies = `SELECT pull_id, ${id}, n, conflicting, unused FROM ${name}_copy ORDER BY pull_id, ${id}, n`;
  for (const lines of [contentsIn(db, table, texts), rowsIn(db, presences), rowsIn(db, copies)])
    for (const line of lines) digest.update(`${canonicalJson(line)}\n`);
  return digest.digest("hex");
}

function* contentsIn<R>(db: ReadableLedger, table: RecordTable<R>, texts: Texts): Generator<JsonValue> {
  const { name, idColumn: id, columns } = table;
  const list = columns.join(", ");
  const rows = db
    .prepare<[], StoredRow>(
      `SELECT ${list} FROM (SELECT 1 AS version, ${list} FROM ${name}
       UNION ALL SELECT version, ${list} FROM ${name}_version) ORDER BY ${id}, version`,
    )
    .raw();
  let record: StoredRow[] = [];
  for (const row of rows.iterate()) {
    if (record.length > 0 && record[0]?.[0] !== row[0]) {
      yield said(record, table, texts);
      record = [];
    }
    record.push(row);
  }
  if (record.length > 0) yield said(record, table, texts);
}

/** Of copies within one pull the one in use counts. */
function said<R>(rows: readonly StoredRow[], table: RecordTable<R>, texts: Texts): JsonValue {
  return effectiveRows(rows).map((row) => [row[1] ?? null, table.document(table.fromRow(row, texts))]);
}

/** Whole rows, as the statement orders them. Nothing is open until the first is asked for. */
function* rowsIn(db: ReadableLedger, sql: string): Generator<JsonValue> {
  yield* db.prepare<[], (string | number | null)[]>(sql).raw().iterate();
}

// Proves that the lines of each bank statement are what its file says, read as it was shown.

/** Statements that were withdrawn are read, too. */
async function proveBankLines(db: ReadableLedger): Promise<Problem[]> {
  if (!hasStatements(db)) return [];
  const all = evidenceIn(listAttachments(db));
  const problems: Problem[] = [];
  for (const lines of all) {
    if (lines.subject.kind !== "lines") continue;
    const { statement: id, places } = lines.subject;
    const statement = all.find((one) => one.id === id);
    if (statement?.subject.kind !== "bank") continue;
    const { reading } = statement.subject;
    const how = { name: statement.name, places, hints: hintsOf(reading) };
    try {
      const read = await readStatementBytes(bytesOf(db, statement), how);
      if (keptLinesText(read.statements) === bytesOf(db, lines).toString("utf8")) continue;
    } catch (error) {
      // Bytes that cannot be read are a problem of their own.
      if (!(error instanceof TieoutError)) throw error;
      if (error.code === "LEDGER_CORRUPT") continue;
    }
    problems.push(mismatch("The lines of a bank's statement are not those of its file", `evidence ${id}`));
  }
  return problems;
}

function bytesOf(db: ReadableLedger, evidence: Evidence): Buffer {
  return Buffer.concat([...readAttachment(db, evidence)]);
}
