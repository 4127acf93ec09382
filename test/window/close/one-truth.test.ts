/** What the window shows of a month at each moment, as a person reads it there, beside the statement of that moment. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { monthTitle } from "../../../src/core/report/words/verdict.ts";
import { listMoments } from "../../../src/main/services/close/moments.ts";
import { readStatement } from "../../../src/main/services/close/statement.ts";
import { Desk } from "../../golden/desk.ts";
import { type Facts, NO_CURRENCY, factsOf, unlike } from "../../golden/truth/facts.ts";
import { checkText } from "../../golden/truth/places.ts";
import { type GoldenWorld, SIGNED, TWO_CURRENCIES } from "../../golden/worlds.ts";
import { goTo, goToClose, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** The facts of each moment by how the window names it: `now`, `as signed`, `after import 2`. */
type Truth = ReadonlyMap<string, Facts>;

const CLASSES = ["undecided", "raised", "accepted", "explained"];
const FIGURES: Readonly<Record<string, string>> = {
  Opening: "opening",
  Inflows: "inflow",
  In: "inflow",
  Outflows: "outflow",
  Out: "outflow",
  "Break differences": "breaks",
  Breaks: "breaks",
  Closing: "closing",
  Unresolved: "unresolved",
};

/** Each moment that a month can be shown at, with the sentence that `check` gives of it. */
async function truthOf(desk: Desk, month: Month): Promise<Truth> {
  const { ledger, context } = desk;
  const truth = new Map<string, Facts>();
  const add = async (
    name: string,
    at: Parameters<typeof readStatement>[0]["ledger"],
    asked: readonly string[],
  ) => {
    const facts = factsOf(readStatement({ ledger: at, month }, context), 0, "written");
    const verdict =
      checkText(await desk.say("check", ledger, "--month", month, ...asked)).get("verdict") ?? "";
    truth.set(name, new Map([...facts, ["verdict", firstSentence(verdict)]]));
  };
  await add("now", ledger, []);
  for (const moment of listMoments({ ledger, month })) {
    const at = { path: ledger, sequence: moment.sequence };
    if (moment.is === "signed") await add("as signed", at, ["--as-of", "signed"]);
    else await add(`after import ${moment.pullId}`, at, ["--as-of", String(moment.pullId)]);
  }
  return truth;
}

function firstSentence(text: string): string {
  return text.slice(0, text.search(/\.(?: |$)/u) + 1);
}

/** Goes through the places while they show a moment, and lists what they say otherwise than its statement. */
async function wrongAt(page: Page, truth: Truth, shown: string, month: Month): Promise<string[]> {
  const wrong: string[] = [];
  const compare = (place: string, moment: string, said: Facts, mustSay: readonly string[]) => {
    const facts = truth.get(moment);
    if (facts === undefined) wrong.push(`${place} shows an unknown moment: ${moment}`);
    else wrong.push(...unlike(said, facts, mustSay).map((words) => `${place}, ${moment}: ${words}`));
  };
  const compareAll = (place: string, said: ReadonlyMap<string, Facts>) => {
    if (said.size === 0) wrong.push(`${place} shows no figures`);
    for (const [moment, facts] of said)
      compare(place, moment, facts, ["NGN opening", "NGN inflow", "NGN closing"]);
  };

  await goTo(page, "Overview");
  const [, moment = shown, sentence = ""] =
    /^(?:Overview: )?(?:(As signed|After import \d+|Now): )?(.+)$/su.exec(await verdictOf(page)) ?? [];
  compare(
    "Overview",
    moment.replace(/^\w/u, (letter) => letter.toLowerCase()),
    new Map([["verdict", firstSentence(`${sentence} `)]]),
    [],
  );
  const roll = page.getByRole("region", { name: "Roll-forward" }).getByRole("table").first();
  compareAll("Overview", figuresByColumn(await rowsOf(roll), shown));
  compare(
    "Overview",
    shown,
    await reviewIn(page),
    CLASSES.map((name) => `${name} exceptions`),
  );

  await goTo(page, "Exceptions");
  await page
    .getByText(/ to resolve$/u)
    .first()
    .waitFor();
  compare("Exceptions", shown, await reviewIn(page), [
    ...CLASSES.map((name) => `${name} exceptions`),
    "NGN unresolved",
  ]);

  await goToClose(page);
  const figures = page.getByRole("table", { name: "Figures of each wallet" });
  await figures.getByRole("row").nth(1).waitFor();
  compareAll("Close", figuresByRow(await rowsOf(figures), shown));
  const listed = (await page.locator("main").innerText()).replaceAll(/\s+/gu, " ");
  const state = new RegExp(`${monthTitle(month)} \\S+ (open|in review|prepared|signed off)\\b`, "u").exec(
    listed,
  )?.[1];
  compare("Close", shown, new Map([["state", state ?? "not listed"]]), ["state"]);
  return wrong;
}

async function wrongInYear(page: Page, truth: Truth, month: Month): Promise<string[]> {
  await goToClose(page);
  await page.getByRole("link", { name: "The year" }).click();
  const tables = page
    .getByRole("article", { name: "The year" })
    .getByRole("table", { name: /^Twelve months/u });
  await tables.first().getByText(monthTitle(month)).waitFor();
  const signed = truth.get("as signed") ?? truth.get("now") ?? new Map<string, string>();
  const said = new Map<string, string>();
  for (const table of await tables.all()) {
    const [head = [], ...rows] = await rowsOf(table);
    const row = rows.find(([first = ""]) => first.startsWith(monthTitle(month))) ?? [];
    const currency = currencyOf(head[0] ?? "");
    for (const [at, name] of head.entries()) {
      const figure = FIGURES[name];
      if (figure !== undefined) said.set(`${currency} ${figure}`, amountOf(row[at] ?? "", figure));
    }
  }
  return unlike(said, signed, ["NGN opening", "NGN closing", "NGN unresolved"]).map(
    (words) => `The year: ${words}`,
  );
}

