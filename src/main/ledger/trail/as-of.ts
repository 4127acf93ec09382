/**
 * A ledger as at an earlier link of its trail, read where it is: views of one handle hide what came after the
 * link. Whatever reads a ledger reads it as of then through such a handle.
 */
import { ACTS, ACT_KINDS } from "../../../schema/acts.ts";
import { type LinkKind, auditHead } from "../file/audit.ts";
import { closeLedger, type ReadableLedger, query } from "../file/connection.ts";
import { showCounting, writingTemp } from "./counting.ts";
import { openForReading } from "../file/open.ts";
import { ledgerError } from "../file/sqlite-error.ts";
import type { CloseStep } from "../../../core/review/close/close.ts";
import type { FreezingStep } from "../../../core/review/close/month-states.ts";
import { hasAct, newestAct, newestActAt, linksOf } from "./acts.ts";
import { asideAt, newestPullID, pullsAside } from "./pull.ts";

/** Rows that say which pull brought them. */
const OF_PULLS = [
  "entry",
  "entry_version",
  "entry_presence",
  "entry_copy",
  "entry_numbers",
  "payment",
  "payment_version",
  "payment_presence",
  "payment_copy",
  "payment_numbers",
  "caller",
  "body",
] as const;

/** Tables whose rows have numbers of their own, by the kind of link that records each row. */
const NUMBERED: readonly { readonly table: string; readonly kind: LinkKind; readonly key: string }[] = [
  { table: "run", kind: "run", key: "run" },
  ...ACT_KINDS.map((kind) => ({ table: ACTS[kind].table, kind, key: ACTS[kind].number })),
];

/** A ledger's path, or with the sequence of a link the ledger as it was at that link. */
export type LedgerAt = string | { readonly path: string; readonly sequence: number };

/**
 * Opens a ledger for reading, as of now or of an earlier link, as if pulls that were set aside by then had
 * never been made.
 *
 * @throws TieoutError as `openForReading`; LEDGER_CORRUPT, LEDGER_BUSY
 */
export function openAt(at: LedgerAt): ReadableLedger {
  const path = typeof at === "string" ? at : at.path;
  const db = openForReading(path);
  try {
    if (typeof at === "string") showCounting(db);
    else hideLater(db, at.sequence);
    return db;
  } catch (error) {
    closeLedger(db);
    throw ledgerError(error, path);
  }
}

/**
 * Views of the handle's own take the place of the tables. Their limits are numbers of the trail: rows are
 * only ever added, so that the views show the same rows whatever is written meanwhile.
 */
function hideLater(db: ReadableLedger, sequence: number): void {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError("a link's sequence is from 1 on");
  if (auditHead(db).sequence <= sequence) return showCounting(db);
  const tables = namesOf(db);
  const views = viewsAt(db, sequence);
  // A table without a rule would show what came later.
  const open = tables.find((table) => table !== "ledger" && !views.has(table));
  if (open !== undefined) throw new Error(`table ${open} cannot be read as of a link`);
  writingTemp(db, () => {
    for (const table of tables) {
      const rows = views.get(table);
      if (rows !== undefined) db.exec(`CREATE TEMP VIEW ${table} AS ${rows}`);
    }
  });
  showCounting(db);
}

/** By table, the rows that it had. */
function viewsAt(db: ReadableLedger, sequence: number): Map<string, string> {
  const lastPull = count(db, sequence, newest("pull", "$.pull"));
  const lastRun = count(db, sequence, newest("run", "$.run"));
  const settings = count(db, sequence, "SELECT count(*) FROM audit WHERE kind = 'setting' AND sequence <= ?");
  const views = new Map<string, string>();
  const show = (table: string, where: string) =>
    void views.set(table, `SELECT * FROM main.${table} WHERE ${where}`);
  for (const table of OF_PULLS) show(table, `pull_id <= ${lastPull}`);
  show("pull", `id <= ${lastPull}`);
  show("audit", `sequence <= ${sequence}`);
  show("setting", `version <= ${settings}`);
  for (const { table, kind, key } of NUMBERED) {
    show(table, `id <= ${count(db, sequence, newest(kind, `$.${key}`))}`);
  }
  show("run_chunk", `run_id <= ${lastRun}`);
  show("attachment_chunk", `attachment_id <= ${count(db, sequence, newest("attachment", "$.attachment"))}`);
  // Texts are read by the page. With a bound that SQLite may search by, each page would be read on to that.
  for (const texts of ["payref", "label"] as const) show(texts, `+id < ${endOfTexts(db, sequence, texts)}`);
  views.set("body_chunk", bodyChunks(sequence, lastPull));
  return views;
}

