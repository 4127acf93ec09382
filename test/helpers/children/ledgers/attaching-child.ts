/**
 * A process that attaches a file to a month of a ledger, and says `ready` just before. Arguments: ledger, file. With a third one, a folder,
 * it works with a copy of the ledger there, and says as JSON what came of it.
 */
import { copyFileSync, readdirSync, writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { TieoutError, formatError } from "../../../../src/core/errors.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { attachFiles, listEvidence } from "../../../../src/main/services/review/attach.ts";

const [from = "", path = "", folder = ""] = process.argv.slice(2);
const ledger = folder === "" ? from : join(folder, "a.tieout");
if (folder !== "") copyFileSync(from, ledger);
flushCompileCache();
writeSync(1, "ready\n");
const subject = { kind: "month", month: "2026-10" as Month } as const;
let said = "done";
try {
  const request = { ledger, files: [{ path }], subject, note: "", by: "Ada Obi" };
  await attachFiles(request, { now: () => 9000, appVersion: "test" });
} catch (error) {
  said = error instanceof TieoutError ? formatError(error).replaceAll(folder, "") : String(error);
}
if (folder !== "") {
  const [before, { problems, head }] = [await verifyLedger(from, null), await verifyLedger(ledger, null)];
  const isAsBefore = head === before.head;
  const files = readdirSync(folder).filter((name) => !name.endsWith("-lock"));
  const told = { said, isAsBefore, files, problems, evidence: listEvidence(ledger).length };
  writeSync(1, `${JSON.stringify(told)}\n`);
}
