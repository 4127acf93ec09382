/** Saves one pull's records to their table: first sights, new versions, copies, markers for vanished ones. */
import type { Sha256 } from "../../../core/canonical.ts";
import { asSentText, resolveCopies } from "../../../core/reconcile/copies.ts";
import { type WritableLedger, type ReadableLedger, query } from "../file/connection.ts";
import { RowDigest, TABLE_SUFFIXES, type TableSuffix, digestOfRows } from "../trail/row-digests.ts";
import {
  type RecordTable,
  type StoredRow,
  type StoredValue,
  type Texts,
  sameContent,
} from "../tables/record-table.ts";
import type { RowBatch } from "../tables/row-batch.ts";
import { RowInserter, type TextIds } from "../tables/dictionary.ts";
import { BlockWriter } from "../tables/number-blocks.ts";
import { hasRows } from "./changes-by-pull.ts";
import type { IntakeCounts, Cut } from "../trail/pull-payload.ts";
import type { User } from "../../../core/records/business.ts";
import { TieoutError } from "../../../core/errors.ts";
import { ownerOf } from "../trail/caller.ts";

/** What the batches' numbers of texts stand for. */
interface ArrivingTexts {
  readonly payrefs: TextIds;
  readonly labels: TextIds;
}

export interface IntakeResult {
  readonly counts: IntakeCounts;
  /** Lowest and highest id received; null when none was. */
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly users: ReadonlySet<number>;
  /** Records held before that should have come; they came or vanished. */
  readonly held: number;
  /** Where the list was cut; null where it was not. */
  readonly cut: Cut | null;
  /** Whether ids never fell while they came. */
  readonly inOrder: boolean;
  /** Rows added per table, for the audit link. */
  readonly digests: Readonly<Record<string, { readonly rows: number; readonly digest: string }>>;
}

/** Where pull_id is in every row. */
const PULL_COLUMN = 1;

export class Intake<R> {
  readonly #db: WritableLedger;
  readonly #table: RecordTable<R>;
  readonly #pullId: number;
  readonly #arriving: ArrivingTexts;
  readonly #texts: Texts;
  readonly #sha256: Sha256;
  readonly #digest: RowDigest;
  readonly #blocks: BlockWriter;
  readonly #wasEmpty: boolean;
  readonly #statements;
  readonly #inserter: RowInserter;
  /** The highest id in the table: a higher one is new without a look. */
  #highest: number;
  /** Whether any record has a further version: where none has, no record is asked for its own. */
  #hasVersions: boolean;
  /** Whether any record ever vanished, likewise. */
  readonly #hadVanished: boolean;
  /** Whether every first sight came in ascending order, as the running digest wants it. */
  #ascending = true;
  readonly #users = new Set<number>();
  readonly #userColumn: number;
  readonly #counts = { received: 0, inserted: 0, changed: 0, vanished: 0, repeated: 0 };
  #from = Infinity;
  #to = -Infinity;
  /** Records held before that came. */
  #known = 0;
  #last = -Infinity;
  #inOrder = true;
  /** Of entries: the oldest dateCreated that came, milliseconds UTC. */
  #oldestAtMs = Infinity;
  readonly #createdColumn: number;
  /** Entries of the oldest second that did not come. */
  readonly #unsure: number[] = [];