async function rowsOf(table: Locator): Promise<string[][]> {
  return table.evaluate((one) =>
    Array.from((one as HTMLTableElement).rows, (row) =>
      Array.from(row.cells, (cell) => cell.innerText.trim()),
    ),
  );
}

/** As facts have it: nothing is a dash in the window, a move has its sign. */
function amountOf(cell: string, figure: string): string {
  const amount = cell === "–" ? "0" : cell.replace(/^\+/u, "");
  return figure === "outflow" ? amount.replace(/^−/u, "") : amount;
}

function currencyOf(text: string): string {
  return /^[A-Z]{3}$/u.test(text) ? text : NO_CURRENCY;
}

/** By moment the facts of a table whose columns are currencies, each at the moment that its head names. */
function figuresByColumn(
  [head = [], ...rows]: readonly string[][],
  shown: string,
): ReadonlyMap<string, Facts> {
  const said = new Map<string, Map<string, string>>();
  for (const [at, name] of head.entries()) {
    if (at === 0) continue;
    const [currency = "", moment = shown] = name.split(", ");
    const facts = said.get(moment) ?? new Map<string, string>();
    for (const row of rows) {
      const label = /^[A-Za-z ]+?(?= \(|,|$)/u.exec(row[0] ?? "")?.[0] ?? "";
      const figure = FIGURES[label];
      if (figure !== undefined)
        facts.set(`${currencyOf(currency)} ${figure}`, amountOf(row[at] ?? "", figure));
    }
    said.set(moment, facts);
  }
  return said;
}

/** The same of a table whose rows are wallets, of which each has a currency of its own. */
function figuresByRow([head = [], ...rows]: readonly string[][], shown: string): ReadonlyMap<string, Facts> {
  const said = new Map<string, Map<string, string>>();
  let wallet = "";
  for (const row of rows) {
    const [, named = "", aside = ""] =
      /^(User .+?)?(?:(?:, |^)(as signed|as prepared|now|after import \d+|difference))?$/su.exec(
        row[0] ?? "",
      ) ?? [];
    if (named !== "") wallet = named;
    if (aside === "difference") continue;
    const moment = aside === "" ? shown : aside;
    const facts = said.get(moment) ?? new Map<string, string>();
    for (const [at, name] of head.entries()) {
      const figure = FIGURES[name];
      if (figure !== undefined)
        facts.set(`${currencyOf(wallet.split(" · ")[1] ?? "")} ${figure}`, amountOf(row[at] ?? "", figure));
    }
    said.set(moment, facts);
  }
  return said;
}

/** How many exceptions have which status, and what is to resolve. */
async function reviewIn(page: Page): Promise<Facts> {
  const text = (await page.locator("main").innerText()).replaceAll(/\s+/gu, " ");
  const count = (status: string) =>
    Number(new RegExp(`[○✓✗√↗↺⟲] ?${status} ([\\d,]+)`, "u").exec(text)?.[1]?.replaceAll(",", "") ?? 0);
  const said = new Map([
    ["undecided exceptions", String(count("open") + count("reopened"))],
    ...["raised", "accepted", "explained"].map(
      (name) => [`${name} exceptions`, String(count(name))] as const,
    ),
  ]);
  for (const [, currency = "", amount = ""] of text.matchAll(/(?:\b([A-Z]{3}) )?([\d,.]+) to resolve/gu))
    said.set(`${currencyOf(currency)} unresolved`, amount);
  return said;
}

async function showAt(page: Page, moment: string): Promise<void> {
  await page.getByRole("button", { name: /Shown as of/u }).click();
  await page.getByRole("option", { name: new RegExp(`^${moment}`, "iu") }).click();
  const banner = page.getByRole("region", { name: "Earlier state" });
  await (moment === "now"
    ? banner.waitFor({ state: "detached" })
    : banner.getByText(new RegExp(moment, "iu")).first().waitFor());
}

test.each<[GoldenWorld, Month, Month, number]>([
  [SIGNED, "2026-08" as Month, "2026-08" as Month, 3],
  // The year ends with the last month that is over.
  [TWO_CURRENCIES, "2026-10" as Month, "2026-09" as Month, 1],
])(
  "places of $name say of each moment what its statement says",
  async (world, month, lastOver, moments) => {
    using desk = new Desk(world.name, world.fromMs);
    await world.work(desk);
    const truth = await truthOf(desk, month);
    expect(truth.size).toBe(moments);
    const page = await openWindow((await startHost(desk.ledger)).url);
    await verdictOf(page);
    const period = page.getByRole("button", { name: `Period: ${monthTitle(month)}` });
    for (let back = 0; back < 3 && (await period.count()) === 0; back += 1) {
      await page.keyboard.press("[");
      await page.waitForTimeout(200);
    }
    await period.waitFor();
    const wrong = await wrongInYear(page, await truthOf(desk, lastOver), lastOver);
    for (const shown of truth.keys()) {
      await goTo(page, "Overview");
      if (shown !== "now") await showAt(page, shown);
      wrong.push(...(await wrongAt(page, truth, shown, month)));
    }
    expect(wrong).toEqual([]);
  },
  240_000,
);
