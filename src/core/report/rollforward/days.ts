/** A1: the movements by day, live over B1, each day opening on the closing of the one before. */
import { EVERY_CURRENCY, moneyWords, matchesText, everyCurrencyRows } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import { FULL_SEARCH } from "../exceptions/transactions.ts";
import { type EntryKey, type WalletTable, labelOfAction, otherActions } from "../exceptions/wallet.ts";
import { type Condition, type OverParts, sumWhere, productWhere } from "../sheet/sums.ts";
import {
  type CurrentRow,
  type KeyedRow,
  ReportTable,
  columnsOf,
  head,
  type ColumnDeclaration,
  BLOCK_CURRENCY,
} from "../sheet/table.ts";
import type { Day } from "../../time.ts";
import { type Flow, netOf, actionLines, totalOf } from "../sheet/flows.ts";
import { ROLL_HEADS, type RollTable, rolledOn, rollTotalAt, sumOverWallets } from "./rollforward.ts";
import type { Cell, CellTone } from "../sheet/model.ts";
import type { TablePlace } from "../sheet/place.ts";

/** An action, a day, or the total of a currency's. */
interface FlowLine {
  readonly figures: Figures;
  readonly roll: RollTable;
  /** Index of the currency. */
  readonly block: number;
  readonly label: Cell;
  readonly flow: Flow;
  /** The formula of a part of the flow. */
  readonly sum: (key: keyof Flow, here: CurrentRow<"currency">) => string;
  /** Of days: what the line opens on. */
  readonly opening: { readonly value: number; readonly formula: string };
  readonly tone: Extract<CellTone, "plain" | "total">;
}

function flowColumn(key: keyof Flow): ColumnDeclaration<FlowLine, "currency"> {
  return {
    ...ROLL_HEADS[key],
    value: ({ flow }) => flow[key],
    formula: ({ figures, sum }, here) => (key === "entries" ? sum(key, here) : figures.round(sum(key, here))),
  };
}

/** Actions and days have no stated closing to compare with: the last column says that the total agrees. */
const FLOW_COLUMNS = {
  currency: BLOCK_CURRENCY,
  ties: {
    ...ROLL_HEADS.ties,
    header: "Agrees",
    skip: 2,
    value: ({ tone }) => (tone === "total" ? true : null),
    formula: ({ figures, roll, block }, here) => {
      const at = rollTotalAt(figures, block);
      const parts = (["entries", "inflow", "outflow", "breakDifference"] as const).map(
        (key) => `${here.cell(key)}=${roll.cell(key, at)}`,
      );
      return `AND(${parts.join(",")})`;
    },
  },
} as const satisfies Record<string, ColumnDeclaration<FlowLine, keyof Flow>>;

/** How many rows a table takes: lines and a total per currency, and of several whether all agree. */
function flowRows({ currencies }: Figures, lines: readonly number[]): number {
  return lines.reduce((rows, count) => rows + count + 1, everyCurrencyRows(currencies));
}

/** The total of a block's actions or days, which is that of its wallets. */
function totalLine(
  { figures, roll, block }: Pick<FlowLine, "figures" | "roll" | "block">,
  label: string,
  sum: FlowLine["sum"],
  opened = 0,
): FlowLine {
  const flow = totalOf(figures.flows[block]?.actions.values() ?? []);
  const opening = { value: opened, formula: roll.cell("opening", rollTotalAt(figures, block)) };
  return { figures, roll, block, label, flow, sum, opening, tone: "total" };
}

/** Of several currencies: whether the totals of all agree; null where there is one. */
function allAgree({ currencies }: Figures, table: TablePlace<"ties">, totals: readonly number[]): Cell {
  if (everyCurrencyRows(currencies) === 0) return null;
  return { value: true, formula: `AND(${totals.map((at) => table.cell("ties", at)).join(",")})` };
}

