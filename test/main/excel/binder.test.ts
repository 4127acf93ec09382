/** The binder: the sheets for a partner, printed by a real browser. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { monthDays } from "../../../src/core/time.ts";
import { binderHtml, findBrowser } from "../../../src/main/excel/documents/write-binder.ts";
import { writeExport } from "../../../src/main/excel/write-export.ts";
import { exportLedger } from "../../../src/main/services/export/export.ts";
import { findBrowser as browserOfTests, launchBrowser } from "../../helpers/window/browser.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { decided, reviewed } from "../../helpers/ledgers/decisions.ts";
import { entry } from "../../helpers/records.ts";
import { RUN_AT_MS, october, reportInput } from "../../helpers/workbook/report.ts";
import { CONTEXT } from "../../helpers/ledgers/signing.ts";
import { standingLedger } from "../../helpers/ledgers/standing-ledger.ts";
import { NO_HISTORY } from "../../helpers/columns.ts";

beforeEach(async () => {
  const { executablePath, env } = await browserOfTests();
  for (const [name, value] of Object.entries({ ...env, TIEOUT_CHROMIUM: executablePath }))
    vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

const WORKBOOK = buildWorkbook(october());

test("prints the same bytes each time, of the run's time, and leaves nothing beside them", async () => {
  const folder = temporaryFolder();
  const print = async (name: string) => {
    await writeExport(WORKBOOK, { format: "pdf" }, join(folder, name), { atMs: RUN_AT_MS });
    return readFileSync(join(folder, name));
  };
  const first = await print("first.pdf");
  const text = first.toString("latin1");
  expect(text.startsWith("%PDF-")).toBe(true);
  expect(text).toContain("/CreationDate (D:20261101060000+00'00')");
  // A sheet begins on a page of its own.
  expect(text.match(/\/Type \/Page\b/gu)?.length).toBeGreaterThanOrEqual(7);
  const second = await print("second.pdf");
  expect(second.equals(first)).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(["first.pdf", "second.pdf"]);
});

test("shows each sheet but the records, at 7 pt at least and within the page, and runs nothing it was sent", async () => {
  const hostile = `</style><script>document.title = "ran"</script><img src=x onerror="document.title='ran'">`;
  const records = {
    entries: [entry(1, { debit: 5, balance: 9, action: hostile, description: hostile, payref: hostile })],
  };
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
    for (const workbook of [WORKBOOK, buildWorkbook(reportInput({ records }))]) {
      await page.setContent([...binderHtml({ ...workbook, footer: hostile })].join(""));
      expect(await page.title()).toBe(workbook.title);
      expect(await page.locator("section > h2").allTextContents()).toEqual(
        workbook.sheets
          .filter(({ ref }) => !ref.startsWith("B"))
          .map(({ ref, title }) => `${ref}   ${title}`),
      );
      const looks = await page.evaluate(() => ({
        smallest: Math.min(
          ...[...document.querySelectorAll("td, th, p")].map((one) =>
            Number.parseFloat(getComputedStyle(one).fontSize),
          ),
        ),
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      expect(looks.smallest).toBeGreaterThanOrEqual((7 * 96) / 72);
      expect(looks.over).toBe(0);
    }
    await expect.poll(() => page.getByText("onerror").count()).toBeGreaterThan(0);
    expect(await page.locator("script, img").count()).toBe(0);
  } finally {
    await browser.close();
  }
});

test("breaks no word and no date in the middle, but one that no column has room for", async () => {
  const browser = await launchBrowser();
  try {
    // A3 across, without its margins, is 1512 pixels wide; the rest is for longer amounts.
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const decisions = october().check.findings.map((finding, at) => decided(at + 1, finding));
    const input = october({ decisions });
    const review = reviewed(input.check.findings, decisions, NO_HISTORY);
    await page.setContent([...binderHtml(buildWorkbook({ ...input, review }))].join(""));
    const looks = await page.evaluate(() => {
      const broken: string[] = [];
      const range = document.createRange();
      for (const cell of document.querySelectorAll("td")) {
        const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
          for (const { 0: word, index } of (node.textContent ?? "").matchAll(
            /\d{4}-\d\d-\d\d|[\p{L}\p{N}]+/gu,
          )) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1 && word.length < 25) broken.push(word);
          }
        }
      }
      return { broken, over: document.documentElement.scrollWidth - document.documentElement.clientWidth };
    });
    expect(looks).toEqual({ broken: [], over: 0 });
  } finally {
    await browser.close();
  }
});

test("has the legend, and says which sheets only the workbook has", () => {
  const html = [...binderHtml(WORKBOOK)].join("");
  expect(html).toContain("<h2>D1   Legend: tickmarks, terms and rules in words");
  expect(html).toContain("In the workbook only: B1 Wallet, B2 Transactions, B3 Tasks.");
});

test("an export of a ledger is recorded by its hash, and one that was edited is not replaced", async () => {
  const ledger = await standingLedger();
  const out = join(temporaryFolder(), "October.pdf");
  const request = {
    ledger,
    period: monthDays("2026-10"),
    options: {},
    format: "pdf",
    out,
  } as const;
  const { files, replaced } = await exportLedger(request, CONTEXT);
  expect([files.length, files[0]?.name, replaced]).toEqual([1, "October.pdf", false]);
  expect((await exportLedger(request, CONTEXT)).replaced).toBe(true);
  const edited = Buffer.concat([readFileSync(out), Buffer.from("\n% seen\n")]);
  writeFileSync(out, edited);
  await expect(exportLedger(request, CONTEXT)).rejects.toMatchObject({
    code: "EXPORT_EDITED",
    message: expect.stringMatching(/^The binder there differs/u) as string,
  });
  writeFileSync(out, "a text");
  await expect(exportLedger(request, CONTEXT)).rejects.toMatchObject({ code: "EXPORT_TARGET" });
  expect(readFileSync(out, "utf8")).toBe("a text");
});

test("says that there is no browser, or that it does not print, and keeps what was there", async () => {
  const out = join(temporaryFolder(), "binder.pdf");
  const print = async () => writeExport(WORKBOOK, { format: "pdf" }, out, { atMs: RUN_AT_MS });
  writeFileSync(out, "%PDF-earlier");
  vi.stubEnv("TIEOUT_CHROMIUM", join(temporaryFolder(), "none"));
  await expect(print()).rejects.toMatchObject({
    code: "PRINT_FAILED",
    message: "TIEOUT_CHROMIUM names no program",
  });
  // A program that is none of the family ends at once.
  vi.stubEnv("TIEOUT_CHROMIUM", process.execPath);
  await expect(print()).rejects.toMatchObject({
    code: "PRINT_FAILED",
    message: "The browser did not print the binder",
  });
  expect(readFileSync(out, "utf8")).toBe("%PDF-earlier");
  expect(() => findBrowser({ PATH: temporaryFolder() }, "linux")).toThrow(
    "There is no browser to print with",
  );
});

test.each([
  ["before its page is written", () => AbortSignal.abort()],
  ["while the browser prints", () => AbortSignal.timeout(150)],
])("an export that is cancelled %s ends the browser and leaves nothing", async (_, stopped) => {
  const out = join(temporaryFolder(), "binder.pdf");
  await expect(
    writeExport(WORKBOOK, { format: "pdf" }, out, { atMs: RUN_AT_MS, signal: stopped() }),
  ).rejects.toMatchObject({ code: "CANCELLED" });
  expect(existsSync(out)).toBe(false);
});
