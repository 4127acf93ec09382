/**
 * What is listed one by one, and the tables that the lead schedule proves: they refer to each other by their
 * columns' keys.
 */
import { trailTable } from "./about/trail.ts";
import { exceptionTable, exceptionsOf } from "./exceptions/exceptions.ts";
import { exposuresOf } from "./statement/exposures.ts";
import { SubjectLinks } from "./exceptions/subject-links.ts";
import type { Figures } from "./figures.ts";
import { outstandingOf } from "./outstanding/outstanding-items.ts";
import { summaryTable } from "./outstanding/outstanding-summary.ts";
import { outstandingTable } from "./outstanding/outstanding.ts";
import type { FindLink } from "./records/flags.ts";
import { earnedOf } from "./records/earned.ts";
import { taskTable } from "./records/tasks.ts";
import { type TransactionTable, transactionTable } from "./records/transactions.ts";
import { walletTable } from "./records/wallet.ts";
import { actionTable } from "./rollforward/actions.ts";
import { breakTable } from "./rollforward/breaks.ts";
import { dayTable } from "./rollforward/days.ts";
import { frozenTable } from "./rollforward/frozen-figures.ts";
import { openingTable } from "./rollforward/openings.ts";
import { rollTable } from "./rollforward/rollforward.ts";
import { itemTable } from "./three-way/item-table.ts";
import { proofTable } from "./three-way/proof-lines.ts";
import { reconcilingItems } from "./three-way/reconciling-items.ts";
import { proofsByCurrency } from "./three-way/threeway.ts";

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
  const lines = proofsByCurrency(figures, lists.items, lists.outstanding, sources);
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
    proof: proofTable(figures, lines),
  };
}
