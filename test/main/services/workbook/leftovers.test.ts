/** Copies of clients' records among the system's temporary files outlive no killed process for longer than until the next begins. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { monthDays } from "../../../../src/core/time.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { entryPoint, temporaryFolder } from "../../../helpers/cli.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";

let temporary = "";
beforeEach(() => {
  temporary = temporaryFolder();
  vi.stubEnv("TMPDIR", temporary);
});
afterEach(() => vi.unstubAllEnvs());

const standing = () => readdirSync(temporary).filter((name) => !name.startsWith("tieout-test-"));

function leave(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(temporary, name));
    writeFileSync(join(temporary, name, "rewound.tieout"), "records");
  }
}

test("removes at start what killed programs left, and nothing of running ones", () => {
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const running = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const kept = [
    `tieout-rewound-${running.pid}-abc`,
    "tieout-rewound-abc",
    `others-rewound-${ended}-abc`,
  ].toSorted();
  leave(...kept, ...["rewound", "texts", "spool", "host"].map((what) => `tieout-${what}-${ended}-abc`));
  try {
    const { status } = spawnSync(process.execPath, [entryPoint, "--version"]);
    expect(status).toBe(0);
    expect(standing().toSorted()).toEqual(kept);
  } finally {
    running.kill();
  }
});

test.skipIf(process.platform === "win32")(
  "what a workbook's comparison puts aside is its owner's only, and carries the process's number",
  async () => {
    const ledger = await ledgerToReview();
    const out = join(dirname(ledger), "October.xlsx");
    await exportLedger({ ledger, period: monthDays("2026-10"), options: {}, format: "xlsx", out }, CONTEXT);
    const seen = new Map<string, number>();
    const onProgress = () => {
      for (const name of standing())
        seen.set(name.slice(0, -6), statSync(join(temporary, name)).mode & 0o777);
    };
    await verifyWorkbook({ ledger, file: out }, { ...CONTEXT, onProgress });
    expect(Object.fromEntries(seen)).toEqual({
      [`tieout-texts-${process.pid}-`]: 0o700,
    });
    expect(standing()).toEqual([]);
  },
);
