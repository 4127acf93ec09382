import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ExportFormat, TableFormat } from "../../../src/core/report/sheet/format.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeExport } from "../../../src/main/excel/write-export.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { partsOf } from "../../helpers/workbook/zip.ts";
import { WRITTEN_FORMATS } from "../../helpers/workbook/written-formats.ts";
import { RUN_AT_MS, october } from "../../helpers/workbook/report.ts";
import { readXlsx, recalculate } from "../../helpers/workbook/xlsx.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";

const WORKBOOK = buildWorkbook(october());
const CHILD = join(import.meta.dirname, "../../helpers/children/export-child.ts");

/** A place with an earlier export: what is to be written where, and how it looks now. */
async function earlierExport(format: ExportFormat) {
  const folder = temporaryFolder();
  const out = join(folder, format === "xlsx" ? "october.xlsx" : "october");
  await writeExport(WORKBOOK, { format, asFolder: true }, out, { atMs: 0 });
  return { folder, out, before: await contents(out) };
}

/** A folder with an earlier export in each format, under the names that the child gives them for `every`, and how each looks now. */
async function earlierExports() {
  const folder = temporaryFolder();
  const outs = WRITTEN_FORMATS.map((format) => join(folder, format === "xlsx" ? "october.xlsx" : format));
  for (const [at, format] of WRITTEN_FORMATS.entries())
    await writeExport(WORKBOOK, { format, asFolder: true }, outs[at]!, { atMs: 0 });
  const looks = async () => Promise.all(outs.map(contents));
  return { folder, looks, before: await looks() };
}

/** Every file of an export by name, hidden ones too. */
async function contents(out: string): Promise<Map<string, string>> {
  const folder = out.endsWith(".xlsx") ? join(out, "..") : out;
  const found = await readdir(folder, { withFileTypes: true });
  const names = found.filter((one) => one.isFile()).map(({ name }) => name);
  const files = names
    .toSorted()
    .map(async (name) => [name, (await readFile(join(folder, name))).toString("base64")]);
  return new Map((await Promise.all(files)) as [string, string][]);
}

