/**
 * A3: from what buyers paid to what was settled, by kind of payment, what the provider still holds, and what else
 * moved the wallet by what a ledger's rules say it is. It ends at the closing of A1.
 */
import { SETTLEMENT } from "../../reconcile/input/result.ts";
import {
  MOVEMENT_CATEGORIES,
  NOT_CLASSIFIED,
  type MovementCategory,
} from "../../review/file/movement-rules.ts";
import { STANDING } from "../../words/finding.ts";
import { type SummaryTable, summaryRow } from "../exceptions/outstanding-summary.ts";
import {
  PAYMENT_KINDS,
  type PaymentKind,
  SUPPORT,
  WITHOUT_SEVERAL,
  statedIn,
  statesSeveral,
} from "../exceptions/transaction-feet.ts";
import type { TransactionTable } from "../exceptions/transactions.ts";
import type { WalletTable } from "../exceptions/wallet.ts";
import { labelAt, moneyWords, textLiteral } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Cell, CellTone } from "../sheet/model.ts";
import { type Condition, sumWhere } from "../sheet/sums.ts";
import { type ColumnDeclaration, ReportTable, columnsOf, head, BLOCK_CURRENCY } from "../sheet/table.ts";
import { type ProofLines, type ProofTable, proofRow } from "./proof-lines.ts";
import { NOTHING_PAID, type PaidAmounts, type StatedBlock, statedSum } from "./provider-figures.ts";
import { type RollTable, rollTotalAt } from "./rollforward.ts";

// The statement of each block, line by line.

/** Whose payments a line has an amount of: of one kind, or all of the block. */
type StatedColumn = PaymentKind | "all";

const PAID_LINES = [
  "payments",
  "gross",
  "escrow",
  "tax",
  "taxShare",
  "basis",
  "expected",
  "held",
  "transit",
  "over",
  "earlier",
  "settled",
] as const;
const WALLET_LINES = [
  "opening",
  "settledAgain",
  "dead",
  "notJudged",
  "unlike",
  "orphans",
  ...MOVEMENT_CATEGORIES,
  "notClassified",
  "breaks",
  "closing",
  "stated",
  "nil",
] as const;
const HELD_LINES = ["heldNow", "transitNow", "stillHeld"] as const;

type StatementName =
  | (typeof PAID_LINES)[number]
  | (typeof WALLET_LINES)[number]
  | (typeof HELD_LINES)[number]
  | "paidTitle"
  | "walletTitle"
  | "heldTitle";

type StatedCell = (name: StatementName, column?: StatedColumn) => string;

interface StatementRow {
  readonly name: StatementName;
  readonly text: string;
  readonly kind: "line" | "total" | "title" | "nil";
  readonly amounts: ReadonlyMap<StatedColumn, Cell>;
  readonly formula: (column: StatedColumn, cell: StatedCell) => string;
  readonly from: () => Cell;
}

interface StatedLine {
  readonly figures: Figures;
  readonly block: number;
  readonly row: StatementRow;
  readonly cell: StatedCell;
}

export interface StatementSources {
  readonly wallet: WalletTable;
  readonly transactions: TransactionTable;
  readonly roll: RollTable;
  /** The totals of C2. */
  readonly summary: SummaryTable;
  readonly proof: ProofTable;
  /** Of A2, by block. */
  readonly lines: readonly ProofLines[];
}

const CATEGORY_LINES: Readonly<Record<MovementCategory, string>> = {
  "top-up": "+ topped up",
  withdrawal: "− withdrawn",
  fee: "− fees of the provider",
  levy: "− levies and duties",
  refund: "± refunds",
  bonus: "+ bonuses of the provider",
  transfer: "± transfers between wallets",
  interest: "+ interest",
  adjustment: "± adjustments of the provider",
};

const TONES: Readonly<Record<StatementRow["kind"], CellTone>> = {
  line: "plain",
  total: "total",
  nil: "total",
  title: "opening",
};

