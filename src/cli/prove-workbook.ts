/** `tieout verify --workbook`. Differences are its result; only a file that cannot be read is a failure. */
import { TieoutError, formatError } from "../core/errors.ts";
import type { ErrorCode } from "../core/error-codes.ts";
import { verifyWorkbook } from "../main/services/workbook/verify-workbook.ts";
import { printWorkbook, writeWorkbookJson } from "./print/print-workbook.ts";
import { EXIT, type Session } from "./session.ts";
import { print } from "./terminal.ts";

/** The workbook was read, and is not of this ledger as it is. */
const NOT_OF_IT: ReadonlySet<ErrorCode> = new Set([
  "WORKBOOK_FOREIGN",
  "AUDIT_TRUNCATED",
  "AUDIT_BROKEN",
  "AUDIT_MISMATCH",
]);

/** @throws TieoutError as `verifyWorkbook`, but for what says that it does not belong to the ledger */
export async function proveWorkbook(
  session: Session,
  ledger: string,
  file: string,
  asJson: boolean,
): Promise<void> {
  const { terminal, context } = session;
  try {
    const report = await verifyWorkbook({ ledger, file }, context);
    session.progress.clear();
    if (!report.holds) session.exitStatus = EXIT.found;
    await (asJson ? writeWorkbookJson(terminal, report) : printWorkbook(terminal, report));
  } catch (error) {
    if (!(error instanceof TieoutError) || !NOT_OF_IT.has(error.code)) throw error;
    session.progress.clear();
    session.exitStatus = EXIT.found;
    const { code, message } = error;
    const document = { schema: "tieout.workbook/1", belongs: false, holds: false, code, message };
    await print(terminal, asJson ? `${JSON.stringify(document, null, 2)}\n` : `${formatError(error)}\n`);
  }
}
