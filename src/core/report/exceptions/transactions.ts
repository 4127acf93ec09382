/** B2: every transaction of the period, with its payable recalculated and what B1 shows of it. */
import { NO_TEXT, type TextColumn } from "../../reconcile/input/input.ts";
import type { Settlement } from "../../reconcile/input/result.ts";
import { amountLiteral, labelAt, sumOfId } from "../sheet/currencies.ts";
import { type MatchedRow, transactionTie } from "../sheet/matched-rows.ts";
import { decisionTexts, type Figures } from "../sheet/figures.ts";
import type { ReportInput, TransactionTexts } from "../sheet/input.ts";
import { dueOf, isDueAtEnd } from "../sheet/due.ts";
import { type OverParts, sumWhere } from "../sheet/sums.ts";
import { type CurrentRow, ReportTable, columnsOf, head } from "../sheet/table.ts";
import type { Cell } from "../sheet/model.ts";
import { STANDING } from "../../words/finding.ts";
import { type Earned, earnedBy, expectedBy, isEarning, hasEarned, isSeller } from "./earned.ts";
import {
  supportOf,
  footCells,
  payableOf,
  paymentKindOf,
  settledEarlier,
  settledLessDue,
  transactionFeet,
} from "./transaction-feet.ts";
import {
  type FindLink,
  HAND_TICK,
  JUDGED,
  type JudgedLine,
  hasMovementRules,
  NO_FINDINGS,
  toneOf,
  type WalletTable,
} from "./wallet.ts";
import type { TaskTable } from "./tasks.ts";
import type { SettlementBasis } from "../../options.ts";

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
  payID: { ...head("id", "payID", 9), value: number("payID") },
  payref: {
    ...head("wrapped", "Payref", 14),
    value: ({ records, row }) => textOf(records.payrefs, records.transactions.payref[row]),
  },
  cycle: { ...head("text", "Cycle", 10), value: text("cycleText") },
  label: { ...head("wrapped", "Label", 16), value: ({ texts }) => texts.label },
  role: { ...head("text", "Role", 7), value: text("role") },
  customer: { ...head("wrapped", "Customer", 16), value: ({ texts }) => texts.customerName },
  created: { ...head("instant", "Created ({zone})", 18), value: number("dateCreatedAtMs") },
  paid: { ...head("instant", "Paid ({zone})", 18), value: number("datePaidAtMs") },
  currency: { ...head("text", "Currency", 9), value: text("currency") },
  chargedamount: { ...head("amount", "Charged", 9), value: number("chargedamount") },
  scrowfee: { ...head("amount", "Escrow fee", 8), value: number("scrowfee") },
  taxfee: { ...head("amount", "Tax fee", 8), value: number("taxfee") },
  payableamount: { ...head("amount", "Payable", 9), value: number("payableamount") },
  recalculated: {
    ...head("amount", "Payable added up", 9),
    value: ({ records, row }) => payableOf(records, row),
    formula: ({ figures }, here) =>
      figures.round(`${here.cell("chargedamount")}+${here.cell("scrowfee")}+${here.cell("taxfee")}`),
  },
  earned: {
    ...head("amount", "Completed or raised", 11),
    value: ({ figures: { input }, row }) => (isEarning(input, row) ? earnedBy(input, row) : null),
    formula: earnedFormula,
  },
  expected: { ...head("amount", "Expected", 9), value: expectedCell },
  entries: {
    ...head("integer", "Entries", 8),
    value: ({ figures, row }) => figures.tiedEntries[row] as number,
    formula: (line, here) => line.over(["payID"], (payIDs) => sumOfId(payIDs, idOf(line, here))),
  },
  settled: {
    ...head("amount", "Settled in period", 10),
    value: ({ settled }) => settled,
    formula: (line, here) =>
      line.figures.round(
        line.over(["movement", "payID"], (movements, payIDs) => sumOfId(payIDs, idOf(line, here), movements)),
      ),
  },
  earlier: { ...head("amount", "Settled earlier", 10), value: ({ earlier }) => earlier },
  difference: {
    ...head("amount", "Difference", 11),
    value: ({ figures, row }) => settledLessDue(figures, row),
    formula: ({ figures }, here) =>
      figures.round(`${here.cell("settled")}+${here.cell("earlier")}-${here.cell("expected")}`),
  },
  status: { ...head("text", "Status", 15), value: ({ figures, row }) => settlementWords(figures, row).words },
  tie: {
    ...head("text", "Matched by hand", 17),
    value: ({ figures, hand, row }) => transactionTie(figures.input, hand, row),
  },
  tick: { ...head("mark", "Tick", 5), value: tickOf },
  ...JUDGED,
  statusAlt: { ...head("text", "Status at the service", 22), value: ({ texts }) => texts.statusAlt },
  businessID: { ...head("id", "businessID", 11), value: number("businessID") },
  support: { ...head("text", "Support", 11), value: ({ figures, row }) => supportOf(figures, row) },
  kind: { ...head("text", "Kind", 11), value: ({ figures, row }) => paymentKindOf(figures, row) },
  proof: {
    ...head("text", "Proven in", 10),
    ofCurrency: true,
    value: ({ figures: { currencies }, row }) => labelAt(currencies, currencies.ofTransaction(row)),
  },
});

