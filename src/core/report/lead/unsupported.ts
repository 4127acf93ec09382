/** A: what of the movements no payment supports, each currency by itself, from B1, B2 and the items of A2. */
import { addAmounts } from "../../money.ts";
import { moneyWords } from "../sheet/currencies.ts";
import { BANK_STATES, sumsByState } from "../sheet/bank-states.ts";
import type { Figures } from "../sheet/figures.ts";
import type { CellPlace } from "../sheet/model.ts";
import { SUPPORT, type Support, supportOf } from "../exceptions/transaction-feet.ts";
import type { TransactionTable } from "../exceptions/transactions.ts";
import type { WalletTable } from "../exceptions/wallet.ts";
import { totalOf } from "../sheet/flows.ts";
import { type Condition, productWhere, sumWhere } from "../sheet/sums.ts";
import {
  type ColumnDeclaration,
  type CurrentRow,
  ReportTable,
  columnsOf,
  head,
  BLOCK_CURRENCY,
} from "../sheet/table.ts";
import type { ItemTable } from "../rollforward/item-table.ts";
import { CLASS, type ItemClass, type ReconcilingItem } from "../rollforward/reconciling-items.ts";

interface UnsupportedSources {
  readonly wallet: WalletTable;
  readonly transactions: TransactionTable;
  /** The items of A2. */
  readonly items: ItemTable;
}

/** What raised the wallet without support, and what lowered it; both without sign. */
interface FlowSides {
  readonly inflow: number;
  readonly outflow: number;
}

interface UnsupportedLine extends FlowSides {
  readonly figures: Figures;
  readonly block: number;
  readonly text: string;
  /** null for the total. */
  readonly formula: ((side: keyof FlowSides, here: CurrentRow<UnsupportedKey>) => string) | null;
  /** How many lines above the total it adds up. */
  readonly above: number;
  readonly ref: (() => { readonly value: string; readonly link: CellPlace }) | null;
}

type UnsupportedKey = "line" | keyof FlowSides | "gross" | "ref" | "currency";

const UNSUPPORTED = columnsOf<UnsupportedLine>()<UnsupportedKey>({
  line: { ...head("text", "Without support"), value: ({ text }) => text },
  inflow: side("In", "inflow"),
  outflow: side("Out", "outflow"),
  gross: {
    ...head("amount", "Without sign"),
    value: ({ inflow, outflow }) => addAmounts(inflow, outflow, "amounts without support"),
    formula: ({ figures }, here) => figures.round(`${here.cell("inflow")}+${here.cell("outflow")}`),
  },
  ref: { skip: 1, ...head("text", "Workpaper"), value: ({ ref }) => ref?.() ?? null },
  currency: BLOCK_CURRENCY,
});

function side(header: string, key: keyof FlowSides): ColumnDeclaration<UnsupportedLine, UnsupportedKey> {
  return {
    header,
    kind: "amount",
    value: (line) => line[key],
    formula: ({ figures, formula, above }, here) =>
      figures.round(
        formula === null ? here.table.sum(key, here.index - above, here.index - 1) : formula(key, here),
      ),
  };
}

/** Items of payments are of all that came of them, which is not said where there is no period. */
function earlierToo({ input }: Figures, name: string): string {
  return input.check.period === null ? name : `${name}, earlier periods included`;
}

/** What the classes of A2's items are called where they lack support. */
const CLASS_LINES = [
  [CLASS.orphan, "Entries with a payref that no transaction has"],
  [CLASS.notJudged, "Settled, amount not judged"],
  [CLASS.unlike, "Entries of payments in another currency"],
  [CLASS.break, "Break differences: the balance moved without an entry"],
] as const satisfies readonly (readonly [ItemClass, string])[];

