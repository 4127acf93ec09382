/** `npm run truth`: reads window and printed binder of every ledger of the corpus, not of some as `npm test` and `npm run test:exhaustive` do. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { EVERY_WORLD } from "./worlds.ts";

const ROOT = join(import.meta.dirname, "../..");
const TESTS = ["test/window/close/one-truth.test.ts", "test/golden/printed.test.ts"];

const { status } = spawnSync("npx", ["vitest", "run", ...TESTS, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  shell: process.platform === "win32",
  env: { ...process.env, [EVERY_WORLD]: "yes" },
});
process.exitCode = status ?? 1;
