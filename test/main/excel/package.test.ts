import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import yauzl from "yauzl";
import { partsOf } from "../../helpers/workbook/zip.ts";
import { WorkbookPackage } from "../../../src/main/excel/workbook/write-workbook.ts";

const fromBuffer = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);
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

it("says of each part the checksum of what it holds", async () => {
  const sink = new PassThrough();
  const bytes = buffer(sink);
  const file = new WorkbookPackage(sink, 0, "t", "s");
  for (const name of ["Wallet", "Transactions"]) {
    const sheet = file.openSheet(name, {}, [10]);
    for (let batch = 0; batch < 5; batch += 1) sheet.add(rows());
    sheet.close(null);
  }
  await file.close();
  const said = new Map<string, number>();
  const zip = await fromBuffer(await bytes, {});
  zip.on("entry", (entry: yauzl.Entry) => said.set(entry.fileName, entry.crc32));
  await once(zip, "end");
  const held = partsOf(await bytes).map((part) => [part.name, crc32(part.bytes)] as const);
  expect(held.length).toBeGreaterThan(8);
  expect(said).toEqual(new Map(held));
});
