/** Each figure of Overview, Close and the year leads to rows whose total it is; what has no rows to show says why. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { ledgerInCurrencies } from "../../helpers/ledgers/currency-ledger.ts";
import { restatedLedger } from "../../helpers/ledgers/restated-ledger.ts";
import { goToClose, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

interface Figure {
  readonly line: string;
  readonly amount: string;
  /** Whether it says how many rows there are, not what they come to. */
  readonly isCount: boolean;
  /** '' where it leads nowhere. */
  readonly hash: string;
  readonly why: string;
}

/** The amounts of a table's lines that are other than nil. */
async function figuresOf(table: Locator, lines = "tbody tr"): Promise<Figure[]> {
  return table.locator(lines).evaluateAll((rows) =>
    rows.flatMap((row) =>
      Array.from(row.querySelectorAll("td.number")).flatMap((cell) => {
        const heads = (cell.closest("table") as HTMLTableElement).tHead?.rows[0]?.cells;
        const head = heads?.[(cell as HTMLTableCellElement).cellIndex]?.textContent ?? "";
        // What is between two figures, or how old something is, is the sum of no rows.
        if (["Change", "Days"].includes(head)) return [];
        const amount = (cell as HTMLElement).innerText.trim();
        if (!/\d/u.test(amount) || amount === "0") return [];
        const link = cell.querySelector("a");
        return [
          {
            line: (row.querySelector("th, td") as HTMLElement).innerText,
            amount,
            isCount: head === "Items",
            hash: link?.getAttribute("href") ?? "",
            why: cell.querySelector("[title]")?.getAttribute("title") ?? "",
          },
        ];
      }),
    ),
  );
}

/** Lines of the proof that add up entries and payments, which no grid shows together. */
const WORKED_OUT = [
  "Closing, built from the transactions",
  "Balance per transactions",
  "Opening, settled as expected, entries without a payref",
  "Balance per transactions, added up line by line",
];

/** Follows each figure that leads somewhere, and reads what the rows there come to. */
async function walk(page: Page, figures: readonly Figure[]): Promise<void> {
  const totals = page.getByRole("group", { name: "Totals of the rows that match" });
  const queue = page.getByRole("status", { name: "Totals of the queue" });
  const counts = page.locator(".grid-counts");
  for (const { line, amount, isCount, hash } of figures) {
    if (hash === "") continue;
    await page.evaluate((to) => (location.hash = to), hash);
    const chip = page.getByRole("list", { name: "Filters of columns" }).getByRole("listitem").first();
    const isSaid = async () => {
      if (hash.startsWith("#/exceptions"))
        return (await queue.innerText()).includes(amount.replace(/^[+−]/u, ""));
      const name = (await chip.locator("span").getAttribute("title")) ?? "";
      if (isCount) return name !== "" && ((await counts.textContent()) ?? "").startsWith(`${amount} `);
      const said = (await totals.innerText()).replaceAll(/\s+/gu, " ").trim();
      // In the comparison an outflow is stated as such.
      const isUnsigned = line.endsWith(": Out");
      const stated = isUnsigned ? amount.replace(/^−?/u, "−") : amount.replace("+", "");
      return name !== "" && said === `${name} ${stated}`;
    };
    await expect.poll(isSaid, { message: `${line}, ${amount}: ${hash}` }).toBe(true);
  }
}

async function figuresOfOverview(page: Page): Promise<Figure[]> {
  const breaks = page.getByRole("table", { name: "Balance breaks" });
  return [
    ...(await figuresOf(page.locator(".roll-table"))),
    ...((await breaks.count()) === 0 ? [] : await figuresOf(breaks)),
  ];
}

async function figuresOfClose(page: Page): Promise<Figure[]> {
  const found: Figure[] = [];
  for (const [title, caption, lines] of [
    ["Figures", /^Figures of each wallet/u, "tbody tr:not(.line-changed)"],
    ["Three-way proof", /^Three-way proof of/u, "tbody tr.line-line, tbody tr.line-total"],
    ["Outstanding items", /^(?:Outstanding items|Age of items)/u, "tbody tr"],
    [/^Compared with/u, /^Compared with/u, "tbody tr"],
  ] as const) {
    const part = await unfold(page, title);
    for (const table of await part.getByRole("table", { name: caption }).all())
      found.push(...(await figuresOf(table, lines)));
  }
  return found;
}

test("of a month in three currencies and one that nobody names, each comes to the total of its rows", async () => {
  const page = await openWindow((await startHost(await ledgerInCurrencies())).url);
  await verdictOf(page);
  const overview = await figuresOfOverview(page);
  await goToClose(page);
  const close = await figuresOfClose(page);
  await page.getByRole("link", { name: "The year" }).click();
  const tables = page.getByRole("article", { name: "The year" }).getByRole("table");
  await tables.first().waitFor();
  const year: Figure[] = [];
  for (const table of await tables.all()) year.push(...(await figuresOf(table)));
  const alone = [...overview, ...close, ...year].filter(({ hash }) => hash === "");
  expect(new Set(alone.map(({ line }) => line))).toEqual(new Set(WORKED_OUT));
  expect(alone.every(({ why }) => /open/u.test(why))).toBe(true);
  expect(Math.min(overview.length, close.length, year.length)).toBeGreaterThan(9);
  await walk(page, [...overview, ...close, ...year]);
}, 400_000);

test("of a signed month that changed since, figures of both moments come to the rows of theirs", async () => {
  const page = await openWindow((await startHost(await restatedLedger())).url);
  await verdictOf(page);
  for (const month of ["November", "October"]) {
    await page.keyboard.press("[");
    await page.getByRole("button", { name: `Period: ${month} 2026` }).waitFor();
  }
  const overview = await figuresOfOverview(page);
  await goToClose(page);
  const close = await figuresOfClose(page);
  await page.getByRole("link", { name: "The year" }).click();
  const table = page.getByRole("article", { name: "The year" }).getByRole("table");
  await table.waitFor();
  const year = await figuresOf(table);
  const all = [...overview, ...close, ...year];
  const alone = all.filter(({ hash }) => hash === "");
  // Months as they were signed are checked one by one.
  expect(new Set(alone.map(({ line }) => line.replace(/\n.*/su, "")))).toEqual(
    new Set([...WORKED_OUT, "The year"]),
  );
  expect(alone.every(({ why }) => /open/u.test(why))).toBe(true);
  const isSigned = ({ hash }: Figure) => hash.includes("asof=signed");
  for (const figures of [overview, close, year]) {
    expect(figures.some(isSigned)).toBe(true);
    expect(figures.every(isSigned)).toBe(false);
  }
  await walk(page, all);
}, 400_000);
