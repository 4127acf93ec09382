/** The monthly workbook: which sheets, in which order, and which tables stand on each. */
import { bodyTable, completenessTable, factTable, provenanceTable, pullTable } from "./about/audit.ts";
import { legendTables } from "./about/legend.ts";
import { copiesTable, changeTable, closingTable } from "./about/changes.ts";
import { signedBefore } from "./sheet/closing.ts";
import { booksLeg } from "./rollforward/books-leg.ts";
import { type Figures, figuresOf } from "./sheet/figures.ts";
import { fitOf } from "./sheet/fit.ts";
import {
  type AsFrozen,
  entityName,
  footerOf,
  headingName,
  scopeOf,
  signaturesOf,
  sourceOf,
} from "./lead/headings.ts";
import type { ReportInput } from "./sheet/input.ts";
import { balanceTable } from "./lead/balances.ts";
import {
  causeTable,
  type SignatureTable,
  contentsTable,
  decidedTable,
  signatureTable,
  checklistTable,
  fluctuationTable,
  stepTable,
} from "./lead/month-file.ts";
import {
  type ConclusionGrounds,
  type HeldTables,
  type Proven,
  conclusionSentence,
  heldOf,
} from "./lead/concluded.ts";
import { conclusionTable, qualifiedTable } from "./lead/conclusion.ts";
import { countTable } from "./lead/rule-counts.ts";
import { statedAmounts } from "./rollforward/provider-figures.ts";
import { movementRuleTable } from "./rollforward/rule-table.ts";
import { unsupportedTable } from "./lead/unsupported.ts";
import { workpaperTable } from "./lead/workpaper.ts";
import { EXCEL_ROWS, type Sheet, type Workbook } from "./sheet/model.ts";
import { type ProvenTables, provenTables } from "./lead/proven-tables.ts";
import { examinerQuestions, questionTable } from "./questions.ts";
import { type ExaminerQuestion, questionCountWords } from "../review/file/examined.ts";
import { SHEETS, sheetOf } from "./sheet/sheets.ts";
import { addSafely } from "./exceptions/exception-amounts.ts";
import type { AnyTable } from "./sheet/table.ts";

interface ConcludedWorkbook extends Workbook {
  /** The first sentence of A. */
  readonly conclusion: string;
}

/**
 * Builds the workbook of a check. Rows are made on demand and in order, one at a time.
 *
 * @param maxRows after how many rows a sheet goes on in the next
 * @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers
 */
export function buildWorkbook(input: ReportInput, maxRows = EXCEL_ROWS): ConcludedWorkbook {
  const figures = figuresOf(input);
  const signatures = signatureTable(figures);
  const facts = factTable(figures);
  const proven = { ...provenTables(figures), facts };
  const held = heldOf(figures, proven);
  const questions = examinerQuestions(figures, held);
  const lead = leadTables(figures, signatures, proven, { ...held, questions });
  const sheets = sheetsOf(figures, proven, { lead, questions }, maxRows);
  return {
    conclusion: conclusionSentence(figures, held),
    title: `${headingName(entityName(input.check.wallets, input.entity), "heading")} — escrow wallet reconciliation`,
    scope: scopeOf(input),
    source: sourceOf(input),
    sheets,
    signatures: signaturesOf(figures, signatures, asFrozenOf(held)),
    footer: footerOf(input),
    timeZone: input.check.options.timeZone,
    decimals: input.decimals,
    maxRows,
  };
}

/** What is made before the sheets: the tables of A, and what E1 asks. */
interface MadeBefore {
  readonly lead: readonly AnyTable[];
  readonly questions: readonly ExaminerQuestion[];
}

