/** What the window shows of a month at each moment, as a person reads it there, beside the statement of that moment. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { formatAmount } from "../../../src/core/money.ts";
import type { CloseState, Month } from "../../../src/core/review/close/close.ts";
import { STATE_WORDS } from "../../../src/core/review/close/close-rules.ts";
import type { MonthReport } from "../../../src/core/report/month-report.ts";
import type { MonthStatement } from "../../../src/core/report/month-statement.ts";
import { monthTitle } from "../../../src/core/words/month.ts";
import { sinceSentence } from "../../../src/core/review/close/since.ts";
import type { LedgerAt } from "../../../src/main/ledger/trail/as-of.ts";
import { CheckMemory } from "../../../src/main/services/shared/check-memory.ts";
import {
  listMoments,
  readMonth,
  readSince,
  readStatement,
} from "../../../src/main/services/close/moments.ts";
import { Desk } from "../../golden/desk.ts";
import {
  type Facts,
  NO_CURRENCY,
  ROLL_HEADERS,
  factsOf,
  outstandingFacts,
  decimalsIn,
  unitsIn,
  unlike,
} from "../../golden/truth/facts.ts";
import { checkText, unresolvedIn } from "../../golden/truth/places.ts";
import { shownIn } from "../../golden/truth/contradictions.ts";
import { haveThreeMoments } from "../../golden/three-moments.ts";
import { readByBrowser } from "../../golden/worlds.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { goTo, goToClose, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";

useBrowser();

/** As `unlike`: the window leaves out the name of an only currency, and the decimals of nothing. */
function unlikeIn(said: Facts, facts: Facts, mustSay: readonly string[]): string[] {
  const currencies = [...facts.keys()].flatMap((name) => /^(.+) closing$/u.exec(name)?.[1] ?? []);
  const [only = NO_CURRENCY] = currencies;
  const named = (name: string) =>
    currencies.length === 1 && name.startsWith(`${NO_CURRENCY} `) ? name.replace(NO_CURRENCY, only) : name;
  const shown = Array.from(said, ([name, value]): [string, string] => {
    const right = facts.get(named(name)) ?? "";
    return [named(name), value === "0" && /^0\.0+$/u.test(right) ? right : value];
  });
  return unlike(new Map(shown), facts, mustSay);
}

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
  const { decimals } = shownIn(ledger, month);
  const truth = new Map<string, Facts>();
  const add = async (name: string, at: LedgerAt, asked: readonly string[], since: string) => {
    const statement = readStatement({ ledger: at, month }, context);
    const report = readMonth({ ledger: at, month }, context);
    const verdict =
      checkText(await desk.say("check", ledger, "--month", month, ...asked)).get("verdict") ?? "";
    truth.set(
      name,
      new Map([
        ...factsOf(statement, decimals, "written"),
        ...outstandingFacts(report, (amount) => formatAmount(amount, decimals)),
        ...foldedFacts(statement, report, (amount) => formatAmount(amount, decimals)),
        ["verdict", firstSentence(verdict)],
        ["since", since],
      ]),
    );
  };
  const { changedSince } = readStatement({ ledger, month }, context);
  await add("now", ledger, [], changedSince?.sentence ?? UNCHANGED);
  for (const moment of listMoments({ ledger, month })) {
    const { sequence } = moment;
    const at = { path: ledger, sequence };
    const then = { ...context, memory: new CheckMemory() };
    const since = sinceSentence(readSince({ ledger, month, sequence }, context, then));
    if (moment.is === "signed") await add("as signed", at, ["--as-of", "signed"], since);
    else await add(`after import ${moment.pullId}`, at, ["--as-of", String(moment.pullId)], since);
  }
  return truth;
}

const UNCHANGED = "Since then: nothing changed.";

/** What else the folded lines of Close say: how the closing moved, and what of it no line of its proof explains. */
function foldedFacts(
  { currencies }: MonthStatement,
  { proofs }: Pick<MonthReport, "proofs">,
  say: (amount: number) => string,
): Facts {
  return new Map([
    ...currencies.map(
      ({ currency, opening, closing }) =>
        [`${currency ?? NO_CURRENCY} moved`, say(closing - opening)] as const,
    ),
    ...proofs.map(
      ({ currency, unexplained }) => [`${currency ?? NO_CURRENCY} unclassified`, say(unexplained)] as const,
    ),
  ]);
}

