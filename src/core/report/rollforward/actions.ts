/** A1: the movements by action, live over B1. */
import { EVERY_CURRENCY, moneyWords } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import { matchesText } from "../formula-text.ts";
import { labelOfAction, otherActions } from "../records/action-label.ts";
import type { WalletTable } from "../records/wallet.ts";
import { productWhere } from "../sums.ts";
import { type CurrentRow, type KeyedRow, ReportTable, columnsOf } from "../table.ts";
import { FLOW_COLUMNS, type FlowLine, allAgree, flowColumn, flowRows, totalLine } from "./flow-columns.ts";
import { type Flow, actionLines, netOf, totalOf } from "./flows.ts";
import { ROLL_HEADS } from "./roll-columns.ts";
import type { RollTable } from "./rollforward.ts";
import { rollTotalAt } from "./rollforward.ts";

const ACTIONS = columnsOf<FlowLine>()({
  action: { header: "Action", kind: "text", value: ({ label }) => label },
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

/**
 * Over B1, compared letter by letter: SUMIFS would fold case and take * for anything.
 *
 * @param like what the actions of B1 are compared with
 */
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
