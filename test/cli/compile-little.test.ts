import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/cli.ts";

const MODULE = pathToFileURL(join(import.meta.dirname, "../../src/cli/terminal/terminal.ts")).href;

/** How V8 compiles a function that is called very often. */
function howCompiled(ledger: string): "by all" | "by the quick ones" | "not at all" {
  const script = `
    import { compileLittle } from ${JSON.stringify(MODULE)};
    compileLittle(${JSON.stringify(ledger)});
    const add = (a, b) => (a * 3 + b) | 0;
    let sum = 0;
    for (let n = 0; n < 3e7; n += 1) sum = add(sum, n);
    process.stdout.write(String(sum));`;
  const args = ["--trace-opt", "--input-type=module", "--eval", script];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (stdout.includes("TURBOFAN")) return "by all";
  return stdout.includes("MAGLEV") ? "by the quick ones" : "not at all";
}

test("V8 compiles less for a small ledger, as ever for a large one, and for one that is not there", () => {
  const folder = temporaryFolder();
  const [small, large] = [join(folder, "small.tieout"), join(folder, "large.tieout")];
  writeFileSync(small, "");
  writeFileSync(large, "");
  truncateSync(large, 200_000_000);
  expect(howCompiled(small)).toBe("by the quick ones");
  expect(howCompiled(large)).toBe("by all");
  expect(howCompiled(join(folder, "missing.tieout"))).toBe("by all");
});
