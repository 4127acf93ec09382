/** A thread that works on ledgers: see service-table.ts. */
import { parentPort } from "node:worker_threads";
import { letGo } from "./held-ledger.ts";
import { SERVICES } from "./service-table.ts";
import { answerCalls } from "./thread-answers.ts";

if (parentPort === null) throw new Error("this runs in a thread");
answerCalls(parentPort, SERVICES, letGo);
