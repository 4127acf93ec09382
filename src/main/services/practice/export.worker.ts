/** A thread that checks and exports months. */
import { parentPort } from "node:worker_threads";
import { answerCalls } from "../threads/thread-answers.ts";
import { EXPORT_TABLE } from "./export-table.ts";

if (parentPort === null) throw new Error("this runs in a thread");
answerCalls(parentPort, EXPORT_TABLE);
