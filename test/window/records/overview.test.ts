/** The Overview's chart and what a place is on paper. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { useShared } from "../../helpers/at-end.ts";
import { violations } from "../../helpers/window/axe.ts";
import { tieout } from "../../helpers/cli.ts";
import { ledgerInCurrencies } from "../../helpers/ledgers/currency-ledger.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { LOOK } from "../../helpers/window/window-look.ts";
import { goTo, goToClose, goToQueue, pointAt, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";
import { SIZES } from "../journeys.ts";

useBrowser();

const shared = useShared(async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { url } = await startHost(ledger);
  return { page: await openWindow(url), ledger };
});

test("dragging over the balance zooms in, and Reset, Escape or a double click zooms out", async () => {
  const page = await overview();
  const reset = page.getByRole("button", { name: "Reset" });
  await drag(page);
  await reset.waitFor();
  await reset.click();
  await reset.waitFor({ state: "hidden" });
  await drag(page);
  await reset.waitFor();
  await page.keyboard.press("Escape");
  await reset.waitFor({ state: "hidden" });
  await drag(page);
  await reset.waitFor();
  const { x, y } = await middleOf(page);
  await page.mouse.dblclick(x, y);
  await reset.waitFor({ state: "hidden" });
  // No box is left behind, and one has not gone elsewhere.
  expect(await page.locator(".u-select").evaluate((box) => box.clientWidth)).toBe(0);
  await verdictOf(page);
});

test("the Overview says what is left to resolve, and its button continues the review", async () => {
  const page = await overview();
  const lead = page.getByRole("heading", {
    level: 1,
    name: /: [\d,]+ NGN and [\d,]+ in no stated currency to resolve$/u,
  });
  await lead.waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/\bcauses? explains?\b|\bfacts?\b/u);
  await page.getByRole("link", { name: /^Review [\d,]+ errors$/u }).click();
  await page.getByRole("heading", { level: 1, name: "Exceptions" }).waitFor();
  await page.getByRole("article").waitFor();
  expect(page.url()).toContain("severity=error");
});

test("the Overview fits a screen of 1280 by 800 while nothing is unfolded", async () => {
  const page = await overview();
  await page.setViewportSize({ width: 1280, height: 800 });
  const main = page.locator("main");
  const left = () => main.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(left).toBeLessThanOrEqual(0);
  const fold = page.locator("main details");
  expect((await fold.boundingBox())!.y).toBeLessThan(800);
  await fold.locator("summary").click();
  await fold
    .getByText(/^\d+ causes explain all \d+ facts; no \d+ do by sums of up to four records/u)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await fold.locator("summary").click();
});

test("no figure of the roll-forward is cut in the least of windows", async () => {
  const page = await overview();
  await page.setViewportSize(SIZES.least);
  const frame = page
    .locator(".table-frame")
    .filter({ has: page.getByRole("table", { name: "Roll-forward" }) });
  expect(await frame.getByRole("columnheader").count()).toBe(3);
  await expect
    .poll(() => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0);
});

test("each figure of the Overview that is a link opens rows that come to it", async () => {
  const page = await overview();
  const shown = await page.locator(".roll-table").evaluate((table) => {
    const [head, ...rows] = Array.from((table as HTMLTableElement).rows);
    return rows.flatMap((row) =>
      Array.from(row.cells).flatMap((cell, at) => {
        const link = cell.querySelector("td a");
        if (link === null) return [];
        const line = row.cells[0]?.innerText ?? "";
        return [
          {
            line,
            currency: head?.cells[at]?.innerText ?? "",
            figure: link.textContent,
            hash: link.getAttribute("href") ?? "",
          },
        ];
      }),
    );
  });
  const parts = await page
    .locator(".verdict .resolve-bar a")
    .evaluateAll((links) =>
      links.map((link) => ({ words: link.textContent, hash: link.getAttribute("href") ?? "" })),
    );
  expect(shown.map(({ line }) => line.replace(/ \(.*|, .*/u, ""))).toEqual(
    expect.arrayContaining(["Opening", "Inflows", "Outflows", "Break differences", "Closing"]),
  );
  expect(parts.length).toBeGreaterThan(1);
  const totals = page.getByRole("group", { name: "Totals of the rows that match" });
  const sums = page.getByRole("status", { name: "Totals of the queue" });
  const isOfWallet = ({ hash }: (typeof shown)[number]) => hash.startsWith("#/wallet");
  const follow = async (hash: string) => {
    await goTo(page, "Overview");
    await page.locator(`.roll-table a[href="${hash}"]`).first().click();
  };
  const textOf = async (part: Locator) => (await part.innerText()).replaceAll(/\s+/gu, " ");
  for (const { line, figure, hash } of shown.filter(isOfWallet)) {
    await follow(hash);
    const [name = ""] = line.split(",");
    await expect
      .poll(() => textOf(totals))
      .toMatch(
        new RegExp(`^${name}.*, (?:[A-Z]{3}|no currency stated) ${figure.replace(/^[+]/u, "")}$`, "u"),
      );
  }
  for (const { figure, hash } of shown.filter((one) => !isOfWallet(one))) {
    await follow(hash);
    await expect.poll(() => textOf(sums)).toContain(` ${figure}`);
    const cells = await page.getByRole("option").locator(".queue-difference").allInnerTexts();
    const signed = (text: string) => Number(text.replaceAll(",", "").replace("−", "-").replace("+", ""));
    expect(cells.reduce((sum, text) => sum + signed(text), 0)).toBe(signed(figure));
  }
  for (const { words, hash } of parts) {
    await goTo(page, "Overview");
    await page.locator(`.resolve-bar a[href="${hash}"]`).click();
    const [, amount = "", items = ""] = / ([\d,]+) .*\(([\d,]+)\)$/u.exec(words) ?? [];
    await expect
      .poll(() => sums.innerText())
      .toMatch(new RegExp(`^${items} findings?\\s[^]*\\b${amount}\\b`, "u"));
  }
});

