/** Compares records and texts with the trail's digests, in one walk of each table for all pulls. */
import { type ReadableLedger, ledgerIdOf, query } from "../file/connection.ts";
import {
  RowDigest,
  type DigestShape,
  type OnNumbers,
  type RowsDigest,
  TABLE_SUFFIXES,
  shapeOf,
} from "../trail/row-digests.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type StoredRow } from "../tables/record-table.ts";
import { walkTable } from "../records/engine-columns.ts";
import { listBlocks, packBlock } from "../tables/number-blocks.ts";
import { storedTable } from "../trail/counting.ts";
import {
  type Problem,
  ProblemList,
  mismatch,
  StoredTextBytes,
  isDoubtful,
  checkMatches,
  SmallTables,
  type OnRow,
} from "./small-tables.ts";
import { PullCounts } from "./pull-counts.ts";
import { type PullTexts, Replay } from "./replay.ts";
import { isTimeZone } from "../../../core/time.ts";
import { linkHash, walkLinks, auditHead, type Link } from "../file/audit.ts";
import { hash } from "node:crypto";
import { type BigIntStats, statSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { listPulls } from "../trail/pull.ts";

/** Compares entries, transactions, their versions, presences and copies with the trail. */
export function checkRows(db: ReadableLedger, trail: Replay): Problem[] {
  return [ENTRY_TABLE, PAYMENT_TABLE].flatMap((table) => {
    const counts = new PullCounts(trail.counts[table.name]);
    const problems = TABLE_SUFFIXES.flatMap((suffix) => {
      const shape = shapeOf(table, suffix);
      const recorded = trail.rows.get(shape.table) ?? new Map<number, RowsDigest>();
      const found = checkTable(db, shape, recorded, counts.counterOf(shape, suffix));
      counts.endTable();
      return found;
    });
    // Rows that are not those that a pull brought say nothing of its counts.
    return problems.length > 0 ? problems : counts.problems();
  });
}

function checkTable(
  db: ReadableLedger,
  shape: DigestShape,
  recorded: ReadonlyMap<number, RowsDigest>,
  count: (row: StoredRow) => void,
): Problem[] {
  const open = new Map<number, OpenDigest>();
  const blocks = BlockProof.of(db, shape.table);
  for (const [pull, { rows, digest }] of recorded)
    open.set(pull, new OpenDigest(shape.integers, rows, digest, blocks.packerOf(pull)));
  const wrong = new Set<number>();
  const bytes = new StoredTextBytes(db, storedTable(db, shape.table), shape.columns, shape.order.split(", "));
  let isAnyDoubtful = false;
  eachRow(db, shape, (row) => {
    count(row);
    const pull = Number(row[shape.pullAt]);
    if (open.get(pull)?.add(row) !== true) wrong.add(pull);
    isAnyDoubtful ||= isDoubtful(row, shape.integers);
  });
  if (isAnyDoubtful)
    for (const row of rowsOf(db, shape))
      if (bytes.firstOdd(row, shape.integers) !== null) wrong.add(Number(row[shape.pullAt]));
  for (const [pull, digest] of open) if (!digest.fits) wrong.add(pull);
  const problems = new ProblemList();
  for (const pull of [...wrong].toSorted((a, b) => a - b))
    problems.add({
      ...mismatch(`The rows of ${shape.table} differ from those that the pull brought`, `pull ${pull}`),
      rows: { table: shape.table, pull },
    });
  for (const pull of blocks.wrong().filter((one) => !wrong.has(one)))
    problems.add(
      mismatch(`The numbers kept beside the rows of ${shape.table} are not theirs`, `pull ${pull}`),
    );
  return problems.finish(shape.table);
}

const factsOf = (firstId: number | undefined, rows: number, numbers: Uint8Array) =>
  `${firstId} ${rows} ${hash("sha256", numbers, "hex")}`;

/** Packs the rows of a table again and compares the blocks that are kept of them, by pull; a pull may have none. */
class BlockProof {
  readonly #kept = new Map<number, string[]>();
  readonly #packed = new Map<number, string[]>();

  static of(db: ReadableLedger, table: string): BlockProof {
    const proof = new BlockProof();
    if (table !== "entry" && table !== "payment") return proof;
    for (const { pullId, firstId, rows, numbers } of listBlocks(db, { name: table })) {
      const kept = proof.#kept.get(pullId) ?? [];
      kept.push(factsOf(firstId, rows, numbers));
      proof.#kept.set(pullId, kept);
    }
    return proof;
  }

  /** Takes the rows that a pull brought, as they are digested. */
  packerOf(pull: number): OnNumbers | undefined {
    if (!this.#kept.has(pull)) return undefined;
    const packed: string[] = [];
    this.#packed.set(pull, packed);
    return (numbers, rows) =>
      packed.push(factsOf(numbers[0], rows, packBlock(numbers, numbers.length / rows)));
  }

  /** The pulls of which other numbers are kept, ascending. */
  wrong(): number[] {
    const isWrong = ([pull, kept]: [number, string[]]) =>
      String(kept) !== String(this.#packed.get(pull) ?? []);
    return [...this.#kept]
      .filter(isWrong)
      .map(([pull]) => pull)
      .toSorted((a, b) => a - b);
  }
}

/**
 * Hands over all rows of a table in the order of its digests. The first contents of records, nearly all there
 * are, are walked in one go, so that the ledger cannot be asked for more meanwhile.
 */
function eachRow(db: ReadableLedger, shape: DigestShape, take: (row: StoredRow) => void): void {
  const { columns, order } = shape;
  const table = storedTable(db, shape.table);
  if (order !== columns[0]) for (const row of rowsOf(db, shape)) take(row);
  else
    walkTable(db, table, columns, (...row: StoredRow) => {
      take(row);
      return 0;
    });
}

function rowsOf(db: ReadableLedger, { table, columns, order }: DigestShape): Iterable<StoredRow> {
  const sql = `SELECT ${columns.join(", ")} FROM ${storedTable(db, table)} ORDER BY ${order}`;
  return db.prepare<[], StoredRow>(sql).raw().iterate();
}

/** The digest in a pull's link for a table without new rows. */
const NO_ROWS = new RowDigest(1).finish().digest;

/** The digest of one pull's rows of one table, closed once all its rows came, so that few are open. */
class OpenDigest {
  readonly #integers: number;
  readonly #digest: string;
  readonly #onNumbers: OnNumbers | undefined;
  #left: number;
  #running: RowDigest | null = null;
  #fits: boolean;

  constructor(integers: number, rows: number, digest: string, onNumbers?: OnNumbers) {
    this.#integers = integers;
    this.#onNumbers = onNumbers;
    this.#digest = digest;
    this.#left = rows;
    this.#fits = rows === 0 && digest === NO_ROWS;
  }

  /** @returns false when no further row was brought */
  add(row: StoredRow): boolean {
    if (this.#left === 0) return false;
    this.#running ??= new RowDigest(this.#integers, this.#onNumbers);
    this.#running.add(row);
    this.#left -= 1;
    if (this.#left === 0) {
      this.#fits = this.#running.finish().digest === this.#digest;
      this.#running = null;
    }
    return true;
  }

  /** Whether all rows came, and as they were brought. */
  get fits(): boolean {
    return this.#fits;
  }
}

/** Compares payrefs and labels with the trail. */
export function compareTexts(db: ReadableLedger, trail: Replay): Problem[] {
  return [
    ...checkDictionary(db, "payref", trail.texts.payref, [""]),
    ...checkDictionary(db, "label", trail.texts.label, []),
  ];
}

/** @param first the texts that a new ledger starts with, from id 0 on */
function checkDictionary(
  db: ReadableLedger,
  name: "payref" | "label",
  ranges: readonly PullTexts[],
  first: readonly string[],
): Problem[] {
  const problems = new ProblemList();
  const open = ranges.map(({ rows, digest }) => new OpenDigest(1, rows, digest));
  const bytes = new StoredTextBytes(db, name, ["id", "text"], ["id"]);
  let at = 0;
  let starts = 0;
  for (const row of db.prepare<[], StoredRow>(`SELECT id, text FROM ${name} ORDER BY id`).raw().iterate()) {
    const id = Number(row[0]);
    while (id >= (ranges[at]?.to ?? Infinity)) at += 1;
    const range = ranges[at];
    if (bytes.firstOdd(row, 1) !== null)
      problems.add(mismatch("The bytes of a text differ from those that the pull brought", `${name} ${id}`));
    if (row[1] === first[id]) starts += 1;
    else if (range === undefined || id < range.from || open[at]?.add(row) !== true)
      problems.add(mismatch("There is a text that no pull brought", `${name} ${id}`));
  }
  if (starts !== first.length)
    problems.add(mismatch("The text that every ledger starts with is missing", name));
  ranges.forEach(({ pull }, n) => {
    if (open[n]?.fits !== true)
      problems.add(mismatch(`The texts of ${name} differ from those that the pull brought`, `pull ${pull}`));
  });
  return problems.finish(name);
}

// Reads the audit trail once, and checks that each link follows from those before by hash and content.

interface TrailVerdict {
  readonly problems: readonly Problem[];
  readonly replay: Replay;
  readonly links: number;
  /** Hash of the newest link, '' without one. */
  readonly head: string;
}

/** How many misplaced links are named. */
const NAMED = 20;

/**
 * @param expectedHead a head hash that an export printed; null when there is none to look for in the trail
 * @param onRow gets each row that a link records
 */
export function checkTrail(
  db: ReadableLedger,
  expectedHead: string | null,
  onRow: OnRow = () => {},
): TrailVerdict {
  const ledgerId = ledgerIdOf(db);
  const replay = new Replay(onRow);
  const problems: Problem[] = [];
  const bytes = new StoredTextBytes(db, "audit", ["sequence", "payload"], ["sequence"]);
  let isChained = true;
  let headSeen = false;
  let links = 0;
  let head = "";
  for (const link of walkLinks(db)) {
    links += 1;
    const refusal = replay.take(link);
    const isWhole = bytes.firstOdd([link.sequence, link.payload], 1) === null;
    const follows = isWhole && link.sequence === links && link.hash === linkHash(ledgerId, head, link);
    if (isChained && !follows) problems.push(breakAt(links, "The link does not follow from the one before"));
    // What comes after a break was not written after what is before it.
    else if (isChained && refusal !== null && problems.length < NAMED) problems.push(breakAt(links, refusal));
    isChained &&= follows;
    head = link.hash;
    headSeen ||= head === expectedHead;
  }
  if (isChained && !isTimeZone(replay.zone.name))
    problems.push(breakAt(replay.zone.link, "The link sets an unknown time zone"));
  if (links === 0) problems.push(breakAt(1, "The audit trail is empty"));
  if (expectedHead !== null && !headSeen) {
    problems.push({
      code: "AUDIT_TRUNCATED",
      sentence: "The head printed in the export is not in the audit trail",
      where: expectedHead,
    });
  }
  return { problems, replay, links, head };
}

function breakAt(link: number, sentence: string): Problem {
  return { code: "AUDIT_BROKEN", sentence, where: `link ${link}` };
}

// Compares a ledger with its audit trail before it shows people's work as theirs: the trail, its replay, and
// the small tables; before figures are signed, the entries and transactions, too.

/** States of files found whole, as of now or of a link: what does not change is not read again. */
const WHOLE = new Set<string>();
/** A practice's ledgers are listed together, again and again; a window looks at one, now and as it was. */
const MOST_REMEMBERED = 1000;

/**
 * Refuses a ledger whose audit trail is broken, or whose settings, pulls, runs, decisions, matches or steps
 * of closing are not what its links say. Of runs the documents are not read.
 *
 * @throws TieoutError AUDIT_BROKEN, AUDIT_MISMATCH naming the first link or row; LEDGER_BUSY, LEDGER_CORRUPT
 */
export function refuseForged(db: ReadableLedger): void {
  // The newest link distinguishes writes within one tick of the system's clock.
  const state = `${db.name} ${stateOf(db.name)} ${auditHead(db).hash}`;
  if (WHOLE.has(state)) return;
  const [problem] = db.inTransaction ? problemsOf(db) : db.transaction(() => problemsOf(db)).deferred();
  if (problem !== undefined) throw problemError(problem, db.name);
  if (WHOLE.size >= MOST_REMEMBERED) WHOLE.clear();
  WHOLE.add(state);
}

/**
 * As `refuseForged`, and of entries and transactions whose rows are not those that their pulls brought:
 * before figures of theirs are signed. Takes time by the rows.
 *
 * @throws TieoutError AUDIT_BROKEN, AUDIT_MISMATCH naming the first link, row or pull; LEDGER_BUSY,
 *   LEDGER_CORRUPT
 */
export function refuseForgedRows(db: ReadableLedger): void {
  refuseForged(db);
  const { replay } = checkTrail(db, null);
  const [problem] = [
    ...compareTexts(db, replay),
    ...checkRows(db, replay),
    ...checkMatches(db, replay.people.matches),
  ];
  if (problem !== undefined) throw problemError(problem, db.name);
}

function problemsOf(db: ReadableLedger): Problem[] {
  const tables = new SmallTables(db);
  const { problems } = checkTrail(db, null, (...recorded) => tables.take(...recorded));
  return [...problems, ...tables.finish()];
}

/** A problem as the error that refuses the ledger. @param words put before its sentence */
export function problemError({ code, sentence, where }: Problem, file: string, words = ""): TieoutError {
  return new TieoutError(code, `${words}${sentence}`, { file, ...(where === null ? {} : { record: where }) });
}

/** The file and its log as the system sees them; every write changes it. */
function stateOf(path: string): string {
  const told = ["", "-wal"].map((suffix) => {
    const found: BigIntStats | undefined = statSync(`${path}${suffix}`, {
      bigint: true,
      throwIfNoEntry: false,
    });
    return found === undefined
      ? ""
      : [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(":");
  });
  return told.join("/");
}

/**
 * Proves the trail from its first link to its last, and finds the one that an export printed as its head.
 *
 * @param head 64 hex digits
 * @throws TieoutError AUDIT_BROKEN when a link does not follow from the one before; AUDIT_TRUNCATED when none
 *   has that hash
 */
export function provenLink(db: ReadableLedger, head: string): Link {
  const [problem] = checkTrail(db, head).problems;
  if (problem !== undefined) throw problemError(problem, db.name);
  const link = query<Link>(db).row(
    "SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit WHERE hash = ? LIMIT 1",
    head,
  );
  if (link === undefined) throw new Error(`ledger ${ledgerIdOf(db)} lost a link that it has`);
  return link;
}

/**
 * The address of the newest pull from a service; null where there was none. The trail and the table of pulls
 * are proven first: what was changed by hand in either is no address to be used.
 *
 * @throws TieoutError AUDIT_BROKEN; AUDIT_MISMATCH naming the first row that is not what its link says
 */
export function findProvenAddress(db: ReadableLedger): string | null {
  refuseForged(db);
  return listPulls(db).findLast(({ source }) => source === "service")?.baseUrl ?? null;
}
