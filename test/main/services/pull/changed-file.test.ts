/** A file that somebody writes while it is imported. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { importIntoLedger, readIntoPassing } from "../../../../src/main/services/import/import.ts";
import type { ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { histories, wireEntry, wireTransaction } from "../../../helpers/wire-records.ts";

/** So many that a thread packs them and is far ahead of the writer. */
const ENTRIES = 60_000;

const CHANGED = { code: "FILE_UNREADABLE", message: "The file changed while it was read" };

/** Files to import, and where the ledger is to be. */
function filesOf(entries: number) {
  const folder = temporaryFolder();
  const [wallet, transactions] = [join(folder, "wallet.json"), join(folder, "transactions.json")];
  writeFileSync(
    wallet,
    histories(
      Array.from({ length: entries }, (_, at) => wireEntry({ walletID: entries - at, payref: `PAY-${at}` })),
    ),
  );
  writeFileSync(transactions, histories([wireTransaction({ payID: 1, payref: "PAY-0" })]));
  const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
  return { files, wallet, ledger: join(folder, "new.tieout") };
}

/** Another byte in place of one in the first or the last payref of a wallet. */
function writeInto(wallet: string, which: "first" | "last"): void {
  const text = readFileSync(wallet, "latin1");
  const at = which === "first" ? text.indexOf("PAY-") : text.lastIndexOf("PAY-");
  const file = openSync(wallet, "r+");
  writeSync(file, "Q", at);
  closeSync(file);
}

/** Does something once, when records are saved and others were given time to go ahead. */
function whenSaving(phase: string, act: () => void): ServiceContext {
  let isDone = false;
  return {
    now: () => 1,
    appVersion: "test",
    onProgress: ({ phase: at }) => {
      if (isDone || at !== phase) return;
      isDone = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      act();
    },
  };
}

test.each(["first", "last"] as const)(
  "refuses an import whose file was written at its %s record meanwhile, and makes no ledger",
  async (which) => {
    const { files, wallet, ledger } = filesOf(ENTRIES);
    const context = whenSaving("Saving entries", () => writeInto(wallet, which));
    await expect(importIntoLedger({ ledger, files }, context)).rejects.toMatchObject({
      ...CHANGED,
      facts: { file: wallet },
    });
    expect(existsSync(ledger)).toBe(false);
  },
);

test("refuses a check of files of which one was written after it was read", async () => {
  const { files, wallet } = filesOf(10);
  const context = whenSaving("Saving transactions", () => writeInto(wallet, "first"));
  const reading = readIntoPassing(files, context).then(closeLedger);
  await expect(reading).rejects.toMatchObject(CHANGED);
});
