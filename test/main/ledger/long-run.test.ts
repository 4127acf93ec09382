import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/cli.ts";

const CHILD = join(import.meta.dirname, "../../helpers/long-run-child.ts");

test(
  "a run longer than the longest string is kept, read by every reader and verified in a heap of 48 MB",
  { timeout: 240_000 },
  async () => {
    const [folder, findings] = [temporaryFolder(), 102_000];
    const args = ["--max-old-space-size=48", CHILD, folder, `${findings}`];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual({
      isLonger: true,
      read: findings,
      compared: findings,
      isSame: false,
      options: true,
      judged: findings,
      convention: "asset",
      raises: true,
      raisesOther: false,
      ok: true,
    });
    expect(statSync(join(folder, "long.tieout")).size).toBeLessThan(40_000_000);
  },
);
