/** A1: the movements of the roll-forward by action and by day, live over B1, each with the total they must come to. */
import { actionLabel, otherActions } from "../records/action-label.ts";
import { type Currencies, labelAt } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import { type Flow, actionLines, netOf, totalOf } from "./flows.ts";
import type { Cell, Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { ROLL_AMOUNTS, everyCurrency, rollTotalAt, sumOf } from "./rollforward.ts";
import type { Day } from "../../time.ts";
import { FULL_SEARCH } from "../records/transactions.ts";
import { SPACER } from "../sheets.ts";

/** Actions and days have no closing of the service's own to compare with: the last column says that the total agrees. */
function flowColumns(
  { isSplit }: Currencies,
  first: Column,
  closing: string,
  without: readonly string[],
): readonly Column[] {
  const kept = ROLL_AMOUNTS.map((column) => {
    if (without.includes(column.key)) return SPACER;
    if (column.key === "ties") return { ...column, header: "Agrees" };
    return column.key === "closing" ? { ...column, header: closing } : column;
  });
  return [first, isSplit ? { key: "currency", header: "Currency", kind: "text" } : SPACER, ...kept];
}

export function actionColumns(currencies: Currencies): readonly Column[] {
  const first: Column = { key: "action", header: "Action", kind: "text" };
  return flowColumns(currencies, first, "Net", ["opening", "stated", "difference"]);
}

export function dayColumns(currencies: Currencies): readonly Column[] {
  const first: Column = { key: "day", header: "Period day", kind: "day" };
  return flowColumns(currencies, first, "Closing", ["stated", "difference"]);
}

/** Where the lines of a block stand in a table: from `first` on, its total in row `total`. */
interface BlockLines {
  readonly first: number;
  readonly total: number;
}

/** One block below the other, each ending in its total. */
function stacked(counts: readonly number[]): BlockLines[] {
  let next = 0;
  return counts.map((count) => {
    const lines = { first: next, total: next + count };
    next += count + 1;
    return lines;
  });
}

/** How many lines the actions of each block take, without its total. */
function actionCounts({ flows }: Figures): number[] {
  return flows.map(({ actions }) => {
    const lines = actionLines(actions).length;
    return lines + (actions.size > lines ? 1 : 0);
  });
}

function dayCounts({ flows }: Figures): number[] {
  return flows.map(({ days }) => days.size);
}

/** Rows of a table: its lines, a total for each block, and where there are several whether all of them agree. */
function rowsOf({ currencies }: Figures, counts: readonly number[]): number {
  return counts.reduce((rows, count) => rows + count + 1, currencies.isSplit ? 1 : 0);
}

export function actionCount(figures: Figures): number {
  return rowsOf(figures, actionCounts(figures));
}

export function dayCount(figures: Figures): number {
  return rowsOf(figures, dayCounts(figures));
}

/** What a formula makes of each part of a flow. */
type FlowFormulas = (key: keyof Flow) => string;

/** A line of actions or of days, in the block that it is of. */
interface FlowLine {
  readonly label: Cell;
  readonly flow: Flow;
  readonly row: number;
  /** null where there is one block. */
  readonly currency: string | null;
  /** Of a total of days, which ends on a closing; actions open on nothing and end on their net. */
  readonly opening?: Opening;
}

interface Opening {
  readonly value: number;
  readonly formula: string;
}

/** The cells of an action or of a total, from its label to its net or closing. */
function flowCells(
  { round }: Figures,
  { label, flow, row, currency, opening }: FlowLine,
  formulas: FlowFormulas,
): Cell[] {
  return [
    label,
    currency,
    { value: flow.entries, formula: formulas("entries") },
    opening ?? null,
    { value: flow.inflow, formula: round(formulas("inflow")) },
    { value: flow.outflow, formula: round(formulas("outflow")) },
    { value: flow.breakDifference, formula: round(formulas("breakDifference")) },
    {
      value: (opening?.value ?? 0) + netOf(flow),
      formula: round(`${opening === undefined ? "" : `D${row}+`}E${row}-F${row}+G${row}`),
    },
  ];
}

/** Cells of a block's wallets together, by key. */
type Totals = (key: string) => string;

function totalsOf(figures: Figures, roll: TablePlace, block: number): Totals {
  return (key) => roll.cell(key, rollTotalAt(figures, block));
}

function currencyAt({ currencies }: Figures, block: number): string | null {
  return currencies.isSplit ? labelAt(currencies, block) : null;
}

/**
 * One row per action, compared letter by letter (SUMIFS would fold case and take * for anything), then their total; each currency
 * by itself.
 *
 * @param roll the wallets of A1
 */
export function* actionRows(
  figures: Figures,
  place: TablePlace,
  wallet: TablePlace,
  roll: TablePlace,
): Generator<Row> {
  const blocks = stacked(actionCounts(figures));
  for (const [block, { first, total }] of blocks.entries()) {
    const actions = figures.flows[block]?.actions ?? new Map<string, Flow>();
    const currency = currencyAt(figures, block);
    const totals = totalsOf(figures, roll, block);
    const lines = actionLines(actions);
    for (const [at, [action, flow]] of lines.entries()) {
      const row = place.at(first + at).row;
      const { label, like } = actionLabel(action, `$A${row}`);
      const formulas = actionFormulas(wallet, like, currency === null ? null : `$B${row}`);
      yield { tone: "plain", cells: flowCells(figures, { label, flow, row, currency }, formulas) };
    }
    if (actions.size > lines.length) {
      const rest = [...actions.values()].slice(lines.length);
      const label: Cell = { value: otherActions(rest.length), tone: "quiet" };
      const listed = first + lines.length - 1;
      const formulas: FlowFormulas = (key) => `${totals(key)}-${place.sum(key, first, listed)}`;
      const row = place.at(first + lines.length).row;
      yield {
        tone: "plain",
        cells: flowCells(figures, { label, flow: totalOf(rest), row, currency }, formulas),
      };
    }
    yield flowTotal(figures, place, { first, total, block, totals, label: "All actions" });
  }
  yield* allAgree(figures, place, blocks);
}

/** @param currency the cell that names the currency of the line; null where there is one block */
function actionFormulas(wallet: TablePlace, like: string, currency: string | null): FlowFormulas {
  const over = (key: string, term: (range: string) => string) =>
    currency === null
      ? wallet.overParts(
          ["action", key],
          (names, range) => `SUMPRODUCT(EXACT(${names},${like})*${term(range)})`,
        )
      : wallet.overParts(
          ["action", "currency", key],
          (names, codes, range) =>
            `SUMPRODUCT(EXACT(${names},${like})*EXACT(${codes},${currency})*${term(range)})`,
        );
  const formulas: Readonly<Record<keyof Flow, () => string>> = {
    entries: () => over("movement", (range) => `ISNUMBER(${range})`),
    inflow: () => over("movement", (range) => `(${range}>0)*${range}`),
    outflow: () => `-(${over("movement", (range) => `(${range}<0)*${range}`)})`,
    breakDifference: () => over("difference", (range) => range),
  };
  return (key) => formulas[key]();
}

interface FlowTotal extends BlockLines {
  readonly block: number;
  readonly totals: Totals;
  readonly label: string;
  readonly opening?: Opening;
}

/** The total of a block's actions or days, and whether it is that of its wallets. */
function flowTotal(
  figures: Figures,
  place: TablePlace,
  { first, total, block, totals, label, opening }: FlowTotal,
): Row {
  const { row } = place.at(total);
  const flow = totalOf(figures.flows[block]?.actions.values() ?? []);
  const agree = [
    ["C", "entries"],
    ["E", "inflow"],
    ["F", "outflow"],
    ["G", "breakDifference"],
  ].map(([letter = "", key = ""]) => `${letter}${row}=${totals(key)}`);
  const currency = currencyAt(figures, block);
  const line = { label, flow, row, currency, ...(opening === undefined ? {} : { opening }) };
  return {
    tone: "total",
    cells: [
      ...flowCells(figures, line, (key) => place.sum(key, first, total - 1)),
      null,
      null,
      { value: true, formula: `AND(${agree.join(",")})` },
    ],
  };
}

/** Where there are several blocks: whether the totals of all agree. */
function* allAgree(
  { currencies }: Figures,
  place: TablePlace,
  blocks: readonly BlockLines[],
): Generator<Row> {
  if (!currencies.isSplit) return;
  const cells = blocks.map(({ total }) => place.cell("ties", total));
  yield everyCurrency({ value: true, formula: `AND(${cells.join(",")})` });
}

/** Of more wallets the last span takes in all that follows, so that a formula keeps within its 8,192 characters. */
const MOST_SPANS = 20;

/** A sum over the rows of B1 that can be of a day. */
type DaySearch = (day: Day, keys: readonly string[], expression: (...ranges: string[]) => string) => string;

/**
 * Looks through all of B1 for each day while that is quick, beyond it only through the day's first to last row of each
 * wallet of the block, whose entries stand in the order of their days.
 */
function daySearch(
  { input, flows, currencies, dayOf, walletRows }: Figures,
  wallet: TablePlace,
  block: number,
): DaySearch {
  const days = flows.reduce((count, flow) => count + flow.days.size, 0);
  if (wallet.count * days <= FULL_SEARCH) return (_, keys, of) => wallet.overParts(keys, of);
  const { periodAtMs } = input.check.entryOutcomes;
  const spans = new Map<Day, { first: number; last: number }[]>();
  let current: Day | null = null;
  walletRows.forEach((row, at) => {
    const day = row < 0 || currencies.ofEntry(row) !== block ? null : dayOf(periodAtMs[row] as number);
    if (day !== null) {
      const known = spans.get(day) ?? [];
      const last = known.at(-1);
      const goesOn = day === current || known.length === MOST_SPANS;
      if (last !== undefined && goesOn) last.last = at;
      else known.push({ first: at, last: at });
      spans.set(day, known);
    }
    current = day;
  });
  return (day, keys, of) =>
    (spans.get(day) ?? []).map(({ first, last }) => wallet.overParts(keys, of, first, last)).join("+");
}

/** The sums of a day; where there are several blocks, of its entries in the currency that the row names. */
function dayFormulas({ currencies }: Figures, search: DaySearch, day: Day, row: number): FlowFormulas {
  const over = (key: string, sign: ">0" | "<0" | null) =>
    currencies.isSplit
      ? search(
          day,
          ["day", "currency", key],
          (days, codes, range) =>
            `SUMPRODUCT((${days}=$A${row})*EXACT(${codes},$B${row})*${sign === null ? "" : `(${range}${sign})*`}${range})`,
        )
      : search(
          day,
          ["day", key],
          (days, range) => `SUMIFS(${range},${days},$A${row}${sign === null ? "" : `,${range},"${sign}"`})`,
        );
  const entries = () =>
    currencies.isSplit
      ? search(
          day,
          ["day", "currency"],
          (days, codes) => `SUMPRODUCT((${days}=$A${row})*EXACT(${codes},$B${row}))`,
        )
      : search(day, ["day"], (days) => `COUNTIF(${days},$A${row})`);
  const formulas: Readonly<Record<keyof Flow, () => string>> = {
    entries,
    inflow: () => over("movement", ">0"),
    outflow: () => `-(${over("movement", "<0")})`,
    breakDifference: () => over("difference", null),
  };
  return (key) => formulas[key]();
}

/**
 * One row per day that has entries, opening on the day before's closing, then their total; each currency by itself.
 *
 * @param roll the wallets of A1
 */
export function* dayRows(
  figures: Figures,
  place: TablePlace,
  wallet: TablePlace,
  roll: TablePlace,
): Generator<Row> {
  const { round } = figures;
  const blocks = stacked(dayCounts(figures));
  for (const [block, { first, total }] of blocks.entries()) {
    const search = daySearch(figures, wallet, block);
    const totals = totalsOf(figures, roll, block);
    const opened = sumOf(figures.currencies.blocks[block]?.wallets ?? [], ({ opening }) => opening);
    let closing = opened;
    let at = first;
    for (const [day, flow] of figures.flows[block]?.days ?? []) {
      const row = place.at(at).row;
      const formulas = dayFormulas(figures, search, day, row);
      const opening = closing;
      closing += netOf(flow);
      yield {
        tone: "plain",
        cells: [
          day,
          currencyAt(figures, block),
          { value: flow.entries, formula: formulas("entries") },
          { value: opening, formula: at === first ? totals("opening") : place.near("closing", at - 1, at) },
          { value: flow.inflow, formula: round(formulas("inflow")) },
          { value: flow.outflow, formula: round(formulas("outflow")) },
          { value: flow.breakDifference, formula: round(formulas("breakDifference")) },
          { value: closing, formula: round(`D${row}+E${row}-F${row}+G${row}`) },
        ],
      };
      at += 1;
    }
    const opening = { value: opened, formula: totals("opening") };
    yield flowTotal(figures, place, { first, total, block, totals, label: "All days", opening });
  }
  yield* allAgree(figures, place, blocks);
}