function amountColumn(column: StatedColumn, header: string): ColumnDeclaration<StatedLine, StatementKey> {
  return {
    ...head("amount", header, 14),
    value: ({ row }) => row.amounts.get(column) ?? null,
    formula: ({ figures, row, cell }) => {
      const formula = row.formula(column, cell);
      return row.name === "payments" || row.name === "taxShare" ? formula : figures.round(formula);
    },
  };
}

type StatementKey = "line" | "currency" | StatedColumn | "nil" | "ref";

const STATEMENT = columnsOf<StatedLine>()<StatementKey>({
  line: { ...head("text", "Statement of the provider", 48), value: ({ row }) => row.text },
  currency: { ...BLOCK_CURRENCY, ofCurrency: "close up" },
  "one-time": amountColumn("one-time", "One-time sales"),
  milestone: amountColumn("milestone", "Milestone sales"),
  "crowd-pay": amountColumn("crowd-pay", "Crowd-pay"),
  "other cycle": amountColumn("other cycle", "Other cycles"),
  purchase: amountColumn("purchase", "Purchases"),
  all: amountColumn("all", "All"),
  nil: {
    ...head("truth", "Is nil", 9),
    value: ({ row: { kind, amounts } }) => (kind === "nil" ? valueOf(amounts.get("all")) === 0 : null),
    formula: (_, here) => `${here.cell("all")}=0`,
  },
  ref: { ...head("wrapped", "Workpaper", 40), value: ({ row }) => row.from() },
});

export type StatedTable = ReportTable<StatedLine, StatementKey>;

function valueOf(cell: Cell | undefined): Cell {
  return typeof cell === "object" && cell !== null ? cell.value : (cell ?? null);
}

/** The statements of all currencies, one below the other. */
export function statementTable(
  figures: Figures,
  stated: readonly StatedBlock[],
  sources: StatementSources,
): StatedTable {
  const kinds = PAYMENT_KINDS.filter((kind) => stated.some((block) => block.kinds.has(kind)));
  const known: StatedColumn[] = [...kinds, "all"];
  const blocks = stated.map((amounts, block) => rowsOf(figures, amounts, block, known, sources));
  const names = (blocks[0] ?? []).map(({ name }) => name);
  return new ReportTable(figures, {
    id: "statement",
    title: `What was paid for, what reached the wallet, and what else moved it${moneyWords(figures)}`,
    columns: STATEMENT,
    without: PAYMENT_KINDS.filter((kind) => !known.includes(kind)),
    count: blocks.length * names.length,
    parts: blocks.slice(1).map((_, at) => (at + 1) * names.length),
    *lines(table) {
      for (const [block, rows] of blocks.entries()) {
        const cell: StatedCell = (name, column = "all") =>
          `${table.letter(column)}${table.at(block * names.length + names.indexOf(name)).row}`;
        for (const row of rows) yield { figures, block, row, cell };
      }
    },
    tone: ({ row }) => TONES[row.kind],
  });
}

/** The row in which the statement of each block ends at the closing of A1. */
export function statementNilRows(table: StatedTable, stated: readonly StatedBlock[]): number[] {
  const size = table.count / stated.length;
  return stated.map((_, block) => (block + 1) * size - 1);
}

type RowDraft = Omit<StatementRow, "amounts" | "formula" | "from"> & Partial<StatementRow>;

function rowsOf(
  figures: Figures,
  stated: StatedBlock,
  block: number,
  columns: readonly StatedColumn[],
  sources: StatementSources,
): StatementRow[] {
  const isLeftOut = ({ name }: RowDraft) => OF_STATED.has(name) && statesSeveral(figures, block);
  const drafts = [
    ...paidRows(figures, stated, block, columns, sources).map((draft) =>
      isLeftOut(draft) ? { ...draft, amounts: NO_AMOUNTS } : draft,
    ),
    ...heldRows(block, sources),
    ...walletRows(figures, stated, block, sources),
  ];
  return drafts.map((draft) => ({ amounts: NO_AMOUNTS, formula: () => "", from: () => null, ...draft }));
}

