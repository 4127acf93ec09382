/** Where a month is stated, and how a reader finds each fact there. */
import { formatAmount } from "../../../src/core/money.ts";
import { muchWords } from "../../../src/core/review/close/since.ts";
import { monthTitle } from "../../../src/core/words/month.ts";
import type { MonthReport } from "../../../src/core/report/month-report.ts";
import { STATE_WORDS } from "../../../src/core/review/close/close-rules.ts";
import { type CloseState, type Month, OUTSTANDING_KINDS } from "../../../src/core/review/close/close.ts";
import { type ReviewStatus, classOf } from "../../../src/core/review/decisions/review.ts";
import {
  type Amounts,
  CLASSES,
  FIGURES,
  NO_CURRENCY,
  ROLL_HEADERS,
  Sums,
  decimalsIn,
  outstandingFacts,
  unitsIn,
} from "./facts.ts";
import { type Row, tableUnder } from "./rows.ts";

/** What was rendered of a month. */
export interface Rendered {
  readonly month: Month;
  /** The currency of the month where it has one only, as facts name it. */
  readonly sole: string | null;
  /** What a command printed, by the name of the output. */
  readonly text: (name: string) => string;
  /** The recalculated rows of a sheet of the month's workbook. */
  readonly sheet: (name: string) => readonly Row[];
  /** Of the workbook of the year. */
  readonly year: readonly Row[];
  /** Of a sheet of the binder, by its reference. */
  readonly page: (ref: string) => readonly Row[];
  /** What Close shows. */
  readonly close: MonthReport;
  /** The paragraphs of the letter; none where nothing is asked. */
  readonly letter: readonly string[];
}

export interface Place {
  readonly name: string;
  /** Of which moment it is: now, or as the month was signed, where it is. */
  readonly of: "now" | "signed";
  readonly amounts: Amounts;
  /** Whether amounts have the ledger's decimals, whatever those of the month; the place then says so. */
  readonly hasOwnDecimals?: true;
  /** Facts that it must state: as they are, and of every currency with wallets or exceptions. */
  readonly states: readonly string[];
  readonly statesOfWallets?: readonly string[];
  readonly statesOfExceptions?: readonly string[];
  /** Of a signed month of which anything changed since. */
  readonly statesOnceChanged?: readonly string[];
  readonly read: (rendered: Rendered) => Map<string, string>;
}

const COUNTS = ["undecided", "raised", "accepted", "explained"].map((name) => `${name} exceptions`);

