/** The grids by keys and pointer, as in a workbook: selecting, copying, leaving the boxes above. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { useShared } from "../../helpers/at-end.ts";
import { savedFile } from "../../helpers/window/window-files.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { LOOK } from "../../helpers/window/window-look.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";
import { SIZES } from "../journeys.ts";

useBrowser();

const shared = useShared(async () => {
  const { url } = await startHost(await ledgerOf({ entries: 600 }));
  const page = await openWindow(url);
  await verdictOf(page);
  return page;
});

/** The window that tests share, with the rows of its Wallet as they are at first. */
async function openWallet(): Promise<Page> {
  const page = shared();
  await page.setViewportSize(LOOK.size);
  await page.goto(new URL("#/overview", page.url()).href);
  await goTo(page, "Wallet");
  await page.getByRole("gridcell").first().waitFor();
  return page;
}

const cell = (page: Page, column: string, row = 1) =>
  page.locator(`[role=gridcell][col-id=${column}]`).nth(row);

/** How many rows pass the filters and the search; NaN while it is not known. */
async function passing(page: Page): Promise<number> {
  return Number.parseInt((await page.locator(".grid-counts").textContent()) ?? "", 10);
}

/** What Ctrl+C puts on the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.evaluate(() => {
    document.addEventListener(
      "copy",
      (event) => {
        (globalThis as unknown as { copied: string }).copied =
          event.clipboardData?.getData("text/plain") ?? "";
      },
      { once: true },
    );
  });
  await page.keyboard.press("Control+c");
  return page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
}

test("a pressed cell stays in place while the detail opens, and is what is copied", async () => {
  const page = await openWallet();
  // Wide enough for every column.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const column of ["description", "payref"]) {
    await cell(page, column).waitFor();
    const words = ((await cell(page, column).textContent()) ?? "").trim();
    await cell(page, column).click();
    await page.getByRole("complementary", { name: /^walletID/u }).waitFor();
    expect(await cell(page, column).isVisible()).toBe(true);
    expect(await copied(page)).toBe(words);
    await page.getByRole("button", { name: "Close detail" }).click();
  }
});

test("copies from the cell that has the focus also where a browser tells only the page", async () => {
  const page = await openWallet();
  await cell(page, "walletID").focus();
  const told = await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.body.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true }));
    return clipboardData.getData("text/plain");
  });
  expect(told).toBe(((await cell(page, "walletID").textContent()) ?? "").trim());
});

test("Ctrl+A selects every row that passes the filters, and Ctrl+C copies all of them, not only those in view", async () => {
  const page = await openWallet();
  await page.getByText(/^Only [A-Z]\w+ \d{4}/u).click();
  await expect.poll(async () => page.locator(".grid-counts").textContent()).not.toContain("of");
  await cell(page, "walletID").click();
  await page.keyboard.press("Control+a");
  const counts = (await page.locator(".grid-counts").textContent()) ?? "";
  const total = Number(/^[\d,]+/u.exec(counts)?.[0].replaceAll(",", ""));
  expect(total).toBeGreaterThan(300);
  await page.getByText(`${total.toLocaleString("en")} rows selected`).waitFor();
  // Those that are not in view are read first.
  await expect.poll(async () => (await copied(page)).split("\r\n").length).toBe(total);
  // What other rows are asked for takes the selection along.
  await page.keyboard.press("f");
  await page.getByText(/rows selected/u).waitFor({ state: "hidden" });
});

/** Sums of the rows that are selected, or of all that pass, as they are shown without grouping. */
async function shownTotals(page: Page, of: "selected rows" | "rows that match"): Promise<string> {
  const totals = page.getByLabel(`Totals of the ${of}`);
  await totals.filter({ hasText: /\d/u }).waitFor();
  return ((await totals.textContent()) ?? "").replaceAll(",", "").replaceAll("−", "-");
}

