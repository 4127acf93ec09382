/** What a transaction charges, and what of it came, as sums. */
import { addAmounts } from "../../../core/money.ts";
import type { TransactionRow } from "../../check/protocol.ts";
import type { SumLine } from "../tables/arithmetic.ts";

/** The fees: what they add up to, and what the service says is payable. */
export function feeSum({ charged, escrowFee, tax, payable }: TransactionRow): SumLine[] {
  const of = "fees of the transaction";
  const added = addAmounts(addAmounts(charged, escrowFee, of), tax, of);
  const lines: SumLine[] = [
    { words: "Charged", amount: charged, kind: "part" },
    { words: "Escrow fee", amount: escrowFee, kind: "part" },
    { words: "Tax", amount: tax, kind: "part" },
  ];
  if (added === payable) return [...lines, { words: "Payable", amount: payable, kind: "total" }];
  return [
    ...lines,
    { words: "Added up", amount: added, kind: "total" },
    { words: "Payable, as stated", amount: payable, kind: "given" },
    { words: "Difference", amount: payable - added, kind: "difference" },
  ];
}

/** Expected and settled beside one another; no expectation where amount rules were skipped. */
export function settlementSum({ expected, settled, difference, entries }: TransactionRow): SumLine[] {
  const by =
    entries === 0
      ? "Settled, no entry"
      : entries === 1
        ? "Settled by 1 entry"
        : `Settled by ${entries} entries`;
  const came: SumLine = { words: by, amount: settled, kind: "given" };
  if (expected === null) return [came];
  const due: SumLine = { words: "Expected", amount: expected, kind: "total" };
  if (difference === null || difference === 0) return [due, came];
  return [due, came, { words: "Difference", amount: difference, kind: "difference" }];
}
