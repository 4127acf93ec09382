/** The arithmetic of one link of the chain, written out. */
import { formatAmount } from "../../../core/money.ts";
import type { EntryContext, WalletRow } from "../../bridge/protocol.ts";
import type { SumLine } from "../decide/arithmetic.ts";

type Chain = Pick<EntryContext, "row" | "before">;

/** Of the oldest entry: what the balance must have been before it. */
function impliedOpening({ stated, inflow, outflow }: WalletRow): number {
  return stated - (inflow ?? 0) + (outflow ?? 0);
}

/**
 * The link in one sentence, e.g. `previous balance 12,000 + in 500 − out 0 = expected 12,500; stated 12,510;
 * difference 10`.
 *
 * @param decimals of the ledger, display only
 */
export function chainSentence({ row, before }: Chain, decimals: number): string {
  const said = (amount: number) => formatAmount(amount, decimals);
  const moved = `+ in ${said(row.inflow ?? 0)} − out ${said(row.outflow ?? 0)}`;
  const previous = before.at(-1);
  if (previous === undefined) {
    return `implied opening ${said(impliedOpening(row))} ${moved} = stated ${said(row.stated)}; no earlier entries`;
  }
  const start = `previous balance ${said(previous.stated)} ${moved}`;
  if (row.expected === null) return `${start}; stated ${said(row.stated)}; the check ends before this entry`;
  const end = row.difference === 0 ? "it follows" : `difference ${said(row.difference ?? 0)}`;
  return `${start} = expected ${said(row.expected)}; stated ${said(row.stated)}; ${end}`;
}

/** The link as the sum an accountant would set beside it. */
export function chainSum({ row, before }: Chain): SumLine[] {
  const moved: SumLine[] = [
    { words: "In", amount: row.inflow ?? 0, kind: "part" },
    { words: "Out", amount: 0 - (row.outflow ?? 0), kind: "part" },
  ];
  const previous = before.at(-1);
  if (previous === undefined) {
    const opening: SumLine = { words: "Implied opening", amount: impliedOpening(row), kind: "part" };
    return [opening, ...moved, { words: "Stated", amount: row.stated, kind: "total" }];
  }
  const start: SumLine = {
    words: `Balance stated at walletID ${previous.walletID}`,
    amount: previous.stated,
    kind: "part",
  };
  const stated: SumLine = { words: "Stated", amount: row.stated, kind: "given" };
  if (row.expected === null) return [start, ...moved, stated];
  const expected: SumLine = { words: "Expected", amount: row.expected, kind: "total" };
  if (row.difference === null || row.difference === 0) return [start, ...moved, expected, stated];
  const difference: SumLine = { words: "Difference", amount: row.difference, kind: "difference" };
  return [start, ...moved, expected, stated, difference];
}