test("Shift with arrows and pages selects, and the foot shows the count, the exact sum and the average of it", async () => {
  const page = await openWallet();
  await page.setViewportSize({ width: 1440, height: 900 });
  await cell(page, "walletID").click();
  await page.keyboard.press("Escape");
  for (const key of ["ArrowDown", "ArrowDown", "PageDown", "PageUp", "ArrowUp"])
    await page.keyboard.press(`Shift+${key}`);
  await page.getByText("2 rows selected").waitFor();
  await page.keyboard.press("Shift+PageDown");
  await page.getByText(/\d\d rows selected/u).waitFor();
  await page.keyboard.press("Shift+PageUp");
  const chosen = page.locator(".ag-row-selected");
  await expect.poll(() => chosen.locator("[col-id=inflow]").count()).toBe(2);
  const amounts = async (column: string) =>
    (await chosen.locator(`[col-id=${column}]`).allTextContents()).map((text) =>
      Number(text.replaceAll(",", "")),
    );
  const sumOf = (some: readonly number[]) => some.reduce((total, amount) => total + amount, 0);
  const sum = sumOf(await amounts("inflow")) - sumOf(await amounts("outflow"));
  const shown = await shownTotals(page, "selected rows");
  const sums = [...shown.matchAll(/movements (-?\d+)/gu)].map(([, digits]) => Number(digits));
  expect(sumOf(sums)).toBe(sum);
  const counts = [...shown.matchAll(/(\d+) rows?S/gu)].map(([, digits]) => Number(digits));
  expect(sumOf(counts)).toBe(2);
  expect(shown).toMatch(/Average/u);
  // Beside them what all rows that pass come to, which a filter changes.
  const all = await shownTotals(page, "rows that match");
  expect(all).toMatch(/In\D*\d+.*Out\D*\d+.*Net/u);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("f");
  await expect.poll(() => shownTotals(page, "rows that match")).not.toBe(all);
});

test("Home, End, the pages and Ctrl with them move as in a workbook, and Shift+Ctrl+End selects to the end", async () => {
  const page = await openWallet();
  const at = async () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      return [focused?.closest(".ag-row")?.getAttribute("row-index"), focused?.getAttribute("col-id")].join(
        " ",
      );
    });
  await expect.poll(() => passing(page)).toBeGreaterThan(0);
  const last = (await passing(page)) - 1;
  // A focus that AG Grid did not give counts as well.
  await cell(page, "walletID", 0).focus();
  const end = await page.locator(".ag-header-cell").last().getAttribute("col-id");
  await page.keyboard.press("End");
  await expect.poll(at).toBe(`0 ${end}`);
  await page.keyboard.press("Home");
  await expect.poll(at).toMatch(/^0 dateCreated/u);
  await page.keyboard.press("PageDown");
  await expect.poll(at).toMatch(/^[1-9]\d dateCreated/u);
  await page.keyboard.press("Control+End");
  await expect.poll(at).toBe(`${last} ${end}`);
  await page.keyboard.press("Control+Home");
  await expect.poll(at).toMatch(/^0 dateCreated/u);
  await page.keyboard.press("Control+Shift+End");
  await page.getByText(`${last + 1} rows selected`).waitFor();
  await expect.poll(at).toBe(`${last} ${end}`);
});

test("Shift+click selects up to a row over rows that were never read", async () => {
  const page = await openWallet();
  await page.getByText(/^Only [A-Z]\w+ \d{4}/u).click();
  await expect.poll(() => passing(page)).toBeGreaterThan(500);
  const total = await passing(page);
  await cell(page, "walletID", 0).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+End");
  const last = page.locator(`.ag-row[row-index="${total - 1}"] [col-id=walletID]`);
  await last.click({ modifiers: ["Shift"] });
  await page.getByText(`${total} rows selected`).waitFor();
  await expect.poll(async () => (await copied(page)).split("\r\n").length).toBe(total);
});

