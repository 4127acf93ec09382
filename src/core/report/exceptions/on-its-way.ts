/** C2: what is on its way between wallet and bank at the period's end, where statements are kept. */
import type { BankAnswer } from "../../bank/accepted.ts";
import { arrivalDays } from "../../bank/ties.ts";
import { addAmounts } from "../../money.ts";
import type { Day } from "../../time.ts";
import { amountLiteral, labelAt, moneyWords, textLiteral } from "../sheet/currencies.ts";
import type { BankFigures } from "../sheet/bank-states.ts";
import { type Figures, actionOf } from "../sheet/figures.ts";
import type { Cell } from "../sheet/model.ts";
import { sumWhere } from "../sheet/sums.ts";
import { ReportTable, columnsOf, head, PROVEN_CURRENCY } from "../sheet/table.ts";
import type { WalletTable } from "./wallet.ts";

/** An entry whose other side the bank booked after the period's end, or may still book. */
interface OnItsWay {
  readonly row: number;
  readonly block: number;
  readonly amount: number;
  readonly entered: Day;
  /** null where no statement shows it yet. */
  readonly booked: Day | null;
}

/** Entries up to the period's end, in the order of the wallets; none without a period. */
export function onItsWay({ input, currencies }: Figures, bank: BankFigures): OnItsWay[] {
  const end = input.check.period?.to;
  if (end === undefined) return [];
  const { movement } = input.check.entryOutcomes;
  return [...bank.answers.values()].flatMap((answer) => {
    if (!isOnItsWay(answer, end)) return [];
    const { row, support } = answer;
    const booked =
      support?.lines.reduce<Day | null>(
        (last, { day }) => (last === null || day > last ? day : last),
        null,
      ) ?? null;
    const amount = movement[row] as number;
    return [{ row, block: currencies.ofEntry(row), amount, entered: answer.movement.day, booked }];
  });
}

function isOnItsWay({ state, support, movement }: BankAnswer, end: Day): boolean {
  if (support !== null) return support.lines.some(({ day }) => day > end);
  return state === "open" && arrivalDays(movement).to > end;
}

export interface WayLine {
  readonly figures: Figures;
  readonly wallet: WalletTable;
  readonly item: OnItsWay;
}

const WAYS = columnsOf<WayLine>()({
  item: {
    ...head("text", "On its way"),
    value: ({ item }) => (item.amount < 0 ? "to the bank" : "from the bank"),
  },
  walletID: { skip: 1, ...head("id", "walletID"), value: walletCell },
  action: {
    ...head("wrapped", "Action"),
    value: ({ figures, item }) => actionOf(figures.input.records, item.row),
  },
  booked: {
    ...head("wrapped", "At the bank"),
    value: ({ item: { booked } }) => (booked === null ? "on no statement yet" : `booked on ${booked}`),
  },
  entered: { ...head("day", "Entered"), value: ({ item }) => item.entered },
  amount: {
    skip: 1,
    ...head("amount", "Movement"),
    value: ({ item }) => item.amount,
    formula: ({ figures, wallet, item }) => {
      const at = figures.entryAt[item.row] as number;
      if (at !== -1) return wallet.cell("movement", at);
      return amountLiteral(item.amount, figures.input.decimals);
    },
  },
  currency: { ...PROVEN_CURRENCY, value: ({ figures, item }) => labelAt(figures.currencies, item.block) },
});

/** Each, then what they come to in each currency. */
export function onItsWayTable(figures: Figures, bank: BankFigures, wallet: WalletTable) {
  const items = onItsWay(figures, bank);
  const { blocks } = figures.currencies;
  return new ReportTable(figures, {
    id: "on-its-way",
    title: `On its way between wallet and bank at the period's end${moneyWords(figures)}`,
    empty: "Nothing.",
    columns: WAYS,
    count: items.length + blocks.length,
    feet: blocks.length,
    *lines(table, here) {
      for (const item of items) yield { figures, wallet, item };
      for (const block of blocks.keys()) {
        const label = labelAt(figures.currencies, block);
        const value = items
          .filter((item) => item.block === block)
          .reduce((sum, { amount }) => addAmounts(sum, amount, "what is on its way"), 0);
        const formula = figures.round(sumWhere(table, "amount", [], textLiteral(label)));
        yield here.row("total", { item: "All on its way", amount: { value, formula }, currency: label });
      }
    },
  });
}

function walletCell({ figures, wallet, item }: WayLine): Cell {
  const value = figures.input.records.entries.walletID[item.row] as number;
  const at = figures.entryAt[item.row] as number;
  return at === -1 ? value : { value, link: wallet.link("walletID", at) };
}