const DAYS = columnsOf<FlowLine>()({
  day: { ...head("day", "Period day"), value: ({ label }) => label },
  currency: FLOW_COLUMNS.currency,
  entries: flowColumn("entries"),
  opening: {
    ...ROLL_HEADS.opening,
    value: ({ opening }) => opening.value,
    formula: ({ opening }) => opening.formula,
  },
  inflow: flowColumn("inflow"),
  outflow: flowColumn("outflow"),
  breakDifference: flowColumn("breakDifference"),
  closing: {
    ...ROLL_HEADS.closing,
    header: "Closing",
    value: ({ opening, flow }) => opening.value + netOf(flow),
    formula: ({ figures }, here) => figures.round(rolledOn(here)),
  },
  ties: FLOW_COLUMNS.ties,
});
type DayKey = keyof typeof DAYS;
export type DayTable = ReportTable<FlowLine, DayKey>;

/** One row per day that has entries, then their total; each currency by itself. */
export function dayTable(figures: Figures, wallet: WalletTable, roll: RollTable): DayTable {
  return new ReportTable(figures, {
    id: "days",
    title: `By day, where there are entries${moneyWords(figures)}`,
    columns: DAYS,
    count: flowRows(
      figures,
      figures.flows.map(({ days }) => days.size),
    ),
    lines: (table, here) => dayRows(figures, wallet, roll, table, here),
    tone: ({ tone }) => tone,
  });
}

function* dayRows(
  figures: Figures,
  wallet: WalletTable,
  roll: RollTable,
  table: DayTable,
  here: CurrentRow<DayKey>,
): Generator<FlowLine | KeyedRow<DayKey>> {
  const totals: number[] = [];
  for (const [block, { days }] of figures.flows.entries()) {
    const search = daySearch(figures, wallet, block);
    const of = { figures, roll, block, tone: "plain" } as const;
    const opened = sumOverWallets(figures.currencies.blocks[block]?.wallets ?? [], ({ opening }) => opening);
    const first = here.index;
    let value = opened;
    for (const [day, flow] of days) {
      const isFirst = here.index === first;
      const formula = isFirst ? roll.cell("opening", rollTotalAt(figures, block)) : here.above("closing");
      const sum = sumOfDay(wallet, search(day), `$${here.cell("day")}`);
      yield { ...of, label: day, flow, sum, opening: { value, formula } };
      value += netOf(flow);
    }
    totals.push(here.index);
    const last = here.index - 1;
    yield totalLine(of, "All days", (key) => table.sum(key, first, last), opened);
  }
  const ties = allAgree(figures, table, totals);
  if (ties !== null) yield here.row("total", { day: EVERY_CURRENCY, ties });
}

/** @param day the cell that the days of B1 are compared with */
function sumOfDay(wallet: WalletTable, over: OverParts<EntryKey>, day: string): FlowLine["sum"] {
  const sum = (
    here: CurrentRow<"currency">,
    key: "movement" | "difference" | null,
    sign: ">0" | "<0" | null,
  ) => {
    const conditions: Condition<EntryKey>[] = [["day", `=${day}`]];
    if (sign !== null) conditions.push(["movement", sign]);
    return sumWhere<EntryKey>(wallet, key, conditions, `$${here.cell("currency")}`, over);
  };
  const formulas: Readonly<Record<keyof Flow, (here: CurrentRow<"currency">) => string>> = {
    entries: (here) => sum(here, null, null),
    inflow: (here) => sum(here, "movement", ">0"),
    outflow: (here) => `-(${sum(here, "movement", "<0")})`,
    breakDifference: (here) => sum(here, "difference", null),
  };
  return (key, here) => formulas[key](here);
}

/** With more wallets the last span takes in all the rest, so that a formula stays within 8,192 characters. */
const MOST_SPANS = 20;

/**
 * Looks through all of B1 for each day while that is quick, beyond it only through the day's first to last
 * row of each wallet of the block, whose entries stand in the order of their days.
 */
function daySearch(
  { input, flows, currencies, dayOf, walletRows }: Figures,
  wallet: WalletTable,
  block: number,
): (day: Day) => OverParts<EntryKey> {
  const days = flows.reduce((count, flow) => count + flow.days.size, 0);
  if (wallet.records * days <= FULL_SEARCH) return () => (keys, of) => wallet.overParts(keys, of);
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
  return (day) => (keys, of) =>
    (spans.get(day) ?? []).map(({ first, last }) => wallet.overParts(keys, of, first, last)).join("+");
}

