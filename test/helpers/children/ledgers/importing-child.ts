/** A process that imports a saved wallet history into a new ledger, and says `ready` just before. Arguments: ledger, file. */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";

const [ledger = "", wallet = ""] = process.argv.slice(2);
const files = { wallet: [wallet], transactions: [], user: null, business: [] };
flushCompileCache();
writeSync(1, "ready\n");
await importIntoLedger({ ledger, files }, { now: () => 9000, appVersion: "test" });
