/** A year as one sheet: its roll-forward with live formulas, what came after each month, and who signed. */
import { NOT_STATED, currencyList } from "../words/currency.ts";
import { monthTitle } from "../words/month.ts";
import { textLiteral } from "./sheet/currencies.ts";
import { ROLL_HEADS, rolledOn } from "./rollforward/rollforward.ts";
import {
  type CurrentRow,
  type KeyedRow,
  ReportTable,
  type TableSetting,
  columnsOf,
  head,
} from "./sheet/table.ts";
import { muchWords } from "../review/close/since.ts";
import { monthStateWords, yearLimits, yearProgress, yearTitle, yearVerdict } from "./year-words.ts";
import {
  type YearFigures,
  type YearMonth,
  type YearReport,
  type YearTotal,
  opensOnClosing,
  type StepTaken,
  isYearFigureAsSigned,
  restatedBy,
  yearTies,
} from "./year.ts";
import { ZoneClock, sayInstant } from "../time.ts";
import { fitOfAmounts } from "./sheet/fit.ts";
import { entityName, headingName, signedLines, unitWords } from "./lead/headings.ts";
import { type Cell, type CellTone, EXCEL_ROWS, type Workbook } from "./sheet/model.ts";
import { type SheetName, sheetOf } from "./sheet/sheets.ts";
import { exceptionsOf } from "./exceptions/exceptions.ts";
import { figuresOf } from "./sheet/figures.ts";
import type { ReportInput } from "./sheet/input.ts";
import { type Unresolved, unresolvedOf } from "./exceptions/exception-amounts.ts";
import { exposuresOf, totalsByBlock } from "./exceptions/exposures.ts";

// The roll-forward of a year: by currency its months, each from the closing of the one before, and their
// total.

const ROLL = columnsOf<KeyedRow<string>>()({
  month: head("text", "Month", 18),
  currency: { ...head("text", "Currency", 10), ofCurrency: "close up" },
  state: head("text", "State of the close", 22),
  entries: ROLL_HEADS.entries,
  before: head("amount", "Closing before", 14),
  opening: ROLL_HEADS.opening,
  opens: head("truth", "Opens on it", 9),
  inflow: ROLL_HEADS.inflow,
  outflow: ROLL_HEADS.outflow,
  breakDifference: ROLL_HEADS.breakDifference,
  closing: head("amount", "Closing", 14),
});
type YearRollKey = keyof typeof ROLL;
type YearRollTable = ReportTable<never, YearRollKey>;

const [FOOTS, DOES_NOT_FOOT] = ["foots", "does not foot"];

const SUMMED = ["entries", "inflow", "outflow", "breakDifference"] as const;

function yearRollTable(year: YearReport, setting: TableSetting): YearRollTable {
  const { months, totals } = year;
  return new ReportTable<never, YearRollKey>(setting, {
    id: "year",
    title: "Roll-forward: signed months as they were signed, others by today's records",
    empty: "No record reaches these months.",
    columns: ROLL,
    count: totals.length * (months.length + 1),
    lines: (table, here) => rollRows(year, table, here),
  });
}

function* rollRows(
  { months, totals, decimals }: YearReport,
  table: YearRollTable,
  here: CurrentRow<YearRollKey>,
): Generator<KeyedRow<YearRollKey>> {
  const round = (formula: string) => (decimals === 0 ? formula : `ROUND(${formula},${decimals})`);
  for (const [block, total] of totals.entries()) {
    const first = here.index;
    let hasBefore = false;
    for (const month of months) {
      const of = month.figures[block];
      yield of === undefined
        ? here.row("quiet", { month: monthTitle(month.month), state: monthStateWords(month) })
        : monthRow(month, of, here, { round, hasBefore });
      hasBefore = of !== undefined;
    }
    const reached = [months.findIndex(isReached), months.findLastIndex(isReached)] as const;
    yield totalRow(total, table, here, { round, first, reached });
  }
}

function isReached({ figures }: YearMonth): boolean {
  return figures.length > 0;
}

