/**
 * A process that decides on findings again and again, all of them each time, having seen its own last decision. It says `ready`
 * before the first, and how many were taken after each. Arguments: the ledger's path, who decides, how many times, fingerprints.
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { TieoutError } from "../../../../src/core/errors.ts";
import { decide } from "../../../../src/main/services/review/review.ts";

const [ledger = "", by = "", times, ...fingerprints] = process.argv.slice(2);
const context = { now: () => 9000, appVersion: "test" };
let items = fingerprints.map((fingerprint) => ({ fingerprint, seen: null as number | null }));
flushCompileCache();
writeSync(1, "ready\n");
try {
  for (let n = 0; n < Number(times); n += 1) {
    const request = {
      ledger,
      period: null,
      options: {},
      items,
      status: "accepted" as const,
      note: "Yes.",
      by,
    };
    const taken = await decide(request, context);
    items = taken.map(({ fingerprint, id }) => ({ fingerprint, seen: id }));
    writeSync(1, `${taken.length}\n`);
  }
} catch (error) {
  if (!(error instanceof TieoutError)) throw error;
  writeSync(1, `${error.code}\n`);
}
