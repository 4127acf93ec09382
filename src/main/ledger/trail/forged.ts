/**
 * Compares a ledger with its audit trail before it shows people's work as theirs: the trail, its replay, and
 * the small tables; before figures are signed, the entries and transactions, too.
 */
import { type BigIntStats, statSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { auditHead } from "./audit.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { checkMatches } from "../proof/matches.ts";
import type { Problem } from "../proof/problem.ts";
import { checkRows, compareTexts } from "../proof/rows.ts";
import { SmallTables } from "../proof/small-tables.ts";
import { checkTrail } from "../proof/trail.ts";

/**
 * States of files that were found whole, as of now or of a link: as long as one does not change it is not
 * read again.
 */
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
