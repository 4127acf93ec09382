import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { WorkbookPackage } from "../../../src/main/excel/workbook/write-workbook.ts";

const WAITS = Symbol("waits");
const BATCH_BYTES = 262_144;

/** Rows that hardly compress: what waits is as large as what was written. */
function rows(): string {
  const text = randomBytes(BATCH_BYTES / 2).toString("hex");
  return `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
}

it("case 86: waits for a slow file instead of holding what was written", async () => {
  const taken: (() => void)[] = [];
  const stuck = new Writable({
    write: (_chunk, _encoding, done) => {
      taken.push(done);
    },
  });
  const file = new WorkbookPackage(stuck, 0, "t", "s");
  const sheet = file.openSheet("Wallet", {}, [10]);
  let written = 0;
  let pending: Promise<void> = Promise.resolve();
  for (;;) {
    sheet.add(rows());
    pending = sheet.settle();
    if ((await Promise.race([pending, sleep(300, WAITS)])) === WAITS) break;
    written += BATCH_BYTES;
    expect(written).toBeLessThan(32 * 1_048_576);
  }
  // It goes on as soon as the file takes bytes again, and hears of it when the file breaks.
  const flowing = setInterval(() => taken.splice(0).forEach((done) => done()), 1);
  await pending;
  clearInterval(flowing);
  stuck.destroy(new Error("the disk is gone"));
  sheet.add(rows());
  await expect(sheet.settle()).rejects.toThrow("the disk is gone");
  file.abort();
});
