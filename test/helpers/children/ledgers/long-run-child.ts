/**
 * A process that keeps a run with a long document, and reads it by every reader. Its one line of output is what they found, how long
 * the document is, and how much more memory than before the process took at most, in MB. Arguments: a folder, how many findings.
 */
import { join } from "node:path";
import { hash } from "node:crypto";
import { DEFAULT_OPTIONS } from "../../../../src/core/options.ts";
import { checkDocument } from "../../../../src/core/reconcile/check-document.ts";
import { concludeTheSame } from "../../../../src/core/reconcile/same-conclusion.ts";
import { comparedOf } from "../../../../src/core/review/close/differences.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import {
  keptCheckOf,
  raisesOneOf,
  runFindingsOf,
  runQuestionOf,
  usedConventionOf,
} from "../../../../src/main/ledger/acts/run-document.ts";
import { getRunDocument, saveRun, sha256OfTexts } from "../../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { peakMb } from "../../peak-memory.ts";
import { check, entry } from "../../records.ts";

const [folder = ".", count = "1"] = process.argv.slice(2);
const findings = Number(count);
const result = check({ entries: [entry(1, { balance: 5 }), entry(2, { balance: 9 })], transactions: [] });
const document = checkDocument(result, "info");
const head = JSON.stringify({ ...document, findings: [] }).slice(0, -2);
const MESSAGE = "What is wrong, at length. ".repeat(200);
const fingerprintOf = (at: number) => hash("sha256", `${at}`, "hex");
const MEGABYTE = 1_048_576;
const before = process.memoryUsage().rss;
let length = 0;

const texts = {
  *[Symbol.iterator]() {
    length = head.length + 2;
    yield head;
    for (let at = 0; at < findings; at += 1) {
      const finding = { ...document.findings[0], walletID: at, message: MESSAGE };
      const text = `${at === 0 ? "" : ","}${JSON.stringify({ ...finding, fingerprint: fingerprintOf(at) })}`;
      length += text.length;
      yield text;
    }
    yield "]}";
  },
};

const path = join(folder, "long.tieout");
const made = createLedger(path, { ledgerId: "long", atMs: 1 });
const run = saveRun(made, { atMs: 2, document: texts });
closeLedger(made);

const db = openForReading(path);
const kept = getRunDocument(db, run, sha256OfTexts(texts), "It is another one");
let read = 0;
for (const { walletID, fingerprint } of runFindingsOf(kept)) {
  if (walletID === read && fingerprint === fingerprintOf(read)) read += 1;
}
const compared = keptCheckOf(kept);
const found = {
  length,
  read,
  compared: comparedOf(compared.findings).length,
  isSame: concludeTheSame(compared, document),
  options: runQuestionOf(kept).options.cutoffDays === DEFAULT_OPTIONS.cutoffDays,
  convention: usedConventionOf(kept),
  raises: raisesOneOf(kept, new Set([fingerprintOf(findings - 1)])),
  raisesOther: raisesOneOf(kept, new Set([fingerprintOf(findings)])),
};
closeLedger(db);
const { ok } = await verifyLedger(path, null);
const tookMb = peakMb() - before / MEGABYTE;
process.stdout.write(`${JSON.stringify({ ...found, ok, tookMb })}\n`);