export const PLACES: readonly Place[] = [
  {
    name: "check",
    of: "now",
    amounts: "written",
    states: ["moment", "errors", "warnings", "verdict", "differs"],
    statesOfWallets: FIGURES,
    read: ({ text, month }) => withHead(checkText(text("check.txt")), text("check.txt"), month),
  },
  {
    name: "check --json",
    of: "now",
    amounts: "units",
    states: ["moment", "errors", "warnings"],
    statesOfWallets: FIGURES,
    read: ({ text }) => checkDocument(text("check.json")),
  },
  {
    name: "review",
    of: "now",
    amounts: "written",
    states: ["moment", "errors", "warnings", "undecided errors", ...COUNTS, "differs"],
    read: ({ text, month }) => withHead(reviewText(text("review.txt")), text("review.txt"), month),
  },
  {
    name: "review --json",
    of: "now",
    amounts: "units",
    states: ["moment", "errors", "warnings", "undecided errors", ...COUNTS],
    read: ({ text }) => reviewDocument(text("review.json")),
  },
  { name: "months", of: "now", amounts: "written", states: ["state", "differs"], read: monthsText },
  {
    name: "months --json",
    of: "signed",
    amounts: "units",
    states: ["state"],
    read: monthsDocument,
  },
  {
    name: "year",
    of: "signed",
    amounts: "written",
    hasOwnDecimals: true,
    states: ["state", "other decimals"],
    statesOfWallets: [...FIGURES, "unresolved"],
    read: yearText,
  },
  {
    name: "year --json",
    of: "signed",
    amounts: "units",
    states: ["moment", "state", "undecided errors"],
    statesOfWallets: [...FIGURES, "unresolved"],
    read: yearDocument,
  },
  {
    name: "the year's workbook",
    of: "signed",
    amounts: "cells",
    hasOwnDecimals: true,
    states: ["state", "other decimals"],
    statesOfWallets: [...FIGURES, "unresolved"],
    read: yearSheet,
  },
  {
    name: "clients --json",
    of: "now",
    amounts: "units",
    states: ["moment"],
    statesOnceChanged: ["changes since"],
    read: clientsDocument,
  },
  {
    name: "clients",
    of: "now",
    amounts: "written",
    states: [],
    statesOnceChanged: ["changes since"],
    read: clientsText,
  },
  {
    name: "file",
    of: "now",
    amounts: "written",
    states: ["moment", "differs"],
    statesOfWallets: ["closing"],
    read: ({ text, month }) =>
      withHead(
        closingsIn(
          text("file.txt"),
          /^User \d+(?:, business \d+)?(?:, (?<currency>[^:]+))?: closing (?<closing>[−\d.,]+\d)(?:, (?:not )?confirmed|, the provider|, [^t])/gmu,
        ),
        text("file.txt"),
        month,
      ),
  },
  {
    name: "file --json",
    of: "now",
    amounts: "units",
    states: ["moment"],
    statesOfWallets: ["closing"],
    read: ({ text }) => {
      const sums = new Sums();
      const { balances } = documentIn(text("file.json")) as {
        readonly balances: readonly {
          readonly wallet: { readonly currency: string | null };
          readonly closing: number;
        }[];
      };
      for (const { wallet, closing } of balances) sums.add(wallet.currency, "closing", closing);
      return sums.facts().set("moment", shownIn(text("file.json")));
    },
  },
  {
    name: "A Lead",
    of: "now",
    amounts: "cells",
    states: ["conclusion", "verdict", "state", "differs"],
    statesOfWallets: FIGURES,
    statesOfExceptions: [...CLASSES, "uncorrected", "uncorrected errors"],
    read: ({ sheet, sole }) => lead(sheet("Lead"), sole),
  },
  {
    name: "A1 Roll-forward",
    of: "now",
    amounts: "cells",
    states: ["differs"],
    statesOfWallets: FIGURES,
    read: ({ sheet, sole }) => rollForward(sheet("Roll-forward"), sole),
  },
  {
    name: "C1 Exceptions",
    of: "now",
    amounts: "cells",
    states: ["errors", "warnings", "undecided errors", ...COUNTS, "differs"],
    statesOfExceptions: CLASSES,
    read: ({ sheet, sole }) => exceptions(sheet("Exceptions"), sole),
  },
  {
    name: "the binder's lead schedule",
    of: "now",
    amounts: "written",
    states: ["conclusion", "verdict", "state", "differs"],
    statesOfWallets: FIGURES,
    statesOfExceptions: [...CLASSES, "uncorrected", "uncorrected errors"],
    read: ({ page, sole }) => lead(page("A"), sole),
  },
  {
    name: "Close",
    of: "now",
    amounts: "units",
    states: ["state", "errors", "warnings", "undecided errors"],
    statesOfWallets: FIGURES,
    read: ({ close }) =>
      new Map([
        ...walletFacts(close.wallets),
        ...outstandingFacts(close, String),
        ["state", STATE_WORDS[close.facts.state]],
        ["errors", formatAmount(close.errors.total)],
        ["warnings", formatAmount(close.warnings.total)],
        ["undecided errors", formatAmount(close.errors.total - close.errors.decided)],
      ]),
  },
  {
    name: "C2 Outstanding",
    of: "now",
    amounts: "cells",
    states: ["differs"],
    statesOfWallets: ["paid, no entry carriedForward", "in transit items", "orphan payref added"],
    read: ({ sheet, sole }) => outstanding(sheet("Outstanding"), sole),
  },
  ...["months", "restatements", "proposals", "letters"].map((name): Place => {
    return {
      name: `the moment of ${name} --json`,
      of: "now",
      amounts: "units",
      states: ["moment"],
      read: ({ text }) => new Map([["moment", shownIn(text(`${name}.json`))]]),
    };
  }),
  {
    name: "year --json, now",
    of: "now",
    amounts: "units",
    states: [],
    statesOnceChanged: ["changes since"],
    read: ({ text, month }) => {
      const facts = new Map<string, string>();
      const own = monthOfYear(text("year.json"), month);
      const much = own === undefined ? "" : muchWords({ count: own.changes, effects: own.effects });
      if (much !== "") facts.set("changes since", much);
      for (const { currency, now } of own?.figures ?? []) {
        if (now === null) continue;
        const { unresolved, ...figures } = now;
        for (const [figure, amount] of Object.entries({ ...figures, unresolved: unresolved.amount }))
          facts.set(`${currency ?? NO_CURRENCY} ${figure}`, String(amount));
      }
      return facts;
    },
  },
  {
    name: "the year's workbook, now",
    of: "now",
    amounts: "cells",
    hasOwnDecimals: true,
    states: [],
    statesOnceChanged: ["changes since"],
    read: (rendered) => {
      const heads = { "Closing now": "closing", "Unresolved now": "unresolved", "Changed since": "changes" };
      const facts = yearFigures(rendered, "Unresolved now", heads);
      const changes = [...facts].filter(([name]) => name.endsWith(" changes"));
      for (const [name, much] of changes) {
        facts.delete(name);
        if (much !== "nothing") facts.set("changes since", much);
      }
      return facts;
    },
  },
  {
    name: "D2 Audit",
    of: "now",
    amounts: "cells",
    states: ["moment"],
    read: ({ sheet }) => new Map([["moment", factIn(sheet("Audit"), "Shows")]]),
  },
  {
    name: "the binder's D2",
    of: "now",
    amounts: "written",
    states: ["moment"],
    read: ({ page }) => new Map([["moment", factIn(page("D2"), "Shows")]]),
  },
  { name: "restatements", of: "now", amounts: "written", states: [], read: restatementsText },
  {
    name: "the letter",
    of: "now",
    amounts: "written",
    states: [],
    read: letter,
  },
];

