/** What is listed one by one, and the tables that A proves; they refer to each other by column keys. */
import { trailTable } from "../sheet/trail.ts";
import { exceptionTable, exceptionsOf, SubjectLinks } from "../exceptions/exceptions.ts";
import { exposuresOf } from "../exceptions/exposures.ts";
import { bankLineTable, bankTieTable } from "../exceptions/bank-sheet.ts";
import { onItsWayTable } from "../exceptions/on-its-way.ts";
import { legTable } from "../rollforward/bank-leg.ts";
import type { BankFigures } from "../sheet/bank-states.ts";
import type { Figures } from "../sheet/figures.ts";
import { outstandingOf } from "../exceptions/outstanding-items.ts";
import { summaryTable } from "../exceptions/outstanding-summary.ts";
import { outstandingTable } from "../exceptions/outstanding.ts";
import { type FindLink, hasMovementRules, walletTable } from "../exceptions/wallet.ts";
import { earnedOf } from "../exceptions/earned.ts";
import { taskTable } from "../exceptions/tasks.ts";
import { type TransactionTable, transactionTable } from "../exceptions/transactions.ts";
import { actionTable, dayTable } from "../rollforward/days.ts";
import { breakTable } from "../rollforward/breaks.ts";
import { frozenTable } from "../rollforward/frozen-figures.ts";
import { openingTable } from "../rollforward/openings.ts";
import { rollTable } from "../rollforward/rollforward.ts";
import { itemTable } from "../rollforward/item-table.ts";
import { proofTable } from "../rollforward/proof-lines.ts";
import { reconcilingItems } from "../rollforward/reconciling-items.ts";
import { providerStatement } from "../rollforward/provider-figures.ts";
import { statementTable } from "../rollforward/provider-statement.ts";
import { proofsByCurrency } from "../rollforward/threeway.ts";

export type ProvenTables = ReturnType<typeof provenTables>;

/** @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers */
export function provenTables(figures: Figures) {
  const exceptionList = exceptionsOf(figures.input.check.findings);
  const lists = {
    exceptions: exceptionList,
    exposures: exposuresOf(figures, exceptionList),
    outstanding: outstandingOf(figures),
    items: reconcilingItems(figures),
  };
  const at = new Map(lists.exceptions.map((finding, index) => [finding, index]));
  const linkOf: FindLink = (finding) => {
    const index = at.get(finding);
    return index === undefined ? null : exceptions.link("number", index);
  };
  const wallet = walletTable(figures, linkOf);
  const earned = earnedOf(figures);
  const tasks = taskTable(figures, earned, () => transactions);
  const transactions: TransactionTable = transactionTable(figures, { wallet, tasks, earned, linkOf });
  const trail = trailTable(figures);
  const listed = outstandingTable(figures, lists.outstanding, { wallet, transactions }, linkOf);
  const summary = summaryTable(figures, lists.outstanding, listed);
  let known: SubjectLinks | null = null;
  const links = () =>
    (known ??= new SubjectLinks(figures, lists.outstanding, {
      wallet,
      transactions,
      outstanding: listed,
      trail,
    }));
  const exceptions = exceptionTable(figures, lists.exceptions, lists.exposures, links);
  const roll = rollTable(figures, wallet);
  const items = itemTable(figures, lists.items, { wallet, transactions, linkOf });
  const sources = { roll, transactions, summary, listed, items };
  const lines = proofsByCurrency(figures, lists.outstanding, sources);
  const proof = proofTable(figures, lines);
  const { bank } = figures;
  const stated = hasMovementRules(figures) ? providerStatement(figures, lines) : null;
  return {
    ...sources,
    lists,
    lines,
    linkOf,
    links,
    wallet,
    tasks,
    trail,
    exceptions,
    breaks: breakTable(figures, wallet, roll, lists.items),
    openings: openingTable(figures, roll),
    frozen: frozenTable(figures, roll),
    actions: actionTable(figures, wallet, roll),
    days: dayTable(figures, wallet, roll),
    proof,
    /** The leg of A2, B4, and what C2 has on its way; null where no statements of a bank are kept. */
    bank: bank === null ? null : bankTables(figures, bank, { wallet, proof, lines }),
    /** A3; null where nobody said what movements are. */
    statement:
      stated === null
        ? null
        : {
            stated,
            table: statementTable(figures, stated, { wallet, transactions, roll, summary, proof, lines }),
          },
  };
}

function bankTables(figures: Figures, bank: BankFigures, sources: Parameters<typeof legTable>[1]) {
  const { wallet } = sources;
  const lines = bankLineTable(figures, bank);
  return {
    leg: legTable(figures, sources),
    ties: bankTieTable(figures, bank, { wallet, lines: () => lines }),
    lines,
    way: onItsWayTable(figures, bank, wallet),
  };
}
