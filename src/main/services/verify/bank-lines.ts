/** Proves that the lines of each bank statement are what its file says, read as it was shown. */
import { keptLinesText } from "../../../core/bank/kept-lines.ts";
import { TieoutError } from "../../../core/errors.ts";
import { type Evidence, evidenceIn } from "../../../core/review/file/attachment.ts";
import { listAttachments, readAttachment } from "../../ledger/acts/attachment.ts";
import { hasStatements } from "../../ledger/acts/bank-books.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { type Problem, mismatch } from "../../ledger/proof/small-tables.ts";
import { hintsOf, readStatementBytes } from "../import/read-statement.ts";

/** Statements that were withdrawn are read, too. */
export async function proveBankLines(db: ReadableLedger): Promise<Problem[]> {
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