/** Of which moment a document says that it is; of a list of months its newest one says so. */
function shownIn(text: string): string {
  const document = documentIn(text) as {
    readonly shows?: string;
    readonly months?: readonly { readonly shows: string }[];
  };
  return document.shows ?? document.months?.[0]?.shows ?? "";
}

/** With the moment above a text of now, and whether its note says that the month was signed otherwise. */
function withHead(facts: Map<string, string>, text: string, month: Month): Map<string, string> {
  return facts
    .set("moment", /^As of now.*$/mu.exec(text)?.[0] ?? "")
    .set("differs", String(text.includes(`Note: ${monthTitle(month)} is signed off. Since then: `)));
}

/** The facts of `check`, which `check --as-of` prints alike. */
export function checkText(text: string): Map<string, string> {
  const lines = text.split("\n");
  const verdict = lines.find((line) => /^\w+ \d{4}(?:: | ties out| does not tie out)/u.test(line)) ?? "";
  const heads = columnsOf(lines.find((line) => /^ +User \d/u.test(line)) ?? "");
  const currencies = heads.map(
    (head) => /^User \d+(?:, business \d+)?(?:, (?<currency>.+))?$/u.exec(head)?.groups?.["currency"] ?? null,
  );
  const sums = new Sums();
  let decimals = 0;
  const labels = {
    Opening: "opening",
    Inflows: "inflow",
    Outflows: "outflow",
    "Break differences": "breaks",
    Closing: "closing",
  };
  for (const [label, figure] of Object.entries(labels)) {
    const [, ...cells] = columnsOf(lines.find((line) => line.startsWith(`  ${label}  `)) ?? "");
    for (const [at, cell] of cells.entries()) {
      decimals = decimalsIn(cell);
      const amount = unitsIn(cell);
      sums.add(currencies[at] ?? null, figure, figure === "outflow" ? 0 - amount : amount);
    }
  }
  const isCut = /and \d+ more wallets/u.test(text);
  const facts = isCut ? new Map<string, string>() : sums.facts((sum) => formatAmount(sum, decimals));
  const [, errors = "", warnings = ""] =
    /: ([\d,]+) errors?, ([\d,]+) warnings?, [\d,]+ notices?\./u.exec(text) ?? [];
  return facts.set("verdict", withoutProgress(verdict)).set("errors", errors).set("warnings", warnings);
}

function columnsOf(line: string): string[] {
  return line.trim().split(/ {3,}/u);
}

/** A verdict without how far the review is, which not every place says. */
function withoutProgress(verdict: string): string {
  return verdict
    .replace(/; (?:all|none|[\d,]+ of [\d,]+) reviewed\.$/u, ".")
    .replaceAll(/, (?:none|all|[\d,]+) raised(?=[;.])/gu, "");
}

