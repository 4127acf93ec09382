/** Verifies a ledger: SQLite's own checks, the schema, the trail, and every row and response against it. */
import { ACTS, type ActKind } from "../../../schema/acts.ts";
import { type ReadableLedger, closeLedger, query } from "../file/connection.ts";
import { hasAct } from "../trail/acts.ts";
import { openUncompared } from "../file/open.ts";
import { listBodies, type BodyRecord, readBody } from "../pulls/body.ts";
import { checkAttachments } from "./people.ts";
import { checkMatches, type Problem, SmallTables, ProblemList, mismatch } from "./small-tables.ts";
import { checkRows, compareTexts, checkTrail } from "./rows.ts";
import { asDamage } from "../file/sqlite-error.ts";
import { TieoutError } from "../../../core/errors.ts";
import { type SignatureReport, revokedWords, signatureReport } from "../../../core/review/close/keys.ts";
import type { ProofFact, ProofFactName } from "../../../core/words/proof.ts";
import { schemaVersion, schemaDifferences } from "../file/schema.ts";
import { listStrayPieces, sha256OfParts } from "../file/pieces.ts";
import { PIECES_SINCE, findRunDocument, isKeptRun } from "../acts/run.ts";
import type { Replay } from "./replay.ts";

export interface VerifyReport {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** Counts of what was checked; empty when the file is too damaged to count. */
  readonly facts: readonly ProofFact[];
  /** Hash of the newest link, '' without one. */
  readonly head: string;
  /** How many links the trail has. */
  readonly links: number;
  /** How people signed what they did; null where the links cannot be read. */
  readonly signatures: SignatureReport | null;
  /** What could not be proven though nothing is wrong, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * What is proven beyond rows and links, as of the same moment: whether the bytes of stored responses are
 * those received, and what follows from them. It is given the problems that were found, and returns them with
 * its own.
 */
type FurtherProof = (
  db: ReadableLedger,
  found: readonly Problem[],
) => Promise<Pick<VerifyReport, "problems" | "facts" | "notes">>;

/** Told before each step of a proof how many of all are done. */
export type OnStep = (done: number, total: number) => void;

/**
 * Verifies a ledger as of one moment; it is opened for reading and never changed.
 *
 * @param expectedHead a head hash that an export printed; null when there is none to compare the trail with
 * @param further called where the tables can be read; without it only the bytes of stored responses are
 *   compared beyond rows and links
 * @throws TieoutError when the file cannot be opened as a ledger at all; LEDGER_BUSY; what `further` raises
 */
export async function verifyLedger(
  path: string,
  expectedHead: string | null,
  further?: FurtherProof,
  onStep: OnStep = () => {},
): Promise<VerifyReport> {
  const db = openUncompared(path);
  const report: ReportDraft = { problems: [], facts: [], notes: [], head: "", links: 0, signatures: null };
  try {
    db.exec("BEGIN");
    const isRead = prove(db, expectedHead, report, onStep);
    if (isRead && further === undefined) report.problems.push(...checkAnswerBytes(db, listBodies(db)));
    if (isRead && further !== undefined) {
      const { problems, facts, notes } = await further(db, report.problems);
      report.problems = [...problems];
      report.facts = [...report.facts, ...facts];
      report.notes = [...report.notes, ...notes];
    }
  } catch (error) {
    const found = asDamage(error, path);
    if (!(found instanceof TieoutError) || found.code !== "LEDGER_CORRUPT") throw found;
    report.problems.push({ code: found.code, sentence: found.message, where: null });
  } finally {
    closeLedger(db);
  }
  const problems = report.problems.map(({ code, sentence, where }) => ({ code, sentence, where }));
  return { ...report, problems, ok: problems.length === 0 };
}

/** A report in progress: its findings remain valid when the file cannot be read any further. */
type ReportDraft = { -readonly [Key in keyof Omit<VerifyReport, "ok" | "problems">]: VerifyReport[Key] } & {
  problems: Problem[];
};

/** The file, the trail, runs, records, what people added, responses. */
const STEPS = 6;

/** @returns whether the tables are those that Tieout makes, so that they were read */
function prove(
  db: ReadableLedger,
  expectedHead: string | null,
  report: ReportDraft,
  onStep: OnStep,
): boolean {
  onStep(0, STEPS);
  // A foreign table can be an endless view: then nothing more is read.
  report.problems.push(...checkSchema(db));
  if (report.problems.length > 0) return false;
  report.problems.push(...checkPages(db));
  onStep(1, STEPS);
  const tables = new SmallTables(db);
  const { replay, ...trail } = checkTrail(db, expectedHead, (...recorded) => tables.take(...recorded));
  report.head = trail.head;
  report.links = trail.links;
  const { keys, acts, signedWith } = replay.people;
  report.signatures = signatureReport(keys, acts, signedWith);
  report.notes = [...replay.notes, ...report.signatures.keys.flatMap((key) => revokedWords(key) ?? [])];
  report.problems.push(...checkReferences(db), ...trail.problems, ...tables.finish());
  onStep(2, STEPS);
  report.problems.push(...checkRuns(db, replay));
  onStep(3, STEPS);
  report.problems.push(...compareTexts(db, replay), ...checkRows(db, replay));
  onStep(4, STEPS);
  report.problems.push(
    ...checkMatches(db, replay.people.matches),
    ...checkAttachments(db, replay.people.attachments),
  );
  onStep(5, STEPS);
  report.problems.push(...checkAnswers(db, replay));
  report.facts = countFacts(db);
  return true;
}

function countFacts(db: ReadableLedger): VerifyReport["facts"] {
  const count = (table: string) => query<number>(db).value(`SELECT count(*) FROM ${table}`) ?? 0;
  const fact = (name: ProofFactName, of: string) => ({ name, count: count(of) });
  const answers = count("body");
  const kept = count("(SELECT DISTINCT body_id FROM body_chunk)");
  const factOf = (name: ProofFactName, kind: ActKind, where = "") =>
    hasAct(db, kind) ? [fact(name, `${ACTS[kind].table}${where}`)] : [];
  const letters = hasAct(db, "letter") ? count(`(SELECT DISTINCT letter FROM ${ACTS.letter.table})`) : 0;
  const points = hasAct(db, "point") ? count(`${ACTS.point.table} WHERE event LIKE '%"kind":"made"%'`) : 0;
  return [
    fact("entries", "entry"),
    fact("transactions", "payment"),
    fact("pulls", "pull"),
    { name: "stored answers", count: kept },
    ...(kept === answers ? [] : [{ name: "pruned answers" as const, count: answers - kept }]),
    fact("runs", "run"),
    ...factOf("decisions", "decision"),
    ...factOf("manual matches", "match", " WHERE undoes IS NULL"),
    ...factOf("steps of the close", "close"),
    ...factOf("evidence", "attachment", " WHERE undoes IS NULL"),
    ...(letters === 0 ? [] : [{ name: "letters" as const, count: letters }]),
    ...(points === 0 ? [] : [{ name: "points" as const, count: points }]),
    fact("links of the audit trail", "audit"),
  ];
}

// Compares the documents of kept runs with the hashes in their links.

/** Reads every kept run back. That the list of runs is the trail's own is held elsewhere. */
function checkRuns(db: ReadableLedger, { runs }: Pick<Replay, "runs">): Problem[] {
  const problems = new ProblemList();
  for (const [run, sha256] of runs) {
    if (findRunDocument(db, run) !== null && !isKeptRun(db, run, sha256))
      problems.add(mismatch("The run's document differs from its link", `run ${run}`));
  }
  if (schemaVersion(db) >= PIECES_SINCE) {
    for (const id of listStrayPieces(db, "run_chunk"))
      problems.add(mismatch("There are pieces of a run that was never kept", `run ${id}`));
  }
  return problems.finish("run_chunk");
}

// Checks the file with SQLite's own means: pages, indexes, references, and the schema.

/** What differs from the schema that Tieout makes; it reads nothing but the list of tables. */
function checkSchema(db: ReadableLedger): Problem[] {
  return schemaDifferences(db).map(({ sentence, name }) => ({
    code: "LEDGER_FOREIGN",
    sentence,
    where: name,
  }));
}

/** What SQLite's own checks find in pages, indexes and values. */
function checkPages(db: ReadableLedger): Problem[] {
  const verdict = query<string>(db).value("PRAGMA integrity_check(1)");
  return verdict === "ok"
    ? []
    : [damage(`SQLite found damage: ${String(verdict).replace(/^\*{3} in database main \*{3}\s*/u, "")}`)];
}

/** Rows that refer to missing rows; checked only in tables with the right schema. */
function checkReferences(db: ReadableLedger): Problem[] {
  const strays = query<number>(db).value("SELECT count(*) FROM pragma_foreign_key_check") ?? 0;
  return strays === 0 ? [] : [damage(`${strays} rows refer to missing rows`)];
}

function damage(sentence: string): Problem {
  return { code: "LEDGER_CORRUPT", sentence, where: null };
}

// Compares stored responses with their hashes: every byte that was received is there, or a link says that
// it was pruned.

/** Compares the presence of stored responses with the trail, which holds the list of them. */
function checkAnswers(db: ReadableLedger, trail: Replay): Problem[] {
  const problems = new ProblemList();
  for (const body of listBodies(db)) {
    const isPruned = trail.isPruned(body.id);
    if (isPruned && !body.pruned) problems.add(ofAnswer(body, "A pruned response is back"));
    if (!isPruned && body.pruned)
      problems.add(ofAnswer(body, "A stored response is missing, and no pruning removed it"));
  }
  for (const id of listStrayPieces(db, "body_chunk"))
    problems.add(mismatch("There are pieces of a response that no pull received", `response ${id}`));
  return problems.finish("body_chunk");
}

/** Reads stored responses back and compares them with their hashes; those that were dropped are left out. */
export function checkAnswerBytes(db: ReadableLedger, bodies: readonly BodyRecord[]): Problem[] {
  return bodies.flatMap((body) => {
    const sentence = body.pruned ? null : wrongWith(db, body);
    return sentence === null ? [] : [ofAnswer(body, sentence)];
  });
}

function ofAnswer({ pullId, name }: BodyRecord, sentence: string): Problem {
  return mismatch(sentence, `pull ${pullId}, ${name}`);
}

function wrongWith(db: ReadableLedger, body: BodyRecord): string | null {
  try {
    const isSame = sha256OfParts(readBody(db, body)) === body.sha256;
    return isSame ? null : "A stored response differs from what was received";
  } catch {
    return "A stored response cannot be read";
  }
}
