import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeCsv } from "../../../src/main/excel/csv.ts";
import { writeJson } from "../../../src/main/excel/json.ts";
import { writeWorkbook } from "../../../src/main/excel/write-workbook.ts";
import { RUN_AT_MS, reportInput, variedRecords } from "../../helpers/report.ts";
import { readXlsx, recalculate } from "../../helpers/xlsx.ts";

let root = "";
let folder = "";
let path = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tieout-target-"));
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, "case-"));
  path = join(folder, "october.xlsx");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const workbook = () => buildWorkbook(reportInput({ records: variedRecords(), month: "2026-10" }));
const CHILD = join(import.meta.dirname, "../../helpers/export-child.ts");

function child(what: string, to: string, environment: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [CHILD, what, to], {
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

describe("a target that cannot take the export", () => {
  it("says that the folder does not exist", async () => {
    const to = join(folder, "missing", "october.xlsx");
    await expect(writeWorkbook(workbook(), to, { atMs: RUN_AT_MS })).rejects.toMatchObject({
      code: "EXPORT_TARGET",
      message: "The folder to export to does not exist",
      facts: { file: to },
    });
  });

  it("says that a folder stands in the way, and leaves nothing behind", async () => {
    await mkdir(join(path, "inside"), { recursive: true });
    await expect(writeWorkbook(workbook(), path, { atMs: RUN_AT_MS })).rejects.toMatchObject({
      code: "EXPORT_TARGET",
    });
    expect(await readdir(folder)).toEqual(["october.xlsx"]);
  });

  it.skipIf(process.platform === "win32")(
    "says so when there is no room, and the earlier export stands",
    async () => {
      await writeFile(path, "earlier");
      const limited = spawn(
        "sh",
        ["-c", `ulimit -f 64; exec "${process.execPath}" "${CHILD}" endless "${path}"`],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      const text = await said(limited);
      expect(text).toMatch(/EXPORT_TARGET: The export is larger than a file may be there/u);
      expect(await readFile(path, "utf8")).toBe("earlier");
      expect(await readdir(folder)).toEqual(["october.xlsx"]);
    },
  );

  it("takes no folder of tables where a file stands", async () => {
    await writeFile(path, "earlier");
    for (const write of [writeCsv, writeJson]) {
      await expect(write(workbook(), path)).rejects.toMatchObject({ code: "EXPORT_TARGET" });
    }
    expect(await readFile(path, "utf8")).toBe("earlier");
  });
});

describe("an export that ends early", () => {
  it("leaves the earlier file as it was when cancelled", async () => {
    await writeFile(path, "earlier");
    const stop = new AbortController();
    const options = { atMs: RUN_AT_MS, signal: stop.signal, onProgress: () => stop.abort() };
    await expect(writeWorkbook(workbook(), path, options)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await readFile(path, "utf8")).toBe("earlier");
    expect(await readdir(folder)).toEqual(["october.xlsx"]);
  });

  it("leaves the earlier tables as they were when cancelled", async () => {
    await writeCsv(workbook(), folder);
    const before = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
    const stop = new AbortController();
    const onProgress = (rows: number) => {
      if (rows > 20) stop.abort();
    };
    await expect(writeCsv(workbook(), folder, { signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    const after = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
    expect(after).toEqual(before);
  });

  it("leaves the earlier file as it was when the process is killed, and clears up at the next export", async () => {
    await writeFile(path, "earlier");
    const running = child("endless", path);
    await once(running.stdout!, "data");
    running.kill("SIGKILL");
    await once(running, "close");
    expect(await readFile(path, "utf8")).toBe("earlier");
    expect(await readdir(folder)).toHaveLength(2);
    await writeWorkbook(workbook(), path, { atMs: RUN_AT_MS });
    expect(await readdir(folder)).toEqual(["october.xlsx"]);
    expect(recalculate(await readXlsx(path)).differences).toEqual([]);
  });
});

describe("the place it is made in", () => {
  it("changes no byte of it", async () => {
    const places: NodeJS.ProcessEnv[] = [
      { TZ: "UTC", LANG: "C" },
      { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
      { TZ: "America/New_York", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
      { TZ: "Europe/Berlin", LANG: "ar_EG.UTF-8", LC_ALL: "ar_EG.UTF-8" },
    ];
    const files = await Promise.all(
      places.map(async (place, at) => {
        const to = join(folder, `${at}.xlsx`);
        const text = await said(child("workbook", to, { ...place, LEDGER_ZONE: "Africa/Lagos" }));
        expect(text).toContain("written");
        return readFile(to);
      }),
    );
    for (const file of files) expect(file.equals(files[0]!)).toBe(true);
    const { cells } = (await readXlsx(join(folder, "1.xlsx"))).sheets.get("Wallet")!;
    expect(cells.get("B9")!.value).toBeCloseTo(Date.UTC(2026, 9, 2, 1) / 86_400_000 + 25_569, 8);
  });
});