interface DocumentOfCheck {
  readonly counts: { readonly bySeverity: Readonly<Record<"error" | "warning", number>> };
  readonly wallets: readonly Wallet[];
}

interface Wallet {
  readonly currency: string | null;
  readonly opening: number;
  readonly inflow: number;
  readonly outflow: number;
  readonly breakDifference: number;
  readonly closing: number;
}

function checkDocument(text: string): Map<string, string> {
  const { counts, wallets } = documentIn(text) as DocumentOfCheck;
  return walletFacts(wallets)
    .set("moment", shownIn(text))
    .set("errors", formatAmount(counts.bySeverity.error))
    .set("warnings", formatAmount(counts.bySeverity.warning));
}

function walletFacts(wallets: readonly Wallet[]): Map<string, string> {
  const sums = new Sums();
  for (const { currency, opening, inflow, outflow, breakDifference: breaks, closing } of wallets) {
    for (const [figure, amount] of Object.entries({ opening, inflow, outflow, breaks, closing }))
      sums.add(currency, figure, amount);
  }
  return sums.facts();
}

/** What a command printed as JSON, whatever it said after it. */
function documentIn(text: string): unknown {
  return JSON.parse(text.replace(/exit status \d+\n$/u, ""));
}

function reviewText(text: string): Map<string, string> {
  const [, decided = "", errors = "", warnings = ""] =
    /Errors ([\d,]+) of ([\d,]+), warnings [\d,]+ of ([\d,]+):/u.exec(text) ?? [];
  const count = (status: string) => unitsIn(new RegExp(`([\\d,]+) ${status}`, "u").exec(text)?.[1] ?? "0");
  return reviewFacts({
    errors: { reviewed: unitsIn(decided || "0"), total: unitsIn(errors || "0") },
    warnings: unitsIn(warnings || "0"),
    count,
  });
}

function reviewDocument(text: string): Map<string, string> {
  const { progress } = documentIn(text) as {
    readonly progress: {
      readonly bySeverity: Readonly<
        Record<"error" | "warning", { readonly reviewed: number; readonly total: number }>
      >;
      readonly byStatus: Readonly<Record<string, number>>;
    };
  };
  const { error, warning } = progress.bySeverity;
  return reviewFacts({
    errors: error,
    warnings: warning.total,
    count: (status) => progress.byStatus[status] ?? 0,
  }).set("moment", shownIn(text));
}

interface ReviewCounts {
  readonly errors: { readonly reviewed: number; readonly total: number };
  readonly warnings: number;
  readonly count: (status: string) => number;
}

function reviewFacts({ errors, warnings, count }: ReviewCounts): Map<string, string> {
  return new Map([
    ["errors", formatAmount(errors.total)],
    ["warnings", formatAmount(warnings)],
    ["undecided errors", formatAmount(errors.total - errors.reviewed)],
    ["undecided exceptions", formatAmount(count("open") + count("reopened"))],
    ...["raised", "accepted", "explained"].map(
      (name) => [`${name} exceptions`, formatAmount(count(name))] as const,
    ),
  ]);
}

const STATES = Object.values(STATE_WORDS).toSorted((a, b) => b.length - a.length);

/** The state that a text begins with. */
function stateIn(text: string): string {
  return STATES.find((state) => text.startsWith(state)) ?? text;
}

function monthsText({ text, month }: Rendered): Map<string, string> {
  const [, after = ""] = text("months.txt").split(new RegExp(`^${month} `, "mu"));
  const [line = "", ...below] = after.split("\n");
  const state = stateIn(line.trim());
  const facts = new Map([["state", state]]);
  const end = below.findIndex((one) => !one.startsWith(" "));
  const ofMonth = below.slice(0, end).map((one) => one.trim());
  facts.set("differs", String(ofMonth.some((one) => one.startsWith("Since then: "))));
  const records = ofMonth.find((one) => one.startsWith("Records: ")) ?? "";
  const changes = [...records.matchAll(/[:;] ([\d,]+) /gu)].map(([, count = ""]) => readCount(count));
  if (state === STATE_WORDS["signed-off"])
    facts.set("record changes", formatAmount(changes.reduce((sum, count) => sum + count, 0)));
  return facts;
}