test("the menu of a row opens by pointer and keys, copies, filters by a value, and shows what belongs to the row", async () => {
  const page = await openWallet();
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = page.getByRole("menu");
  const choice = (name: string | RegExp) => menu.getByRole("menuitem", { name });
  await cell(page, "walletID").focus();
  await page.keyboard.press("Shift+F10");
  await waitForFocus(choice("Open the detail"));
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await waitForFocus(cell(page, "walletID"));
  await cell(page, "walletID", 2).click({ button: "right" });
  await choice("Copy the row with titles").click();
  await page.getByText("1 row copied").waitFor();
  const payref = page.locator("[role=gridcell][col-id=payref]:not(.grid-orphan)").filter({ hasText: /\w/u });
  const words = ((await payref.first().textContent()) ?? "").trim();
  await payref.first().click({ button: "right" });
  await choice("Filter Payref by this value").click();
  await page
    .getByRole("list", { name: "Filters of columns" })
    .getByText(`Payref contains “${words}”`)
    .waitFor();
  await expect.poll(() => cell(page, "payref", 0).textContent()).toBe(words);
  await cell(page, "walletID", 0).focus();
  await page.keyboard.press("ContextMenu");
  await choice(/^Show payID/u).click();
  await page.getByRole("complementary", { name: /^payID/u }).waitFor();
  await goTo(page, "Transactions");
  await page.locator("[col-id=payref]").filter({ hasText: words }).first().click({ button: "right" });
  await choice("Show entries with this payref").click();
  await page.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
});

test("columns that are chosen are shown and copied, also after a reload, and fit to what is in them", async () => {
  const page = await openWallet();
  await page.setViewportSize(SIZES.usual);
  const titles = async () => page.getByRole("columnheader").allInnerTexts();
  await expect.poll(titles).not.toContain("Payref");
  await page.keyboard.press("c");
  const chooser = page.getByRole("dialog", { name: "Columns" });
  const box = (name: RegExp) => chooser.getByRole("checkbox", { name });
  await chooser.waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await box(/^walletID/u).isDisabled()).toBe(true);
  // The box itself is nothing that a pointer meets.
  await box(/^Payref/u).press("Space");
  await box(/^Review/u).press("Space");
  await expect.poll(titles).toContain("Payref");
  await expect.poll(titles).not.toContain("Review");
  await page.keyboard.press("Escape");
  await chooser.waitFor({ state: "hidden" });
  await page.reload();
  await page.getByRole("gridcell").first().waitFor();
  await expect.poll(titles).toContain("Payref");
  const shown = await titles();
  expect(shown).not.toContain("Review");
  const isCut = async () =>
    page
      .locator("[role=gridcell][col-id=description]")
      .evaluateAll((cells) => cells.some((words) => words.scrollWidth > words.clientWidth));
  await expect.poll(isCut).toBe(true);
  // It fits what is in sight: rows that are still being read are wider afterwards.
  const isCutOnceFitted = async () => {
    await page.keyboard.press("=");
    return isCut();
  };
  await expect.poll(isCutOnceFitted).toBe(false);
  await cell(page, "walletID").focus();
  await page.keyboard.press("Control+a");
  await page.getByText(/rows selected/u).waitFor();
  await page.getByRole("button", { name: "Clear" }).waitFor();
  await expect.poll(async () => (await copied(page)).split("\r\n")[0]?.split("\t").length).toBe(shown.length);
  await page.keyboard.press("c");
  await chooser.getByRole("button", { name: "Reset" }).click();
  await expect.poll(titles).toContain("Review");
  await page.keyboard.press("Escape");
});

