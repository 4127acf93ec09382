/**
 * `npm run test:exhaustive`: the files that ask `test/helpers/exhaustive.ts` how much they try, with all of it: every forgery, every
 * seed, every pair. CI runs it after `npm test`. What follows is given to vitest: `npm run test:exhaustive -- --maxWorkers=1`.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXHAUSTIVE } from "./helpers/exhaustive.ts";

const ROOT = join(import.meta.dirname, "..");

const asking = globSync("test/**/*.test.ts", { cwd: ROOT })
  .filter((file) => readFileSync(join(ROOT, file), "utf8").includes("helpers/exhaustive.ts"))
  .map((file) => file.replaceAll("\\", "/"));

const { status } = spawnSync("npx", ["vitest", "run", ...asking, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  shell: process.platform === "win32",
  env: { ...process.env, [EXHAUSTIVE]: "yes" },
});
process.exitCode = status ?? 1;
