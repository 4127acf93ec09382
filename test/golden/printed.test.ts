/** The binder as a browser prints it says what its page says, which is compared with the statement of the month. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tieout } from "../helpers/cli.ts";
import { findBrowser } from "../helpers/window/browser.ts";
import { pdfPages } from "../helpers/workbook/pdf-text.ts";
import type { Desk } from "./desk.ts";
import { printedRows } from "./truth/rows.ts";
import { type GoldenWorld, readByBrowser, outputsOf } from "./worlds.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";

beforeEach(async () => {
  const { executablePath, env } = await findBrowser();
  for (const [name, value] of Object.entries({ ...env, TIEOUT_CHROMIUM: executablePath }))
    vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

/** Without white space and ligatures, and without scripts and pictures that are painted in another order or font. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\s\p{Script=Arabic}\p{Script=Han}\p{Extended_Pictographic}]/gu, "");
}

/** Rows of the page that the printed binder does not have. */
async function notPrinted(desk: Desk, month: string): Promise<string[]> {
  const out = desk.path("printed.pdf");
  const { printer: _, ...context } = desk.context;
  const args = ["export", desk.copyFor("for-print"), "--month", month, "--binder", "--out", out, "--replace"];
  await tieout(args, { context });
  const printed = plain(pdfPages(readFileSync(out)).join(""));
  const page = readFileSync(desk.path(`${desk.world}.pdf`), "utf8");
  // D2 has the run and the links of the export itself, which the two do not share.
  const sheets = Array.from(page.matchAll(/<h2>(\w+) /gu), ([, ref = ""]) => ref).filter(
    (ref) => ref !== "D2",
  );
  expect(sheets).toEqual(expect.arrayContaining(["A", "A1", "C1", "C2", "C3"]));
  const rows = sheets.flatMap((ref) => printedRows(page, ref));
  expect(rows.length).toBeGreaterThan(100);
  // What turns the direction of writing is painted from right to left.
  return rows
    .map((row) => row.join(""))
    .filter((row) => !/[\u202A-\u202E\u2066-\u2069]/u.test(row) && !printed.includes(plain(row)));
}

test.each(readByBrowser(IS_EXHAUSTIVE))(
  "the printed binder of $name has each row of its page",
  async (world) => {
    const missing: string[] = [];
    const bound: GoldenWorld = {
      ...world,
      async work(desk) {
        desk.ofMonth = "binder";
        await world.work(desk);
      },
    };
    await outputsOf([bound], undefined, async (desk, month) => {
      missing.push(...(await notPrinted(desk, month)));
    });
    expect(missing).toEqual([]);
  },
);
