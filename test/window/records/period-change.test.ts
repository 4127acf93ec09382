/** Changing the period in a grid: nothing on screen is of another period than the header says, however slow the check is. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { slowWorker } from "../../helpers/window/window-calls.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../../helpers/window/window-steps.ts";
import { enter, pageFor, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

/** What a person sees of a grid at one moment. */
interface Sight {
  /** `2026-09` */
  readonly header: string;
  /** The rows that are not covered: id, and whether the row is set apart as outside the period. */
  readonly rows: readonly (readonly [id: string, isOutside: boolean])[];
  /** The switch for the period, how many rows pass, the open detail. */
  readonly around: readonly string[];
}

/** A place of a window whose worker is slow to check and to read, with a record open. */
async function openSlow(place: "Wallet" | "Transactions"): Promise<Page> {
  const { url } = await startHost(await ledgerOf());
  const page = await pageFor(url, { reducedMotion: "reduce" });
  watch(page);
  await slowWorker(page, "run", 500);
  await slowWorker(page, place === "Wallet" ? "entries" : "transactions", 200);
  await enter(page, url);
  await verdictOf(page);
  await goTo(page, place);
  await page.getByRole("gridcell").filter({ hasText: /\d/u }).first().click();
  await page.getByRole("complementary", { name: /^(?:walletID|payID) \d+/u }).waitFor();
  return page;
}

/** Goes to the month before and notes each frame until the new rows are there. */
async function sightsOfChange(page: Page): Promise<readonly Sight[]> {
  await page.evaluate(() => {
    const MONTHS = "January February March April May June July August September October November December";
    const sights: unknown[] = [];
    Object.assign(globalThis, { sights });
    const look = () => {
      const words = document.querySelector("[aria-label^='Period: ']")?.textContent ?? "";
      const [, name = "", year = ""] = /(\w+) (\d{4})/u.exec(words) ?? [];
      const month = String(MONTHS.split(" ").indexOf(name) + 1).padStart(2, "0");
      const rows =
        document.querySelector(".grid-cover") === null ? document.querySelectorAll("[role=row]") : [];
      const ids = [...rows].flatMap((row) => {
        const id =
          row.querySelector("[role=gridcell]:is([col-id=walletID], [col-id=payID])")?.textContent ?? "";
        return id === "" ? [] : [[id, row.classList.contains("grid-outside")]];
      });
      const around = [
        ...document.querySelectorAll(".toolbar label, .grid-counts, [role=complementary] h2"),
      ].map(({ textContent }) => textContent ?? "");
      sights.push({ header: `${year}-${month}`, rows: ids, around });
      requestAnimationFrame(look);
    };
    look();
  });
  await page.keyboard.press("[");
  const sights = () => page.evaluate(() => (globalThis as unknown as { sights: Sight[] }).sights);
  // First nothing, then the new rows.
  await expect
    .poll(
      async () => {
        const seen = await sights();
        const since = seen.filter(({ header }) => header !== seen[0]?.header);
        return since.some(({ rows }) => rows.length === 0) && (since.at(-1)?.rows.length ?? 0) > 5;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await page.waitForTimeout(1500);
  return sights();
}

/** What is seen once the header says the new period; at the end what is of it. */
function after(sights: readonly Sight[]): readonly Sight[] {
  const seen = sights.filter(({ header }) => header !== sights[0]?.header);
  expect(new Set(seen.map(({ header }) => header)).size).toBe(1);
  return seen;
}

test.each(["Wallet", "Transactions"] as const)("of one period, %s", async (place) => {
  const sights = await sightsOfChange(await openSlow(place));
  const seen = after(sights);
  const of = new Set(seen.at(-1)?.rows.map(([id]) => id));
  const before = sights[0]?.rows.map(([id]) => id).filter((id) => !of.has(id)) ?? [];
  expect(before).not.toEqual([]);
  const old = new Intl.DateTimeFormat("en", { month: "long" }).format(new Date(`${sights[0]?.header}-15`));
  for (const { rows, around } of seen) {
    expect(rows.filter(([id]) => before.includes(id))).toEqual([]);
    expect(around.filter((words) => words.includes(old))).toEqual([]);
  }
});

test("of the whole history, whose rows outside the period are set apart", async () => {
  const page = await openSlow("Wallet");
  await page.getByText(/^Only [A-Z]\w+ \d{4}/u).click();
  await page.getByRole("gridcell").first().waitFor();
  await page.waitForTimeout(1000);
  // The newest first: they are of the period that is left.
  const idAt = async (row: number) => {
    const cell = page.locator(`[role=row][row-index='${row}'] [role=gridcell][col-id=walletID]`);
    return Number((await cell.textContent())?.replaceAll(",", ""));
  };
  const header = page.getByRole("columnheader", { name: "walletID" }).first();
  const sorted = async () => header.getAttribute("aria-sort");
  while ((await sorted()) !== "descending") {
    const before = await sorted();
    await header.click();
    await expect.poll(sorted).not.toBe(before);
  }
  await expect.poll(async () => (await idAt(0)) > (await idAt(1))).toBe(true);
  const sights = await sightsOfChange(page);
  const seen = after(sights);
  const of = new Map(seen.at(-1)?.rows);
  expect(sights[0]?.rows.filter(([id, isOutside]) => of.get(id) !== isOutside)).not.toEqual([]);
  for (const { rows } of seen) {
    expect(rows.filter(([id, isOutside]) => of.has(id) && of.get(id) !== isOutside)).toEqual([]);
  }
});
