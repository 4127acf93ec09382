/** A1: the movements of the roll-forward by action and by day, live over B1, each with the total they must come to. */
import { actionLabel, otherActions } from "./action-label.ts";
import type { Figures } from "./figures.ts";
import { type Flow, actionLines, netOf, totalOf } from "./flows.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";
import { ROLL_AMOUNTS } from "./rollforward.ts";
import type { Day } from "../time.ts";
import { FULL_SEARCH } from "./transactions.ts";
import { SPACER } from "./sheets.ts";

/** Actions and days have no closing of the service's own to compare with: the last column says that the total agrees. */
function flowColumns(first: Column, closing: string, without: readonly string[]): readonly Column[] {
  const kept = ROLL_AMOUNTS.map((column) => {
    if (without.includes(column.key)) return SPACER;
    if (column.key === "ties") return { ...column, header: "Agrees" };
    return column.key === "closing" ? { ...column, header: closing } : column;
  });
  return [first, SPACER, ...kept];
}

export const ACTION_COLUMNS = flowColumns({ key: "action", header: "Action", kind: "text" }, "Net", [
  "opening",
  "stated",
  "difference",
]);
export const DAY_COLUMNS = flowColumns({ key: "day", header: "Period day", kind: "day" }, "Closing", [
  "stated",
  "difference",
]);

/** What a formula makes of each part of a flow. */
type FlowFormulas = (key: keyof Flow) => string;

/** The cells of an action, from its label to its net; actions open on nothing. */
function flowCells({ round }: Figures, label: Cell, flow: Flow, row: number, formulas: FlowFormulas): Cell[] {
  return [
    label,
    null,
    { value: flow.entries, formula: formulas("entries") },
    null,
    { value: flow.inflow, formula: round(formulas("inflow")) },
    { value: flow.outflow, formula: round(formulas("outflow")) },
    { value: flow.breakDifference, formula: round(formulas("breakDifference")) },
    { value: netOf(flow), formula: round(`E${row}-F${row}+G${row}`) },
  ];
}

/** Cells of the wallets' totals, by key. */
type Totals = (key: string) => string;

/** One row per action, compared letter by letter (SUMIFS would fold case and take * for anything), then their total. */
export function* actionRows(
  figures: Figures,
  place: TablePlace,
  wallet: TablePlace,
  totals: Totals,
): Generator<Row> {
  const lines = actionLines(figures.actions);
  for (const [at, [action, flow]] of lines.entries()) {
    const row = place.at(at).row;
    const { label, like } = actionLabel(action, `$A${row}`);
    yield { tone: "plain", cells: flowCells(figures, label, flow, row, actionFormulas(wallet, like)) };
  }
  if (figures.actions.size > lines.length) {
    const rest = [...figures.actions.values()].slice(lines.length);
    const label: Cell = { value: otherActions(rest.length), tone: "quiet" };
    const formulas: FlowFormulas = (key) => `${totals(key)}-${place.sum(key, 0, lines.length - 1)}`;
    const row = place.at(lines.length).row;
    yield { tone: "plain", cells: flowCells(figures, label, totalOf(rest), row, formulas) };
  }
  yield flowTotal(figures, place, totals, "All actions");
}

function actionFormulas(wallet: TablePlace, like: string): FlowFormulas {
  const over = (key: string, term: (range: string) => string) =>
    wallet.overParts(["action", key], (names, range) => `SUMPRODUCT(EXACT(${names},${like})*${term(range)})`);
  const formulas: Readonly<Record<keyof Flow, () => string>> = {
    entries: () => over("movement", (range) => `ISNUMBER(${range})`),
    inflow: () => over("movement", (range) => `(${range}>0)*${range}`),
    outflow: () => `-(${over("movement", (range) => `(${range}<0)*${range}`)})`,
    breakDifference: () => over("difference", (range) => range),
  };
  return (key) => formulas[key]();
}

/** The total of actions or days, and whether it is that of the wallets. */
function flowTotal(figures: Figures, place: TablePlace, totals: Totals, label: string): Row {
  const last = place.count - 2;
  const row = place.at(place.count - 1).row;
  const flow = totalOf(figures.actions.values());
  const agree = [
    ["C", "entries"],
    ["E", "inflow"],
    ["F", "outflow"],
    ["G", "breakDifference"],
  ].map(([letter = "", key = ""]) => `${letter}${row}=${totals(key)}`);
  return {
    tone: "total",
    cells: [
      ...flowCells(figures, label, flow, row, (key) => place.sum(key, 0, last)),
      null,
      null,
      { value: true, formula: `AND(${agree.join(",")})` },
    ],
  };
}

/** Of more wallets the last span takes in all that follows, so that a formula keeps within its 8,192 characters. */
const MOST_SPANS = 20;

/** A sum over the rows of B1 that can be of a day. */
type DaySearch = (day: Day, keys: readonly string[], expression: (...ranges: string[]) => string) => string;

/**
 * Looks through all of B1 for each day while that is quick, beyond it only through the day's first to last row of each
 * wallet, whose entries stand in the order of their days.
 */
function daySearch({ input, days, dayOf, walletRows }: Figures, wallet: TablePlace): DaySearch {
  if (wallet.count * days.size <= FULL_SEARCH) return (_, keys, of) => wallet.overParts(keys, of);
  const { periodAtMs } = input.check.entryOutcomes;
  const spans = new Map<Day, { first: number; last: number }[]>();
  let current: Day | null = null;
  walletRows.forEach((row, at) => {
    const day = row < 0 ? null : dayOf(periodAtMs[row] as number);
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

/** One row per day that has entries, opening on the day before's closing, then their total. */
export function* dayRows(
  figures: Figures,
  place: TablePlace,
  wallet: TablePlace,
  totals: Totals,
): Generator<Row> {
  const { round } = figures;
  const search = daySearch(figures, wallet);
  let closing = figures.input.check.wallets.reduce((sum, { opening }) => sum + opening, 0);
  let at = 0;
  for (const [day, flow] of figures.days) {
    const row = place.at(at).row;
    const over = (key: string, condition: string) =>
      search(
        day,
        ["day", key],
        (days, range) => `SUMIFS(${range},${days},$A${row}${condition && `,${range},${condition}`})`,
      );
    const opening = closing;
    closing += netOf(flow);
    yield {
      tone: "plain",
      cells: [
        day,
        null,
        {
          value: flow.entries,
          formula: search(day, ["day"], (days) => `COUNTIF(${days},$A${row})`),
        },
        { value: opening, formula: at === 0 ? totals("opening") : place.near("closing", at - 1, at) },
        { value: flow.inflow, formula: round(over("movement", '">0"')) },
        { value: flow.outflow, formula: round(`-(${over("movement", '"<0"')})`) },
        { value: flow.breakDifference, formula: round(over("difference", "")) },
        { value: closing, formula: round(`D${row}+E${row}-F${row}+G${row}`) },
      ],
    };
    at += 1;
  }
  yield flowTotal(figures, place, totals, "All days");
}
