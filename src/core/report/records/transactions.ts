/** B2: every transaction of the period, with its payable recalculated and what B1 shows of it. */
import { NO_TEXT, type TextColumn } from "../../reconcile/input.ts";
import type { Settlement } from "../../reconcile/result/result.ts";
import { labelAt } from "../currencies.ts";
import { type MatchedRow, transactionTie } from "../exceptions/matched-rows.ts";
import { decisionTexts } from "../exceptions/reviewing.ts";
import type { Figures } from "../figures.ts";
import { sumOfId } from "../formula-text.ts";
import type { ReportInput, TransactionTexts } from "../input.ts";
import { dueOf } from "../outstanding/due.ts";
import { type OverParts, sumWhere } from "../sums.ts";
import { type CurrentRow, ReportTable, columnsOf } from "../table.ts";
import type { Cell } from "../model.ts";
import { STANDING } from "../../words/finding.ts";
import { type Earned, earnedBy, isEarning } from "./earned.ts";
import { type ExpectedKey, expectedFormula } from "./expected.ts";
import { supportOf } from "./support.ts";
import { type FindLink, HAND_TICK, JUDGED, type JudgedLine, NO_FINDINGS, toneOf } from "./flags.ts";
import type { TaskTable } from "./tasks.ts";
import {
  type Footed,
  footCells,
  payableOf,
  settledEarlier,
  settledLessDue,
  transactionFeet,
} from "./transaction-feet.ts";
import type { WalletTable } from "./wallet.ts";

/** A transaction, with what several of its columns show. */
interface TransactionLine extends JudgedLine {
  readonly figures: Figures;
  readonly records: ReportInput["records"];
  /** In the columns of all transactions. */
  readonly row: number;
  /** Sums over the rows of B1 that can be of it. */
  readonly over: OverParts<"payID" | "movement">;
  readonly tasks: TaskTable;
  readonly earned: Earned;
  readonly texts: TransactionTexts;
  readonly hand: MatchedRow | undefined;
  readonly due: number | null;
  readonly settled: number;
  readonly earlier: number;
}

