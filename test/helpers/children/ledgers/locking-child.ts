/**
 * A process that opens ledgers as a window does: it takes each one's lock, says `held` or the code it is refused with, and keeps
 * it until its input ends; then it lets go and says `let go`. Arguments: the ledgers' paths.
 */
import { writeSync } from "node:fs";
import { once } from "node:events";
import { TieoutError } from "../../../../src/core/errors.ts";
import { type LedgerLock, takeLock } from "../../../../src/main/ledger/file/lock.ts";

const say = (word: string) => writeSync(1, `${word}\n`);
const locks: LedgerLock[] = [];
for (const path of process.argv.slice(2)) {
  try {
    locks.push(takeLock(path, "Tieout 9.9", Date.UTC(2026, 9, 31)));
    say("held");
  } catch (error) {
    say(error instanceof TieoutError ? error.code : String(error));
  }
}
process.stdin.resume();
await once(process.stdin, "end");
for (const lock of locks) lock.release();
say("let go");