function child(command: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(command[0]!, command.slice(1), {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function said(running: ChildProcess): Promise<string> {
  let text = "";
  running.stdout!.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(running, "close");
  return text;
}

/** A namespace of mounts of the test's own; not everywhere may one be had. */
const canMount =
  process.platform === "linux" &&
  spawnSync("sh", ["-c", "unshare -rm mount -t tmpfs tmpfs /mnt"], { stdio: "ignore" }).status === 0;
if (!canMount) console.log("skipped: no mounts of one's own, full disks and busy files are not tried");

describe("case 78: a target without room", () => {
  it.skipIf(process.platform === "win32")("when a file may not grow further, in any format", async () => {
    const { folder, looks, before } = await earlierExports();
    const limited = `ulimit -f 64; exec "${process.execPath}" "${CHILD}" endless every "${folder}"`;
    const text = await said(child(["sh", "-c", limited]));
    expect(
      text.match(/EXPORT_TARGET: The export is larger than the largest file allowed there/gu),
    ).toHaveLength(4);
    expect(await looks()).toEqual(before);
  });

  it.skipIf(!canMount)("when the disk is full, in any format", async () => {
    const disk = join(temporaryFolder(), "disk");
    await mkdir(disk);
    const run = (what: string) => `"${process.execPath}" "${CHILD}" ${what} every "${disk}"`;
    const listed = `find "${disk}" -type f | sort | xargs sha256sum`;
    const steps = [
      `mount -t tmpfs -o size=1200k tmpfs "${disk}"`,
      `${run("once")}; ${listed}; echo between; ${run("endless")}; ${listed}`,
    ];
    const text = await said(child(["unshare", "-rm", "sh", "-c", steps.join(" && ")]));
    const [before = "", after = ""] = text.replace(/^written\n/u, "").split("between\n");
    for (const name of ["october.xlsx", "csv/csv.sha256", "json/json.sha256"]) expect(before).toContain(name);
    expect(before).not.toContain("EXPORT_TARGET");
    const failure = /EXPORT_TARGET: There is no space left for the export[^\n]*\n/gu;
    expect(after.match(failure)).toHaveLength(4);
    expect(after.replaceAll(failure, "").replace(/^written\n/u, "")).toBe(before);
  });
});

describe("case 78: a locked target", () => {
  it.skipIf(!canMount)("by another program: a workbook, and one of the tables", async () => {
    const { folder, looks, before } = await earlierExports();
    const other = join(temporaryFolder(), "other");
    await writeFile(other, "another program's");
    const busy = [join(folder, "october.xlsx"), join(folder, "csv", "C1-exceptions.csv")];
    const mounts = busy.map((file) => `mount --bind "${other}" "${file}" && `);
    const command = `"${process.execPath}" "${CHILD}" once every "${folder}"`;
    const text = await said(child(["unshare", "-rm", "sh", "-c", `${mounts.join("")}${command}`]));
    expect(text.match(/EXPORT_TARGET: The file to export to is open in another program/gu)).toHaveLength(2);
    expect((await looks()).slice(0, 2)).toEqual(before.slice(0, 2));
  });

  it("by a folder in the place of the workbook", async () => {
    const out = join(temporaryFolder(), "october.xlsx");
    await mkdir(join(out, "inside"), { recursive: true });
    await expect(
      writeExport(WORKBOOK, { format: "xlsx", asFolder: true }, out, { atMs: 0 }),
    ).rejects.toMatchObject({
      code: "EXPORT_TARGET",
      message: "A folder is in the place of the export",
    });
    expect(await readdir(join(out, ".."))).toEqual(["october.xlsx"]);
  });

  it.each(["csv", "json"] as const)("at the last of its files, and all are restored: %s", async (format) => {
    const { out, before } = await earlierExport(format);
    const last = `${format}.sha256`;
    await rm(join(out, last));
    await mkdir(join(out, last));
    before.delete(last);
    const other = buildWorkbook(october({ options: { timeZone: "Asia/Tokyo" } }));
    await expect(writeExport(other, { format, asFolder: true }, out, { atMs: 0 })).rejects.toMatchObject({
      code: "EXPORT_TARGET",
      message: "A folder is in the place of the export",
    });
    expect(await contents(out)).toEqual(before);
  });

  it.each(WRITTEN_FORMATS)("because it is missing: %s", async (format) => {
    const out = join(temporaryFolder(), "missing", "october");
    await expect(writeExport(WORKBOOK, { format, asFolder: true }, out, { atMs: 0 })).rejects.toMatchObject({
      code: "EXPORT_TARGET",
      message: "The folder to export to does not exist",
      facts: { file: out },
    });
  });

  it.each(["csv", "json"] as const)("by a file where the folder should be: %s", async (format) => {
    const out = join(temporaryFolder(), "october");
    await writeFile(out, "earlier");
    await expect(writeExport(WORKBOOK, { format, asFolder: true }, out, { atMs: 0 })).rejects.toMatchObject({
      code: "EXPORT_TARGET",
    });
    expect(await readFile(out, "utf8")).toBe("earlier");
  });
});

describe.runIf(IS_EXHAUSTIVE)("case 78: a killed process", () => {
  it.each(WRITTEN_FORMATS)("in the middle, and the next export cleans up: %s", async (format) => {
    const { out, before } = await earlierExport(format);
    const running = child([process.execPath, CHILD, "endless", format, out]);
    await once(running.stdout!, "data");
    running.kill("SIGKILL");
    await once(running, "close");
    const after = await contents(out);
    const abandoned = [...after.keys()].filter((name) => name.endsWith(".part"));
    expect(abandoned.length).toBeGreaterThan(0);
    for (const name of abandoned) after.delete(name);
    expect(after).toEqual(before);
    await writeExport(WORKBOOK, { format, asFolder: true }, out, { atMs: 0 });
    expect(await contents(out)).toEqual(before);
  });

  it("at any moment of export after export: the workbook there is always whole", async () => {
    const { out } = await earlierExport("xlsx");
    await writeExport(WORKBOOK, { format: "xlsx", asFolder: true }, out, { atMs: RUN_AT_MS });
    const whole = await readFile(out);
    expect(recalculate(await readXlsx(out)).differences).toEqual([]);
    for (const delayMs of [0, 30, 60, 90]) {
      const running = child([process.execPath, CHILD, "again", "xlsx", out]);
      await once(running.stdout!, "data");
      await sleep(delayMs);
      running.kill("SIGKILL");
      await once(running, "close");
      expect((await readFile(out)).equals(whole)).toBe(true);
    }
  });
});

describe("case 78: a cancelled export", () => {
  it.each(WRITTEN_FORMATS)("leaves what was there: %s", async (format) => {
    const { out, before } = await earlierExport(format);
    const stop = new AbortController();
    const onProgress = (rows: number) => {
      if (rows > 20) stop.abort();
    };
    const options = { atMs: RUN_AT_MS, signal: stop.signal, onProgress };
    await expect(writeExport(WORKBOOK, { format, asFolder: true }, out, options)).rejects.toMatchObject({
      code: "CANCELLED",
    });
    expect(await contents(out)).toEqual(before);
  });

  it.each(["csv", "json"] as const)("leaves no new folder: %s", async (format) => {
    const folder = temporaryFolder();
    const signal = AbortSignal.abort();
    const out = join(folder, "october");
    await expect(
      writeExport(WORKBOOK, { format, asFolder: true }, out, { atMs: 0, signal }),
    ).rejects.toMatchObject({
      code: "CANCELLED",
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("tables in one zip file", () => {
  const before = async (format: TableFormat) => {
    const out = join(temporaryFolder(), "october.zip");
    await writeExport(WORKBOOK, { format }, out, { atMs: 0 });
    return { out, bytes: await readFile(out) };
  };

  it.each(["csv", "csv-data", "json"] as const)(
    "have the files of the folder, and no clock: %s",
    async (format) => {
      const { out, bytes } = await before(format);
      await writeExport(WORKBOOK, { format }, out, { atMs: RUN_AT_MS });
      expect((await readFile(out)).equals(bytes)).toBe(true);
      const folder = join(temporaryFolder(), "october");
      const { files } = await writeExport(WORKBOOK, { format, asFolder: true }, folder, { atMs: 0 });
      const parts = partsOf(bytes);
      expect(parts.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
      for (const { name, bytes: inZip } of parts) expect(inZip).toEqual(await readFile(join(folder, name)));
    },
  );

  it.runIf(IS_EXHAUSTIVE)(
    "leave the old file when the process is killed in the middle, and the next export cleans up",
    async () => {
      const { out, bytes } = await before("csv");
      const running = child([process.execPath, CHILD, "endless-zip", "csv", out]);
      await once(running.stdout!, "data");
      running.kill("SIGKILL");
      await once(running, "close");
      expect((await readFile(out)).equals(bytes)).toBe(true);
      expect(await readdir(join(out, ".."))).toHaveLength(2);
      await writeExport(WORKBOOK, { format: "csv" }, out, { atMs: 0 });
      expect(await readdir(join(out, ".."))).toEqual(["october.zip"]);
    },
  );

  it("leave the old file when the export is cancelled", async () => {
    const { out, bytes } = await before("csv");
    const signal = AbortSignal.abort();
    await expect(writeExport(WORKBOOK, { format: "csv" }, out, { atMs: 0, signal })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    expect((await readFile(out)).equals(bytes)).toBe(true);
    expect(await readdir(join(out, ".."))).toEqual(["october.zip"]);
  });
});
