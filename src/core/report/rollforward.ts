/** A1: opening + inflows − outflows + break differences = closing, by wallet, by action and by day, live over B1. */
import { addAmounts } from "../money.ts";
import type { WalletResult } from "../reconcile/result.ts";
import type { Figures } from "./figures.ts";
import { type Flow, actionLines, netOf, totalOf } from "./flows.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";
import { SPACER } from "./sheets.ts";

const AMOUNTS: readonly Column[] = [
  { key: "entries", header: "Entries", kind: "integer" },
  { key: "opening", header: "Opening", kind: "amount" },
  { key: "inflow", header: "Inflows", kind: "amount" },
  { key: "outflow", header: "Outflows", kind: "amount" },
  { key: "breakDifference", header: "Break differences", kind: "amount" },
  { key: "closing", header: "Closing computed", kind: "amount" },
  { key: "stated", header: "Closing stated", kind: "amount" },
  { key: "difference", header: "Difference", kind: "amount" },
  { key: "ties", header: "Ties out", kind: "truth" },
];

export const ROLL_COLUMNS: readonly Column[] = [
  { key: "wallet", header: "Wallet", kind: "text" },
  { key: "currency", header: "Currency", kind: "text" },
  ...AMOUNTS,
];

/** Actions and days have no closing of the service's own to compare with: the last column says that the total agrees. */
function flowColumns(first: Column, closing: string, without: readonly string[]): readonly Column[] {
  const kept = AMOUNTS.map((column) => {
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

export const ROLL_WIDTHS = [34, 10, 9, 14, 14, 14, 14, 14, 14, 12, 9];

export function walletLabel({ userID, businessID }: WalletResult): string {
  return businessID === null ? `User ${userID}` : `User ${userID}, business ${businessID}`;
}

/** One row per wallet, then their total. */
export function* rollRows(figures: Figures, place: TablePlace, wallet: TablePlace): Generator<Row> {
  const { wallets } = figures.input.check;
  const { round } = figures;
  for (const [at, result] of wallets.entries()) {
    const from = figures.walletStart[at] ?? 0;
    const to = (figures.walletStart[at + 1] ?? 0) - 1;
    const row = place.at(at).row;
    const over = (expression: (range: string) => string) =>
      wallet.overParts(["movement"], expression, from, to);
    const cells: Cell[] = [
      walletLabel(result),
      result.currency,
      { value: result.entries, formula: over((range) => `COUNT(${range})`) },
      { value: result.opening, formula: wallet.cell("balance", from) },
      { value: result.inflow, formula: round(over((range) => `SUMIF(${range},">0")`)) },
      { value: result.outflow, formula: round(`-(${over((range) => `SUMIF(${range},"<0")`)})`) },
      { value: result.breakDifference, formula: round(wallet.sum("difference", from, to)) },
      { value: result.closing, formula: round(`D${row}+E${row}-F${row}+G${row}`) },
      { value: result.closing, formula: wallet.cell("balance", to) },
      { value: 0, formula: round(`I${row}-H${row}`) },
      { value: true, formula: `J${row}=0` },
    ];
    yield { cells, tone: "plain" };
  }
  yield totalRow(figures, place);
}

function totalRow({ input, round }: Figures, place: TablePlace): Row {
  const { wallets } = input.check;
  const last = wallets.length - 1;
  const sum = (of: (wallet: WalletResult) => number) =>
    wallets.reduce((total, wallet) => addAmounts(total, of(wallet), "wallets of the ledger"), 0);
  const total = (key: string, value: number): Cell => ({ value, formula: round(place.sum(key, 0, last)) });
  const row = place.at(wallets.length).row;
  const currencies = new Set(wallets.map(({ currency }) => currency));
  const closing = sum((wallet) => wallet.closing);
  const flow = totalOf(wallets);
  return {
    tone: "total",
    cells: [
      currencies.size > 1 ? "All wallets, currencies mixed" : "All wallets",
      null,
      total("entries", flow.entries),
      total(
        "opening",
        sum((wallet) => wallet.opening),
      ),
      total("inflow", flow.inflow),
      total("outflow", flow.outflow),
      total("breakDifference", flow.breakDifference),
      total("closing", closing),
      total("stated", closing),
      total("difference", 0),
      {
        value: true,
        formula: wallets.length === 0 ? `J${row}=0` : `AND(${place.ranges("ties", 0, last).join(",")})`,
      },
    ],
  };
}

/** One row per action, compared letter by letter (SUMIFS would fold case and take * for anything), then their total. */
export function* actionRows(
  figures: Figures,
  place: TablePlace,
  wallet: TablePlace,
  totals: (key: string) => string,
): Generator<Row> {
  const { round } = figures;
  const lines = actionLines(figures.actions);
  for (const [at, [action, flow]] of lines.entries()) {
    const row = place.at(at).row;
    const like = action === "" ? '""' : `$A${row}`;
    const over = (key: string, term: (range: string) => string) =>
      wallet.overParts(
        ["action", key],
        (names, range) => `SUMPRODUCT(EXACT(${names},${like})*${term(range)})`,
      );
    yield {
      tone: "plain",
      cells: [
        action === "" ? { value: "(no action)", tone: "quiet" } : action,
        null,
        { value: flow.entries, formula: over("movement", (range) => `ISNUMBER(${range})`) },
        null,
        { value: flow.inflow, formula: round(over("movement", (range) => `(${range}>0)*${range}`)) },
        { value: flow.outflow, formula: round(`-(${over("movement", (range) => `(${range}<0)*${range}`)})`) },
        { value: flow.breakDifference, formula: round(over("difference", (range) => range)) },
        { value: netOf(flow), formula: round(`E${row}-F${row}+G${row}`) },
      ],
    };
  }
  if (figures.actions.size > lines.length) yield otherActions(figures, place, lines, totals);
  yield flowTotal(figures, place, totals, "All actions");
}

function otherActions(
  figures: Figures,
  place: TablePlace,
  lines: readonly [string, Flow][],
  totals: (key: string) => string,
): Row {
  const { round } = figures;
  const row = place.at(lines.length).row;
  const flow = totalOf([...figures.actions.values()].slice(lines.length));
  const rest = (key: string, value: number): Cell => ({
    value,
    formula: round(`${totals(key)}-${place.sum(key, 0, lines.length - 1)}`),
  });
  return {
    tone: "plain",
    cells: [
      { value: `(${figures.actions.size - lines.length} other actions)`, tone: "quiet" },
      null,
      rest("entries", flow.entries),
      null,
      rest("inflow", flow.inflow),
      rest("outflow", flow.outflow),
      rest("breakDifference", flow.breakDifference),
      { value: netOf(flow), formula: round(`E${row}-F${row}+G${row}`) },
    ],
  };
}

/** The total of actions or days, and whether it is that of the wallets. */
function flowTotal(figures: Figures, place: TablePlace, totals: (key: string) => string, label: string): Row {
  const { round } = figures;
  const last = place.count - 2;
  const row = place.at(place.count - 1).row;
  const flow = totalOf(figures.actions.values());
  const sum = (key: string, value: number): Cell => ({ value, formula: round(place.sum(key, 0, last)) });
  const agree = [
    ["C", "entries"],
    ["E", "inflow"],
    ["F", "outflow"],
    ["G", "breakDifference"],
  ].map(([letter = "", key = ""]) => `${letter}${row}=${totals(key)}`);
  return {
    tone: "total",
    cells: [
      label,
      null,
      sum("entries", flow.entries),
      null,
      sum("inflow", flow.inflow),
      sum("outflow", flow.outflow),
      sum("breakDifference", flow.breakDifference),
      { value: netOf(flow), formula: round(`E${row}-F${row}+G${row}`) },
      null,
      null,
      { value: true, formula: `AND(${agree.join(",")})` },
    ],
  };
}

/** One row per day that has entries, opening on the day before's closing, then their total. */
export function* dayRows(
  figures: Figures,
  place: TablePlace,
  wallet: TablePlace,
  totals: (key: string) => string,
): Generator<Row> {
  const { round } = figures;
  let closing = figures.input.check.wallets.reduce((sum, { opening }) => sum + opening, 0);
  let at = 0;
  for (const [day, flow] of figures.days) {
    const row = place.at(at).row;
    const over = (key: string, condition: string) =>
      wallet.overParts(
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
          formula: wallet.overParts(["day"], (days) => `COUNTIF(${days},$A${row})`),
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