test("the list of columns says what the grid shows, also while one stays only because the focus is in it", async () => {
  const page = await openWallet();
  await page.setViewportSize(SIZES.usual);
  await cell(page, "flags").click();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary").waitFor();
  const grid = page.locator(".grid-frame").getByRole("grid");
  const titles = async () => grid.getByRole("columnheader").allInnerTexts();
  await expect.poll(titles).toContain("Flags");
  await page.getByRole("button", { name: /^Columns/u }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  const checked = async () => chooser.getByRole("checkbox", { checked: true }).count();
  await expect.poll(checked).toBe((await titles()).length);
  expect(await chooser.getByRole("checkbox", { name: "Flags" }).isChecked()).toBe(true);
  await page.keyboard.press("Escape");
});

test("exports exactly the rows that match, in the order and the columns that are shown", async () => {
  const page = await openWallet();
  await page.keyboard.press("f");
  await page.getByRole("columnheader", { name: /^Stated/u }).click();
  // While rows are counted anew no count is shown.
  await expect.poll(() => passing(page)).toBeGreaterThan(1);
  const [total, titles] = [await passing(page), await page.getByRole("columnheader").allInnerTexts()];
  const ids = page.locator("[role=gridcell][col-id=walletID]").filter({ hasText: /\d/u });
  await expect.poll(async () => (await ids.count()) >= Math.min(total, 10)).toBe(true);
  const { name, path } = await savedFile(page, () => page.keyboard.press("Control+Shift+E"));
  expect(name).toMatch(/ wallet\.csv$/u);
  const lines = readFileSync(path, "utf8").split("\r\n");
  expect(lines[0]).toBe(`\uFEFF${titles.join(",")}`);
  expect(lines).toHaveLength(total + 2);
  const at = titles.indexOf("walletID");
  expect(lines.slice(1, 6).map((line) => line.split(",")[at])).toEqual(
    (await ids.allTextContents()).slice(0, Math.min(5, total)),
  );
});

test("prints all rows that match under repeated titles, with what was asked for, and nothing around them", async () => {
  const page = await openWallet();
  await page.keyboard.press("f");
  await expect.poll(() => passing(page)).toBeGreaterThan(0);
  const [total, titles] = [await passing(page), await page.getByRole("columnheader").allInnerTexts()];
  // The system's own dialog would stay open.
  await page.evaluate(() => {
    globalThis.print = () => document.body.classList.add("asked-to-print");
  });
  await page.keyboard.press("Control+p");
  await page.locator("body.asked-to-print").waitFor();
  await page.emulateMedia({ media: "print" });
  const paper = page.getByRole("region", { name: "Printed rows" });
  await paper.getByText(`${total} rows · only flagged`).waitFor();
  expect(await paper.locator("tbody tr").count()).toBe(total);
  expect(await paper.locator("th").allInnerTexts()).toEqual(titles);
  expect(await paper.locator("thead").evaluate((head) => getComputedStyle(head).display)).toBe(
    "table-header-group",
  );
  for (const hidden of [".grid-host", ".rail", ".top-bar", ".toolbar", ".place-actions button"])
    expect(await page.locator(hidden).first().isVisible()).toBe(false);
  expect(await page.getByLabel("Totals of the rows that match").isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await paper.waitFor({ state: "detached" });
});

test("selects rows by dragging over them", async () => {
  const page = await openWallet();
  const [from, to] = [
    await cell(page, "walletID", 2).boundingBox(),
    await cell(page, "walletID", 6).boundingBox(),
  ];
  await page.mouse.move(from!.x + 10, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(to!.x + 10, to!.y + 8, { steps: 12 });
  await page.mouse.up();
  await page.getByText("5 rows selected").waitFor();
  expect((await copied(page)).split("\r\n")).toHaveLength(5);
});

test("a place left while its rows are read anew causes no script error", async () => {
  const page = await openWallet();
  await cell(page, "walletID").click();
  await page.getByRole("complementary", { name: /^walletID/u }).waitFor();
  const errors: string[] = [];
  page.on("pageerror", ({ stack = "" }) => errors.push(stack));
  await page.locator(".ag-header-cell[col-id=walletID] .ag-header-cell-label").evaluate((header) => {
    header.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const oldURL = location.href;
    location.hash = "#/overview";
    dispatchEvent(new HashChangeEvent("hashchange", { oldURL, newURL: location.href }));
  });
  await page.getByRole("grid").waitFor({ state: "detached" });
  await page.waitForTimeout(100);
  expect(errors).toEqual([]);
});

test.for([
  ["nothing", "escrow"],
  ["less", "12"],
])(
  "Escape moves from a search that found %s to the rows, which have the focus when all are shown again",
  async ([, words = ""]) => {
    const page = await openWallet();
    await cell(page, "walletID", 6).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => passing(page)).toBeGreaterThan(100);
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await expect.poll(() => passing(page)).toBeLessThan(100);
    await page.keyboard.press("Escape");
    await expect.poll(() => passing(page)).toBeGreaterThan(100);
    await cell(page, "walletID").waitFor();
    await waitForFocus(page.locator(".ag-row"));
  },
);

test("Escape in a search leaves an open detail as it is, and the focus to whoever moves it meanwhile", async () => {
  const page = await openWallet();
  const detail = page.getByRole("complementary", { name: /^walletID/u });
  await cell(page, "walletID", 6).click();
  await detail.waitFor();
  const name = await detail.getAttribute("aria-label");
  for (const next of ["", "/"]) {
    await page.keyboard.press("/");
    await page.keyboard.type("escrow");
    await expect.poll(() => passing(page)).toBe(0);
    await page.keyboard.press("Escape");
    if (next !== "") await page.keyboard.press(next);
    await expect.poll(() => passing(page)).toBeGreaterThan(100);
    await cell(page, "walletID").waitFor();
    await waitForFocus(next === "" ? page.locator(".ag-row") : page.getByRole("searchbox"));
    // As long as a detail takes to follow the focus.
    await page.waitForTimeout(300);
    expect(await detail.getAttribute("aria-label")).toBe(name);
  }
  await waitForFocus(page.getByRole("searchbox"));
});

test("Escape moves from the search and the jump box to the rows", async () => {
  const page = await openWallet();
  // While rows are read anew the focus is on a row that has no cells yet.
  const rows = page.locator(".ag-row");
  await page.keyboard.press("/");
  await page.keyboard.type("escrow");
  await page.keyboard.press("Escape");
  await waitForFocus(rows);
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
  await page.keyboard.press("j");
  const jump = page.getByRole("textbox", { name: "Jump to walletID" });
  await waitForFocus(jump);
  await page.keyboard.type("12");
  await page.keyboard.press("Escape");
  await waitForFocus(rows);
  expect(await jump.inputValue()).toBe("");
});

test("what is typed first into the search is asked for at once, and what follows once nothing was typed for a moment", async () => {
  const page = await openWallet();
  const field = page.getByRole("searchbox", { name: /^Search in entries/u });
  await field.focus();
  // Which wait each change of the address came after, milliseconds.
  const asked = await page.evaluate(async () => {
    const waits: number[] = [];
    const start = window.setTimeout.bind(window);
    const told = (run: () => void, ms = 0) => {
      const before = location.hash;
      run();
      if (location.hash !== before) waits.push(ms);
    };
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => start(() => told(run, ms), ms) });
    const input = document.activeElement as HTMLInputElement;
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    const type = (text: string) => {
      own?.set?.call(input, text);
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    const rest = async (ms: number) => new Promise((resolve) => void start(resolve, ms));
    type("p");
    await rest(300);
    type("pa");
    type("pay");
    await rest(300);
    Object.assign(window, { setTimeout: start });
    return { waits, address: location.hash };
  });
  expect(asked.address).toContain("pay");
  expect(asked.waits).toEqual([0, 60]);
});

test("in the list of columns no words run into the next line, in the least of windows either", async () => {
  const page = await openWallet();
  await page.setViewportSize(SIZES.least);
  await page.keyboard.press("c");
  const lines = page.getByRole("dialog", { name: "Columns" }).locator(".choice");
  await lines.first().waitFor();
  const over = await lines.evaluateAll((all) =>
    all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).map((one) => one.textContent),
  );
  expect(over).toEqual([]);
  expect(await lines.count()).toBeGreaterThan(8);
  await page.keyboard.press("Escape");
});