/** Responses that were dropped later were there then. An empty piece marks them; none is read. */
function bodyChunks(sequence: number, lastPull: number): string {
  const then = `SELECT id FROM main.body WHERE pull_id <= ${lastPull}`;
  return `SELECT body_id, n, compressed FROM main.body_chunk WHERE body_id IN (${then})
    UNION ALL
    SELECT dropped.value ->> '$.id', 0, x'' FROM main.audit, json_each(payload, '$.bodies') AS dropped
    WHERE kind = 'prune' AND sequence > ${sequence} AND dropped.value ->> '$.id' IN (${then})`;
}

/** One past the last text. Before the first pull there is the empty payref, and no label. */
function endOfTexts(db: ReadableLedger, sequence: number, texts: "payref" | "label"): number {
  const end = count(db, sequence, newest("pull", `$.texts.${texts}.to`));
  return Math.max(end, texts === "payref" ? 1 : 0);
}

/** The highest number in links of one kind, 0 without one. */
function newest(kind: string, path: string): string {
  return `SELECT coalesce(max(payload ->> '${path}'), 0) FROM audit WHERE kind = '${kind}' AND sequence <= ?`;
}

/** A number of the trail, which somebody may have written again: it becomes SQL. */
function count(db: ReadableLedger, sequence: number, sql: string): number {
  const found: unknown = query(db).value(sql, sequence) ?? 0;
  return typeof found === "number" && Number.isSafeInteger(found) ? found : 0;
}

function namesOf(db: ReadableLedger): string[] {
  return query<string>(db).values(
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
}

// Records as they were at a link of the trail, whatever pulls were set aside or put back since.

/** The state of a ledger's records at a link. */
export interface RecordsThen {
  /** Of the link. */
  readonly sequence: number;
  /** The newest pull that counted. */
  readonly pullId: number;
}

/** The records that a month depends on as it was prepared; those of now where it is not. */
export function momentOfStep(db: ReadableLedger, prepared: FreezingStep | null): RecordsThen {
  const sequence = linksOf(db, "close").get(prepared?.id ?? 0) ?? Number.MAX_SAFE_INTEGER;
  return { sequence, pullId: prepared?.frozen.pullId ?? newestPullID(db) };
}

/** Whether the very pulls count that counted then, and no other. */
export function isOfSamePulls(db: ReadableLedger, then: RecordsThen): boolean {
  return newestPullID(db) === then.pullId && judgedSince(db, then).length === 0;
}

/**
 * Whether no pull, match, bank's statement or step of an earlier month, whose closing it opens on, came since a month was
 * prepared.
 */
export function restsOnTheSame(
  db: ReadableLedger,
  prepared: FreezingStep,
  steps: readonly CloseStep[],
): boolean {
  const { matchId, stepId } = prepared.frozen;
  const then = momentOfStep(db, prepared);
  return (
    isOfSamePulls(db, then) &&
    isOfSameStatements(db, then) &&
    newestAct(db, "match") === matchId &&
    steps.every(({ id, month }) => id <= stepId || month >= prepared.month)
  );
}

/** The number of the newest evidence that is a bank's statement, or its withdrawal; null of a ledger that never had one. */
export function newestStatement(db: ReadableLedger): number | null {
  if (!hasAct(db, "attachment")) return null;
  const sql = `SELECT max(id) FROM attachment WHERE subject LIKE '%"kind":"bank"%'`;
  return query<number | null>(db).value(sql) ?? null;
}

/**
 * Whether no bank's statement was kept or withdrawn since a link, and nobody said anew what movements are where there
 * is one.
 */
function isOfSameStatements(db: ReadableLedger, { sequence }: RecordsThen): boolean {
  const last = newestStatement(db);
  if (last === null) return true;
  const isOfSameTerms = newestAct(db, "terms") === newestActAt(db, "terms", sequence);
  return last <= newestActAt(db, "attachment", sequence) && isOfSameTerms;
}

/** The pulls up to one that counted at a link and do not now, or the other way round; ascending. */
export function judgedSince(db: ReadableLedger, { sequence, pullId }: RecordsThen): number[] {
  const [then, now] = [asideAt(db, sequence), pullsAside(db)];
  return [...new Set([...then, ...now.keys()])]
    .filter((pull) => pull <= pullId && then.has(pull) !== now.has(pull))
    .toSorted((a, b) => a - b);
}

/**
 * Reads records as they were: through the handle itself, up to the pull, as long as the same pulls count; else
 * through one as of the link.
 *
 * @param read is given the handle, and the pull as of which it is asked; undefined for the newest
 */
export function readThen<T>(
  db: ReadableLedger,
  then: RecordsThen,
  read: (db: ReadableLedger, pullId: number | undefined) => T,
): T {
  if (judgedSince(db, then).length === 0) return read(db, then.pullId);
  const asOf = openAt({ path: db.name, sequence: then.sequence });
  try {
    return read(asOf, undefined);
  } finally {
    closeLedger(asOf);
  }
}
