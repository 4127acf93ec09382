/** What CI runs and how it counts, with stand-ins for all that `.ci/run` starts. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/cli.ts";

const RUN = join(import.meta.dirname, "../../.ci/run");

/** Writes down what it was called with and passes three tests, but where its arguments contain `$FAILING`. */
const STAND_IN = `#!/usr/bin/env bash
echo "$(basename "$0") $*" >> "$CALLS"
[ -n "\${TIEOUT_TEST_REPORT:-}" ] || exit 0
case "$(basename "$0") $*" in
  *"$FAILING"*) echo '{ "passed": 2, "failed": 1, "said": ["Failed: one of three"] }' > "$TIEOUT_TEST_REPORT"; exit 1 ;;
  *"$CUT"*) exit 1 ;;
esac
echo '{ "passed": 3, "failed": 0, "said": [] }' > "$TIEOUT_TEST_REPORT"
`;

interface Asked {
  readonly hasRuntime?: boolean;
  /** Part of the command of which a test fails. */
  readonly failing?: string;
  /** Part of the command that ends without a report. */
  readonly cut?: string;
}

/** @returns commands that were started, the lines that were printed, and the exit status */
function runCi({ hasRuntime = false, failing = "nothing", cut = "nothing" }: Asked) {
  const box = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(box, path)), { recursive: true });
    writeFileSync(join(box, path), text);
    chmodSync(join(box, path), 0o755);
  };
  write("project/out/main/index.js", "");
  mkdirSync(join(box, "project/.ci"));
  cpSync(RUN, join(box, "project/.ci/run"));
  for (const program of ["npm", "xvfb-run", "age", "hledger", "ldd"]) write(`bin/${program}`, STAND_IN);
  if (hasRuntime) {
    write("shared/electron/prepare", "#!/usr/bin/env bash\necho /nowhere\n");
    write("shared/electron/run", STAND_IN);
  }
  const calls = join(box, "calls");
  const { status, stdout } = spawnSync(join(box, "project/.ci/run"), {
    encoding: "utf8",
    env: {
      PATH: [join(box, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter),
      CALLS: calls,
      FAILING: failing,
      CUT: cut,
    },
  });
  const started = existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [];
  return {
    status,
    lines: stdout.trim().split("\n"),
    started: started.filter((line) => !line.startsWith("ldd")),
  };
}

describe.skipIf(process.platform === "win32")("CI", () => {
  const SUITE = ["npm ci", "npm test", "npm run --silent test:exhaustive"];

  test("drives in Chromium what the suite leaves out where there is no runtime, and counts it", () => {
    const { status, lines, started } = runCi({});
    expect(started).toEqual([...SUITE, "npm run --silent test:journeys"]);
    expect(lines).toContain(
      "Journeys in Electron: in Chromium instead, and what only Electron can show is skipped: there is no runtime for tests beside the project.",
    );
    expect([status, lines.at(-1)]).toEqual([0, "9 passed, 0 failed"]);
  });

  test("drives in Electron what is for it, and the others in Chromium", () => {
    const { status, lines, started } = runCi({ hasRuntime: true });
    expect(started).toEqual([...SUITE, "run ", "npm run --silent test:journeys -- --but-electron"]);
    expect([status, lines.at(-1)]).toEqual([0, "12 passed, 0 failed"]);
  });

  test.each(["npm test", "test:exhaustive", "run ", "--but-electron"])(
    "fails with a test of %j, whose name it prints",
    (failing) => {
      const { status, lines } = runCi({ hasRuntime: true, failing });
      expect(lines).toContain("Failed: one of three");
      const failed = Number(/, (?<failed>\d+) failed$/u.exec(lines.at(-1) ?? "")?.groups?.["failed"]);
      expect(failed).toBeGreaterThan(0);
      expect(status).toBe(1);
    },
  );

  test("counts a run that left no report as failed", () => {
    const { status, lines } = runCi({ cut: "test:journeys" });
    expect([status, lines.at(-1)]).toEqual([1, "6 passed, 1 failed"]);
  });
});
