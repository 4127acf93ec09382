/** A folder with many files is a heap: what belongs together gets a folder of its own. */
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const MOST = 20;

test("no folder has more than twenty files of its own", () => {
  const files = globSync("{src,test}/**/*.*", { cwd: ROOT });
  const folders = Map.groupBy(files, (file) => dirname(file).replaceAll("\\", "/"));
  const large = [...folders].filter(([, own]) => own.length > MOST);
  expect(folders.size).toBeGreaterThan(100);
  expect(large.map(([folder, own]) => `${folder}: ${own.length}`)).toEqual([]);
});