const TRANSACTIONS = columnsOf<TransactionLine>()({
  payID: { header: "payID", kind: "id", width: 9, value: number("payID") },
  payref: {
    header: "Payref",
    kind: "text",
    width: 14,
    value: ({ records, row }) => textOf(records.payrefs, records.transactions.payref[row]),
  },
  cycle: { header: "Cycle", kind: "text", width: 10, value: text("cycleText") },
  label: { header: "Label", kind: "wrapped", width: 16, value: ({ texts }) => texts.label },
  role: { header: "Role", kind: "text", width: 7, value: text("role") },
  customer: { header: "Customer", kind: "wrapped", width: 16, value: ({ texts }) => texts.customerName },
  created: { header: "Created ({zone})", kind: "instant", width: 18, value: number("dateCreatedAtMs") },
  paid: { header: "Paid ({zone})", kind: "instant", width: 18, value: number("datePaidAtMs") },
  currency: { header: "Currency", kind: "text", width: 9, value: text("currency") },
  chargedamount: { header: "Charged", kind: "amount", width: 9, value: number("chargedamount") },
  scrowfee: { header: "Escrow fee", kind: "amount", width: 8, value: number("scrowfee") },
  taxfee: { header: "Tax fee", kind: "amount", width: 8, value: number("taxfee") },
  payableamount: { header: "Payable", kind: "amount", width: 9, value: number("payableamount") },
  recalculated: {
    header: "Payable added up",
    kind: "amount",
    width: 9,
    value: ({ records, row }) => payableOf(records, row),
    formula: ({ figures }, here) =>
      figures.round(`${here.cell("chargedamount")}+${here.cell("scrowfee")}+${here.cell("taxfee")}`),
  },
  earned: {
    header: "Completed or raised",
    kind: "amount",
    width: 11,
    value: ({ figures: { input }, earned, row }) =>
      isEarning(input, row) ? earnedBy(input, earned, row) : null,
    formula: earnedFormula,
  },
  expected: { header: "Expected", kind: "amount", width: 9, value: expectedCell },
  entries: {
    header: "Entries",
    kind: "integer",
    width: 8,
    value: ({ figures, row }) => figures.tiedEntries[row] as number,
    formula: (line, here) => line.over(["payID"], (payIDs) => sumOfId(payIDs, idOf(line, here))),
  },
  settled: {
    header: "Settled in period",
    kind: "amount",
    width: 10,
    value: ({ settled }) => settled,
    formula: (line, here) =>
      line.figures.round(
        line.over(["movement", "payID"], (movements, payIDs) => sumOfId(payIDs, idOf(line, here), movements)),
      ),
  },
  earlier: { header: "Settled earlier", kind: "amount", width: 10, value: ({ earlier }) => earlier },
  difference: {
    header: "Difference",
    kind: "amount",
    width: 11,
    value: ({ figures, row }) => settledLessDue(figures, row),
    formula: ({ figures }, here) =>
      figures.round(`${here.cell("settled")}+${here.cell("earlier")}-${here.cell("expected")}`),
  },
  status: {
    header: "Status",
    kind: "text",
    width: 15,
    value: ({ figures, row }) => settlementWords(figures, row).words,
  },
  tie: {
    header: "Matched by hand",
    kind: "text",
    width: 17,
    value: ({ figures, hand, row }) => transactionTie(figures.input, hand, row),
  },
  tick: { header: "Tick", kind: "mark", width: 5, value: tickOf },
  ...JUDGED,
  statusAlt: {
    header: "Status at the service",
    kind: "text",
    width: 22,
    value: ({ texts }) => texts.statusAlt,
  },
  businessID: { header: "businessID", kind: "id", width: 11, value: number("businessID") },
  support: {
    header: "Support",
    kind: "text",
    width: 11,
    value: ({ figures, row }) => supportOf(figures, row),
  },
  proof: {
    header: "Proven in",
    kind: "text",
    width: 10,
    ofCurrency: true,
    value: ({ figures: { currencies }, row }) => labelAt(currencies, currencies.ofTransaction(row)),
  },
});

type TransactionKey = keyof typeof TRANSACTIONS;
export type TransactionTable = ReportTable<TransactionLine, TransactionKey>;

/** What the rows refer to. */
interface TransactionSources {
  readonly wallet: WalletTable;
  /** B3, with what it lists. */
  readonly tasks: TaskTable;
  readonly earned: Earned;
  readonly linkOf: FindLink;
}

export function transactionTable(figures: Figures, sources: TransactionSources): TransactionTable {
  const feet = transactionFeet(figures, sources.earned);
  return new ReportTable(figures, {
    id: "transactions",
    empty: "No transaction was paid in the period, and none is tied to its entries.",
    columns: TRANSACTIONS,
    count: figures.transactionRows.length + feet.length,
    feet: feet.length,
    *lines(table, here) {
      yield* transactionLines(figures, table.records, sources);
      const sumOf = (key: Footed) => sumWhere<TransactionKey>(table, key, [], `$${here.cell("proof")}`);
      for (const foot of feet) yield here.row("total", footCells(figures, foot, sumOf));
    },
    tone: ({ findings }) => toneOf(findings),
  });
}

/**
 * Up to this many comparisons SUMIFS looks through all of B1 for each row of a table; beyond it only from the
 * first to the last row that carries it, or a large workbook would take minutes to open.
 */
export const FULL_SEARCH = 200_000_000;

function* transactionLines(
  figures: Figures,
  count: number,
  { wallet, tasks, earned, linkOf }: TransactionSources,
): Generator<TransactionLine> {
  const { input, byPayID, hands, reviewing } = figures;
  const { transactions } = input.records;
  const spans = wallet.records * count <= FULL_SEARCH ? null : spansOf(figures);
  let row = 0;
  const over: TransactionLine["over"] = (keys, expression) =>
    wallet.overParts(keys, expression, spans?.first[row], spans?.last[row]);
  for (row of figures.transactionRows) {
    const findings = byPayID.get(transactions.payID[row] as number) ?? NO_FINDINGS;
    const hand = hands.ofTransaction.get(row);
    const settled = figures.tiedNet[row] as number;
    yield {
      figures,
      linkOf,
      records: input.records,
      row,
      over,
      tasks,
      earned,
      texts: input.transactionTexts(row),
      findings,
      hand,
      decided: decisionTexts(reviewing, findings, hand),
      due: dueOf(input, row),
      settled,
      earlier: settledEarlier(figures, row),
    };
  }
}

