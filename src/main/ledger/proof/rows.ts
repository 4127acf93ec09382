/**
 * Compares records and texts with the digests in the audit trail, in one walk of each table however many
 * pulls filled it.
 */
import type { ReadableLedger } from "../file/connection.ts";
import { RowDigest } from "../trail/digest.ts";
import { ENTRY_TABLE } from "../records/entry-table.ts";
import { PAYMENT_TABLE } from "../records/payment-table.ts";
import type { StoredRow } from "../records/record-table.ts";
import { walkTable } from "../records/walk.ts";
import { type DigestShape, type RowsDigest, TABLE_SUFFIXES, shapeOf } from "../trail/row-digests.ts";
import { storedTable } from "../trail/counting.ts";
import { type Problem, ProblemList, mismatch } from "./problem.ts";
import { PullCounts } from "./pull-counts.ts";
import type { PullTexts, Replay } from "./replay.ts";
import { StoredTextBytes, isDoubtful } from "./text-bytes.ts";

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
  for (const [pull, { rows, digest }] of recorded)
    open.set(pull, new OpenDigest(shape.integers, rows, digest));
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
  return problems.finish(shape.table);
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
  #left: number;
  #running: RowDigest | null = null;
  #fits: boolean;

  constructor(integers: number, rows: number, digest: string) {
    this.#integers = integers;
    this.#digest = digest;
    this.#left = rows;
    this.#fits = rows === 0 && digest === NO_ROWS;
  }

  /** @returns false when no further row was brought */
  add(row: StoredRow): boolean {
    if (this.#left === 0) return false;
    this.#running ??= new RowDigest(this.#integers);
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
    if (id < first.length && row[1] === first[id]) starts += 1;
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
