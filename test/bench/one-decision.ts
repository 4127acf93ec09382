/**
 * `node test/bench/one-decision.ts [ENTRIES] [--decisions N]`: what is written behind one decision of the window, the call in the
 * thread that a window waits for until it is saved. Ledgers of 2,000 and of 200,000 entries unless told otherwise; the first
 * decision, which checks the ledger, and the median of those after it, in milliseconds on the clock.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CheckMemory } from "../../src/main/services/shared/check-memory.ts";
import { importIntoLedger } from "../../src/main/services/import/import.ts";
import { decide, readReview } from "../../src/main/services/review/review.ts";
import { filesIn, writeGenerated } from "./parts/generated.ts";
import { printMeasure } from "./parts/measure.ts";

const { values, positionals } = parseArgs({
  options: { decisions: { type: "string", default: "40" } },
  allowPositionals: true,
});
const MARK_MS = 20;
const sizes = positionals.length > 0 ? positionals.map(Number) : [2000, 200_000];
for (const entries of sizes) {
  const folder = mkdtempSync(join(tmpdir(), "tieout-decision-"));
  try {
    await measure(folder, entries);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, entries: number): Promise<void> {
  const ledger = join(folder, "wallet.tieout");
  const context = { now: Date.now, appVersion: "bench", memory: new CheckMemory() };
  writeGenerated(folder, entries);
  const { wallet, transactions } = filesIn(folder);
  const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
  await importIntoLedger({ ledger, files }, context);
  const { findings } = readReview({ ledger, period: null, options: {} }, { ...context, memory: undefined });
  const times: number[] = [];
  for (const { finding } of findings.slice(0, Number(values.decisions) + 1)) {
    const items = [{ fingerprint: finding.fingerprint, seen: null }];
    const asked = {
      ledger,
      period: null,
      options: {},
      items,
      status: "accepted",
      note: "Known",
      by: "Ada",
    } as const;
    const begunMs = performance.now();
    await decide(asked, context);
    times.push(performance.now() - begunMs);
  }
  const [firstMs = NaN, ...after] = times;
  const ms = after.toSorted((a, b) => a - b)[after.length >> 1] ?? NaN;
  printMeasure({
    measure: "one decision, saved",
    entries,
    firstMs,
    ms,
    markMs: MARK_MS,
    ratio: ms / MARK_MS,
    mark: 1,
  });
}