/** What a text says that came since, and is nothing where it does not say. */
function sinceIn(text: string): string {
  return /Since then: .+?\.(?=\s|$)/u.exec(text.replaceAll(/\s+/gu, " "))?.[0] ?? UNCHANGED;
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
    else wrong.push(...unlikeIn(said, facts, mustSay).map((words) => `${place}, ${moment}: ${words}`));
  };
  const compareAll = (place: string, said: ReadonlyMap<string, Facts>) => {
    if (said.size === 0) wrong.push(`${place} shows no figures`);
    for (const [moment, facts] of said)
      compare(place, moment, facts, ["NGN opening", "NGN inflow", "NGN closing"]);
  };

  const compareEach = (place: string, said: ReadonlyMap<string, Facts>) => {
    for (const [moment, facts] of said) compare(place, moment, facts, []);
  };

  const isResolved = /^0(?:\.0+)?$/u.test(truth.get(shown)?.get("NGN unresolved") ?? "0");
  const compareReview = (place: string, said: Facts) =>
    compare(place, shown, said, [
      ...CLASSES.map((name) => `${name} exceptions`),
      ...(isResolved ? [] : ["NGN unresolved"]),
    ]);
  const headlineLike = new RegExp(`^${monthTitle(month)}(?::| ties out)`, "u");

  await goTo(page, "Overview");
  await verdictOf(page);
  const detail = page.locator("main details");
  await detail.locator("summary").click();
  const conclusion = detail.locator("dd").first();
  compare("Overview", shown, new Map([["verdict", firstSentence(`${await conclusion.innerText()} `)]]), [
    "verdict",
  ]);
  await detail.locator("summary").click();
  const isNow = shown === "now";
  const banner = isNow
    ? page.getByRole("note", { name: "Signed months that changed" }).getByText(monthTitle(month))
    : page.getByRole("region", { name: "Earlier state" }).getByText(/The check |Since then: /u);
  const isChanged = truth.get(shown)?.get("since") !== UNCHANGED;
  if (!isNow || isChanged) await banner.first().waitFor();
  const bannerText = (await banner.count()) === 0 ? "" : await banner.first().locator("..").innerText();
  compare("the banner over Overview", shown, new Map([["since", sinceIn(bannerText)]]), []);
  const roll = page.getByRole("region", { name: "Roll-forward" }).getByRole("table").first();
  compareAll("Overview", figuresByColumn(await rowsOf(roll), shown));
  compareReview("Overview", await reviewIn(page));

  await goTo(page, "Exceptions");
  const headline = page.locator("main").getByText(headlineLike).first();
  await headline.waitFor();
  compareReview("Exceptions", await reviewIn(page));
  const [lead = ""] = (await headline.innerText()).split("\n");
  if (!(await page.title()).includes(lead))
    wrong.push(`The window's title lacks ${lead}: ${await page.title()}`);

  await goToClose(page);
  const folded = await foldedIn(page, month, shown);
  for (const name of ["Figures", "Three-way proof", "Outstanding items", "Compared", "History"])
    if (!folded.has(name)) wrong.push(`Close has no folded line ${name}`);
  for (const [name, { moment, said }] of folded) compare(`Close, folded: ${name}`, moment, said, []);
  await unfold(page, "Figures");
  await unfold(page, "Outstanding items");
  const figures = page.getByRole("table", { name: "Figures of each wallet" });
  await figures.getByRole("row").nth(1).waitFor();
  compareAll("Close", figuresByRow(await rowsOf(figures), shown));
  const head = page.locator(".month-lead h2");
  await expect.poll(async () => head.innerText()).not.toBe(monthTitle(month));
  compare(
    "the head of Close",
    shown,
    await reviewIn(page),
    CLASSES.map((name) => `${name} exceptions`),
  );
  const items = page.getByRole("table", { name: /^Outstanding items by kind/u });
  for (const table of await items.all()) {
    const caption =
      (await table.getAttribute("aria-label")) ?? (await table.locator("caption").textContent());
    const currency = / in ([A-Z]{3})$/u.exec(caption ?? "")?.[1] ?? "";
    compareEach("Close, outstanding items", outstandingByRow(await rowsOf(table), shown, currency));
  }
  if (isNow) {
    const close = page.getByRole("article", { name: monthTitle(month) });
    const note = close.getByRole("note", { name: "Since the signature" });
    if (isChanged) await note.waitFor();
    const noted = (await note.count()) === 0 ? "" : await note.innerText();
    compare("Close", shown, new Map([["since", sinceIn(noted)]]), []);
  }
  const listed = (await page.locator("main").innerText()).replaceAll(/\s+/gu, " ");
  const state = new RegExp(`${monthTitle(month)} \\S+ (open|prepared|signed off)\\b`, "u").exec(listed)?.[1];
  compare("Close", shown, new Map([["state", state ?? "not listed"]]), ["state"]);
  return wrong;
}

