/**
 * `node test/bench/causes.ts`: what the causes take beside the rest of the check of W(100,000) and W(1,000,000), of which 1 % are
 * exceptions. Prints one JSON line for each size.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT, bundle } from "./parts/bundle.ts";
import { writeGenerated } from "./parts/generated.ts";
import { printMeasure } from "./parts/measure.ts";

const SIZES = [100_000, 1_000_000];
const MARK = 0.2;
const BUILT = join(PROJECT, "build/bench-causes");

await bundle(
  {
    "causes-job": join(import.meta.dirname, "jobs/causes-job.ts"),
    "packing.worker": join(PROJECT, "src/main/services/import/packing.worker.ts"),
  },
  BUILT,
);
for (const entries of SIZES) {
  const folder = mkdtempSync(join(tmpdir(), "tieout-bench-causes-"));
  try {
    writeGenerated(folder, entries);
    const done = spawnSync(process.execPath, [join(BUILT, "causes-job.js"), folder, "5"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (done.status !== 0) throw new Error("the job failed");
    const { checkMs, causesMs, count, complete } = JSON.parse(done.stdout) as {
      readonly checkMs: number;
      readonly causesMs: number;
      readonly count: number;
      readonly complete: boolean;
    };
    printMeasure({
      measure: "causes beside the rest of the check",
      entries,
      causes: count,
      complete: String(complete),
      ms: causesMs,
      baseline: "check",
      baselineMs: checkMs,
      ratio: causesMs / checkMs,
      mark: MARK,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