const NO_AMOUNTS: ReadonlyMap<StatedColumn, Cell> = new Map();

/** Of what payments state: without an amount where they state several currencies and the block's is not known. */
const OF_STATED: ReadonlySet<StatementName> = new Set(["gross", "escrow", "tax", "taxShare", "basis"]);

function title(name: StatementName, text: string): RowDraft {
  return { name, text, kind: "title" };
}

/** A line in the column of all alone. */
function one(
  name: StatementName,
  text: string,
  value: number,
  formula: StatementRow["formula"],
  more: Partial<Pick<StatementRow, "kind" | "from">> = {},
): RowDraft {
  return { name, text, kind: "line", amounts: new Map([["all", value]]), formula, ...more };
}

/** 1: from the gross amount to what was settled in the period, by kind of payment. */
function paidRows(
  figures: Figures,
  { kinds }: StatedBlock,
  block: number,
  columns: readonly StatedColumn[],
  { transactions }: StatementSources,
): RowDraft[] {
  const currency = textLiteral(labelAt(figures.currencies, block));
  const isStated = statedIn(figures, block);
  const amountsOf = (of: (sums: Readonly<PaidAmounts>) => number) => {
    const own = PAYMENT_KINDS.map((kind) => [kind, of(kinds.get(kind) ?? NOTHING_PAID)] as const);
    const all = own.reduce((sum, [, amount]) => statedSum(sum, amount), 0);
    return new Map<StatedColumn, number>([...own, ["all", all]]);
  };
  const acrossOr =
    (name: StatementName, formula: StatementRow["formula"]): StatementRow["formula"] =>
    (column, cell) =>
      column === "all"
        ? columns.flatMap((kind) => (kind === "all" ? [] : [cell(name, kind)])).join("+") || "0"
        : formula(column, cell);
  type Summed = "chargedamount" | "scrowfee" | "taxfee" | "expected" | "difference" | "settled" | "earlier";
  const sum = (column: StatedColumn, key: Summed | null, ...more: Condition<"status" | "currency">[]) =>
    sumWhere(
      transactions,
      key,
      [["kind", `="${column}"`], ["support", `="${SUPPORT.paid}"`], ...more],
      currency,
    );
  const line = (
    name: StatementName & keyof PaidAmounts,
    text: string,
    formula: (column: StatedColumn) => string,
    more: Partial<StatementRow> = {},
  ): RowDraft => ({
    name,
    text,
    kind: "line",
    amounts: amountsOf((sums) => sums[name]),
    formula: acrossOr(name, formula),
    ...more,
  });
  const from = (key: Summed | "kind" | "status") => () => ({ value: "B2", link: transactions.link(key, 0) });
  const stated = (key: Summed) => () => ({
    ...from(key)(),
    value: statesSeveral(figures, block)
      ? `B2, ${WITHOUT_SEVERAL}`
      : isStated.length === 0
        ? "B2"
        : "B2, without what is stated in another currency",
  });
  const unpaid =
    (settlement: typeof SETTLEMENT.unsettled | typeof SETTLEMENT.inTransit) => (column: StatedColumn) =>
      `-(${sum(column, "expected", ["status", `="${STANDING[settlement].words}"`])})`;
  const counted = amountsOf(({ payments }) => payments);
  const shares = amountsOf(({ gross }) => gross);
  const taxes = amountsOf(({ tax }) => tax);
  return [
    title("paidTitle", "1   Payments on B2, by kind"),
    {
      ...line("payments", "Payments", (column) => sum(column, null), { from: from("kind") }),
      amounts: new Map([...counted].map(([kind, value]) => [kind, { value, kind: "integer" as const }])),
    },
    line(
      "gross",
      "Gross amount: sales, less purchases",
      (column) => `${column === "purchase" ? "-" : ""}(${sum(column, "chargedamount", ...isStated)})`,
      { from: stated("chargedamount") },
    ),
    line("escrow", "− escrow fee", (column) => `-(${sum(column, "scrowfee", ...isStated)})`, {
      from: stated("scrowfee"),
    }),
    line("tax", "− tax", (column) => `-(${sum(column, "taxfee", ...isStated)})`, { from: stated("taxfee") }),
    {
      name: "taxShare",
      text: "    tax of the gross amount, observed",
      kind: "line",
      amounts: new Map(
        [...shares].map(([kind, gross]) => [
          kind,
          kind === "all"
            ? null
            : { value: shareWords(0 - (taxes.get(kind) ?? 0), gross), kind: "text" as const },
        ]),
      ),
      formula: (column, cell) => shareFormula(`-${cell("tax", column)}`, cell("gross", column)),
      from: () => "a rate that the records show, not one that anybody stated",
    },
    {
      ...line("expected", "", () => ""),
      name: "basis",
      text: "± not earned yet, or fees not taken off",
      amounts: amountsOf(({ gross, escrow, tax, expected }) => expected - gross - escrow - tax),
      formula: acrossOr("basis", (column, cell) =>
        [cell("expected", column), cell("gross", column), cell("escrow", column), cell("tax", column)].join(
          "-",
        ),
      ),
      from: () => `the settlement basis is ${figures.input.check.settlementBasis.used}`,
    },
    line("expected", "Expected of these payments", (column) => sum(column, "expected"), {
      kind: "total",
      from: from("expected"),
    }),
    line("held", "− paid, not in the wallet", unpaid(SETTLEMENT.unsettled), { from: from("status") }),
    line("transit", "− in transit", unpaid(SETTLEMENT.inTransit), { from: from("status") }),
    {
      ...line("settled", "", () => ""),
      name: "over",
      text: "± settled over or short of what was expected",
      amounts: amountsOf(overOf),
      formula: acrossOr("over", (column, cell) =>
        [sum(column, "difference"), cell("held", column), cell("transit", column)].join("-"),
      ),
      from: from("difference"),
    },
    line("earlier", "− settled before the period", (column) => `-(${sum(column, "earlier")})`, {
      from: from("earlier"),
    }),
    {
      ...line("settled", "Settled in the period", () => "", { kind: "total" }),
      formula: acrossOr("settled", (column, cell) =>
        (["expected", "held", "transit", "over", "earlier"] as const)
          .map((name) => cell(name, column))
          .join("+"),
      ),
    },
  ];
}