function readCount(words: string): number {
  return Number(words.replaceAll(",", ""));
}

/** What became of the month by the register of changes: its records one by one, and its wallets. */
function restatementsText({ text, month }: Rendered): Map<string, string> {
  const printed = text("restatements.txt");
  const title = monthTitle(month);
  const changes = printed
    .split(/^ {2}(?=\S)/mu)
    .filter((one) => one.includes(` ${title} was signed off by `));
  const facts = new Map<string, string>();
  if (changes.length > 0) facts.set("record changes", formatAmount(changes.length));
  const sums = new Sums();
  let decimals = 0;
  const moved = new RegExp(
    `^${title}, user \\d+[^:]*: the (?<what>sum of movements|stated closing) changed by (?<by>\\+?[−\\d.,]+\\d)(?: (?<currency>\\w+))?$`,
    "gmu",
  );
  for (const { groups = {} } of printed.matchAll(moved)) {
    const { what = "", by = "", currency = null } = groups;
    decimals = decimalsIn(by);
    sums.add(currency, what === "stated closing" ? "closing since" : "movements since", unitsIn(by));
  }
  return new Map([...facts, ...sums.facts((sum) => formatAmount(sum, decimals))]);
}

interface ListedMonth {
  readonly month: Month;
  readonly state: CloseState;
  readonly steps: readonly {
    readonly step: string;
    readonly frozen: { readonly wallets: readonly Wallet[] } | null;
  }[];
}

function monthsDocument({ text, month }: Rendered): Map<string, string> {
  const { months } = documentIn(text("months.json")) as { readonly months: readonly ListedMonth[] };
  const listed = months.find((one) => one.month === month);
  const last = listed?.steps.at(-1);
  const frozen = last?.step === "sign-off" ? (last.frozen ?? null) : null;
  const facts = frozen === null ? new Map<string, string>() : walletFacts(frozen.wallets);
  return facts.set("state", listed === undefined ? "not listed" : STATE_WORDS[listed.state]);
}

const OTHER_DECIMALS = /prepared with \d(?: or \d)* decimals; all amounts here have \d/u;

function yearText({ text, month, sole }: Rendered): Map<string, string> {
  const facts = new Map<string, string>();
  let currency = "";
  for (const line of text("year.txt").split("\n")) {
    const cells = line.trim().split(/ {2,}/u);
    if (cells.includes("Opening"))
      currency = cells[0] === "Opening" ? (sole ?? "") : named(cells[0] ?? "", sole);
    if (!line.trim().startsWith(`${monthTitle(month)}  `)) continue;
    const [
      ,
      opening = "",
      inflow = "",
      outflow = "",
      breaks = "",
      closing = "",
      unresolved = "",
      close = "",
    ] = cells;
    const figures = { opening, inflow, outflow: turned(outflow), breaks, closing, unresolved };
    for (const [figure, amount] of Object.entries(figures)) facts.set(`${currency} ${figure}`, amount);
    facts.set("state", stateIn(close));
  }
  return facts.set("other decimals", String(OTHER_DECIMALS.test(text("year.txt"))));
}

/** The amount with the other sign. */
function turned(written: string): string {
  return formatAmount(0 - unitsIn(written), decimalsIn(written));
}

/** A currency as facts name it, from how a place names it. */
function named(written: string, sole: string | null): string {
  if (written === "" && sole !== null) return sole;
  return /^(?:no currency stated|not stated)?$/iu.test(written) ? NO_CURRENCY : written;
}

interface DocumentOfYear {
  readonly months: readonly {
    readonly month: Month;
    readonly state: CloseState;
    readonly shows: string;
    readonly changes: number;
    readonly effects: readonly string[];
    readonly undecided: { readonly errors: number };
    readonly figures: readonly (Wallet &
      Unresolved & {
        /** Of a signed month. */
        readonly now: (Pick<Wallet, "inflow" | "outflow" | "closing"> & Unresolved) | null;
      })[];
  }[];
}

interface Unresolved {
  readonly unresolved: { readonly amount: number };
}

function monthOfYear(text: string, month: Month): DocumentOfYear["months"][number] | undefined {
  return (documentIn(text) as DocumentOfYear).months.find((one) => one.month === month);
}

