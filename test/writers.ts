/**
 * `node test/writers.ts [TIMES] [WRITER]`: every pair of commands that write, really at once on one ledger, so many times, once unless
 * told otherwise; with a WRITER its pairs alone. Prints a table of what came of both, and fails where a ledger does not verify,
 * acknowledged work is not there, or both were refused.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateWorld } from "../sandbox/generate/generate-world.ts";
import { TwoWriters } from "./helpers/writers/pairs.ts";
import { openStage } from "./helpers/writers/scene.ts";
import { WRITERS } from "./helpers/writers/writers.ts";

const times = Number(process.argv[2] ?? 1);
const [, , , only] = process.argv;
const names = Object.keys(WRITERS);
const pairs = names
  .flatMap((first, at) => names.slice(at).map((second) => [first, second] as const))
  .filter((pair) => only === undefined || pair.includes(only));

const folder = mkdtempSync(join(tmpdir(), "tieout-writers-"));
const world = generateWorld({ entries: 120, seed: 1, faults: "default", convention: "asset" });
const stage = await openStage(folder, world);
const two = await TwoWriters.start();
let broken = 0;
try {
  for (const pair of pairs) {
    const seen = new Map<string, number>();
    for (let time = 1; time <= times; time += 1) {
      const name = `${pair.join(" with ")} ${time}`;
      const { outcomes, problems } = await two.run(stage, name, pair);
      const came = outcomes.map(({ code }) => code ?? "kept").join(" · ");
      seen.set(came, (seen.get(came) ?? 0) + 1);
      broken += problems.length;
      for (const problem of problems) console.log(`  BROKEN  ${problem}`);
      rmSync(join(folder, name), { recursive: true });
    }
    const counted = [...seen].map(([came, count]) => (times === 1 ? came : `${count} × ${came}`));
    console.log(`${pair.join(" | ").padEnd(48)}${counted.join(", ")}`);
  }
} finally {
  two.stop();
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${pairs.length} pairs, ${times} × each, ${broken} broken`);
process.exitCode = broken === 0 ? 0 : 1;
