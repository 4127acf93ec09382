import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { filesIn, writeGenerated } from "../../bench/parts/generated.ts";
import { WRITTEN_FORMATS } from "../../helpers/workbook/written-formats.ts";

const ENTRIES = 12_000;
const CHILD = join(import.meta.dirname, "../../helpers/children/exporting-child.ts");

interface Exported {
  readonly rows: number;
  readonly looks: number;
  /** By how much what the process held on to grew while it wrote. */
  readonly grewMb: number;
  /** Milliseconds that the thread worked without being free: of a hundred such times the second longest. */
  readonly p99: number;
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
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function exported(format: string, out: string): Promise<Exported> {
  const running = spawn(process.execPath, ["--expose-gc", CHILD, ledger, format, out], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  running.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(running, "close");
  return JSON.parse(text) as Exported;
}

describe("case 86: twelve thousand entries", () => {
  it.each(WRITTEN_FORMATS)(
    "are exported in bounded memory, with the thread free in between: %s",
    async (format) => {
      const out = join(folder, format === "xlsx" ? "whole.xlsx" : "whole");
      const { rows, looks, grewMb, p99, turns } = await exported(format, out);
      expect(rows).toBeGreaterThan(ENTRIES * 1.5);
      expect((await stat(out)).size).toBeGreaterThan(0);
      expect(looks).toBeGreaterThan(5);
      // All rows at once would be 20 MB in a table and 25 MB in a workbook, which holds 9 MB while it is compressed.
      expect(grewMb).toBeLessThan(format === "xlsx" ? 15 : 12);
      // Rows written without waiting for the file keep the thread for 200 ms.
      expect(p99).toBeLessThan(150);
      expect(turns).toBeGreaterThan(10);
    },
  );
});
