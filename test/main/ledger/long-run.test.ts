import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/cli.ts";

const CHILD = join(import.meta.dirname, "../../helpers/children/ledgers/long-run-child.ts");

const MEGABYTE = 1_048_576;

test(
  "a run is kept, read by every reader and verified in less memory than its document is long",
  { timeout: 240_000 },
  async () => {
    const [folder, findings] = [temporaryFolder(), 14_000];
    const args = ["--max-old-space-size=28", "--max-semi-space-size=2", CHILD, folder, `${findings}`];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { length, tookMb, ...found } = JSON.parse(stdout) as { length: number; tookMb: number };
    expect(found).toEqual({
      read: findings,
      compared: findings,
      isSame: false,
      options: true,
      convention: "asset",
      raises: true,
      raisesOther: false,
      ok: true,
    });
    expect(length).toBeGreaterThan(65 * MEGABYTE);
    expect(tookMb).toBeLessThan(length / MEGABYTE);
    expect(statSync(join(folder, "long.tieout")).size).toBeLessThan(2_500_000);
  },
);