/** What was settled of payments beside what was expected, but for those of which nothing has come. */
function overOf({ expected, held, transit, earlier, settled }: Readonly<PaidAmounts>): number {
  return settled - earlier - expected - held - transit;
}

/** @example `7.50 %`; '' of nothing */
function shareWords(part: number, gross: number): string {
  if (gross === 0 || part < 0) return "";
  const whole = BigInt(Math.abs(gross));
  const hundredths = (BigInt(part) * 20_000n + whole) / (2n * whole);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")} %`;
}

/** The same of two cells. */
function shareFormula(part: string, gross: string): string {
  const hundredths = `ROUND((${part})*10000/ABS(${gross}),0)`;
  const words = `INT(${hundredths}/100)&"."&RIGHT("0"&MOD(${hundredths},100),2)&" %"`;
  return `IF(OR(${gross}=0,${part}<0),"",${words})`;
}

/** 2: what the provider still holds at the period's end, as C2 carries it forward. */
function heldRows(block: number, { summary, lines }: StatementSources): RowDraft[] {
  const proven = lines[block];
  const carried = (name: "heldNow" | "transitNow", text: string, of: "unsettled" | "inTransit") => {
    const at = summaryRow(block, of === "unsettled" ? "paid, no entry" : "in transit");
    return one(name, text, proven?.get(of)?.value ?? 0, () => summary.cell("now", at), {
      from: () => ({ value: "C2", link: summary.link("now", at) }),
    });
  };
  const rows = [
    carried("heldNow", "Paid, not in the wallet, earlier periods included", "unsettled"),
    carried("transitNow", "In transit", "inTransit"),
  ];
  const total = ["unsettled", "inTransit"] as const;
  const value = total.reduce((sum, name) => statedSum(sum, proven?.get(name)?.value ?? 0), 0);
  return [
    title("heldTitle", "2   Still held by the provider at the period's end"),
    ...rows,
    one("stillHeld", "Still held", value, (_, cell) => `${cell("heldNow")}+${cell("transitNow")}`, {
      kind: "total",
    }),
  ];
}

