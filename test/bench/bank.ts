/**
 * `node test/bench/bank.ts [SEEDS]`: how much of what became of withdrawals and top-ups `tieout bank ties` says as it was. Over whole
 * histories of 1,500 entries, six seeds unless told otherwise. Prints a table by fault, one JSON line for the mark, and what is tied wrongly.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyBankScore, scoreBank } from "../helpers/ledgers/bank-score.ts";
import { printMeasure } from "./parts/measure.ts";

const score = emptyBankScore();
for (let seed = 1; seed <= Number(process.argv[2] ?? 6); seed += 1) {
  const folder = mkdtempSync(join(tmpdir(), "tieout-bench-bank-"));
  const convention = seed % 2 === 0 ? "bank" : "asset";
  try {
    await scoreBank(score, { entries: 1500, seed, faults: "default", convention }, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const [fault, planted] of score.planted)
  console.log(
    `${fault.padEnd(14)}${String(planted).padStart(6)}${String(score.right.get(fault) ?? 0).padStart(6)} said as it was, ${score.named.get(fault) ?? 0} findings by its name`,
  );
const entries = [...score.planted.values()].reduce((sum, count) => sum + count, 0);
printMeasure({
  measure: "tied wrongly",
  entries,
  wrong: score.wrong.length,
  ratio: score.wrong.length / entries,
  mark: 0,
});
if (score.wrong.length > 0) console.log(score.wrong.join("\n"));
