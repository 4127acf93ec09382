/**
 * A thread of a window that decides on one finding, waiting for another writer as long as it is told. It posts the decision's id,
 * or the code it is refused with, and how long that took. Arguments: the ledger's path, the fingerprint, milliseconds.
 */
import { parentPort } from "node:worker_threads";
import { TieoutError } from "../../../src/core/errors.ts";
import { decide } from "../../../src/main/services/review/review.ts";

const [ledger = "", fingerprint = "", patienceMs] = process.argv.slice(2);
const context = { now: () => 9000, appVersion: "test", patienceMs: Number(patienceMs) };
const items = [{ fingerprint, seen: null }];
const request = { ledger, period: null, options: {}, items, note: "Yes.", by: "Ada" };
parentPort?.postMessage("ready");
parentPort?.once("message", () => {
  const began = performance.now();
  const said = (outcome: number | string) => parentPort?.postMessage([outcome, performance.now() - began]);
  decide({ ...request, status: "accepted" as const }, context).then(
    ([decision]) => said(decision?.id ?? "none"),
    (error: unknown) => said(error instanceof TieoutError ? error.code : String(error)),
  );
});