test("what is left to resolve stands in a bar of its own for each currency, and leads to exceptions that come to it", async () => {
  const page = await openWindow((await startHost(await ledgerInCurrencies())).url);
  await verdictOf(page);
  await goTo(page, "Exceptions");
  const bars = page.getByRole("region", { name: /^Exceptions, / });
  await expect.poll(() => bars.count()).toBeGreaterThan(1);
  const parts = bars.getByRole("link", { name: /^Undecided / });
  const totals = page.getByRole("status", { name: "Totals of the queue" });
  for (let at = 0; at < (await bars.count()); at += 1) {
    const name = (await parts.nth(at).textContent()) ?? "";
    const [, amount = "", items = ""] = /Undecided ([\d,.]+).* in {1,2}\((\d+)\)$/u.exec(name) ?? [];
    await parts.nth(at).click();
    await page.waitForFunction(() => location.hash.includes("currency="));
    const findings = Number(items) === 1 ? "1 finding" : `${items} findings`;
    await expect.poll(() => totals.innerText()).toMatch(new RegExp(`^${findings}\\s`, "u"));
    expect(await totals.innerText()).toContain(amount);
    await page.locator(".toolbar .button", { hasText: "×" }).click();
    await page.waitForFunction(() => !location.hash.includes("currency="));
  }
  expect(await violations(page)).toEqual([]);
});

