/**
 * `node test/bench/races.ts [SEEDS] [--list]`: how much of what goes wrong in the sandbox's service a check says as it was. Over worlds of
 * races with one wallet and with two, an incident in 10 to 500 rows, three seeds each unless told otherwise. Prints a table by kind, and
 * one JSON line for each mark. With `--list`, each thing that was not said right.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeLedger } from "../../src/main/ledger/file/connection.ts";
import { checkLedger } from "../../src/main/services/check/check.ts";
import { readIntoPassing } from "../../src/main/services/import/import.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import type { WorldPlan } from "../../sandbox/world.ts";
import { saveWorld } from "../helpers/ledgers/world-check.ts";
import { printMeasure } from "./parts/measure.ts";
import { type RaceScore, type Share, emptyScore, scoreCheck } from "./parts/race-score.ts";

/** Rows to an incident. Worlds are as long as it takes for each of these to count alike. */
const RATES = [10, 30, 100, 500];
const INCIDENTS = 150;
const CONTEXT = { now: () => Date.UTC(2027, 0, 1), appVersion: "bench" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false } },
});
const SEEDS = Number(positionals[0] ?? 3);

const all = emptyScore();
let seed = 0;
for (const oneIn of RATES) {
  for (const wallets of [1, 2] as const) {
    for (let count = 0; count < SEEDS; count += 1) {
      seed += 1;
      const convention = seed % 2 === 0 ? "asset" : "bank";
      const entries = oneIn * INCIDENTS;
      await addWorld(all, { entries, seed, convention, faults: "races", oneIn, wallets });
    }
  }
}

process.stdout.write(`${tableOf(all)}\n`);
/** Each mark is the share that may be said otherwise. */
print("visible breaks not found", all.breaks, 0);
print("false breaks", all.reportedBreaks, 0);
print("stale rows told otherwise", all.staleRows, 0.01);
print("rows out of order or read late told otherwise", all.misplacedRows, 0.03);
print("lost entries not named", all.lostEntries, 0.01);
print("entries wrongly named as lost", all.namedEntries, 0.01);
const { of: incidents, right: causes } = all.causes;
printMeasure({ measure: "causes per incident", incidents, causes, ratio: causes / incidents, mark: 1.05 });
if (values.list) process.stdout.write(`${all.wrong.join("\n")}\n`);

async function addWorld(score: RaceScore, plan: WorldPlan): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-bench-races-"));
  try {
    const world = generateWorld(plan);
    const db = await readIntoPassing(saveWorld(world, folder), CONTEXT);
    const chainScope = plan.wallets === 2 ? "business" : "user";
    const { result } = checkLedger(db, { period: null, options: { chainScope } }, {});
    scoreCheck(score, plan, world, result);
    closeLedger(db);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Said otherwise, of all. */
function print(measure: string, { of, right }: Share, mark: number): void {
  printMeasure({ measure, of, otherwise: of - right, ratio: of === 0 ? 1 : (of - right) / of, mark });
}

function tableOf({ kinds }: RaceScore): string {
  const lines = [...kinds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { of, right }]) =>
      rowOf(kind, String(of), String(right), `${((100 * right) / of).toFixed(1)} %`),
    );
  return [rowOf("what went wrong", "times", "said right", "share"), ...lines].join("\n");
}

function rowOf(kind: string, ...figures: readonly string[]): string {
  return `${kind.padEnd(24)}${figures.map((figure) => figure.padStart(12)).join("")}`;
}