/** Each sheet from its tables. */
function sheetsOf(
  figures: Figures,
  proven: Proven,
  { lead, questions }: MadeBefore,
  maxRows: number,
): Sheet[] {
  const fit = fitOf(figures, totalsOf(figures, proven));
  const setting = { fit, maxRows };
  const { wallet, transactions, exceptions, listed, summary, trail } = proven;
  const { roll, breaks, openings, frozen, actions, days, proof, items, facts, bank } = proven;
  const books = booksLeg(figures, roll);
  const changes = changeTable(figures, proven.links, proven.linkOf);
  const hasMoreThanNotes = figures.currencies.isSplit || signedBefore(figures.input) !== null;
  return [
    sheetOf(SHEETS.lead, setting, {}, lead),
    sheetOf(SHEETS.roll, setting, {}, [roll, breaks, openings, frozen, actions, days]),
    sheetOf(SHEETS.threeway, setting, {}, [
      proof,
      ...(bank === null ? [] : [bank.leg]),
      ...(books === null ? [] : [books]),
      items,
    ]),
    ...(proven.statement === null
      ? []
      : [sheetOf(SHEETS.statement, setting, {}, [proven.statement.table, movementRuleTable(figures)])]),
    sheetOf(
      SHEETS.wallet,
      setting,
      { printed: wallet.columnsTo("decision"), frozenColumns: wallet.columnsTo("walletID"), filtered: true },
      [wallet],
    ),
    sheetOf(
      SHEETS.transactions,
      { fit: { ...fit, amount: fit.transactionAmount }, maxRows },
      {
        printed: transactions.columnsTo("decision"),
        frozenColumns: transactions.columnsTo("payref"),
        filtered: true,
      },
      [transactions],
    ),
    sheetOf(SHEETS.tasks, setting, { filtered: true }, [proven.tasks]),
    ...(bank === null ? [] : [sheetOf(SHEETS.bank, setting, { filtered: true }, [bank.ties, bank.lines])]),
    sheetOf(
      SHEETS.exceptions,
      setting,
      {
        printed: exceptions.columnsTo("reviewerNote"),
        frozenColumns: exceptions.columnsTo("number"),
        filtered: true,
      },
      [exceptions],
    ),
    sheetOf(
      SHEETS.outstanding,
      setting,
      {
        filtered: true,
        frozenColumns: listed.columnsTo("payref"),
        // What changed since a signature is empty where nothing was signed.
        ...(hasMoreThanNotes ? {} : { printed: listed.columnsTo("note") }),
      },
      [summary, ...(bank === null ? [] : [bank.way]), listed],
    ),
    sheetOf(SHEETS.changes, setting, { filtered: true, frozenColumns: changes.columnsTo("payref") }, [
      closingTable(figures),
      copiesTable(figures, proven.links, proven.linkOf),
      changes,
    ]),
    sheetOf(SHEETS.legend, setting, {}, legendTables(figures)),
    sheetOf(SHEETS.audit, setting, {}, [
      facts,
      trail,
      pullTable(figures),
      bodyTable(figures),
      provenanceTable(figures),
      completenessTable(figures),
    ]),
    sheetOf(SHEETS.questions, setting, { filtered: true }, [questionTable(figures, questions)]),
  ];
}

/** The largest totals that no record shows: what is unresolved, and what no payment supports. */
function totalsOf(
  figures: Figures,
  { lists: { exposures, items }, statement }: Pick<ProvenTables, "lists" | "statement">,
): number[] {
  const unsupported = items.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  const untied = figures.flows.flatMap(({ noPayref }) => [...noPayref.values()]);
  return [
    addSafely(exposures.map(({ amount }) => amount)),
    untied.reduce((sum, { inflow, outflow }) => sum + inflow + outflow, unsupported),
    ...(statement === null ? [] : statedAmounts(statement.stated)),
  ];
}

/** Whether the figures are those that were prepared or signed, by the checks of the close. */
function asFrozenOf({ checks: { before, frozen }, ...held }: ConclusionGrounds): AsFrozen | null {
  if (frozen.length === 0) return null;
  return {
    same: frozen.every(({ holds }) => holds),
    cells: () => frozen.map((_, at) => held.checksTable.cell("holds", before.length + at)),
  };
}

/** A: all tables of the lead schedule, which refer to those of the other sheets. */
function leadTables(
  figures: Figures,
  signatures: SignatureTable,
  proven: Proven,
  { questions, ...held }: HeldTables & Pick<MadeBefore, "questions">,
): AnyTable[] {
  const { lists, lines } = proven;
  const examined =
    questions.length === 0 ? [] : [`${SHEETS.questions.ref}: ${questionCountWords(questions)}`];
  return [
    conclusionTable(figures, lists, { ...held, exceptions: proven.exceptions }),
    qualifiedTable(figures, held),
    signatures,
    workpaperTable(figures, { ...held, facts: proven.facts, examined }),
    checklistTable(figures),
    fluctuationTable(figures),
    balanceTable(figures, proven, lines),
    held.uncorrected,
    held.exposure,
    held.confirmations,
    unsupportedTable(figures, lists.items, proven),
    stepTable(figures),
    held.proofsTable,
    held.checksTable,
    decidedTable(figures),
    contentsTable(figures),
    causeTable(figures, lists.exceptions, proven.exceptions),
    countTable(figures, lists.exceptions, proven.exceptions),
  ];
}
