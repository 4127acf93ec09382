/** The thread that is the sandbox: see sandbox-table.ts. */
import { parentPort } from "node:worker_threads";
import { answerCalls } from "../services/shared/thread.ts";
import { SANDBOX, stop } from "./threads/sandbox-table.ts";

if (parentPort === null) throw new Error("this runs in a thread");
answerCalls(parentPort, SANDBOX, stop);
