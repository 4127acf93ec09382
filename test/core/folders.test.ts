/** A folder with many files is a heap: what belongs together gets a folder of its own. */
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const MOST = 20;

test("no folder of src has more than twenty files of its own", () => {
  const files = globSync("src/**/*.*", { cwd: ROOT });
  const folders = Object.entries(Object.groupBy(files, (file) => dirname(file)));
  expect(folders.length).toBeGreaterThan(100);
  expect(folders.filter(([, own = []]) => own.length > MOST).map(([folder]) => folder)).toEqual([]);
});
