/** The monthly workbook: which sheets, in which order, and what their formulas refer to. */
import * as audit from "./audit.ts";
import * as changes from "./changes.ts";
import * as exceptions from "./exceptions.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { entityName, headingsOf } from "./headings.ts";
import type { ReportInput } from "./input.ts";
import * as lead from "./lead.ts";
import * as legend from "./legend.ts";
import { type Column, EXCEL_ROWS, type Row, type Sheet, type TableShape, type Workbook } from "./model.ts";
import * as outstanding from "./outstanding.ts";
import { placeTables } from "./place.ts";
import { type Proof, proofsOf } from "./proofs.ts";
import * as roll from "./rollforward.ts";
import * as threeway from "./threeway.ts";
import { TRANSACTION_WIDTHS, transactionColumns, transactionRows } from "./transactions.ts";
import { type Fit, fitOf, fittedWidths } from "./widths.ts";
import { type FindLink, WALLET_WIDTHS, walletColumns, walletRows } from "./wallet.ts";

/**
 * Builds the workbook of a check. Rows are made on demand and in order, one at a time.
 *
 * @param maxRows after how many rows a sheet goes on in the next
 * @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers
 */
export function buildWorkbook(input: ReportInput, maxRows = EXCEL_ROWS): Workbook {
  const figures = figuresOf(input);
  const lists = listsOf(figures);
  const shapes = shapesOf(figures, lists);
  const places = placesOf(shapes, maxRows);
  return {
    title: `${entityName(input)} — escrow wallet reconciliation`,
    headings: headingsOf(input),
    timeZone: input.check.options.timeZone,
    decimals: input.decimals,
    maxRows,
    sheets: sheetsOf(figures, lists, shapes, places),
  };
}

/** What is listed one by one. */
function listsOf(figures: Figures) {
  const { findings } = figures.input.check;
  return {
    exceptions: exceptions.exceptionsOf(findings),
    subjects: exceptions.subjectsOf(figures),
    outstanding: outstanding.outstandingOf(figures),
    items: threeway.reconcilingItems(figures),
    changes: changes.changesOf(findings),
    counted: lead.countedRules(findings),
  };
}
type Lists = ReturnType<typeof listsOf>;

function shape<Id extends string>(
  id: Id,
  columns: readonly Column[],
  count: number,
  title: string | null = null,
) {
  return { id, columns, count, title } satisfies TableShape & { id: Id };
}

/** Every table of every sheet but for its rows. */
function shapesOf(figures: Figures, lists: Lists) {
  const { input } = figures;
  const { check } = input;
  const zone = check.options.timeZone;
  const actions = roll.actionLines(figures.actions).length;
  const others = figures.actions.size > actions ? 1 : 0;
  return {
    lead: [
      shape("conclusion", lead.CONCLUSION_COLUMNS, lead.CONCLUSION_COUNT),
      shape("summary", lead.SUMMARY_COLUMNS, lead.SUMMARY_COUNT),
      shape("proofs", lead.CHECK_COLUMNS, proofCount(input) + 1),
      shape("decided", lead.DECIDED_COLUMNS, lead.DECIDED_COUNT),
      shape("counts", lead.COUNT_COLUMNS, lists.counted.length + 1),
    ],
    roll: [
      shape("wallets", roll.ROLL_COLUMNS, check.wallets.length + 1, "By wallet"),
      shape("actions", roll.ACTION_COLUMNS, actions + others + 1, "By action"),
      shape("days", roll.DAY_COLUMNS, figures.days.size + 1, "By day"),
    ],
    threeway: [
      shape("proof", threeway.PROOF_COLUMNS, threeway.PROOF_COUNT),
      shape("items", threeway.ITEM_COLUMNS, lists.items.length, "Reconciling items, one by one"),
    ],
    wallet: [shape("entries", walletColumns(zone), figures.walletRows.length)],
    transactions: [shape("transactions", transactionColumns(zone), figures.transactionRows.length)],
    exceptions: [shape("exceptions", exceptions.exceptionColumns(zone), lists.exceptions.length)],
    outstanding: [
      shape(
        "summary",
        outstanding.OUTSTANDING_SUMMARY,
        outstanding.KINDS.length + 1,
        "What clearing them would add to the wallet",
      ),
      shape("items", outstanding.outstandingColumns(zone), lists.outstanding.length, "Items"),
    ],
    changes: [shape("changes", changes.CHANGE_COLUMNS, lists.changes.length)],
    legend: [
      shape("tickmarks", legend.TICK_COLUMNS, legend.tickCount(input.decimals), "Tickmarks and notes"),
      shape("rules", legend.RULE_COLUMNS, legend.RULE_COUNT, "Rules"),
    ],
    audit: [
      shape("facts", audit.FACT_COLUMNS, audit.factsOf(input).length, "How it was checked"),
      shape("pulls", audit.pullColumns(zone), input.pulls.length, "Pulls it rests on"),
      shape("bodies", audit.BODY_COLUMNS, audit.bodyCount(input.pulls), "Response bodies"),
    ],
  };
}
type Shapes = ReturnType<typeof shapesOf>;

