/** A thread that checks and exports months, one at a time. */
import { parentPort } from "node:worker_threads";
import { answerCalls } from "../threads/thread-answers.ts";
import { EXPORT_TABLE } from "./export-table.ts";

if (parentPort === null) throw new Error("this runs in a thread");
answerCalls(parentPort, EXPORT_TABLE);
