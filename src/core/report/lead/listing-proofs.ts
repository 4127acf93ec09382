/** A: proofs that every difference is listed by itself, and that the lists are complete. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { UNLIKE } from "../record-currencies.ts";
import { type ExceptionTable, breaksFormula } from "../exceptions/exceptions.ts";
import type { Exposure } from "../statement/exposures.ts";
import { textLiteral } from "../formula-text.ts";
import { totalOf } from "../rollforward/flows.ts";
import { type RollTable, rollTotalAt } from "../rollforward/rollforward.ts";
import type { Figures } from "../figures.ts";
import { dueOf } from "../outstanding/due.ts";
import type { OutstandingItem } from "../outstanding/outstanding-items.ts";
import type { TablePlace } from "../place.ts";
import type { TransactionTable } from "../records/transactions.ts";
import type { WalletTable } from "../records/wallet.ts";
import type { ItemTable } from "../three-way/item-table.ts";
import { CLASS, type ReconcilingItem } from "../three-way/reconciling-items.ts";
import { type Proof, allOf } from "./proof.ts";

/** What is listed one by one. */
export interface Listed {
  readonly exceptions: readonly Finding[];
  readonly exposures: readonly Exposure[];
  readonly outstanding: readonly OutstandingItem[];
  readonly items: readonly ReconcilingItem[];
}

export interface ListingSources {
  readonly wallet: WalletTable;
  readonly transactions: TransactionTable;
  readonly exceptions: ExceptionTable;
  readonly roll: RollTable;
  /** The items of A2. */
  readonly items: ItemTable;
}

/** That every difference is listed by itself: two that cancel out would leave all sums as they are. */
export function listingProofs(
  { input, currencies, walletRows, transactionRows, tiedEntries }: Figures,
  items: readonly ReconcilingItem[],
  { wallet, transactions, items: list }: ListingSources,
): Proof[] {
  const listed = (name: ReconcilingItem["class"]) => ({
    count: items.filter((item) => item.class === name).length,
    formula: () => list.overParts(["class"], (classes) => `COUNTIF(${classes},"${name}")`),
  });
  const breaks = listed(CLASS.break);
  const settled = listed(CLASS.difference);
  const { difference } = input.check.entryOutcomes;
  const broken = walletRows.filter((row) => row >= 0 && difference[row] !== 0).length;
  const off = transactionRows.filter((row) => {
    const due = currencies.ofTransaction(row) === UNLIKE ? null : dueOf(input, row);
    return tiedEntries[row] !== 0 && due !== null && input.check.transactionOutcomes.net[row] !== due;
  }).length;
  return [
    {
      words: "Every balance that does not follow is listed on A2",
      holds: broken === breaks.count,
      formula: () => {
        const nonZero = wallet.overParts(
          ["difference"],
          (range) => `COUNTIF(${range},">0")+COUNTIF(${range},"<0")`,
        );
        return `${nonZero}=${breaks.formula()}`;
      },
      ref: "B1",
      link: () => wallet.link("difference", 0),
    },
    {
      words: "Every payment settled over or short is listed on A2",
      holds: off === settled.count,
      formula: () => {
        const nonNil = transactions.overParts(
          ["entries", "difference"],
          (entries, range) =>
            `COUNTIFS(${entries},">0",${range},">0")+COUNTIFS(${entries},">0",${range},"<0")`,
        );
        return `${nonNil}=${settled.formula()}`;
      },
      ref: "B2",
      link: () => transactions.link("difference", 0),
    },
  ];
}

/** That a column of a table has as many filled cells as the check counts records. */
function whole<Key extends string>(
  words: string,
  ref: string,
  table: TablePlace<Key>,
  key: Key,
  is: number,
  due: number,
): Proof {
  const formula = () => {
    const ranges = table.ranges(key);
    return `${ranges.length === 0 ? "0" : `COUNTA(${ranges.join(",")})`}=${due}`;
  };
  return { words, holds: is === due, formula, ref, link: () => table.link(key, 0) };
}

export function completenessProofs(
  figures: Figures,
  { exceptions, exposures }: Pick<Listed, "exceptions" | "exposures">,
  { wallet, transactions, exceptions: list, roll }: ListingSources,
): Proof[] {
  const { counts, wallets } = figures.input.check;
  const { error, warning } = counts.bySeverity;
  const entries = wallet.records - wallets.length;
  return [
    whole("Every entry of the period is on B1", "B1", wallet, "movement", entries, counts.entries),
    whole(
      "Every transaction of the period is on B2",
      "B2",
      transactions,
      "payableamount",
      transactions.records,
      counts.transactions,
    ),
    whole("Every error and warning is on C1", "C1", list, "rule", exceptions.length, error + warning),
    breaksProof(figures, exposures, list, roll),
    payableProof(figures, transactions, list),
  ];
}

/** The breaks that C1 lists come to what A1 carries, in each currency. */
function breaksProof(
  figures: Figures,
  exposures: readonly Exposure[],
  list: ExceptionTable,
  roll: RollTable,
): Proof {
  const { blocks } = figures.currencies;
  const listed = (block: number) =>
    exposures.reduce((sum, one) => (one.block === block ? sum + one.breakDifference : sum), 0);
  return {
    words: "The breaks on C1 agree to the break differences of the roll-forward",
    holds: blocks.every(({ wallets }, block) => listed(block) === totalOf(wallets).breakDifference),
    formula: () =>
      allOf(
        blocks.map(({ label }, block) => {
          const sum = figures.round(breaksFormula(list, textLiteral(label)));
          return `${sum}=${roll.cell("breakDifference", rollTotalAt(figures, block))}`;
        }),
      ),
    ref: "C1",
    link: () => list.link("difference", 0),
  };
}

/** Every payable amount that does not recalculate is an exception, and no other is. */
function payableProof(
  { input, transactionRows }: Figures,
  transactions: TransactionTable,
  list: ExceptionTable,
): Proof {
  const { chargedamount, scrowfee, taxfee, payableamount } = input.records.transactions;
  const off = transactionRows.filter(
    (row) =>
      (chargedamount[row] as number) + (scrowfee[row] as number) + (taxfee[row] as number) !==
      payableamount[row],
  ).length;
  return {
    words: "Every payable amount that does not recalculate is an exception",
    holds: off === input.check.counts.findings["payable-sum"],
    formula: () => {
      const differing = transactions.overParts(
        ["payableamount", "recalculated"],
        (stated, own) => `SUMPRODUCT((${stated}<>${own})*1)`,
      );
      const listed = list.overParts(["rule"], (rules) => `COUNTIF(${rules},"payable-sum")`);
      return `${differing}=${listed}`;
    },
    ref: "B2",
    link: () => transactions.link("recalculated", 0),
  };
}