test("where a month has several currencies, each break and each exception names its own", async () => {
  const page = await openWindow((await startHost(await ledgerInCurrencies())).url);
  await verdictOf(page);
  const breaks = page.getByRole("table", { name: "Balance breaks" }).getByRole("row");
  await expect.poll(() => breaks.allInnerTexts()).toHaveLength(3);
  expect(
    (await breaks.allInnerTexts()).slice(1).map((row) => /(?:NGN|GHS)\s+[+−]\d+$/u.exec(row)?.[0]),
  ).toEqual(["NGN\t+70", "GHS\t−30"]);
  const { page: other } = shared();
  expect(await other.getByRole("columnheader", { name: "Currency" }).count()).toBe(0);
  await goToQueue(page);
  const lines = page.getByRole("listbox", { name: "Exceptions" }).getByRole("option");
  await lines
    .filter({ hasText: "Missing entry" })
    .getByText(/NGN \+70/u)
    .waitFor();
  await lines
    .filter({ hasText: "Movement without an entry" })
    .getByText(/GHS −30/u)
    .waitFor();
});

test("every number of the Overview says what it is by pointer and by Tab", async () => {
  const page = await overview();
  const defined = page.getByRole("main").locator(".defined");
  const names = await defined.allInnerTexts();
  expect(names).toEqual(expect.arrayContaining(["Roll-forward", "Opening", "Closing", "Balance over time"]));
  const tooltip = page.getByRole("tooltip");
  await page.getByRole("heading", { level: 1 }).focus();
  const told: string[] = [];
  const focused = page.locator("main .defined:focus");
  const isOnAnother = async () => {
    await page.evaluate(() => document.activeElement?.setAttribute("data-told", ""));
    await page.keyboard.press("ArrowRight");
    return (await page.locator("[data-told]:focus").count()) === 0;
  };
  while (told.length < names.length) {
    await page.keyboard.press("Tab");
    if ((await focused.count()) === 0) continue;
    // Tab comes to the title of a part, and arrows go on to what is in it.
    do {
      await tooltip.waitFor();
      await tooltip.waitFor();
      expect((await tooltip.innerText()).length).toBeGreaterThan(20);
      expect(await focused.getAttribute("aria-describedby")).toBe(await tooltip.getAttribute("id"));
      told.push(await focused.innerText());
    } while (await isOnAnother());
  }
  expect(told).toEqual(names);
  await page.keyboard.press("Escape");
  const [first] = names;
  await pointAt(defined.getByText(first ?? ""), tooltip.getByText("Opening plus inflows less outflows"));
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ state: "detached" });
  expect(await violations(page)).toEqual([]);
});

test("a number of the Overview is the same in the roll-forward, the queue, the rail and on the command line", async () => {
  const page = await overview();
  const { ledger } = shared();
  const lead = (await page.getByRole("heading", { level: 1 }).innerText()).replace(/^Overview:\s*/u, "");
  const detail = page.locator("main details");
  await detail.locator("summary").click();
  const conclusion = await detail.locator("dd").first().innerText();
  const causes = await detail.getByText(/^\d+ causes explain all/u).innerText();
  await detail.locator("summary").click();
  const [, wrong = "", way = "", rows = ""] =
    /balance is ([\d,]+) NGN too (high|low) (?:at|across) (\d+) (?:entry|entries)\./u.exec(conclusion) ?? [];
  const rollForward = await page.getByRole("region", { name: "Roll-forward" }).first().innerText();
  expect(rollForward).toContain(`${way === "low" ? "−" : "+"}${wrong}`);
  expect(rollForward).toMatch(
    new RegExp(`balances that do not follow \\(${rows}\\)|Break differences \\(${rows}\\)`, "u"),
  );

  await goTo(page, "Exceptions");
  await page.locator("main").getByText(lead, { exact: true }).waitFor();
  expect(await page.title()).toContain(` – ${lead} – Exceptions – Tieout`);
  const progress = await page.locator(".review-progress").innerText();
  const [, total = ""] = /0 of (\d+) reviewed/u.exec(progress) ?? [];
  const rail = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Exceptions/u });
  expect(await rail.innerText()).toMatch(new RegExp(`\\b${total}\\b`, "u"));
  const parts = await page.getByRole("link", { name: /^Undecided / }).allTextContents();
  const bars = parts.map((part) => /Undecided ([\d,]+).* in {1,2}\(([\d,]+)\)$/u.exec(part) ?? []);
  for (const [, amount = ""] of bars) expect(lead).toContain(amount);
  expect(bars.reduce((sum, [, , items = "0"]) => sum + Number(items), 0)).toBe(Number(total));

  const check = await tieout(["check", ledger, "--month", monthIn(lead)]);
  expect(check.stdout).toContain(conclusion);
  expect(check.stdout).toContain(causes);
});