type TransactionKey = keyof typeof TRANSACTIONS;
export type TransactionTable = ReportTable<TransactionLine, TransactionKey>;

interface TransactionSources {
  readonly wallet: WalletTable;
  /** B3, with what it lists. */
  readonly tasks: TaskTable;
  readonly earned: Earned;
  readonly linkOf: FindLink;
}

export function transactionTable(figures: Figures, sources: TransactionSources): TransactionTable {
  const feet = transactionFeet(figures);
  return new ReportTable(figures, {
    id: "transactions",
    empty: "No transaction was paid in the period, and none is tied to its entries.",
    columns: TRANSACTIONS,
    without: hasMovementRules(figures) ? [] : ["kind"],
    count: figures.transactionRows.length + feet.length,
    feet: feet.length,
    *lines(table, here) {
      yield* transactionLines(figures, table.records, sources);
      for (const foot of feet) {
        const proof = `$${here.cell("proof")}`;
        yield here.row(
          "total",
          footCells(figures, foot, (key, stated) => sumWhere<TransactionKey>(table, key, stated, proof)),
        );
      }
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
function expectedCell({ figures, row, due }: TransactionLine, here: CurrentRow<ExpectedKey>): Cell {
  if (due === null) return null;
  const { words } = settlementWords(figures, row);
  const formula = expectedFormula({ figures, row, due, words }, (key, of) =>
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

// B2: what a payment should have settled, as a formula over its own row, its tasks on B3 and its match.

/** The cells of a payment's row that the formula reads. */
type ExpectedKey = "chargedamount" | "scrowfee" | "taxfee" | "payableamount" | "earned" | "status";

/** A cell of B2, in the row of a transaction. */
type PaymentCell = (key: ExpectedKey, row: number) => string;

interface Worked {
  readonly value: number;
  readonly formula: string;
}

interface ExpectedPayment extends Pick<TransactionLine, "figures" | "row"> {
  readonly due: number;
  readonly words: string;
}

/** The formula of what B2 expects of a payment; null where it would come to something else. */
function expectedFormula({ figures, row, due, words }: ExpectedPayment, cell: PaymentCell): string | null {
  const own = isLead(figures, row)
    ? sumOf(dueTogether(figures, row).map((one) => partExpected(figures, one, cell)))
    : ownExpected(figures, row, cell);
  if (own.value === due && due !== 0) return figures.round(own.formula);
  if (due !== 0) return null;
  return own.value === 0 && own.formula !== "0"
    ? figures.round(own.formula)
    : figures.round(`IF(${cell("status", row)}="${words}",0,${own.formula})`);
}

/** Whether a payment stands for all of its manual match. */
function isLead({ hands }: Figures, row: number): boolean {
  return hands.ofTransaction.get(row)?.lead === row && (hands.together.get(row)?.length ?? 0) > 1;
}

/** The payments of a match that are due. */
function dueTogether({ input, hands }: Figures, lead: number): number[] {
  return (hands.together.get(lead) ?? []).filter((row) => isDueAtEnd(input, row));
}

function sumOf(parts: readonly Worked[]): Worked {
  const formula = parts.map((part) => `(${part.formula})`).join("+");
  return { value: parts.reduce((sum, { value }) => sum + value, 0), formula: formula === "" ? "0" : formula };
}

/** The same of one payment of a match; as a number where it is of another period, and has no row. */
function partExpected(figures: Figures, row: number, cell: PaymentCell): Worked {
  if (figures.transactionAt[row] !== -1) return ownExpected(figures, row, cell);
  const value = expectedBy(figures.input, row);
  return { value, formula: amountLiteral(value, figures.input.decimals) };
}

/** What one payment is expected to move by itself. */
function ownExpected({ input }: Figures, row: number, cell: PaymentCell): Worked {
  const of = (key: ExpectedKey) => cell(key, row);
  const value = expectedBy(input, row);
  if (!isSeller(input, row)) return { value, formula: `-${of("payableamount")}` };
  const basis = input.check.settlementBasis.used;
  if (!isEarning(input, row)) return { value, formula: onBasis(basis, of, true) };
  const formula = onBasis(basis, of, false);
  // Nothing is expected of what has earned nothing, not even its fees.
  const isNothing = !hasEarned(input, row, earnedBy(input, row));
  return { value, formula: isNothing ? `IF(${of("earned")}=0,0,${formula})` : formula };
}

/** The charged or earned amount with the fees that the basis takes off or adds. */
function onBasis(basis: SettlementBasis, of: (key: ExpectedKey) => string, isOneTime: boolean): string {
  const charged = of(isOneTime ? "chargedamount" : "earned");
  switch (basis) {
    case "charged":
      return charged;
    case "less-escrow":
      return `${charged}-${of("scrowfee")}`;
    case "less-fees":
      return `${charged}-${of("scrowfee")}-${of("taxfee")}`;
    case "payable":
      return isOneTime ? of("payableamount") : `${charged}+${of("scrowfee")}+${of("taxfee")}`;
  }
}