// A1: the movements by action, live over B1.

const ACTIONS = columnsOf<FlowLine>()({
  action: { ...head("wrapped", "Action"), value: ({ label }) => label },
  currency: FLOW_COLUMNS.currency,
  entries: flowColumn("entries"),
  inflow: { ...flowColumn("inflow"), skip: 1 },
  outflow: flowColumn("outflow"),
  breakDifference: flowColumn("breakDifference"),
  closing: {
    ...ROLL_HEADS.closing,
    header: "Net",
    value: ({ flow }) => netOf(flow),
    formula: ({ figures }, here) =>
      figures.round(`${here.cell("inflow")}-${here.cell("outflow")}+${here.cell("breakDifference")}`),
  },
  ties: FLOW_COLUMNS.ties,
});
type ActionKey = keyof typeof ACTIONS;
export type ActionTable = ReportTable<FlowLine, ActionKey>;

/** One row per action, then their total; each currency by itself. */
export function actionTable(figures: Figures, wallet: WalletTable, roll: RollTable): ActionTable {
  return new ReportTable(figures, {
    id: "actions",
    title: `By action${moneyWords(figures)}`,
    columns: ACTIONS,
    count: flowRows(
      figures,
      figures.flows.map(({ actions }) => {
        const lines = actionLines(actions).length;
        return lines + (actions.size > lines ? 1 : 0);
      }),
    ),
    lines: (table, here) => actionRows(figures, wallet, roll, table, here),
    tone: ({ tone }) => tone,
  });
}

function* actionRows(
  figures: Figures,
  wallet: WalletTable,
  roll: RollTable,
  table: ActionTable,
  here: CurrentRow<ActionKey>,
): Generator<FlowLine | KeyedRow<ActionKey>> {
  const totals: number[] = [];
  for (const [block, { actions }] of figures.flows.entries()) {
    const of = { figures, roll, block, opening: NO_OPENING, tone: "plain" } as const;
    const first = here.index;
    const lines = actionLines(actions);
    for (const [action, flow] of lines) {
      const { label, like } = labelOfAction(action, `$${here.cell("action")}`);
      yield { ...of, label, flow, sum: sumOfAction(wallet, like, figures.actionsDistinct) };
    }
    if (actions.size > lines.length) {
      const rest = [...actions.values()].slice(lines.length);
      const last = here.index - 1;
      yield {
        ...of,
        label: { value: otherActions(rest.length), tone: "quiet" },
        flow: totalOf(rest),
        sum: (key) => `${roll.cell(key, rollTotalAt(figures, block))}-${table.sum(key, first, last)}`,
      };
    }
    totals.push(here.index);
    const last = here.index - 1;
    yield totalLine(of, "All actions", (key) => table.sum(key, first, last));
  }
  const ties = allAgree(figures, table, totals);
  if (ties !== null) yield here.row("total", { action: EVERY_CURRENCY, ties });
}

const NO_OPENING = { value: 0, formula: "" };

/** Over B1, letter by letter, beside `like`: SUMIFS would fold case and take * for anything. */
function sumOfAction(wallet: WalletTable, like: string, distinct: boolean): FlowLine["sum"] {
  const over = (
    here: CurrentRow<"currency">,
    key: "movement" | "difference",
    term: (range: string) => string,
  ) =>
    productWhere(
      wallet,
      ["action", key],
      `$${here.cell("currency")}`,
      (names, range = "") => `${matchesText(names, like, distinct)}*${term(range)}`,
    );
  const formulas: Readonly<Record<keyof Flow, (here: CurrentRow<"currency">) => string>> = {
    entries: (here) => over(here, "movement", (range) => `ISNUMBER(${range})`),
    inflow: (here) => over(here, "movement", (range) => `(${range}>0)*${range}`),
    outflow: (here) => `-(${over(here, "movement", (range) => `(${range}<0)*${range}`)})`,
    breakDifference: (here) => over(here, "difference", (range) => range),
  };
  return (key, here) => formulas[key](here);
}