function yearDocument({ text, month }: Rendered): Map<string, string> {
  const listed = monthOfYear(text("year.json"), month);
  if (listed === undefined) return new Map();
  const facts = walletFacts(listed.figures);
  for (const { currency, unresolved } of listed.figures)
    facts.set(`${currency ?? NO_CURRENCY} unresolved`, String(unresolved.amount));
  return facts
    .set("moment", listed.shows)
    .set("state", STATE_WORDS[listed.state])
    .set("undecided errors", formatAmount(listed.undecided.errors));
}

function yearSheet(rendered: Rendered): Map<string, string> {
  const roll = yearFigures(rendered, "Opening", {
    Opening: "opening",
    Inflows: "inflow",
    Outflows: "outflow",
    "Break differences": "breaks",
    Closing: "closing",
  });
  const unresolved = yearFigures(rendered, "Unresolved", { Unresolved: "unresolved" });
  const isOther = rendered.year.some(([first = ""]) => OTHER_DECIMALS.test(first));
  return new Map([...roll, ...unresolved, ["other decimals", String(isOther)]]);
}

/** Figures and state of the month in one of the year's tables. @param title of a column that no other has */
function yearFigures(
  { year, month, sole }: Rendered,
  title: string,
  headers: Readonly<Record<string, string>>,
): Map<string, string> {
  const facts = new Map<string, string>();
  const [head = [], ...rows] = tablesWith(year, "Month", title);
  for (const row of rows.filter(([first]) => first === monthTitle(month))) {
    const at = (header: string) => row[head.indexOf(header)] ?? "";
    const currency = head.includes("Currency") ? named(at("Currency"), sole) : (sole ?? "");
    for (const [header, figure] of Object.entries(headers)) {
      const amount = at(header);
      // What is of now alone only a signed month has.
      if (amount !== "") facts.set(`${currency} ${figure}`, amount);
    }
    facts.set("state", stateIn(at("State of the close")));
  }
  return facts;
}

/** What D2 says of a fact. */
function factIn(rows: readonly Row[], fact: string): string {
  return rows.find(([name]) => name === fact)?.[1] ?? "";
}

/** The rows from a header row on that begins with one text and holds another, up to an empty row. */
function tablesWith(rows: readonly Row[], first: string, header: string): Row[] {
  const at = rows.findIndex((row) => row[0] === first && row.includes(header));
  return at === -1 ? [] : tableUnder(rows.slice(at), first);
}

interface DocumentOfClients {
  readonly ledgers: readonly {
    readonly client: {
      readonly month: Month;
      readonly state: CloseState;
      readonly shows: string;
      readonly restated: readonly {
        readonly month: Month;
        readonly changes: number;
        readonly effects: readonly string[];
      }[];
      readonly check: {
        readonly conclusion: string;
        readonly toResolve: string;
        readonly errors: number;
        readonly undecidedErrors: number;
      } | null;
    } | null;
  }[];
}

function clientsDocument({ text, month }: Rendered): Map<string, string> {
  const client = (documentIn(text("clients.json")) as DocumentOfClients).ledgers[0]?.client;
  const restated = client?.restated.find((one) => one.month === month);
  const facts = new Map<string, string>(
    restated === undefined
      ? []
      : [["changes since", muchWords({ count: restated.changes, effects: restated.effects })]],
  );
  facts.set("moment", client?.shows ?? "");
  if (client?.month !== month) return facts;
  facts.set("state", STATE_WORDS[client.state]);
  if (client.check !== null) {
    facts.set("conclusion", client.check.conclusion);
    for (const [currency, amount] of unresolvedIn(client.check.toResolve))
      facts.set(`${currency} unresolved`, String(unitsIn(amount)));
    facts.set("errors", formatAmount(client.check.errors));
    facts.set("undecided errors", formatAmount(client.check.undecidedErrors));
  }
  return facts;
}

/** What is said to be to resolve, by currency. @example `9,212,770 NGN and 5 in no stated currency` */
export function unresolvedIn(words: string): Map<string, string> {
  if (/ exceptions?$/u.test(words)) return new Map();
  const amounts = words.matchAll(/([\d,.]+)(?: ([A-Z]{3})| in no stated currency)?(?: and |$)/gu);
  return new Map(Array.from(amounts, ([, amount = "", currency = NO_CURRENCY]) => [currency, amount]));
}

