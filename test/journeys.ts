/**
 * `npm run test:journeys`: the journeys through the window that `npm test` leaves out, in Chromium; `-- --electron` those of them that run
 * in Electron, `-- --but-electron` the others, as CI does after it. `-- --theme dark --width 1024` runs every journey in that look, and
 * looks at what it leaves: axe finds nothing, and nothing reaches beyond the window; of a theme or width that is not given it takes each,
 * and `--looks` takes each of both. Names narrow it to files. What follows a second `--` is given to vitest.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ASKED, JOURNEYS, SIZES, THEMES } from "./window/journeys.ts";

const ROOT = join(import.meta.dirname, "..");

/** Where a runtime for tests lies beside the project, this runs the journeys in it. */
const BESIDE = join(ROOT, "../shared/electron/run");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: "string" },
    width: { type: "string" },
    looks: { type: "boolean", default: false },
    electron: { type: "boolean", default: false },
    "but-electron": { type: "boolean", default: false },
  },
});

const IS_IN_LOOKS = values.looks || values.theme !== undefined || values.width !== undefined;
const WIDTHS = Object.values(SIZES).map((size) => String(size.width));
const themes = values.theme === undefined ? THEMES : [values.theme];
const widths = values.width === undefined ? WIDTHS : [values.width];

/** What vitest is given: parts of names, and options. */
const [names, options] = [false, true].map((isOption) =>
  positionals.filter((one) => one.startsWith("-") === isOption),
) as [string[], string[]];

/** Files of the journeys that do not run in Electron, of those that are named. */
function leftByElectron(): string[] {
  const left = JOURNEYS.journeys.filter((name) => !JOURNEYS.electron.includes(name));
  return globSync(
    left.map((name) => `test/window/**/${name}.test.ts`),
    { cwd: ROOT },
  )
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
}

function commandFor(): [command: string, args: string[]] {
  if (values.electron && existsSync(BESIDE)) return [BESIDE, positionals];
  const inBrowser = IS_IN_LOOKS ? ["window", "journeys"] : ["journeys"];
  const projects = (values.electron ? ["electron"] : inBrowser).map((name) => `--project=${name}`);
  const files = values["but-electron"] ? leftByElectron() : names;
  return ["npx", ["vitest", "run", ...projects, ...files, ...options]];
}

/** @returns whether all journeys passed */
function run(env: NodeJS.ProcessEnv): boolean {
  const [command, args] = commandFor();
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

const failed: string[] = [];
if (IS_IN_LOOKS) {
  for (const theme of themes) {
    for (const width of widths) {
      const look = `${theme}, ${width} wide`;
      console.log(`\nJourneys, ${look}${values.electron ? ", in Electron" : ""}`);
      if (!run({ [ASKED.theme]: theme, [ASKED.width]: width })) failed.push(look);
    }
  }
} else if (!run({})) failed.push(values.electron ? "journeys in Electron" : "journeys");

if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join("; ")}`);
  process.exitCode = 1;
}