/** Entries without a payref, what A2 lists of each class, and the total; each currency by itself. */
export function unsupportedTable(
  figures: Figures,
  items: readonly ReconcilingItem[],
  sources: UnsupportedSources,
) {
  const lines = figures.currencies.blocks.flatMap((_, block) => {
    const own = linesOf(figures, items, block, sources);
    const sum = (key: keyof FlowSides) =>
      own.reduce((total, line) => addAmounts(total, line[key], "amounts without support"), 0);
    // There is a payment behind those, and the check may have found it settled.
    const isUnlike = items.some((item) => item.class === CLASS.unlike && item.block === block);
    const total = { inflow: sum("inflow"), outflow: sum("outflow"), formula: null, ref: null };
    return [
      ...own,
      {
        figures,
        block,
        text: `All that ${figures.bank === null ? "no payment" : "neither"} supports${isUnlike ? " in this currency" : ""}`,
        above: own.length,
        ...total,
      },
    ];
  });
  return new ReportTable(figures, {
    id: "unsupported",
    title: `Movements without a payment${figures.bank === null ? "" : " or a bank's line"} behind them: A2 classifies them, which does not explain them${moneyWords(figures)}`,
    columns: UNSUPPORTED,
    lines: lines,
    tone: ({ formula }) => (formula === null ? "total" : "plain"),
  });
}

function linesOf(
  figures: Figures,
  items: readonly ReconcilingItem[],
  block: number,
  sources: UnsupportedSources,
): UnsupportedLine[] {
  const { wallet, items: list } = sources;
  const of = { figures, block, above: 0 };
  const noPayref = withoutBank(figures, block);
  const untied: UnsupportedLine = {
    ...of,
    text:
      figures.bank === null
        ? "Entries without a payref, such as top-ups and withdrawals"
        : "Entries without a payref that no bank's line supports",
    inflow: noPayref.inflow,
    outflow: noPayref.outflow,
    formula: (key, here) => untiedSum(figures, wallet, key, here),
    ref: () => ({ value: "B1", link: wallet.link("payref", 0) }),
  };
  const ofClass = ([name, text]: (typeof CLASS_LINES)[number]): UnsupportedLine[] => {
    const own = items.filter((item) => item.class === name && item.block === block);
    if (own.length === 0) return [];
    const first = items.indexOf(own[0] as ReconcilingItem);
    return [
      {
        ...of,
        text: name === CLASS.notJudged ? earlierToo(figures, text) : text,
        ...sidesOf(own),
        formula: (key, here) => sumBySide(list, "amount", [["class", `="${name}"`]], key, here),
        ref: () => ({ value: "A2", link: list.link("amount", first) }),
      },
    ];
  };
  const [orphans, ...others] = CLASS_LINES;
  return [untied, ...ofClass(orphans), ...paymentLines(of, items, sources), ...others.flatMap(ofClass)];
}

/** What came of payments that are deleted or not paid, and what of others is over or short. */
function paymentLines(
  of: Pick<UnsupportedLine, "figures" | "block" | "above">,
  items: readonly ReconcilingItem[],
  { transactions, items: list }: UnsupportedSources,
): UnsupportedLine[] {
  const { figures, block } = of;
  const { input, currencies, transactionRows, transactionAt, tiedEntries } = figures;
  const nets = [...transactionRows]
    .filter((row) => tiedEntries[row] !== 0 && currencies.ofTransaction(row) === block)
    .map((row) => ({ row, support: supportOf(figures, row) }))
    .filter(({ support }) => NO_SUPPORT.includes(support))
    .map(({ row }) => ({ row, amount: input.check.transactionOutcomes.net[row] as number }))
    .filter(({ amount }) => amount !== 0);
  const differing = items.filter(
    ({ class: name, block: own, transaction = -1 }) =>
      name === CLASS.difference && own === block && supportOf(figures, transaction) === SUPPORT.paid,
  );
  const [first] = nets;
  const [differs] = differing;
  return [
    ...(first === undefined
      ? []
      : [
          {
            ...of,
            text: earlierToo(figures, "Entries of payments that are deleted or not paid"),
            ...sidesOf(nets),
            formula: (key: keyof FlowSides, here: CurrentRow<UnsupportedKey>) =>
              deadSum(transactions, key, here),
            ref: () => ({
              value: "B2",
              link: transactions.link("support", transactionAt[first.row] as number),
            }),
          },
        ]),
    ...(differs === undefined
      ? []
      : [
          {
            ...of,
            text: "Settled over or short of what was expected",
            ...sidesOf(differing),
            formula: (key: keyof FlowSides, here: CurrentRow<UnsupportedKey>) =>
              sumBySide(transactions, "difference", PAID_ENTRIES, key, here),
            ref: () => ({ value: "A2", link: list.link("amount", items.indexOf(differs)) }),
          },
        ]),
  ];
}

