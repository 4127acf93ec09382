import { join } from "node:path";
import { expect, test } from "vitest";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { rowsRead } from "../../../helpers/growth.ts";
import { entry, sale } from "../../../helpers/records.ts";
import { LEDGER, publish, pull, tamper } from "../made.ts";
import { body } from "../../../helpers/publish-pull.ts";

const ENTRIES = 24_000;
const SALES = 2000;

/** A ledger whose rows came in so many pulls, each with an answer, and a run after each. */
function ledgerOf(folder: string, pulls: number): string {
  const path = join(folder, `${pulls}.tieout`);
  const db = createLedger(path, LEDGER);
  // The log may be lost: nothing is killed here.
  db.pragma("synchronous = OFF");
  for (let n = 0; n < pulls; n += 1) {
    const entries = Array.from({ length: ENTRIES / pulls }, (_, at) => entry((n * ENTRIES) / pulls + at + 1));
    const sales = n > 0 ? null : Array.from({ length: SALES }, (_, at) => sale(at + 1, 100));
    publish(db, { ...pull(entries, sales), bodies: [body("wallet.json", `{"pull":${n}}`)] });
    saveRun(db, { atMs: n, document: "{}" });
  }
  closeLedger(db);
  return path;
}

async function prove(path: string): Promise<void> {
  expect((await verifyLedger(path, null)).problems).toEqual([]);
}

test("what a proof reads depends on the rows, not on the number of pulls", async () => {
  const folder = temporaryFolder();
  const [few, many] = [ledgerOf(folder, 2), ledgerOf(folder, 200)];
  const [ofFew, ofMany] = [await rowsRead(() => prove(few)), await rowsRead(() => prove(many))];
  expect(ofFew).toBeGreaterThan(ENTRIES + SALES);
  // Walking each table once per pull reads a hundred times as many.
  expect(ofMany).toBeLessThan(1.5 * ofFew);
  tamper(many, "UPDATE entry SET balance = 5 WHERE wallet_id = 12060");
  expect((await verifyLedger(many, null)).problems).toMatchObject([{ where: "pull 101" }]);
});