/** How a folded line names the moment of what it comes to. */
const MOMENT = /, (?<moment>as signed|as prepared|now|after import \d+)(?=;|$)/u;
/** @example `25,484,323 NGN`, `293,442, no currency`, `nil, NGN` */
const MONEY = /^(?<amount>nil|[+−]?[\d,]*\d(?:\.\d+)?),? (?<currency>[A-Z]{3}|no currency)$/u;
/** What the last step leaves a month as. */
const LEFT_AS: Readonly<Record<string, CloseState>> = {
  prepared: "prepared",
  returned: "returned",
  reopened: "open",
  "signed off": "signed-off",
};

interface Folded {
  readonly moment: string;
  readonly said: Facts;
}

/** What the lines of Close come to while they are folded, each at the moment that it names. */
async function foldedIn(page: Page, month: Month, shown: string): Promise<ReadonlyMap<string, Folded>> {
  const lines = page.getByRole("article", { name: monthTitle(month) }).locator(".fold-line");
  const folded = new Map<string, Folded>();
  for (const line of await lines.all()) {
    const title = await line.getByRole("heading").innerText();
    const [name = ""] = /^(?:Compared|[A-Z].*$)/u.exec(title) ?? [];
    const result = await line.locator(":scope > .quiet").innerText();
    const moment = MOMENT.exec(result)?.groups?.["moment"] ?? shown;
    const of = READ_FOLDED[name];
    if (of !== undefined) folded.set(name, { moment, said: of(result.replace(MOMENT, "")) });
  }
  return folded;
}

const READ_FOLDED: Readonly<Record<string, (result: string) => Facts>> = {
  Figures: (result) => moneyIn(result.replace(/^closing /u, ""), "closing"),
  "Three-way proof": (result) => moneyIn(result, "unclassified"),
  "Outstanding items": (result) =>
    new Map(
      (result === "none" ? [] : result.split("; ")).flatMap((group) => {
        const [, currency = group, kinds = ""] = /^([A-Z]{3}|no currency): (.+)$/u.exec(group) ?? [];
        return kinds.split(" · ").map((part): [string, string] => {
          const [, amount = "", kind = part] = /^(\S+) (.+)$/u.exec(part) ?? [];
          return [`${currency} ${kind} carriedForward`, amount];
        });
      }),
    ),
  Compared: (result) => moneyIn(result.replace(/^closing /u, ""), "moved"),
  History: (result) =>
    new Map([["state", STATE_WORDS[LEFT_AS[/last: (.+?) by /u.exec(result)?.[1] ?? ""]!]]]),
};

/** Amounts of a line by currency; where a line has too many, only how many. */
function moneyIn(result: string, figure: string): Facts {
  const sums = new Map<string, string>();
  const words = result.replace(/; .*$/u, "");
  if (words === "unchanged" || /^\d+ wallets?$|^moved in /u.test(words)) return sums;
  for (const part of words.split(" · ")) {
    const { amount = "", currency = part } = MONEY.exec(part)?.groups ?? {};
    const name = `${currency} ${figure}`;
    const units = amount === "nil" ? 0 : unitsIn(amount);
    const sum = units + unitsIn(sums.get(name) ?? "0");
    sums.set(name, formatAmount(sum, decimalsIn(amount)));
  }
  return sums;
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
  return unlikeIn(said, signed, ["NGN opening", "NGN closing", "NGN unresolved"]).map(
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
        facts.set(
          `${currencyOf(/, ([A-Z]{3})$/u.exec(wallet)?.[1] ?? "")} ${figure}`,
          amountOf(row[at] ?? "", figure),
        );
    }
    said.set(moment, facts);
  }
  return said;
}

const ROLL_NAMES = new Map(Object.entries(ROLL_HEADERS).map(([figure, header]) => [header, figure]));

/** Outstanding items of one currency by moment: of each kind what it came with, what changed, and what is left. */
function outstandingByRow(
  [head = [], ...rows]: readonly string[][],
  shown: string,
  currency: string,
): ReadonlyMap<string, Facts> {
  const said = new Map<string, Map<string, string>>();
  for (const row of rows) {
    const [, kind = "", moment = shown] =
      /^(.+?)(?:, (as signed|as prepared|now|after import \d+))?$/su.exec(row[0] ?? "") ?? [];
    const facts = said.get(moment) ?? new Map<string, string>();
    for (const [at, name] of head.entries()) {
      const figure = ROLL_NAMES.get(name === "Items" ? "Items open" : name);
      // What was cleared is shown as what it takes away.
      const written = amountOf(row[at] ?? "", "closing");
      const amount = figure === "cleared" ? formatAmount(0 - unitsIn(written), decimalsIn(written)) : written;
      if (figure !== undefined) facts.set(`${currencyOf(currency)} ${kind} ${figure}`, amount);
    }
    said.set(moment, facts);
  }
  return said;
}

