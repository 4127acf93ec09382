/** A thread that checks and exports months. */
import { parentPort } from "node:worker_threads";
import { answerCalls } from "../shared/thread.ts";
import { EXPORT_TABLE } from "./export-month.ts";

if (parentPort === null) throw new Error("this runs in a thread");
answerCalls(parentPort, EXPORT_TABLE);
