/**
 * `npm run test:journeys`: every journey of the window in each theme and width, with a look at what it leaves: axe finds nothing, and
 * nothing reaches beyond the window. `-- --theme dark --width 1024` narrows it to a look and names of files to those; `--electron` runs
 * those that can in Electron. What follows a second `--` is given to vitest.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ASKED, SIZES, THEMES } from "./window/journeys.ts";

const ROOT = join(import.meta.dirname, "..");

/** Where a runtime for tests lies beside the project, this runs the journeys in it. */
const BESIDE = join(ROOT, "../shared/electron/run");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { theme: { type: "string" }, width: { type: "string" }, electron: { type: "boolean" } },
});

const WIDTHS = Object.values(SIZES).map((size) => String(size.width));
const themes = values.theme === undefined ? THEMES : [values.theme];
const widths = values.width === undefined ? WIDTHS : [values.width];

function commandFor(): [command: string, args: string[]] {
  if (values.electron !== true) return ["npx", ["vitest", "run", "--project", "window", ...positionals]];
  if (existsSync(BESIDE)) return [BESIDE, positionals];
  return ["npx", ["vitest", "run", "--project", "electron", ...positionals]];
}

/** @returns whether all journeys passed */
function run(theme: string, width: string): boolean {
  console.log(`\nJourneys, ${theme}, ${width} wide${values.electron === true ? ", in Electron" : ""}`);
  const [command, args] = commandFor();
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, [ASKED.theme]: theme, [ASKED.width]: width },
  });
  return status === 0;
}

const failed: string[] = [];
for (const theme of themes) {
  for (const width of widths) if (!run(theme, width)) failed.push(`${theme}, ${width} wide`);
}
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join("; ")}`);
  process.exitCode = 1;
}
