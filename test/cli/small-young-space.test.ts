import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const MODULE = pathToFileURL(join(import.meta.dirname, "../../src/cli/terminal/terminal.ts")).href;

/** How large the space for young objects is after work that makes many that live, MB. */
function youngMb(before: string): number {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { keepHeapSmall } from ${JSON.stringify(MODULE)};
    ${before}
    globalThis.kept = Array.from({ length: 1e6 }, (_, at) => ({ at: at + 0.5 }));
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
    process.stdout.write(String(young.space_size / 2 ** 20));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  return Number(stdout);
}

test("keeps the space for young objects as small as it began", () => {
  const [free, small] = [youngMb(""), youngMb("keepHeapSmall('');")];
  expect(free).toBeGreaterThan(8);
  expect(small).toBeGreaterThan(0);
  expect(small).toBeLessThan(4);
});