/** How many proofs A Lead shows; the rows have to be known before the proofs can refer to them. */
function proofCount({ priorCheck }: ReportInput): number {
  return (priorCheck === null ? 3 : 4) + 4 + 4 + 2;
}

function placesOf(shapes: Shapes, maxRows: number) {
  return {
    lead: placeTables(NAMES.lead, shapes.lead, maxRows),
    roll: placeTables(NAMES.roll, shapes.roll, maxRows),
    threeway: placeTables(NAMES.threeway, shapes.threeway, maxRows),
    wallet: placeTables(NAMES.wallet, shapes.wallet, maxRows).entries,
    transactions: placeTables(NAMES.transactions, shapes.transactions, maxRows).transactions,
    exceptions: placeTables(NAMES.exceptions, shapes.exceptions, maxRows).exceptions,
    outstanding: placeTables(NAMES.outstanding, shapes.outstanding, maxRows),
  };
}
type Places = ReturnType<typeof placesOf>;

const NAMES = {
  lead: "Lead",
  roll: "Roll-forward",
  threeway: "Three-way",
  wallet: "Wallet",
  transactions: "Transactions",
  exceptions: "Exceptions",
  outstanding: "Outstanding",
  changes: "Changes",
  legend: "Legend",
  audit: "Audit",
} as const;

interface SheetFacts {
  readonly ref: string;
  readonly title: string;
  readonly widths: readonly number[];
  readonly printed?: number;
  readonly frozenColumns?: number;
  readonly filtered?: boolean;
}

/** Puts a sheet together from its tables and, in the same order, what makes their rows. */
function sheet(
  name: string,
  fit: Fit,
  facts: SheetFacts,
  shapes: readonly TableShape[],
  ...rows: readonly (() => Iterable<Row>)[]
): Sheet {
  const { ref, title, widths, printed = widths.length, frozenColumns = 0, filtered = false } = facts;
  const tables = shapes.map((table, at) => ({ ...table, rows: rows[at] ?? (() => []) }));
  return {
    ref,
    name,
    title,
    widths: fittedWidths(widths, shapes, fit),
    printed,
    frozenColumns,
    filtered,
    tables,
  };
}

function sheetsOf(figures: Figures, lists: Lists, shapes: Shapes, places: Places): Sheet[] {
  const { wallet, transactions } = places;
  const fit = fitOf(figures);
  const linkOf = exceptionLink(lists, places);
  return [
    ...proofSheets(figures, lists, shapes, places, fit),
    sheet(
      NAMES.wallet,
      fit,
      {
        ref: "B1",
        title: "Wallet: every entry, oldest first, each balance recomputed from the row above",
        widths: WALLET_WIDTHS,
        printed: 16,
        frozenColumns: 1,
        filtered: true,
      },
      shapes.wallet,
      () => walletRows(figures, wallet, linkOf),
    ),
    sheet(
      NAMES.transactions,
      fit,
      {
        ref: "B2",
        title: "Transactions: paid in the period or tied to its entries",
        widths: TRANSACTION_WIDTHS,
        printed: 22,
        frozenColumns: 2,
        filtered: true,
      },
      shapes.transactions,
      () => transactionRows(figures, transactions, wallet, linkOf),
    ),
    ...listSheets(figures, lists, shapes, places, fit),
  ];
}

/** Where C1 lists a finding. */
function exceptionLink(lists: Lists, places: Places): FindLink {
  const at = new Map(lists.exceptions.map((finding, index) => [finding, index]));
  return (finding) => {
    const index = at.get(finding);
    return index === undefined ? null : places.exceptions.place("number", index);
  };
}

