import { statSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { findRuntime } from "./bin/start/runtime.js";
import { ciReporter } from "./test/ci-reporter.ts";
import { LEFT_OUT } from "./test/left-out.ts";
import { ASKED, IN_ELECTRON_IN_A_LOOK, JOURNEYS } from "./test/window/journeys.ts";

/**
 * How often CI tries a journey of the window again that failed: it draws with a real browser on a machine that may be
 * busy. CI prints every one that needed it (docs/decisions/0035). On a developer's machine each failure shows at once.
 */
const SECOND_TRIES = process.env["CI"] === undefined ? 0 : 1;

/**
 * Temporary files lie in memory where Linux has room there: tests write thousands of ledgers, and waiting for a disk to have
 * each one safe took most of their time.
 */
const temporary = hasRoomInMemory() ? { TMPDIR: "/dev/shm" } : {};

/** What the processes and threads of tests compile is compiled once for all of them. */
const environment = { ...temporary, NODE_COMPILE_CACHE: join(import.meta.dirname, "build/compile-cache") };

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return process.env["TMPDIR"] === undefined && bavail * bsize > 4 * 2 ** 30;
  } catch {
    return false;
  }
}

/**
 * Milliseconds after which a test hangs. On a machine with eleven times the work that it has processors for, a test that only
 * computes took 50 s; what starts processes and threads waits for those, too.
 */
const HANGS_MS = 180_000;

/**
 * V8's memory for tests, in MB. With more room for what is short-lived it spends a twentieth less on clearing it away, another tenth
 * with much of that room from the beginning, and another tenth
 * where no thread waits for others that clear: all processors are busy anyway. Counting buffers as memory like any other, and clearing
 * away what lasts only once that is 512 MB, takes another tenth off: buffers of tests made it look through all of a worker's memory
 * twice a second.
 */
const ROOM_TO_SPARE = [
  "--min-semi-space-size=32",
  "--max-semi-space-size=64",
  "--single-threaded-gc",
  "--external-memory-accounted-in-global-limit",
  "--initial-old-space-size=512",
  "--no-memory-reducer",
];

/** The folders of tests but the window's. One is run alone by its path: `npx vitest run test/core`. */
const ROOMS = ["core", "main", "sandbox", "cli", "golden"];

/** What imports the window's own parts. They have JSX in them, which Node does not read. */
const WITH_JSX = [
  "test/renderer/**/*.test.ts",
  "test/host/**/*.test.ts",
  "test/cli/serve.test.ts",
  "test/main/services/review/decision-evidence.test.ts",
];

const isOfWindow = (name: string) => name === "window" || name === "journeys";

/** The files of journeys by their names. */
const filesOf = (names: readonly string[]) => names.map((name) => `test/window/**/${name}.test.ts`);

const inFolders = (folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** The files of a project share workers and their modules: loading those anew takes longer than most files run. */
const project = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: {
    name,
    include: [...include],
    exclude: [...exclude],
    environment: "node" as const,
    env: environment,
    isolate: false,
    // Node's own modules: of Vite's each call of a function of another file asks for a getter first.
    experimental: { viteModuleRunner: name === "parts", nodeLoader: false },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    retry: isOfWindow(name) ? SECOND_TRIES : 0,
    globalSetup: isOfWindow(name) ? ["test/helpers/window/unpack-browser.ts"] : [],
    // What is waited for comes late on a busy machine; a wait of one second would say so by failing.
    expect: { poll: { timeout: 20_000 } },
  },
});

/** Sets the zone of its process, which modules that others loaded before would have the old one of. */
const ZONED = "test/golden/ledgers.test.ts";

/** What of the corpus has a process of its own. */
const zoned = { test: { ...project("golden", [ZONED]).test, isolate: true } };

/** Runs on Vite's modules. */
const withJsx = project("parts", WITH_JSX);

const inElectronNow = process.env[ASKED.theme] === undefined ? JOURNEYS.electron : IN_ELECTRON_IN_A_LOOK;

/** Journeys of the window that run in Electron, where its runtime is present. */
const inElectron = {
  test: {
    ...project("electron", filesOf(inElectronNow)).test,
    env: { ...environment, TIEOUT_WINDOW: "electron" },
    isolate: true,
    retry: SECOND_TRIES,
  },
};

/** Rooms' files that take ten seconds and more though they are short. */
const LONG = [
  "core/causes/brute-force",
  "core/oracle/oracle",
  "golden/changed-since",
  "golden/printed",
  "golden/seeds",
  "host/browser",
  "main/electron/packed",
  "main/ipc/threads/killed",
  "main/ledger/file/kill",
  "main/ledger/two-at-once",
  "main/services/pull/pull-overlap",
  "main/services/writers",
].map((name) => join("test", `${name}.test.ts`));

/** Bytes of a file, which tell how long it takes. */
function lengthOf({ moduleId }: TestSpecification): number {
  return LONG.some((name) => moduleId.endsWith(name)) ? Number.MAX_SAFE_INTEGER : statSync(moduleId).size;
}

/** Where a project's files stand in line: those with workers of their own first, then the window's, and those of its parts last. */
function turnOf({ project: { name, config } }: TestSpecification): number {
  return config.isolate ? 0 : 1 + ["window", "journeys", "left-out", "rooms", "parts"].indexOf(name);
}

/**
 * What takes longest begins first: at the end no worker is left with a long file while the others are done. A worker is kept, with
 * the modules that it has loaded, only where the next file in line is of its own project and shares workers, too: projects come one
 * after the other.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => turnOf(a) - turnOf(b) || lengthOf(b) - lengthOf(a)));
  }
}

// CI reads a report, too.
const report = process.env["TIEOUT_TEST_REPORT"];

export default defineConfig({
  test: {
    execArgv: ROOM_TO_SPARE,
    // Many tests wait for processes, pages and timers: three times as many as two cores can run keep those busy.
    maxWorkers: availableParallelism() + 4,
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ["default"] : ["default", ciReporter(report)],
    projects: [
      project("window", filesOf(JOURNEYS.window)),
      project("journeys", filesOf(JOURNEYS.journeys)),
      project("left-out", LEFT_OUT),
      project("rooms", inFolders(ROOMS), [ZONED, ...WITH_JSX, ...LEFT_OUT]),
      withJsx,
      zoned,
      ...(findRuntime(import.meta.dirname) === null ? [] : [inElectron]),
    ],
  },
});
