/**
 * One job of the causes' bench in a process of its own. Arguments: a folder that holds W(N), how many rounds. Prints one JSON
 * line: the middle times of a check without its causes, and of the causes, in milliseconds.
 */
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { explain } from "../../../src/core/reconcile/causes/explain.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { readIntoPassing } from "../../../src/main/services/import/import.ts";
import { sha256 } from "../../../src/main/ledger/file/sha256.ts";
import { filesIn } from "../parts/generated.ts";

const [folder = "", rounds = "5"] = process.argv.slice(2);
const { wallet, transactions } = filesIn(folder);
const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
const context = { now: () => Date.UTC(2026, 11, 1), appVersion: "bench" };
const db = await readIntoPassing(files, context);
const measured = Array.from({ length: Number(rounds) }, () => {
  // What is done once for records is part of their first check, and so of each of these.
  const input = readCheckInput(db);
  const startedMs = performance.now();
  const result = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256 });
  const checkedMs = performance.now();
  const { count, complete } = explain(input, result);
  const causesMs = performance.now() - checkedMs;
  return { checkMs: checkedMs - startedMs - causesMs, causesMs, count, complete };
});
const middle = measured.toSorted((a, b) => a.causesMs / a.checkMs - b.causesMs / b.checkMs)[
  Math.floor(measured.length / 2)
];
process.stdout.write(`${JSON.stringify(middle)}\n`);