/** A, A1 and A2. */
function proofSheets(figures: Figures, lists: Lists, shapes: Shapes, places: Places, fit: Fit): Sheet[] {
  const { roll: rolls, wallet, transactions } = places;
  const total = (key: string) => rolls.wallets.cell(key, rolls.wallets.count - 1);
  const sides = {
    wallet,
    transactions,
    roll: rolls.wallets,
    outstanding: places.outstanding.summary,
    ...places.threeway,
  };
  const lines = threeway.proofLines(figures, lists.items, lists.outstanding, sides);
  const amounts = lines.map((line) => line?.value ?? 0);
  const proofs = proofsOf(figures, lists.exceptions, lists.outstanding, amounts, {
    ...sides,
    exceptions: places.exceptions,
    actions: rolls.actions,
    days: rolls.days,
  });
  return [
    leadSheet(figures, lists, shapes, places, proofs, amounts, fit),
    sheet(
      NAMES.roll,
      fit,
      {
        ref: "A1",
        title: "Roll-forward: opening + inflows − outflows + break differences = closing",
        widths: roll.ROLL_WIDTHS,
      },
      shapes.roll,
      () => roll.rollRows(figures, rolls.wallets, wallet),
      () => roll.actionRows(figures, rolls.actions, wallet, total),
      () => roll.dayRows(figures, rolls.days, wallet, total),
    ),
    sheet(
      NAMES.threeway,
      fit,
      {
        ref: "A2",
        title: "Three-way: wallet, movements and transactions agree, every reconciling item by itself",
        widths: threeway.THREE_WAY_WIDTHS,
      },
      shapes.threeway,
      () => threeway.proofRows(figures, lines, sides),
      () => threeway.itemRows(figures, lists.items, sides),
    ),
  ];
}

function leadSheet(
  figures: Figures,
  lists: Lists,
  shapes: Shapes,
  places: Places,
  proofs: readonly Proof[],
  amounts: readonly number[],
  fit: Fit,
): Sheet {
  const { proofs: checks, counts } = places.lead;
  const said = amounts[threeway.PROOF_ROWS.said] ?? 0;
  const from = { roll: places.roll.wallets, proof: places.threeway.proof };
  const conclusion = lead.conclusionOf(figures, lists.exceptions, lists.outstanding, proofs);
  return sheet(
    NAMES.lead,
    fit,
    { ref: "A", title: "Lead schedule", widths: lead.LEAD_WIDTHS },
    shapes.lead,
    () => conclusion.map((sentence) => ({ tone: "opening", cells: [sentence] })),
    () => lead.summaryRows(figures, from, said),
    () => lead.checkRows(proofs, checks),
    () => lead.decidedRows(figures),
    () => lead.countRows(lists.counted, counts, places.exceptions),
  );
}

/** C1 to D2. */
function listSheets(figures: Figures, lists: Lists, shapes: Shapes, places: Places, fit: Fit): Sheet[] {
  const { input } = figures;
  const { summary, items } = places.outstanding;
  return [
    sheet(
      NAMES.exceptions,
      fit,
      {
        ref: "C1",
        title: "Exceptions: every finding of severity error or warning",
        widths: exceptions.EXCEPTION_WIDTHS,
        printed: 19,
        frozenColumns: 1,
        filtered: true,
      },
      shapes.exceptions,
      () => exceptions.exceptionRows(figures, lists.exceptions, lists.subjects, places),
    ),
    sheet(
      NAMES.outstanding,
      fit,
      {
        ref: "C2",
        title: "Outstanding items at the period's end, rolled forward and aged",
        widths: outstanding.OUTSTANDING_WIDTHS,
        filtered: true,
      },
      shapes.outstanding,
      () => outstanding.outstandingSummary(figures, lists.outstanding, summary, items),
      () => outstanding.outstandingRows(figures, lists.outstanding, items, places),
    ),
    sheet(
      NAMES.changes,
      fit,
      {
        ref: "C3",
        title: "Changes: what a later pull says differently of records seen before",
        widths: changes.CHANGE_WIDTHS,
        filtered: true,
      },
      shapes.changes,
      () => changes.changeRows(lists.changes),
    ),
    sheet(
      NAMES.legend,
      fit,
      {
        ref: "D1",
        title: "Legend: tickmarks, fills, columns and rules in words",
        widths: legend.LEGEND_WIDTHS,
      },
      shapes.legend,
      () => legend.tickRows(input.decimals),
      () => legend.ruleRows(input.check),
    ),
    sheet(
      NAMES.audit,
      fit,
      { ref: "D2", title: "Audit: what this workbook was made from", widths: audit.AUDIT_WIDTHS },
      shapes.audit,
      () => audit.factRows(input),
      () => audit.pullRows(input.pulls),
      () => audit.bodyRows(input.pulls),
    ),
  ];
}
