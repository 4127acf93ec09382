/** A thread that works on ledgers: it runs methods of the bridge, and what the backend itself asks for. */
import { parentPort } from "node:worker_threads";
import { answerCalls } from "../services/shared/thread.ts";
import { METHOD_TABLE, loadQuickCalls } from "./calls/method-table.ts";
import { letGo } from "./threads/held-ledger.ts";
import { SERVICES } from "./threads/services.ts";

if (parentPort === null) throw new Error("this runs in a thread");
answerCalls(parentPort, { ...METHOD_TABLE, ...SERVICES, loadQuickCalls }, letGo);
