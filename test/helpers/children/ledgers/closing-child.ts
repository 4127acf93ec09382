/**
 * A process that prepares October, has it signed off and reopens it, again and again. It says `ready` before the first step, and
 * each step's id when it is taken. Arguments: the ledger's path, how many times.
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";

const [ledger = "", times] = process.argv.slice(2);
const context = { now: () => 9000, appVersion: "test" };
const month = "2026-10" as Month;
flushCompileCache();
writeSync(1, "ready\n");
for (let n = 0; n < Number(times); n += 1) {
  const prepared = await prepareMonth({ ledger, month, by: "Ada", override: "As it stands." }, context);
  writeSync(1, `${prepared.steps.at(-1)?.id}\n`);
  const signed = await signOffMonth({ ledger, month, by: "Bola", note: "" }, context);
  writeSync(1, `${signed.steps.at(-1)?.id}\n`);
  const reopened = await reopenMonth({ ledger, month, by: "Bola", note: "Again." }, context);
  writeSync(1, `${reopened.steps.at(-1)?.id}\n`);
}
