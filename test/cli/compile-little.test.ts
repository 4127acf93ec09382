import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/cli.ts";

const MODULE = pathToFileURL(join(import.meta.dirname, "../../src/cli/terminal/terminal.ts")).href;

/** How V8 compiles a function that is called very often, and the loop that calls it: that one while it waits, or beside it. */
function howCompiled(ledger: string): "by all" | "by the quick ones" | "not at all" | "beside it" {
  const script = `
    import { compileLittle } from ${JSON.stringify(MODULE)};
    compileLittle(${JSON.stringify(ledger)});
    const add = (a, b) => (a * 3 + b) | 0;
    const sumUp = () => {
      let sum = 0;
      for (let n = 0; n < 3e7; n += 1) sum = add(sum, n);
      return sum;
    };
    process.stdout.write(String(sumUp()));`;
  const args = ["--trace-opt", "--input-type=module", "--eval", script];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  // What loads the module may have been compiled before.
  const lines = stdout.split("\n").filter((line) => /JSFunction (?:add|sumUp) /u.test(line));
  const isSaid = (words: string) => lines.some((line) => line.includes(words));
  if (isSaid("TURBOFAN")) return "by all";
  if (!isSaid("MAGLEV")) return "not at all";
  return isSaid("OSR, mode: ConcurrencyMode::kConcurrent") ? "beside it" : "by the quick ones";
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
