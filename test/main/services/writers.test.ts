/**
 * Each command that writes, really at once with another in a process of its own: against a change of settings, against a pull and
 * against itself. All pairs: `node test/writers.ts`.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { globSync, readFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { TwoWriters } from "../../helpers/writers/pairs.ts";
import { type Stage, openStage } from "../../helpers/writers/scene.ts";
import { WRITERS } from "../../helpers/writers/writers.ts";
import { someOf } from "../../helpers/exhaustive.ts";

let folder = "";
let stage: Stage;
let two: TwoWriters;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-test-"));
  const world = generateWorld({ entries: 40, seed: 1, faults: "default", convention: "asset" });
  [stage, two] = await Promise.all([openStage(folder, world), TwoWriters.start()]);
});
afterAll(async () => {
  two.stop();
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

const NAMES = Object.keys(WRITERS);

const OTHERS = ["settings", "pull", "itself"];

describe.each(OTHERS)("at once with %s, both are kept or one is refused", (other) => {
  // Each writer meets one of the others at least, the next writer the next of them.
  const ahead = OTHERS.indexOf(other);
  const inTurn = [...NAMES.slice(ahead), ...NAMES.slice(0, ahead)];
  test.each(someOf(inTurn, OTHERS.length))("%s", async (writer) => {
    const pair = [writer, other === "itself" ? writer : other] as const;
    const { problems } = await two.run(stage, `${writer} with ${other}`, pair);
    expect(problems).toEqual([]);
  });
});

test("no service begins a transaction to write but through the functions that read in it, too", () => {
  const root = join(import.meta.dirname, "../../..");
  const beginning = globSync("src/main/{services,ledger}/**/*.ts", { cwd: root }).filter((file) =>
    /\.immediate\(\)|BEGIN IMMEDIATE/u.test(readFileSync(join(root, file), "utf8")),
  );
  expect(beginning.map((file) => file.replaceAll("\\", "/")).toSorted()).toEqual([
    "src/main/ledger/file/audit.ts",
    "src/main/ledger/file/lock.ts",
    "src/main/ledger/file/schema.ts",
    "src/main/ledger/pulls/publish.ts",
  ]);
});
