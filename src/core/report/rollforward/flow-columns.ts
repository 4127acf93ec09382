/** A1: movements by action and by day, each currency separately, with the totals that they must come to. */
import { everyCurrencyRows, labelAt } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Cell, CellTone } from "../sheet/model.ts";
import type { TablePlace } from "../sheet/place.ts";
import { type ColumnDeclaration, type CurrentRow, PROVEN_CURRENCY } from "../sheet/table.ts";
import { type Flow, totalOf } from "../sheet/flows.ts";
import { ROLL_HEADS, type RollTable, rollTotalAt } from "./rollforward.ts";

/** An action, a day, or the total of a currency's. */
export interface FlowLine {
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

export function flowColumn(key: keyof Flow): ColumnDeclaration<FlowLine, "currency"> {
  return {
    ...ROLL_HEADS[key],
    value: ({ flow }) => flow[key],
    formula: ({ figures, sum }, here) => (key === "entries" ? sum(key, here) : figures.round(sum(key, here))),
  };
}

/** Actions and days have no stated closing to compare with: the last column says that the total agrees. */
export const FLOW_COLUMNS = {
  currency: { ...PROVEN_CURRENCY, value: ({ figures, block }) => labelAt(figures.currencies, block) },
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
export function flowRows({ currencies }: Figures, lines: readonly number[]): number {
  return lines.reduce((rows, count) => rows + count + 1, everyCurrencyRows(currencies));
}

/** The total of a block's actions or days, which is that of its wallets. */
export function totalLine(
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
export function allAgree(
  { currencies }: Figures,
  table: TablePlace<"ties">,
  totals: readonly number[],
): Cell {
  if (everyCurrencyRows(currencies) === 0) return null;
  return { value: true, formula: `AND(${totals.map((at) => table.cell("ties", at)).join(",")})` };
}
