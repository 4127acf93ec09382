/** Checks the file with SQLite's own means: pages, indexes, references, and the schema. */
import type { ReadableLedger } from "../file/connection.ts";
import { schemaDifferences } from "../file/schema.ts";
import type { Problem } from "./problem.ts";

/** What differs from the schema that Tieout makes; it reads nothing but the list of tables. */
export function checkSchema(db: ReadableLedger): Problem[] {
  return schemaDifferences(db).map(({ sentence, name }) => ({
    code: "LEDGER_FOREIGN",
    sentence,
    where: name,
  }));
}

/** What SQLite's own checks find in pages, indexes and values. */
export function checkPages(db: ReadableLedger): Problem[] {
  const verdict = db.prepare<[], string>("PRAGMA integrity_check(1)").pluck().get();
  return verdict === "ok"
    ? []
    : [damage(`SQLite found damage: ${String(verdict).replace(/^\*{3} in database main \*{3}\s*/u, "")}`)];
}

/** Rows that refer to missing rows; checked only in tables with the right schema. */
export function checkReferences(db: ReadableLedger): Problem[] {
  const strays = db.prepare<[], number>("SELECT count(*) FROM pragma_foreign_key_check").pluck().get() ?? 0;
  return strays === 0 ? [] : [damage(`${strays} rows refer to missing rows`)];
}

function damage(sentence: string): Problem {
  return { code: "LEDGER_CORRUPT", sentence, where: null };
}