function clientsText({ text, month }: Rendered): Map<string, string> {
  const [line = ""] = text("clients.txt").split("\n");
  const [, changes] =
    new RegExp(
      `Changed since sign-off: .*?\\b${monthTitle(month)} \\((.+?)\\)(?:, \\w+ \\d{4} \\(|\\.)`,
      "u",
    ).exec(line) ?? [];
  const restated = changes === undefined ? [] : [["changes since", changes] as const];
  const [, state = ""] = new RegExp(`: ${monthTitle(month)} is ([^.,]+)[.,]`, "u").exec(line) ?? [];
  if (state === "") return new Map(restated);
  const [, undecided = "0"] = /(?<undecided>[\d,]+) undecided errors?\./u.exec(line) ?? [];
  const [, toResolve = ""] = /\. ([^.]+(?:\.\d+[^.]*)*) to resolve\. Waits for:/u.exec(line) ?? [];
  const [, conclusion] =
    /Waits for: [^.]+\. (.+?\.) (?:[\d,]+ undecided errors?\. )?(?:Pulled|Imported) /u.exec(line) ?? [];
  const concluded = [["conclusion", conclusion ?? ""] as const, ["undecided errors", undecided] as const];
  const unresolved = [...unresolvedIn(toResolve)].map(
    ([currency, amount]) => [`${currency} unresolved`, amount] as const,
  );
  const check = conclusion === undefined ? [] : [...concluded, ...unresolved];
  return new Map([...restated, ["state", state], ...check]);
}

function closingsIn(text: string, closings: RegExp): Map<string, string> {
  const sums = new Sums();
  let decimals = 0;
  for (const { groups } of text.matchAll(closings)) {
    const closing = groups?.["closing"] ?? "";
    decimals = decimalsIn(closing);
    sums.add(groups?.["currency"] ?? null, "closing", unitsIn(closing));
  }
  return sums.facts((sum) => formatAmount(sum, decimals));
}

const BALANCES: Readonly<Record<string, string>> = {
  opening: "opening",
  inflows: "inflow",
  outflows: "outflow",
  "break differences": "breaks",
  "closing, as the wallet states it": "closing",
};

function lead(rows: readonly Row[], sole: string | null): Map<string, string> {
  const [, conclusion, verdict, , close] = tableUnder(rows, "Conclusion");
  const facts = new Map([
    ["conclusion", conclusion?.[0] ?? ""],
    ["verdict", withoutProgress(verdict?.[0] ?? "")],
    ["differs", differsIn(rows)],
  ]);
  facts.set("state", standingIn(close?.[0] ?? ""));
  for (const [label = "", amount = ""] of tableUnder(rows, "Balance")) {
    const [, currency = "", line = ""] = /^(?:(.+): )?(.+)$/u.exec(label) ?? [];
    const figure = BALANCES[line.toLowerCase()];
    if (figure !== undefined) facts.set(`${named(currency, sole)} ${figure}`, amount);
  }
  const [head = [], ...kinds] = tableUnder(rows, "Exceptions in money");
  for (const row of kinds.filter(([first]) => first === "All exceptions")) {
    const at = (header: string) => row[head.indexOf(header)] ?? "";
    const of = named(at("Currency"), sole);
    for (const name of ["Undecided", "Raised", "Accepted", "Explained"])
      facts.set(`${of} ${name.toLowerCase()} amount`, at(name));
  }
  const [titles = [], ...lines] = tableUnder(rows, "Uncorrected misstatements");
  for (const row of lines) {
    const at = (header: string) => row[titles.indexOf(header)] ?? "";
    const of = named(at("Currency"), sole);
    facts.set(`${of} uncorrected`, at("Together")).set(`${of} uncorrected errors`, at("Errors"));
  }
  return facts;
}

/** The state that the Lead's sentence on the close tells. */
function standingIn(sentence: string): string {
  if (sentence.includes(" was reopened by ")) return "open";
  const found = new RegExp(` (?:is|was) (?<state>${STATES.join("|")})\\b`, "u").exec(sentence);
  return found?.groups?.["state"] ?? sentence;
}

/** Whether the head of a sheet says that it is not what was prepared or signed. */
function differsIn(rows: readonly Row[]): string {
  return String(
    rows
      .slice(0, 6)
      .some(([first = ""]) =>
        /These figures differ from those|Exceptions or decisions changed since/u.test(first),
      ),
  );
}