  constructor(
    db: WritableLedger,
    table: RecordTable<R>,
    pullId: number,
    arriving: ArrivingTexts,
    texts: Texts,
    sha256: Sha256,
  ) {
    this.#db = db;
    this.#table = table;
    this.#pullId = pullId;
    this.#arriving = arriving;
    this.#userColumn = table.columns.indexOf("user_id");
    this.#createdColumn = table.columns.indexOf("date_created_ms");
    this.#texts = texts;
    this.#sha256 = sha256;
    this.#blocks = new BlockWriter(db, table, pullId);
    this.#digest = new RowDigest(table.integers, (numbers) => this.#blocks.add(numbers));
    const highest = query<number | null>(db).value(`SELECT max(${table.idColumn}) FROM ${table.name}`);
    this.#wasEmpty = highest === null || highest === undefined;
    this.#highest = highest ?? -Infinity;
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS seen (id INTEGER PRIMARY KEY); DELETE FROM temp.seen;
      CREATE TEMP TABLE IF NOT EXISTS sent (id INTEGER PRIMARY KEY, text TEXT NOT NULL); DELETE FROM temp.sent;`);
    this.#hasVersions = hasRows(db, `${table.name}_version`);
    this.#hadVanished = hasRows(db, `${table.name}_presence`);
    this.#statements = prepareStatements(db, table);
    this.#inserter = new RowInserter(db, table.name, table.columns);
  }

  /** Takes a batch, in whatever order; its numbers are used up. */
  take(batch: RowBatch): void {
    const { integers: width, columns } = this.#table;
    const texts = columns.length - width;
    this.#putIds(batch);
    // One array serves every row: nothing keeps it.
    const row: (number | string | null)[] = [];
    for (let n = 0; n < batch.rows; n += 1) {
      for (let column = 0; column < width; column += 1) {
        const value = batch.integers[n * width + column] ?? Number.NaN;
        row[column] = Number.isNaN(value) ? null : value;
      }
      for (let column = 0; column < texts; column += 1)
        row[width + column] = batch.texts[n * texts + column] ?? null;
      this.#takeRow(Number(row[0]), row, batch.asSent.get(n) ?? null);
    }
  }

  /** Puts the ledger's ids in place of the packer's numbers. */
  #putIds({ integers: rows, payrefs, labels }: RowBatch): void {
    const { integers: width, payrefColumns, labelColumns } = this.#table;
    this.#arriving.payrefs.learn(payrefs);
    this.#arriving.labels.learn(labels);
    for (const column of payrefColumns) this.#arriving.payrefs.resolve(rows, width, column);
    for (const column of labelColumns) this.#arriving.labels.resolve(rows, width, column);
    for (let at = PULL_COLUMN; at < rows.length; at += width) rows[at] = this.#pullId;
  }

  /** @param asSent canonical JSON, where the row says less than what was sent */
  #takeRow(id: number, row: StoredRow, asSent: string | null): void {
    this.#counts.received += 1;
    this.#users.add(Number(row[this.#userColumn]));
    if (id < this.#from) this.#from = id;
    if (id > this.#to) this.#to = id;
    if (id < this.#last) this.#inOrder = false;
    this.#last = id;
    const createdAtMs = row[this.#createdColumn];
    if (typeof createdAtMs === "number" && createdAtMs < this.#oldestAtMs) this.#oldestAtMs = createdAtMs;
    if (id > this.#highest) {
      if (asSent !== null) this.#statements.keepSent.run(id, asSent);
      if (!this.#wasEmpty) this.#statements.see.run(id);
      this.#insert(id, row);
    } else this.#takeKnown(id, row, asSent);
  }

  /** The lowest id received so far; Infinity before the first. */
  get lowest(): number {
    return this.#from;
  }

  /**
   * Ends the intake.
   *
   * @param reachesBackTo records at or above this id that did not come are gone; −Infinity for all
   * @param isCut whether the list may have been cut within its oldest second
   */
  finish(reachesBackTo: number, isCut: boolean): IntakeResult {
    this.#flush();
    if (!this.#wasEmpty) this.#markVanished(reachesBackTo, isCut);
    return {
      held: this.#known + this.#counts.vanished,
      cut: isCut ? { atMs: this.#oldestAtMs, unsure: this.#unsure } : null,
      inOrder: this.#inOrder,
      counts: this.#counts,
      range: this.#counts.received === 0 ? null : { from: this.#from, to: this.#to },
      users: this.#users,
      digests: this.#digests(),
    };
  }

  #insert(id: number, row: StoredRow): void {
    this.#inserter.add(row);
    this.#counts.inserted += 1;
    if (id > this.#highest) this.#highest = id;
    else this.#ascending = false;
    if (this.#ascending) this.#digest.add(row);
  }

  /** Makes everything taken so far readable. */
  #flush(): void {
    this.#inserter.flush();
    this.#arriving.payrefs.flush();
    this.#arriving.labels.flush();
  }

  #takeKnown(id: number, row: StoredRow, asSent: string | null): void {
    this.#flush();
    const { latestVersion, first, see, presence, mark, keepSent } = this.#statements;
    const existing = (this.#hasVersions ? latestVersion.get(id) : undefined) ?? first.get(id);
    const wasSeen = see.run(id).changes === 0;
    if (existing !== undefined && (existing[1] === this.#pullId || wasSeen)) {
      this.#takeCopy(id, row, asSent, existing);
      return;
    }
    if (asSent !== null) keepSent.run(id, asSent);
    if (existing === undefined) {
      this.#insert(id, row);
      return;
    }
    if (!sameContent(existing, row)) {
      this.#addVersion(id, row);
      this.#counts.changed += 1;
    }
    if (this.#hadVanished && presence.get(id) === 0) mark.run(id, this.#pullId, 1);
    else this.#known += 1;
  }

  /** A further copy of a record in this pull; once copies differ, what each said is kept for the rules. */
  #takeCopy(id: number, row: StoredRow, asSent: string | null, existing: StoredRow): void {
    const { copy, copies, firstCopy, sent } = this.#statements;
    const used = sent.get(id) ?? this.#textOf(existing);
    const other = asSent ?? this.#textOf(row);
    const { index, conflicting } = resolveCopies([used, other], this.#sha256);
    const last = copies.get(this.#pullId, id) ?? null;
    if (last === null) this.#counts.repeated += 1;
    if (conflicting && firstCopy.get(this.#pullId, id) === undefined) copy.run(this.#pullId, id, 1, 1, used);
    copy.run(this.#pullId, id, (last ?? 1) + 1, conflicting ? 1 : 0, conflicting ? other : null);
    if (index === 1) this.#useCopy(id, row, asSent, existing);
  }

  #useCopy(id: number, row: StoredRow, asSent: string | null, existing: StoredRow): void {
    if (asSent === null) this.#statements.forgetSent.run(id);
    else this.#statements.keepSent.run(id, asSent);
    if (!sameContent(existing, row)) this.#addVersion(id, row);
  }

  #textOf(row: StoredRow): string {
    return asSentText(this.#table.document(this.#table.fromRow(row, this.#texts)));
  }

  #addVersion(id: number, row: StoredRow): void {
    const version = (this.#statements.lastVersion.get(id) ?? 1) + 1;
    this.#statements.insertVersion.run(id, version, ...row.slice(1));
    this.#hasVersions = true;
  }

  #markVanished(reachesBackTo: number, isCut: boolean): void {
    const { unseen, presence, mark, latestVersion, first } = this.#statements;
    // SQLite has no infinity among its integers; no service id is below this one.
    const lowest = Math.max(reachesBackTo, Number.MIN_SAFE_INTEGER);
    for (const id of unseen.all(lowest)) {
      if (presence.get(id) === 0) continue;
      const row = isCut ? (latestVersion.get(id) ?? first.get(id)) : undefined;
      if (row?.[this.#createdColumn] === this.#oldestAtMs) this.#unsure.push(id);
      else {
        mark.run(id, this.#pullId, 0);
        this.#counts.vanished += 1;
      }
    }
  }

  #digests(): IntakeResult["digests"] {
    const { name } = this.#table;
    const running = this.#digest.finish();
    if (!this.#ascending) this.#blocks.drop();
    const digestOf = (suffix: TableSuffix) =>
      suffix === "" && this.#ascending ? running : digestOfRows(this.#db, this.#table, suffix, this.#pullId);
    return Object.fromEntries(TABLE_SUFFIXES.map((suffix) => [`${name}${suffix}`, digestOf(suffix)]));
  }
}

function prepareStatements<R>(db: WritableLedger, { name, idColumn: id, columns }: RecordTable<R>) {
  const places = columns.map(() => "?").join(", ");
  const list = columns.join(", ");
  return {
    insertVersion: db.prepare<StoredValue[]>(
      `INSERT INTO ${name}_version (${id}, version, ${columns.slice(1).join(", ")}) VALUES (?, ${places})`,
    ),
    first: db.prepare<[number], StoredRow>(`SELECT ${list} FROM ${name} WHERE ${id} = ?`).raw(),
    latestVersion: db
      .prepare<[number], StoredRow>(
        `SELECT ${list} FROM ${name}_version WHERE ${id} = ? ORDER BY version DESC LIMIT 1`,
      )
      .raw(),
    lastVersion: db
      .prepare<[number], number | null>(`SELECT max(version) FROM ${name}_version WHERE ${id} = ?`)
      .pluck(),
    copy: db.prepare<StoredValue[]>(
      `INSERT INTO ${name}_copy (pull_id, ${id}, n, conflicting, unused) VALUES (?, ?, ?, ?, ?)`,
    ),
    copies: db
      .prepare<[number, number], number | null>(
        `SELECT max(n) FROM ${name}_copy WHERE pull_id = ? AND ${id} = ?`,
      )
      .pluck(),
    firstCopy: db
      .prepare<[number, number], number>(
        `SELECT 1 FROM ${name}_copy WHERE pull_id = ? AND ${id} = ? AND n = 1`,
      )
      .pluck(),
    sent: db.prepare<[number], string>("SELECT text FROM temp.sent WHERE id = ?").pluck(),
    keepSent: db.prepare<[number, string]>("INSERT OR REPLACE INTO temp.sent (id, text) VALUES (?, ?)"),
    forgetSent: db.prepare<[number]>("DELETE FROM temp.sent WHERE id = ?"),
    presence: db
      .prepare<[number], number>(
        `SELECT present FROM ${name}_presence WHERE ${id} = ? ORDER BY pull_id DESC LIMIT 1`,
      )
      .pluck(),
    mark: db.prepare<StoredValue[]>(
      `INSERT INTO ${name}_presence (${id}, pull_id, present) VALUES (?, ?, ?)`,
    ),
    see: db.prepare<[number]>("INSERT OR IGNORE INTO temp.seen (id) VALUES (?)"),
    unseen: db
      .prepare<[number], number>(
        `SELECT ${id} FROM ${name} WHERE ${id} >= ? AND ${id} NOT IN (SELECT id FROM temp.seen) ORDER BY ${id}`,
      )
      .pluck(),
  };
}

// Checks that all records of a ledger belong to one user.

/** The caller, where one is known, else all users of the entries held; null for a ledger with neither. */
export function usersHeld(db: ReadableLedger): ReadonlySet<number> | null {
  const owner = ownerOf(db);
  return owner === null ? usersOfEntries(db) : new Set([owner]);
}

/** Users of the entries held; null while there are none. */
export function usersOfEntries(db: ReadableLedger): ReadonlySet<number> | null {
  const users = query<number>(db).values("SELECT DISTINCT user_id FROM entry");
  return users.length === 0 ? null : new Set(users);
}

/** Without a user record, some entry must be of a user held already. @throws TieoutError LEDGER_OTHER_USER */
export function refuseOtherEntries(
  db: WritableLedger,
  known: ReadonlySet<number> | null,
  entries: IntakeResult | null,
): void {
  if (known === null || entries === null || entries.users.size === 0) return;
  if ([...entries.users].some((user) => known.has(user))) return;
  throw otherUser(db, known, `belong to user ${[...entries.users].slice(0, 3).join(", ")}`);
}

/** @throws TieoutError LEDGER_OTHER_USER when the ledger is another user's */
export function refuseOtherUser(db: WritableLedger, user: User | null): void {
  const known = usersHeld(db);
  if (user === null || known === null || known.has(user.userID)) return;
  throw otherUser(db, known, `were pulled by user ${user.userID}`);
}

function otherUser(db: WritableLedger, known: ReadonlySet<number>, whose: string): TieoutError {
  const owner = [...known].slice(0, 3).join(", ");
  return new TieoutError(
    "LEDGER_OTHER_USER",
    `The ledger belongs to user ${owner}, but these records ${whose}`,
    {
      file: db.name,
    },
  );
}
