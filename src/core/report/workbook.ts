/** The monthly workbook: which sheets, in which order, and what their formulas refer to. */
import * as audit from "./about/audit.ts";
import { balanceRows } from "./lead/balances.ts";
import * as changes from "./changes/changes.ts";
import { closeChecksOf } from "./lead/close-checks.ts";
import { closeStepRows } from "./lead/close-words.ts";
import { conclusionRows } from "./lead/conclusion.ts";
import * as exceptions from "./exceptions/exceptions.ts";
import { type Figures, figuresOf } from "./figures.ts";
import * as flows from "./rollforward/flow-tables.ts";
import { frozenRows } from "./rollforward/frozen-figures.ts";
import { entityName, footerOf, scopeOf, signaturesOf, sourceOf } from "./headings.ts";
import type { ReportInput } from "./input.ts";
import * as lead from "./lead/lead.ts";
import * as legend from "./about/legend.ts";
import { EXCEL_ROWS, type Sheet, type Workbook } from "./model.ts";
import { openingRows } from "./rollforward/openings.ts";
import * as outstanding from "./outstanding/outstanding.ts";
import { type ProofLines, THREE_WAY_WIDTHS, proofRows } from "./three-way/proof-lines.ts";
import { type Proof, proofsOf } from "./lead/proofs.ts";
import { itemRows } from "./three-way/reconciling-items.ts";
import { closingRows } from "./changes/restated-closings.ts";
import * as roll from "./rollforward/rollforward.ts";
import { countRows } from "./lead/rule-counts.ts";
import { type Lists, type Places, type Shapes, listsOf, placesOf, shapesOf, sidesOf } from "./shapes.ts";
import { SHEETS, sheetOf } from "./sheets.ts";
import { proofsByCurrency } from "./three-way/threeway.ts";
import { trailRows } from "./about/trail.ts";
import { TRANSACTION_WIDTHS, transactionRows } from "./records/transactions.ts";
import { CURRENCY_WIDTH, type FindLink, WALLET_WIDTHS, walletRows } from "./records/wallet.ts";
import { type Fit, fitOf } from "./widths.ts";

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
    scope: scopeOf(input),
    source: sourceOf(input),
    signatures: signaturesOf(input, places.lead.signatures),
    footer: footerOf(input),
    timeZone: input.check.options.timeZone,
    decimals: input.decimals,
    maxRows,
    sheets: sheetsOf({ figures, lists, shapes, places, fit: fitOf(figures) }),
  };
}

/** What every sheet is made from. */
interface Parts {
  readonly figures: Figures;
  readonly lists: Lists;
  readonly shapes: Shapes;
  readonly places: Places;
  readonly fit: Fit;
}

function sheetsOf(parts: Parts): Sheet[] {
  const linkOf = exceptionLink(parts);
  return [
    ...proofSheets(parts, linkOf),
    ...recordSheets(parts, linkOf),
    ...listSheets(parts, linkOf),
    ...paperSheets(parts),
  ];
}

/** Where C1 lists a finding. */
function exceptionLink({ lists, places }: Parts): FindLink {
  const at = new Map(lists.exceptions.map((finding, index) => [finding, index]));
  return (finding) => {
    const index = at.get(finding);
    return index === undefined ? null : places.exceptions.place("number", index);
  };
}

/** A, A1 and A2. */
function proofSheets(parts: Parts, linkOf: FindLink): Sheet[] {
  const { figures, lists, shapes, places, fit } = parts;
  const { roll: rolls, wallet } = places;
  const sides = sidesOf(places);
  const lines = proofsByCurrency(figures, lists.items, lists.outstanding, sides);
  const proofs = proofsOf(figures, lists, lines, sides);
  const checks = closeChecksOf(figures, lists.outstanding, { ...sides, facts: places.audit.facts });
  return [
    leadSheet(parts, { proofs, checks }, lines),
    sheetOf(
      SHEETS.roll,
      fit,
      { widths: roll.ROLL_WIDTHS },
      shapes.roll,
      () => roll.rollRows(figures, rolls.wallets, wallet),
      () => openingRows(figures, rolls.openings, rolls.wallets),
      () => frozenRows(figures, rolls.frozen, rolls.wallets),
      () => flows.actionRows(figures, rolls.actions, wallet, rolls.wallets),
      () => flows.dayRows(figures, rolls.days, wallet, rolls.wallets),
    ),
    sheetOf(
      SHEETS.threeway,
      fit,
      { widths: THREE_WAY_WIDTHS },
      shapes.threeway,
      () => proofRows(figures, lines, sides.proof),
      () => itemRows(figures, lists.items, sides, linkOf),
    ),
  ];
}