/** `2026-10` of `October 2026: …`. */
function monthIn(lead: string): string {
  const [, name = "", year = ""] = /^(\w+) (\d{4}):/u.exec(lead) ?? [];
  const at = Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2026, month)).toLocaleString("en-GB", { month: "long", timeZone: "UTC" }),
  ).indexOf(name);
  return `${year}-${String(at + 1).padStart(2, "0")}`;
}

test.skipIf(IN_ELECTRON)(
  "prints a long place over several pages, without what surrounds it, and in light colours",
  async () => {
    const page = await overview("dark");
    await goToClose(page);
    for (const title of ["Figures", "Three-way proof", "Outstanding items"]) await unfold(page, title);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation", { name: "Pages" }).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Pull now" }).isVisible()).toBe(false);
    expect(await page.getByRole("navigation", { name: "Months" }).isVisible()).toBe(false);
    const cut = await page.locator(".close-month").evaluate((month) => {
      const bottom = month.getBoundingClientRect().bottom;
      const clipping: string[] = [];
      for (let at = month.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowY !== "visible" && at.getBoundingClientRect().bottom < bottom - 1)
          clipping.push(at.className);
      }
      return clipping;
    });
    expect(cut).toEqual([]);
    expect(await pagesOf(page)).toBeGreaterThan(1);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.locator("html[data-theme=light]").waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await page.locator("html[data-theme=dark]").waitFor();
    await page.emulateMedia({ media: null });
    await goTo(page, "Wallet");
    await page.getByRole("gridcell").first().waitFor();
    await page.emulateMedia({ media: "print" });
    await page
      .getByText(/^Only the visible rows and columns are printed, of [\d,]+ rows\. Export the workbook/u)
      .waitFor();
  },
);

test("prints the chart whole on its own page, so that nothing overlaps it", async () => {
  const page = await overview();
  await page.emulateMedia({ media: "print" });
  const laidOut = await page.locator(".balance").evaluate((balance) => {
    const { display, breakInside } = getComputedStyle(balance);
    return { display, breakInside };
  });
  // A flexible figure has no height where Chromium breaks a page.
  expect(laidOut).toEqual({ display: "block", breakInside: "avoid" });
});

test("prints chart and grid at their own size, with every visible column, and restores their size", async () => {
  const page = await overview();
  const widths = async (selector: string) => {
    const widthOf = () =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().width);
    const before = await widthOf();
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    const onPaper = await widthOf();
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    return { onPaper, isBack: (await widthOf()) === before };
  };
  expect(await widths(".balance-plot canvas")).toEqual({ onPaper: 640, isBack: true });
  await goTo(page, "Wallet");
  await page.getByRole("gridcell").first().waitFor();
  expect(await widths(".grid-host")).toEqual({ onPaper: expect.closeTo(660, 0) as number, isBack: true });
});

test("marks the lowest balance on the chart, and pointing near it reads it out", async () => {
  const { url } = await startHost(await dippingLedger());
  const page = await openWindow(url, { colorScheme: "light" });
  await verdictOf(page);
  const over = page.locator(".u-over");
  await over.waitFor();
  const box = await over.boundingBox();
  if (box === null) throw new Error("there is no chart");
  const october = { fromMs: OCTOBER_MS, ms: 31 * DAY_MS };
  const dip = box.x + (box.width * (DIP_MS - october.fromMs)) / october.ms;
  const painted = await errorColoured(page);
  // A ring around the dip, at the foot of the chart. Its amount stands beside it in the same colour, eight pixels off.
  const around = painted.filter(({ x, y }) => Math.abs(x - dip) <= 6 && y > box.y + box.height * 0.6);
  expect(around.length).toBeGreaterThan(20);
  const ring = around.map(({ y }) => y);
  const y = (Math.min(...ring) + Math.max(...ring)) / 2;
  const pointed = page.locator(".balance-pointed");
  for (const [dx, dy] of [
    [0, 0],
    [4, -3],
    [-4, 3],
  ] as const) {
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.move(dip + dx, y + dy);
    await expect.poll(() => pointed.textContent()).toMatch(/^2026-10-17 12:30: −133,954$/u);
  }
  await page.mouse.move(dip + 40, box.y + 10);
  expect(await pointed.textContent()).not.toContain("133,954");
});

