/**
 * `npm run test:exhaustive`: what `npm test` leaves out but for the journeys. These are the files of `test/left-out.ts`, and those that ask
 * `test/helpers/exhaustive.ts` how much they try, with all of it: every forgery, every seed, every pair. CI runs it after `npm test`. What
 * follows is given to vitest: `npm run test:exhaustive -- --maxWorkers=1`.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { EXHAUSTIVE } from "./helpers/exhaustive.ts";
import { filesOfLongRun } from "./left-out.ts";

const ROOT = join(import.meta.dirname, "..");

const { status } = spawnSync("npx", ["vitest", "run", ...filesOfLongRun(ROOT), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  shell: process.platform === "win32",
  env: { ...process.env, [EXHAUSTIVE]: "yes" },
});
process.exitCode = status ?? 1;