/** 3: everything that moved the wallet, from its opening to its closing. */
function walletRows(
  figures: Figures,
  stated: StatedBlock,
  block: number,
  { wallet, transactions, roll, proof }: StatementSources,
): RowDraft[] {
  const { currencies } = figures;
  const currency = textLiteral(labelAt(currencies, block));
  const settled = [...stated.kinds.values()].reduce((sum, paid) => statedSum(sum, paid.settled), 0);
  const rollLine = (
    name: StatementName,
    text: string,
    key: "opening" | "breakDifference" | "stated",
    value: number,
  ) => {
    const at = rollTotalAt(figures, block);
    return one(name, text, value, () => roll.cell(key, at), {
      from: () => ({ value: "A1", link: roll.link(key, at) }),
    });
  };
  const proven = (name: "unlike" | "orphans", text: string) => {
    const at = proofRow(currencies, block, name);
    return one(name, text, stated[name], () => proof.cell("amount", at), {
      from: () => ({ value: "A2", link: proof.link("amount", at) }),
    });
  };
  const supported = (name: StatementName, text: string, value: number, supports: readonly string[]) =>
    one(
      name,
      text,
      value,
      () =>
        supports
          .map((support) => sumWhere(transactions, "settled", [["support", `="${support}"`]], currency))
          .join("+"),
      { from: () => ({ value: "B2", link: transactions.link("support", 0) }) },
    );
  const category = (name: MovementCategory | "notClassified", text: string, value: number, said: string) =>
    one(name, text, value, () => sumWhere(wallet, "movement", [["category", `="${said}"`]], currency), {
      from: () => ({ value: "B1", link: wallet.link("category", 0) }),
    });
  const present = MOVEMENT_CATEGORIES.filter((name) => isSaid(figures, name));
  const terms: RowDraft[] = [
    rollLine("opening", "Opening, as the wallet states it", "opening", stated.opening),
    one("settledAgain", "+ settled in the period", settled, (_, cell) => cell("settled")),
    supported("dead", "+ entries of payments that are deleted or not paid", stated.dead, [
      SUPPORT.deleted,
      SUPPORT.notPaid,
    ]),
    supported("notJudged", "+ settled, amount not judged", stated.notJudged, [SUPPORT.notJudged]),
    ...(currencies.isSplit ? [proven("unlike", "+ entries of payments in another currency")] : []),
    proven("orphans", "+ entries with a payref that no transaction has"),
    ...present.map((name) => category(name, CATEGORY_LINES[name], stated.categories.get(name) ?? 0, name)),
    category(
      "notClassified",
      "± entries without a payref, not classified",
      stated.notClassified,
      NOT_CLASSIFIED,
    ),
    rollLine("breaks", "+ break differences", "breakDifference", stated.breaks),
  ];
  const names = terms.map(({ name }) => name);
  return [
    title("walletTitle", "3   The wallet, from its opening to its closing"),
    ...terms,
    one(
      "closing",
      "Closing, by these lines",
      stated.closing - stated.left,
      (_, cell) => names.map((name) => cell(name)).join("+"),
      {
        kind: "total",
      },
    ),
    rollLine("stated", "Closing, as the wallet states it", "stated", stated.closing),
    one("nil", "Difference", stated.left, (_, cell) => `${cell("stated")}-${cell("closing")}`, {
      kind: "nil",
    }),
  ];
}

/** Whether some rule says it: each block has a line of it then, also where no entry is. */
function isSaid({ input }: Figures, name: MovementCategory): boolean {
  return (input.workpaper?.movements ?? []).some(({ category }) => category === name);
}
