/** The corpus but its sandbox seeds: fixtures of each schema, two currencies, a month signed and restated. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isOf, unlikeRecorded } from "./as-recorded.ts";
import { recorded } from "./changes.ts";
import type { Output } from "./desk.ts";
import { comparedOutputsOf } from "./truth/contradictions.ts";
import { WORLDS, isOfEachKind } from "./worlds.ts";
import { readable } from "./write.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";

const LEDGERS = WORLDS.filter(
  (world) =>
    !world.name.startsWith("seed-") &&
    (IS_EXHAUSTIVE || isOfEachKind(world) || !world.name.startsWith("schema-")),
);
const made: Output[] = [];
const textOf = (world: string, name: string) =>
  made.find((output) => output.world === world && output.name === name)?.text;

// Far from UTC, and not by whole hours: what follows the machine's zone shows.
beforeAll(() => void vi.stubEnv("TZ", "Pacific/Chatham"));
afterAll(() => void vi.unstubAllEnvs());

test.each(LEDGERS)(
  "every output of $name is as recorded, in whatever time zone, and no two say otherwise",
  async (world) => {
    const { outputs, contradictions } = await comparedOutputsOf(world);
    expect(contradictions).toEqual([]);
    made.push(...outputs);
    expect(new Date(0).getTimezoneOffset()).toBe(-765);
    expect(unlikeRecorded(recorded(), world, outputs)).toBe("");
  },
);

test("each recorded output is one of the corpus, and no command that makes it is refused", () => {
  const names = [...recorded().keys()];
  expect(names.filter((name) => !WORLDS.some((world) => isOf(world, name)))).toEqual([]);
  expect(names.filter((name) => name.includes("/refused/"))).toEqual([]);
});

test("the month is signed, and restated by the import after that", () => {
  expect(textOf("signed", "months.txt")).toMatch(/2026-08 .*signed off/u);
  expect(textOf("signed", "restatements.txt")).not.toContain("was signed off");
  expect(textOf("restated", "restatements.txt")).toContain("August 2026 was signed off by Ben Cole");
  expect(textOf("two-currencies", "check.txt")).toContain("17 NGN too low and 17 USD too low");
});

test.runIf(IS_EXHAUSTIVE)(
  "a process in another zone and language, whose clock is years ahead, gives the same texts",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "tieout-golden-test-"));
    try {
      const later = `data:text/javascript,const now = Date.now; Date.now = () => now() + 2e11;`;
      const env = {
        ...process.env,
        TZ: "Asia/Tokyo",
        LANG: "de_DE.UTF-8",
        LC_ALL: "de_DE.UTF-8",
        NODE_OPTIONS: "",
      };
      const program = join(import.meta.dirname, "write.ts");
      execFileSync(process.execPath, ["--import", later, program, folder, "two-currencies"], { env });
      const own = made.filter(({ world }) => world === "two-currencies");
      const differing = own.filter(
        ({ world, name, text }) => readFileSync(join(folder, world, name), "utf8") !== readable(name, text),
      );
      expect(own.length).toBeGreaterThan(50);
      expect(differing.map(({ name }) => name)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