/** A folder for a host whose list of all clients has the desk's ledger. */
function homeOf(desk: Desk): string {
  const home = temporaryFolder();
  const recent = [{ path: desk.ledger, openedAtMs: desk.nowMs }];
  writeFileSync(join(home, "recent.json"), JSON.stringify({ ledgers: recent }));
  writeFileSync(join(home, "clients.json"), JSON.stringify({ folder: desk.folder, shows: "recent" }));
  return home;
}

/** What the list of all clients says of the ledger and of the month. */
async function wrongInClients(page: Page, truth: Truth, month: Month): Promise<string[]> {
  await page.getByText("All clients", { exact: true }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Open wallet" }) });
  const concluded = row.getByTitle(/ conclusion yet|Not proven|Clean|Qualified/u).first();
  await concluded.waitFor();
  const [, listed = "", toResolve = "", waits = ""] = await row
    .getByRole("cell")
    .allInnerTexts()
    .then((cells) => ["", ...cells]);
  const said = new Map<string, string>();
  const [, changes] =
    new RegExp(`${monthTitle(month)} \\((.+?)\\)(?:, \\w+ \\d{4} \\(|$)`, "mu").exec(waits) ?? [];
  if (changes !== undefined) said.set("changes since", changes);
  if (listed.startsWith(monthTitle(month))) {
    for (const [currency, amount] of unresolvedIn(toResolve)) said.set(`${currency} unresolved`, amount);
    const [, undecided] = /Decisions on ([\d,]+) errors?/u.exec(waits) ?? [];
    if (undecided !== undefined) said.set("undecided errors", undecided);
    said.set("state", /\b(open|prepared|signed off)\b/u.exec(listed)?.[1] ?? listed);
    said.set("conclusion", (await concluded.getAttribute("title")) ?? "");
  }
  const changed = truth.get("now")?.get("changes since");
  if (said.size === 0) return changed === undefined ? [] : ["All clients says nothing of the month"];
  return unlikeIn(said, truth.get("now") ?? new Map(), []).map((words) => `All clients: ${words}`);
}

/** What became of exceptions, in money and in number, and what is to resolve. */
async function reviewIn(page: Page): Promise<Facts> {
  const text = (await page.locator("main").innerText()).replaceAll(/\s+/gu, " ");
  const said = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [, name = "", amount = "", currency = "", count = ""] of text.matchAll(
    /\b(Undecided|Raised|Accepted|Explained) ([\d,.]+) (?:([A-Z]{3}) )?in ?\(([\d,]+)\)/gu,
  )) {
    const of = name.toLowerCase();
    said.set(`${currencyOf(currency)} ${of} amount`, amount);
    counts.set(of, (counts.get(of) ?? 0) + Number(count.replaceAll(",", "")));
  }
  for (const name of CLASSES) said.set(`${name} exceptions`, String(counts.get(name) ?? 0));
  const [, money = ""] = /: ([^:]+) to resolve/u.exec(text) ?? [];
  for (const [currency, amount] of unresolvedIn(money)) said.set(`${currency} unresolved`, amount);
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

/** The last of the twelve months that the window shows: the newest that was over at the newest pull. */
async function lastOfYear(desk: Desk): Promise<Month | undefined> {
  const { months } = JSON.parse(await desk.say("year", desk.ledger, "--json")) as {
    readonly months: readonly { readonly month: Month }[];
  };
  return months.at(-1)?.month;
}

test.each(readByBrowser(IS_EXHAUSTIVE))(
  "places of $name say of each moment what its statement says",
  async (world) => {
    using desk = new Desk(world.name, world.fromMs);
    desk.ofMonth = "nothing";
    await world.work(desk);
    const { month } = desk;
    await haveThreeMoments(desk, month);
    const truth = await truthOf(desk, month);
    expect([...truth.keys()].map((name) => name.replace(/ \d+$/u, ""))).toEqual([
      "now",
      "as signed",
      "after import",
    ]);
    const page = await openWindow((await startHost(desk.ledger, homeOf(desk))).url);
    await verdictOf(page);
    const period = page.getByRole("button", { name: `Period: ${monthTitle(month)}` });
    for (let back = 0; back < 3 && (await period.count()) === 0; back += 1) {
      await page.keyboard.press("[");
      await page.waitForTimeout(200);
    }
    await period.waitFor();
    const wrong: string[] = [];
    const last = (await lastOfYear(desk)) ?? month;
    // The fixtures have signed months whose kept checks are empty, which no statement can be made of.
    if (!world.name.startsWith("schema-"))
      wrong.push(...(await wrongInYear(page, last === month ? truth : await truthOf(desk, last), last)));
    for (const shown of truth.keys()) {
      await goTo(page, "Overview");
      if (shown !== "now") await showAt(page, shown);
      wrong.push(...(await wrongAt(page, truth, shown, month)));
    }
    wrong.push(...(await wrongInClients(page, truth, month)));
    expect(wrong).toEqual([]);
  },
  240_000,
);
