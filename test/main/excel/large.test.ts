import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPORT_FORMATS } from "../../../src/core/report/format.ts";
import { importIntoLedger } from "../../../src/main/services/pull/import.ts";
import { filesIn, writeGenerated } from "../../bench/generated.ts";

const ENTRIES = 60_000;
const CHILD = join(import.meta.dirname, "../../helpers/exporting-child.ts");

interface Exported {
  readonly rows: number;
  readonly beforeMb: number;
  readonly peakMb: number;
  /** Milliseconds that the thread worked without being free: of a hundred such times the second longest, and the longest. */
  readonly p99: number;
  readonly longest: number;
  /** How often it was free. */
  readonly turns: number;
}

let folder = "";
let ledger = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tieout-large-"));
  ledger = join(folder, "wallet.tieout");
  writeGenerated(folder, ENTRIES);
  const { wallet, transactions } = filesIn(folder);
  const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
  await importIntoLedger({ ledger, files }, { now: () => Date.UTC(2026, 10, 1), appVersion: "test" });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function exported(format: string, out: string): Promise<Exported> {
  const running = spawn(process.execPath, [CHILD, ledger, format, out], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  running.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(running, "close");
  return JSON.parse(text) as Exported;
}

describe("case 86: sixty thousand entries", () => {
  it.each(EXPORT_FORMATS)(
    "are exported in bounded memory, with the thread free in between: %s",
    async (format) => {
      const out = join(folder, format === "xlsx" ? "whole.xlsx" : "whole");
      const { rows, beforeMb, peakMb, p99, turns } = await exported(format, out);
      expect(rows).toBeGreaterThan(ENTRIES * 1.5);
      expect((await stat(out)).size).toBeGreaterThan(0);
      // A workbook's XML is 160 MB, and what V8 leaves lying about up to 190 MB; of tables that is 50 MB.
      expect(peakMb - beforeMb).toBeLessThan(format === "xlsx" ? 250 : 125);
      expect(p99).toBeLessThan(150);
      expect(turns).toBeGreaterThan(20);
    },
    120_000,
  );
});
