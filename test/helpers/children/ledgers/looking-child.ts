/** A thread that opens a ledger to read it, closes it again and stays. Its data is the ledger's path. */
import { parentPort, workerData } from "node:worker_threads";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";

closeLedger(openForReading(workerData as string));
parentPort?.on("message", () => {});
parentPort?.postMessage("looked");
