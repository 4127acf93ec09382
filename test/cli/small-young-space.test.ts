import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { bytesToImport } from "../../src/main/services/import/import.ts";
import { entryPoint, temporaryFolder } from "../helpers/cli.ts";
import { ledgerToReview } from "../helpers/ledgers/review-ledger.ts";

const MODULE = pathToFileURL(join(import.meta.dirname, "../../src/cli/terminal/terminal.ts")).href;

/** How large the space for young objects is after work that makes many that live, MB. @param flags of V8 */
function youngMb(before: string, ...flags: string[]): number {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { boundLongImport, boundYoungSpace, keepHeapSmall } from ${JSON.stringify(MODULE)};
    ${before}
    const step = { phase: "", done: 0, total: null, unit: "entries" };
    globalThis.kept = Array.from({ length: 3e6 }, (_, at) => {
      if (at % 1000 === 0) globalThis.told?.onProgress?.(step);
      return { at: at + 0.5 };
    });
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
    process.stdout.write("\\n" + young.space_size / 2 ** 20);`;
  const { stdout } = spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  return Number(stdout.split("\n").at(-1));
}

test("keeps the space for young objects as small as it began", () => {
  const [free, small] = [youngMb(""), youngMb("keepHeapSmall('');")];
  expect(free).toBeGreaterThan(8);
  expect(small).toBeGreaterThan(0);
  expect(small).toBeLessThan(4);
});

test("lets the space for young objects of a long import grow until it is large enough, and of a short one as ever", () => {
  const youngMbOf = (bytes: number) => youngMb(`globalThis.told = boundLongImport({}, ${bytes});`);
  const long = youngMbOf(400_000_000);
  expect(long).toBeGreaterThan(4);
  expect(long).toBeLessThanOrEqual(8);
  expect(youngMbOf(200_000_000)).toBeGreaterThan(8);
});

test("lets the space for young objects of an export grow until it is large enough", () => {
  const young = youngMb("globalThis.told = boundYoungSpace({});");
  expect(young).toBeGreaterThan(4);
  expect(young).toBeLessThanOrEqual(8);
});

test("lets it grow no further in a process that exports", async () => {
  const ledger = await ledgerToReview();
  // Large enough from the start: the export of a small ledger would not make it so.
  const youngMbAfter = (...args: string[]) =>
    youngMb(
      `process.argv = ${JSON.stringify(["", "", ...args])};
      await import(${JSON.stringify(pathToFileURL(entryPoint).href)});`,
      "--min-semi-space-size=8",
    );
  const out = join(temporaryFolder(), "all.xlsx");
  const exported = youngMbAfter("export", ledger, "--all", "--out", out);
  expect(existsSync(out)).toBe(true);
  expect(exported).toBeGreaterThan(0);
  expect(youngMbAfter("months", ledger)).toBeGreaterThan(exported);
});

test("knows the length of an import by its files, also where one is standard input or cannot be read", () => {
  const file = join(temporaryFolder(), "wallet.json");
  writeFileSync(file, "[]");
  const files = { wallet: [file, "-"], transactions: [`${file}.gone`, file], user: null, business: [] };
  expect(bytesToImport(files)).toBe(4);
});