const DAY_MS = 24 * HOUR_MS;
/** Half past noon on the 17th. */
const DIP_MS = OCTOBER_MS + 16 * DAY_MS + 12.5 * HOUR_MS;

/** A wallet of many entries without a break, that dips below zero for one minute. */
async function dippingLedger(): Promise<string> {
  const movements = [
    13_723_543,
    ...Array.from({ length: 700 }, (_, at) => (at % 2 === 0 ? -50_000 : 50_000)),
  ];
  const at = 1 + Math.floor((DIP_MS - OCTOBER_MS) / HOUR_MS);
  movements.splice(at, 2, -13_857_497, 13_857_497);
  const entries = wallet(movements, (index) => ({
    dateCreatedAtMs:
      index === at ? DIP_MS : index === at + 1 ? DIP_MS + 60_000 : OCTOBER_MS + index * HOUR_MS,
  }));
  const ledger = newLedgerPath();
  await importRecords(ledger, entries);
  return ledger;
}

/** Where the chart is painted in the colour of errors, in pixels of the page. */
async function errorColoured(page: Page): Promise<{ readonly x: number; readonly y: number }[]> {
  return page.locator(".u-wrap canvas").evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const named = document.createElement("canvas").getContext("2d");
    const context = canvas.getContext("2d");
    if (named === null || context === null) throw new Error("there is no picture");
    canvas.style.color = "var(--error)";
    named.fillStyle = getComputedStyle(canvas).color;
    canvas.style.removeProperty("color");
    named.fillRect(0, 0, 1, 1);
    const error = named.getImageData(0, 0, 1, 1).data;
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    const box = canvas.getBoundingClientRect();
    const found: { x: number; y: number }[] = [];
    for (let at = 0; at < width * height; at += 1) {
      if ([0, 1, 2].some((part) => Math.abs((data[at * 4 + part] ?? 0) - (error[part] ?? 0)) > 24)) continue;
      const [column, row] = [at % width, Math.floor(at / width)];
      found.push({ x: box.x + (column * box.width) / width, y: box.y + (row * box.height) / height });
    }
    return found;
  });
}

/** The window that tests share, on screen again and at its Overview. */
async function overview(colorScheme = LOOK.theme): Promise<Page> {
  const { page } = shared();
  await page.setViewportSize(LOOK.size);
  await page.emulateMedia({ media: null, colorScheme });
  await goTo(page, "Overview");
  await page.locator(".u-over").waitFor();
  return page;
}

async function middleOf(
  page: Page,
): Promise<{ readonly x: number; readonly y: number; readonly width: number }> {
  const box = await page.locator(".u-over").boundingBox();
  if (box === null) throw new Error("there is no chart");
  return { x: box.x + box.width / 2, y: box.y + box.height / 3, width: box.width };
}

async function drag(page: Page): Promise<void> {
  const { x, y, width } = await middleOf(page);
  await page.mouse.move(x - width / 8, y);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.move(x + width / 8, y, { steps: 4 });
  await page.mouse.up();
}

/** How many pages a place takes on paper. */
async function pagesOf(page: Page): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-paper-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pdf = await page.pdf({ format: "A4", path: join(folder, "page.pdf") });
  return [...pdf.toString("latin1").matchAll(/\/Type\s*\/Page\b/gu)].length;
}