const NO_SUPPORT: readonly Support[] = [SUPPORT.deleted, SUPPORT.notPaid];

function sidesOf(items: readonly { readonly amount: number }[]): FlowSides {
  let [inflow, outflow] = [0, 0];
  for (const { amount } of items) {
    if (amount > 0) inflow = addAmounts(inflow, amount, "amounts without support");
    else outflow = addAmounts(outflow, 0 - amount, "amounts without support");
  }
  return { inflow, outflow };
}

/** Payments that are there, with entries. */
const PAID_ENTRIES = [
  ["support", `="${SUPPORT.paid}"`],
  ["entries", ">0"],
] as const satisfies readonly Condition<"support" | "entries">[];

/** What a side of the movements comes to: of those that lower the wallet without their sign. */
function sideSum(key: keyof FlowSides, sum: (compared: string) => string): string {
  return key === "inflow" ? sum(">0") : `-(${sum("<0")})`;
}

/** Σ over B1 of what nothing ties. */
function untiedSum(
  { bank }: Figures,
  wallet: WalletTable,
  key: keyof FlowSides,
  here: CurrentRow<UnsupportedKey>,
): string {
  const keys = ["payref", "payID", "movement"] as const;
  return sideSum(key, (compared) =>
    productWhere(
      wallet,
      bank === null ? keys : [...keys, "bank"],
      `$${here.cell("currency")}`,
      (refs, ties, range, states) => {
        const own = `(${refs}="")*(${ties}="")*(${range}${compared})*${range}`;
        return bank === null ? own : `(${states}<>"${BANK_STATES.supported}")*${own}`;
      },
    ),
  );
}

/** What entries without a payref moved that no bank's line supports. */
function withoutBank(figures: Figures, block: number): FlowSides {
  const all = totalOf(figures.flows[block]?.noPayref.values() ?? []);
  const supported = sumsByState(figures)[block]?.get(BANK_STATES.supported);
  if (supported === undefined) return all;
  return { inflow: all.inflow - supported.inflow, outflow: all.outflow - supported.outflow };
}

/** Σ over B2 of what was settled of payments that are deleted or not paid. */
function deadSum(
  transactions: TransactionTable,
  key: keyof FlowSides,
  here: CurrentRow<UnsupportedKey>,
): string {
  const sumOf = (support: Support, compared: string) =>
    productWhere(
      transactions,
      ["support", "entries", "settled", "earlier"],
      `$${here.cell("currency")}`,
      (supports, entries, settled, earlier) =>
        `(${supports}="${support}")*(${entries}>0)*((${settled}+${earlier})${compared})*(${settled}+${earlier})`,
    );
  return sideSum(key, (compared) => NO_SUPPORT.map((support) => sumOf(support, compared)).join("+"));
}

/** Σ of the rows of a table of one class, or of payments that are there. */
function sumBySide<Key extends string>(
  table: Parameters<typeof sumWhere<Key>>[0],
  amount: Key,
  conditions: readonly Condition<Key>[],
  key: keyof FlowSides,
  here: CurrentRow<UnsupportedKey>,
): string {
  return sideSum(key, (compared) =>
    sumWhere(table, amount, [...conditions, [amount, compared]], `$${here.cell("currency")}`),
  );
}