/** @param hasBefore whether the row above has the closing of the month before */
function monthRow(
  month: YearMonth,
  of: YearFigures,
  here: CurrentRow<YearRollKey>,
  { round, hasBefore }: { readonly round: (formula: string) => string; readonly hasBefore: boolean },
): KeyedRow<YearRollKey> {
  const { before, opening, walletsApart } = of;
  const agrees = opensOnClosing(of);
  return here.row(agrees ? "plain" : "break", {
    month: monthTitle(month.month),
    currency: of.currency ?? NOT_STATED,
    state: monthStateWords(month),
    entries: of.entries,
    before: hasBefore && before !== null ? { value: before, formula: here.above("closing") } : before,
    opening,
    opens:
      before === null
        ? null
        : {
            value: agrees,
            // What single wallets open at is in the workbooks of the months.
            formula:
              walletsApart === 0 || opening !== before
                ? `${here.cell("opening")}=${here.cell("before")}`
                : `AND(${here.cell("opening")}=${here.cell("before")},${walletsApart}=0)`,
          },
    inflow: of.inflow,
    outflow: of.outflow,
    breakDifference: of.breakDifference,
    closing: { value: of.closing, formula: round(rolledOn(here)) },
  });
}

/**
 * From the first month that the records reach, whose opening it opens on, to the last, whose closing it has
 * to be.
 *
 * @param of.first the row of the year's first month
 * @param of.reached how far below it those two are
 */
function totalRow(
  total: YearTotal,
  table: YearRollTable,
  here: CurrentRow<YearRollKey>,
  of: {
    readonly round: (formula: string) => string;
    readonly first: number;
    readonly reached: readonly [number, number];
  },
): KeyedRow<YearRollKey> {
  const { first, round } = of;
  const [oldest, newest] = of.reached;
  const summed = SUMMED.map((key) => {
    const formula = table.sum(key, first, here.index - 1);
    return [key, { value: total[key], formula: key === "entries" ? formula : round(formula) }] as const;
  });
  return here.row("total", {
    month: "The year",
    currency: total.currency ?? NOT_STATED,
    state: {
      value: total.difference === 0 ? FOOTS : DOES_NOT_FOOT,
      formula: `IF(${here.cell("opens")},${textLiteral(FOOTS)},${textLiteral(DOES_NOT_FOOT)})`,
    },
    ...Object.fromEntries(summed),
    opening: { value: total.opening, formula: table.near("opening", first + oldest, here.index) },
    opens: {
      value: total.difference === 0,
      formula: `${here.cell("closing")}=${table.near("closing", first + newest, here.index)}`,
    },
    closing: { value: total.closing - total.difference, formula: round(rolledOn(here)) },
  });
}

// By month: who closed it, what later pulls changed of a signed closing, and what is unresolved.

const SINCE = columnsOf<KeyedRow<string>>()({
  month: head("text", "Month"),
  currency: { ...head("text", "Currency"), ofCurrency: "close up" },
  state: head("text", "State of the close"),
  undecided: head("integer", "Undecided", 12),
  signedClosing: head("amount", "Closing signed"),
  closingNow: head("amount", "Closing now"),
  restated: head("amount", "Closing restated by"),
  movementsNow: head("amount", "Movements now"),
  movements: head("amount", "Movements restated by"),
  same: head("truth", "Same"),
  unresolved: head("amount", "Unresolved"),
  raised: head("amount", "Of it raised"),
  unresolvedNow: head("amount", "Unresolved now"),
  // A column this wide would push the closings above it apart.
  prepared: { ...head("wrapped", "Prepared", 28), skip: 1 },
  signed: head("wrapped", "Signed off", 28),
  // Last, for what other months changed may be long.
  changes: head("text", "Changed since", 28),
});
type SinceKey = keyof typeof SINCE;
type YearSinceTable = ReportTable<never, SinceKey>;