function rollForward(rows: readonly Row[], sole: string | null): Map<string, string> {
  const [head = [], ...lines] = tableUnder(
    rows.slice(rows.findIndex(([first]) => first === "Wallet")),
    "Wallet",
  );
  const facts = new Map([["differs", differsIn(rows)]]);
  const headers = {
    Opening: "opening",
    Inflows: "inflow",
    Outflows: "outflow",
    "Break differences": "breaks",
    "Closing stated": "closing",
  };
  for (const row of lines.filter(([wallet = ""]) => /(?:^|\()User \d/u.test(wallet))) {
    const at = (header: string) => row[head.indexOf(header)] ?? "";
    const of = named(at("Currency"), sole);
    for (const [header, figure] of Object.entries(headers)) {
      const sum = Number(facts.get(`${of} ${figure}`) ?? 0) + Number(at(header));
      facts.set(`${of} ${figure}`, String(Number(sum.toFixed(6))));
    }
  }
  return facts;
}

function exceptions(rows: readonly Row[], sole: string | null): Map<string, string> {
  const [head = [], ...lines] = tableUnder(rows, "No.");
  const counts = new Map<string, number>();
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  for (const name of ["errors", "warnings", "undecided errors", ...COUNTS]) count(name, 0);
  for (const row of lines.filter(([first = ""]) => /^\d+$/u.test(first))) {
    const at = (header: string) => row[head.indexOf(header)] ?? "";
    const of = classOf(at("Status") as ReviewStatus);
    const currency = named(at("Currency"), sole);
    for (const name of CLASSES) count(`${currency} ${name}`, 0);
    count(`${at("Severity")}s`, 1);
    count(`${of} exceptions`, 1);
    count(`${currency} ${of} amount`, Number(at("Counted")));
    if (of === "undecided" && at("Severity") === "error") count("undecided errors", 1);
  }
  const facts = new Map(Array.from(counts, ([name, sum]) => [name, String(Number(sum.toFixed(6)))] as const));
  return facts.set("differs", differsIn(rows));
}

function outstanding(rows: readonly Row[], sole: string | null): Map<string, string> {
  const [head = [], ...lines] = tablesWith(rows, "Item", "Items open");
  const facts = new Map([["differs", differsIn(rows)]]);
  const kinds: readonly string[] = OUTSTANDING_KINDS;
  for (const row of lines.filter(([kind = ""]) => kinds.includes(kind))) {
    const at = (header: string) => row[head.indexOf(header)] ?? "";
    const of = named(at("Currency"), sole);
    for (const [figure, header] of Object.entries(ROLL_HEADERS))
      facts.set(`${of} ${row[0]} ${figure}`, at(header));
  }
  return facts;
}

/** What `prepare` and `sign-off` print of the month that they froze. */
export function stepText(text: string): Map<string, string> {
  const [, state = ""] = /^\w+ \d{4} is ([a-z ]+)\.$/mu.exec(text) ?? [];
  const [, conclusion = ""] = /^Conclusion(?: as signed)?: (.+)$/mu.exec(text) ?? [];
  const [, decided = "0", errors = ""] = /^ +([\d,]+) of ([\d,]+) errors? decided/mu.exec(text) ?? [];
  const facts = new Map([
    ["state", state],
    ["conclusion", conclusion],
    ["errors", errors],
    ["undecided errors", formatAmount(unitsIn(errors || "0") - unitsIn(decided))],
  ]);
  if (/and [\d,]+ more wallets?/u.test(text)) return facts;
  const closings = / closes at (?<closing>[−\d.,]+\d)(?: (?<currency>[A-Z]+))?/gu;
  return new Map([...facts, ...closingsIn(text, closings)]);
}

function letter({ letter: paragraphs }: Rendered): Map<string, string> {
  const facts = closingsIn(
    paragraphs.join("\n"),
    /^Please confirm the balance of (?:(?<currency>[^\d−]+) )?(?<closing>[−\d.,]+\d) at /gmu,
  );
  // None is written where nothing is asked.
  const [, day = ""] =
    /, as we received them on (\d{4}-\d\d-\d\d) [\d:]+ \S+\. Balances and questions are as of then\.$/mu.exec(
      paragraphs.join("\n"),
    ) ?? [];
  return paragraphs.length === 0 ? facts : facts.set("moment's day", day);
}
