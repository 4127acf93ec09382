/** Case 92: what is no ordinary file or folder is not exported to, not followed, and nothing waits for it. */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withWorkbook } from "../../../../src/main/excel/read/found-workbook.ts";
import { assertTarget } from "../../../../src/main/services/export/export-target.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";

const pipe = (path: string): void => void execFileSync("mkfifo", [path]);

test.skipIf(process.platform === "win32").each([
  ["a link to a file", "A link", (path: string) => symlinkSync(join(dirname(path), "theirs"), path)],
  ["a link to a folder", "A link", (path: string) => symlinkSync(dirname(path), path)],
  ["a link to nothing", "A link", (path: string) => symlinkSync("nowhere", path)],
  ["a pipe", "A pipe", pipe],
])("refuses an export to %s, and leaves it alone", async (_, what, make) => {
  const ledger = await ledgerToReview();
  const folder = dirname(ledger);
  writeFileSync(join(folder, "theirs"), "theirs");
  const out = join(folder, "October");
  make(out);
  const before = lstatSync(out).ino;
  for (const format of ["xlsx", "csv"] as const) {
    const request = { ledger, period: null, options: {}, format, out };
    await expect(exportLedger({ ...request, replace: true }, CONTEXT)).rejects.toMatchObject({
      code: "EXPORT_TARGET",
      message: expect.stringMatching(new RegExp(`^${what} is in the place of`, "u")) as string,
    });
  }
  expect(lstatSync(out).ino).toBe(before);
  expect(readFileSync(join(folder, "theirs"), "utf8")).toBe("theirs");
});

test.skipIf(process.platform === "win32")("refuses one to a socket, a device and an empty name", async () => {
  const folder = temporaryFolder();
  const server = createServer().listen(join(folder, "socket"));
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const target = (out: string) => () => assertTarget(out, { format: "xlsx" }, join(folder, "a.tieout"));
  expect(target(join(folder, "socket"))).toThrow("A socket is in the place of the export");
  expect(target("/dev/null")).toThrow("A device is in the place of the export");
  expect(target("")).toThrow("Name the file or folder to export to");
});

test.each([
  ["xlsx", "October.pdf", "a workbook", "End the name with .xlsx."],
  ["pdf", "October.XLSX", "a PDF", "End the name with .pdf."],
  ["docx", "Questions.pdf", "a Word document", "End the name with .docx."],
  ["csv", "October.csv", "a .zip file", "End the name with .zip."],
  ["text", "Journal.xlsx", "a text file", "Choose another name."],
  ["xlsx", "October.xlsm", "a workbook", "End the name with .xlsx."],
  ["xlsx", "October.pdf. ", "a workbook", "End the name with .xlsx."],
] as const)("refuses to write %s as %s, which would open in no program", (format, name, kind, remedy) => {
  const folder = temporaryFolder();
  const target = () => assertTarget(join(folder, name), { format }, join(folder, "a.tieout"));
  expect(target).toThrow(
    `What is written here is ${kind}, and the name ends with .${name.split(".")[1]?.toLowerCase()}`,
  );
  expect(target).toThrow(expect.objectContaining({ facts: { file: join(folder, name), remedy } }) as Error);
});

test.skipIf(process.platform === "win32").each([
  ["a link", (path: string) => symlinkSync("../theirs", path)],
  ["a pipe", pipe],
])("leaves %s among the tables to be replaced alone", async (_, make) => {
  const ledger = await ledgerToReview();
  const out = join(dirname(ledger), "tables");
  mkdirSync(out);
  make(join(out, "B1-wallet.csv"));
  const request = {
    ledger,
    period: null,
    options: {},
    format: "csv" as const,
    asFolder: true,
    out,
    replace: true,
  };
  await expect(exportLedger(request, CONTEXT)).rejects.toMatchObject({
    code: "EXPORT_TARGET",
    message: expect.stringMatching(/is in the place of a table$/u) as string,
  });
  expect(readdirSync(out)).toEqual(["B1-wallet.csv"]);
});

test.skipIf(process.platform === "win32")("does not wait for a pipe in the place of a workbook", async () => {
  const path = join(temporaryFolder(), "October.xlsx");
  pipe(path);
  await expect(withWorkbook(path, async () => {})).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
});
