/** B2: what a payment should have settled, as a formula over its own row, its tasks on B3 and its match. */
import type { SettlementBasis } from "../../options.ts";
import { CYCLE } from "../../reconcile/input.ts";
import { countedRecords } from "../counted-records.ts";
import { isPaidAsAt } from "../../reconcile/payrefs/match.ts";
import { inflowOn } from "../../reconcile/payrefs/settlement.ts";
import type { Figures } from "../figures.ts";
import { type Earned, earnedBy, hasEarned, isEarning, isSeller } from "./earned.ts";

/** The cells of a payment's row that the formula reads. */
export type ExpectedKey = "chargedamount" | "scrowfee" | "taxfee" | "payableamount" | "earned" | "status";

/** A cell of B2, in the row of a transaction. */
export type PaymentCell = (key: ExpectedKey, row: number) => string;

/** An amount with the formula that comes to it. */
interface Worked {
  readonly value: number;
  readonly formula: string;
}

interface ExpectedPayment {
  readonly figures: Figures;
  readonly earned: Earned;
  /** In the columns of all transactions. */
  readonly row: number;
  /** What B2 expects of it. */
  readonly due: number;
  /** How it stands, as B2 words it. */
  readonly words: string;
}

/** The formula of what B2 expects of a payment; null where it would come to something else. */
export function expectedFormula(
  { figures, earned, row, due, words }: ExpectedPayment,
  cell: PaymentCell,
): string | null {
  const own = isLead(figures, row)
    ? sumOf(dueTogether(figures, row).map((one) => ownExpected(figures, earned, one, cell)))
    : ownExpected(figures, earned, row, cell);
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

/** The payments of a match that are due: paid at the period's end, and not deleted. */
function dueTogether({ input, hands }: Figures, lead: number): number[] {
  const { transactions } = countedRecords(input);
  const endMs = input.check.period?.toMs ?? Infinity;
  return (hands.together.get(lead) ?? []).filter(
    (row) => isPaidAsAt(transactions, row, endMs) && transactions.deleted[row] === 0,
  );
}

function sumOf(parts: readonly Worked[]): Worked {
  const formula = parts.map((part) => `(${part.formula})`).join("+");
  return { value: parts.reduce((sum, { value }) => sum + value, 0), formula: formula === "" ? "0" : formula };
}

/** What one payment is expected to move by itself: a buyer pays it out, a seller gets it by the basis. */
function ownExpected(figures: Figures, earned: Earned, row: number, cell: PaymentCell): Worked {
  const { input } = figures;
  const { transactions } = input.records;
  const of = (key: ExpectedKey) => cell(key, row);
  if (!isSeller(input, row))
    return { value: 0 - (transactions.payableamount[row] as number), formula: `-${of("payableamount")}` };
  const basis = input.check.settlementBasis.used;
  const isOneTime = transactions.cycle[row] === CYCLE.oneTime;
  const escrow = transactions.scrowfee[row] as number;
  const tax = transactions.taxfee[row] as number;
  const payable = isOneTime ? (transactions.payableamount[row] as number) : null;
  const inflow = (charged: number) =>
    inflowOn(basis, charged, { escrow, tax, payable }, () => `payID ${transactions.payID[row]}`);
  if (!isEarning(input, row))
    return { value: inflow(transactions.chargedamount[row] as number), formula: onBasis(basis, of, true) };
  const charged = earnedBy(input, earned, row);
  const formula = onBasis(basis, of, false);
  // Nothing is expected of what has earned nothing, not even its fees.
  if (!hasEarned(input, row, charged)) return { value: 0, formula: `IF(${of("earned")}=0,0,${formula})` };
  return { value: inflow(charged), formula };
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