function sinceTable(year: YearReport, setting: TableSetting, roll: YearRollTable): YearSinceTable {
  const { months, totals } = year;
  return new ReportTable<never, SinceKey>(setting, {
    id: "since",
    title:
      "Who closed each month, what changed since, and what is unresolved at its end; signed months as they were signed",
    empty: "No record reaches these months.",
    columns: SINCE,
    count: totals.length * months.length,
    lines: (_, here) => sinceRows(year, roll, here),
  });
}

function* sinceRows(
  year: YearReport,
  roll: YearRollTable,
  here: CurrentRow<SinceKey>,
): Generator<KeyedRow<SinceKey>> {
  const clock = new ZoneClock(year.timeZone);
  for (const block of year.totals.keys()) {
    for (const [at, month] of year.months.entries()) {
      const of = month.figures[block];
      const known = {
        month: monthTitle(month.month),
        state: monthStateWords(month),
        // What is of the month as a whole is said once.
        ...(block === 0 ? closeOf(month, clock) : {}),
      };
      yield of === undefined
        ? here.row("quiet", known)
        : here.row(isYearFigureAsSigned(of) ? "plain" : "break", {
            ...known,
            ...figuresSince(of, (key) => roll.cell(key, block * (year.months.length + 1) + at), here),
          });
    }
  }
}

/** @param signed the cell of the roll-forward that has a figure as it was signed */
function figuresSince(
  of: YearFigures,
  signed: (key: "closing" | "inflow" | "outflow") => string,
  here: CurrentRow<SinceKey>,
) {
  const { closing, currency, unresolved, now } = of;
  const shown = {
    currency: currency ?? NOT_STATED,
    unresolved: unresolved.amount,
    raised: unresolved.raised,
  };
  if (now === null) return shown;
  const restated = restatedBy(of);
  return {
    ...shown,
    signedClosing: { value: closing, formula: signed("closing") },
    closingNow: now.closing,
    restated: {
      value: restated.closing,
      formula: `${here.cell("closingNow")}-${here.cell("signedClosing")}`,
    },
    movementsNow: now.inflow - now.outflow,
    movements: {
      value: restated.movements,
      formula: `${here.cell("movementsNow")}-(${signed("inflow")}-${signed("outflow")})`,
    },
    same: {
      value: isYearFigureAsSigned(of),
      formula: `AND(${here.cell("restated")}=0,${here.cell("movements")}=0)`,
    },
    unresolvedNow: now.unresolved.amount,
  };
}

/** Undecided errors and warnings, changes since the signature, and who took the steps. */
function closeOf(month: YearMonth, clock: ZoneClock) {
  const { undecided, figures, changes, effects, prepared, signed } = month;
  return {
    undecided: figures.length === 0 ? null : undecided.errors + undecided.warnings,
    changes: signed === null ? null : muchWords({ count: changes, effects }) || "nothing",
    prepared: takenWords(prepared, clock),
    signed: takenWords(signed, clock),
  };
}

/** @example `Ada Obi, 2026-09-03` */
function takenWords(step: StepTaken | null, clock: ZoneClock): string | null {
  return step === null ? null : `${step.by}, ${clock.day(step.atMs)}`;
}

const SHEET: SheetName = {
  ref: "Y",
  name: "Year",
  title: "Year: each month's opening is the closing of the month before",
};

const TEXT = columnsOf<Cell>()({
  text: { ...head("text", "Conclusion, and what is not known"), value: (text) => text },
});

const UNPROVEN = "Not proven: a figure below was changed after this was written.";