function leadSheet(
  { figures, lists, shapes, places, fit }: Parts,
  { proofs, checks }: { readonly proofs: readonly Proof[]; readonly checks: readonly Proof[] },
  lines: readonly ProofLines[],
): Sheet {
  const { proofs: proofPlace, close: checkPlace, counts } = places.lead;
  const from = { roll: places.roll.wallets, proof: places.threeway.proof };
  return sheetOf(
    SHEETS.lead,
    fit,
    { widths: lead.LEAD_WIDTHS },
    shapes.lead,
    () => conclusionRows(figures, lists, { proofs, proofPlace, checks, checkPlace }),
    () => lead.signatureRows(figures),
    () => closeStepRows(figures),
    () => balanceRows(figures, from, lines),
    () => lead.proofRows(proofs, proofPlace),
    () => checks.map(lead.checkRow),
    () => countRows(figures, lists, counts, places.exceptions),
    () => lead.decidedRows(figures),
    () => lead.contentsRows(),
  );
}

/** B1 and B2. */
function recordSheets({ figures, shapes, places, fit }: Parts, linkOf: FindLink): Sheet[] {
  const { wallet, transactions } = places;
  const more = figures.currencies.isSplit ? [CURRENCY_WIDTH] : [];
  return [
    sheetOf(
      SHEETS.wallet,
      fit,
      { widths: [...WALLET_WIDTHS, ...more], printed: 17, frozenColumns: 1, filtered: true },
      shapes.wallet,
      () => walletRows(figures, wallet, linkOf),
    ),
    sheetOf(
      SHEETS.transactions,
      { ...fit, amount: fit.transactionAmount },
      { widths: [...TRANSACTION_WIDTHS, ...more], printed: 25, frozenColumns: 2, filtered: true },
      shapes.transactions,
      () => transactionRows(figures, transactions, wallet, linkOf),
    ),
  ];
}

/** C1 to C3. */
function listSheets({ figures, lists, shapes, places, fit }: Parts, linkOf: FindLink): Sheet[] {
  const { summary, items } = places.outstanding;
  const more = figures.currencies.isSplit ? [CURRENCY_WIDTH] : [];
  return [
    sheetOf(
      SHEETS.exceptions,
      fit,
      { widths: exceptions.EXCEPTION_WIDTHS, printed: 21, frozenColumns: 1, filtered: true },
      shapes.exceptions,
      () => exceptions.exceptionRows(figures, lists, places),
    ),
    sheetOf(
      SHEETS.outstanding,
      fit,
      { widths: [...outstanding.OUTSTANDING_WIDTHS, ...more], filtered: true },
      shapes.outstanding,
      () => outstanding.outstandingSummary(figures, lists.outstanding, summary, items),
      () => outstanding.outstandingRows(figures, lists.outstanding, items, places, linkOf),
    ),
    sheetOf(
      SHEETS.changes,
      fit,
      { widths: changes.CHANGE_WIDTHS, filtered: true },
      shapes.changes,
      () => closingRows(figures, lists.signedWallets, places.changes.closings),
      () =>
        changes.changeRows(figures, lists.changes, new exceptions.IdLinks(figures, lists, places), linkOf),
    ),
  ];
}

/** D1 and D2. */
function paperSheets({ figures, shapes, fit }: Parts): Sheet[] {
  const { input } = figures;
  return [
    sheetOf(
      SHEETS.legend,
      fit,
      { widths: legend.LEGEND_WIDTHS },
      shapes.legend,
      legend.tickRows,
      () => legend.termRows(input.decimals),
      legend.stepRows,
      legend.causeRows,
      () => legend.ruleRows(input.check),
    ),
    sheetOf(
      SHEETS.audit,
      fit,
      { widths: audit.AUDIT_WIDTHS },
      shapes.audit,
      () => audit.factRows(input),
      () => trailRows(input),
      () => audit.pullRows(input.pulls),
      () => audit.bodyRows(input.pulls),
    ),
  ];
}
