/** Ledgers that take long to make. */
import { readFileSync, writeFileSync } from "node:fs";
import { newLedgerPath } from "./signing.ts";

const made = new Map<string, Promise<Buffer>>();

/**
 * A ledger that is made once by each worker and then copied, so that all that it gives are one ledger.
 *
 * @param name of what is made, one for each that differs
 * @returns the path of a copy in a folder of the test's own
 */
export async function copiedLedger(name: string, make: () => Promise<string>): Promise<string> {
  const bytes = made.get(name) ?? make().then((path) => readFileSync(path));
  made.set(name, bytes);
  const path = newLedgerPath();
  writeFileSync(path, await bytes);
  return path;
}