/** Over B3: all of it while that is quick, beyond it the rows of the payment alone. */
function earnedFormula(line: TransactionLine, here: CurrentRow<"payID">): string {
  const { tasks, earned, row } = line;
  const { at, rows } = earned.first.get(row) ?? { at: 0, rows: 0 };
  const isQuick = earned.first.size * tasks.count <= FULL_SEARCH;
  const [from, to] = isQuick ? [0, tasks.count - 1] : [at, at + rows - 1];
  return tasks.overParts(
    ["payID", "earned"],
    (payIDs, amounts) => sumOfId(payIDs, idOf(line, here), amounts),
    from,
    to,
  );
}

/** What the rows of a payment on B1 and B3 carry. */
function idOf({ records, row }: TransactionLine, here: CurrentRow<"payID">): { cell: string; id: number } {
  return { cell: here.cell("payID"), id: records.transactions.payID[row] as number };
}

/** A payment of the same match may stand in any other row. */
function expectedCell({ figures, earned, row, due }: TransactionLine, here: CurrentRow<ExpectedKey>): Cell {
  if (due === null) return null;
  const { words } = settlementWords(figures, row);
  const formula = expectedFormula({ figures, earned, row, due, words }, (key, of) =>
    of === row ? here.cell(key) : here.table.near(key, figures.transactionAt[of] as number, here.index),
  );
  return formula === null ? due : { value: due, formula };
}

/** By transaction row: the first and last row of B1 that carry it. */
interface Spans {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

function spansOf({ input, walletRows }: Figures): Spans {
  const first = new Int32Array(input.records.transactions.length).fill(-1);
  const last = new Int32Array(input.records.transactions.length).fill(-2);
  walletRows.forEach((row, at) => {
    const tied = row < 0 ? -1 : (input.check.entryOutcomes.transaction[row] as number);
    if (tied === -1) return;
    if (first[tied] === -1) first[tied] = at;
    last[tied] = at;
  });
  return { first, last };
}

function textOf(texts: TextColumn, id: number | undefined): string | null {
  return id === undefined || id === NO_TEXT ? null : texts.at(id);
}

/** A number of the transaction; null where it has none. */
function number(
  key:
    | "payID"
    | "businessID"
    | "dateCreatedAtMs"
    | "datePaidAtMs"
    | "chargedamount"
    | "scrowfee"
    | "taxfee"
    | "payableamount",
) {
  return ({ records, row }: TransactionLine): number | null => {
    const value = records.transactions[key][row] as number;
    return Number.isNaN(value) ? null : value;
  };
}

/** A text of the transaction; null where it has none. */
function text(key: "cycleText" | "role" | "currency") {
  return ({ records, row }: TransactionLine) => textOf(records.labels, records.transactions[key][row]);
}

/** How a transaction stands; one that another of its match stands for, with it. */
export function settlementWords(
  { input, hands }: Figures,
  row: number,
): { readonly words: string; readonly mark: string } {
  const hand = hands.ofTransaction.get(row);
  if (hand !== undefined && hand.lead !== row) return { words: "settled together", mark: "√" };
  return STANDING[input.check.transactionOutcomes.settlement[row] as Settlement];
}

/** An exception shows on what else would be settled; what a person tied shows as such. */
function tickOf({ figures, row, findings, hand }: TransactionLine): string {
  const { mark } = settlementWords(figures, row);
  if (mark !== "√") return mark;
  if (toneOf(findings) !== "plain") return "▲";
  return hand === undefined ? mark : HAND_TICK;
}