/** Builds the workbook of a year, which has this one sheet. */
export function buildYear(year: YearReport): Workbook {
  const setting = {
    currencies: { isSplit: year.totals.length > 1, areDistinct: false },
    clock: { timeZone: year.timeZone },
  };
  const roll = yearRollTable(year, setting);
  const since = sinceTable(year, setting, roll);
  const amounts = [
    ...year.months.flatMap(({ figures }) =>
      figures.flatMap((of) => [of.opening, of.inflow, of.outflow, of.closing, of.unresolved.amount]),
    ),
    ...year.totals.flatMap(({ inflow, outflow, breakDifference }) => [inflow, outflow, breakDifference]),
  ];
  const { decimals, timeZone } = year;
  const fit = fitOfAmounts(amounts, decimals);
  const signHere = signedLines(null, null);
  const tables = [conclusionTable(year, setting, roll, since), roll, since];
  return {
    title: `${yearEntity(year)} — escrow wallet, twelve months`,
    scope: scopeOf(year),
    source: sourceOf(year),
    signatures: { value: signHere, formula: textLiteral(signHere) },
    footer: `${headingName(yearEntity(year), "footer")}  ·  ${yearTitle(year)}`,
    sheets: [sheetOf(SHEET, { fit, maxRows: EXCEL_ROWS }, { onePage: true }, tables)],
    timeZone,
    decimals,
    maxRows: EXCEL_ROWS,
  };
}

/** The verdict, which falls when a figure below no longer is what it rests on; then what is not known. */
function conclusionTable(
  year: YearReport,
  setting: TableSetting,
  roll: YearRollTable,
  since: YearSinceTable,
): ReportTable<Cell, "text"> {
  const limits = yearLimits(year);
  return new ReportTable(setting, {
    id: "conclusion",
    columns: TEXT,
    count: limits.length + 1,
    *lines() {
      yield verdictCell(year, roll, since);
      yield* limits;
    },
  });
}

function verdictCell(year: YearReport, roll: YearRollTable, since: YearSinceTable): Cell {
  const value = `${yearVerdict(year)} ${yearProgress(year)}`;
  const tone: CellTone = yearTies(year) ? "opening" : "bad";
  const figures = year.months.flatMap((month) => month.figures);
  const broken = figures.reduce(
    (sum, of) =>
      sum +
      Number(!opensOnClosing(of)) +
      Number(!isYearFigureAsSigned(of)) +
      Number(restatedBy(of).unresolved !== 0),
    0,
  );
  const offTotals = year.totals.filter(({ difference }) => difference !== 0).length;
  const signed = since.ranges("unresolved");
  const counted = [
    ...[...roll.ranges("opens"), ...since.ranges("same")].map((range) => `COUNTIF(${range},FALSE())`),
    // Only signed months have one of now.
    ...since
      .ranges("unresolvedNow")
      .map((range, at) => `SUMPRODUCT((${range}<>"")*(${range}<>${signed[at] ?? range}))`),
  ];
  if (counted.length === 0) return { value, tone };
  const formula = `IF(${counted.join("+")}=${broken + offTotals},${textLiteral(value)},${textLiteral(UNPROVEN)})`;
  return { value, tone, formula };
}

function yearEntity({ name, userID }: YearReport): string {
  return entityName([], { name, userID, businesses: [] });
}

function scopeOf(year: YearReport): string {
  const { totals, decimals, timeZone } = year;
  return [
    `Entity: ${yearEntity(year)}`,
    `Period: ${yearTitle(year)}`,
    `Currency: ${currencyList(totals.map(({ currency }) => currency))}, ${unitWords(decimals)}`,
    `Times in ${timeZone}`,
  ].join("   ·   ");
}

function sourceOf({ pull, audit, timeZone }: YearReport): string {
  const from = pull.source === "service" ? "pull" : "imported files, pull";
  const at = sayInstant(pull.atMs, new ZoneClock(timeZone));
  return `Source: ${from} ${pull.id}, ${at}; audit trail up to link ${audit.sequence}, ${audit.head}`;
}

// What is unresolved at a month's end, in money: the amounts of its Lead.

/** By currency, null unknown, where unresolved. @throws TieoutError SUM_OVERFLOW beyond exact integers */
export function unresolvedOfMonth(input: ReportInput): Map<string | null, Unresolved> {
  const figures = figuresOf(input);
  const exposures = exposuresOf(figures, exceptionsOf(input.check.findings));
  return new Map(
    totalsByBlock(figures, exposures).flatMap((totals, block) => {
      const unresolved = unresolvedOf(totals);
      if (unresolved.items === 0) return [];
      return [[figures.currencies.blocks[block]?.currency ?? null, unresolved] as const];
    }),
  );
}
