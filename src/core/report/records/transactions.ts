/** B2: every transaction of the period, with its payable recalculated and what B1 shows of it. */
import { addAmounts } from "../../money.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import { NO_TEXT, type TextColumn } from "../../reconcile/input.ts";
import type { Settlement } from "../../reconcile/result/result.ts";
import { UNLIKE, labelAt } from "../currencies.ts";
import { dueOf } from "../outstanding/due.ts";
import type { Figures } from "../figures.ts";
import { transactionTie } from "../exceptions/matched-rows.ts";
import type { Column, Row, Tone } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { decisionTexts } from "../exceptions/reviewing.ts";
import { CURRENCY, type FindLink, HAND_TICK, flagsCell, toneOf } from "./wallet.ts";
import { STANDING } from "../words/sheet-words.ts";

/** @param isSplit whether there are several currencies, and so a column that says in which one a row is proven */
export function transactionColumns(zone: string, isSplit: boolean): readonly Column[] {
  return [
    { key: "payID", header: "payID", kind: "id" },
    { key: "payref", header: "Payref", kind: "text" },
    { key: "cycle", header: "Cycle", kind: "text" },
    { key: "label", header: "Label", kind: "text" },
    { key: "role", header: "Role", kind: "text" },
    { key: "customer", header: "Customer", kind: "text" },
    { key: "created", header: `Created (${zone})`, kind: "instant" },
    { key: "paid", header: `Paid (${zone})`, kind: "instant" },
    { key: "currency", header: "Currency", kind: "text" },
    { key: "chargedamount", header: "Charged", kind: "amount" },
    { key: "scrowfee", header: "Escrow fee", kind: "amount" },
    { key: "taxfee", header: "Tax fee", kind: "amount" },
    { key: "payableamount", header: "Payable", kind: "amount" },
    { key: "recalculated", header: "Payable added up", kind: "amount" },
    { key: "expected", header: "Expected", kind: "amount" },
    { key: "entries", header: "Entries", kind: "integer" },
    { key: "settled", header: "Settled in period", kind: "amount" },
    { key: "earlier", header: "Settled earlier", kind: "amount" },
    { key: "difference", header: "Difference", kind: "amount" },
    { key: "status", header: "Status", kind: "text" },
    { key: "tie", header: "Matched by hand", kind: "text" },
    { key: "tick", header: "Tick", kind: "mark" },
    { key: "flags", header: "Flags", kind: "text" },
    { key: "decision", header: "Decision", kind: "text" },
    { key: "note", header: "Note", kind: "text" },
    { key: "statusAlt", header: "Status at the service", kind: "text" },
    { key: "businessID", header: "businessID", kind: "id" },
    ...(isSplit ? [{ ...CURRENCY, key: "proof", header: "Proven in" }] : []),
  ];
}

export const TRANSACTION_WIDTHS = [
  9, 14, 10, 16, 7, 16, 18, 18, 9, 9, 8, 8, 9, 9, 9, 8, 10, 10, 11, 15, 17, 5, 22, 11, 16, 22, 11,
];

/**
 * Up to this many comparisons SUMIFS looks through all of B1 for each row of a table; beyond it only from the first to the
 * last row that carries it, or a large workbook would take minutes to open.
 */
export const FULL_SEARCH = 200_000_000;

export function* transactionRows(
  figures: Figures,
  place: TablePlace,
  wallet: TablePlace,
  linkOf: FindLink,
): Generator<Row> {
  const full = wallet.count * place.count <= FULL_SEARCH;
  const span = full ? null : spansOf(figures);
  for (let at = 0; at < figures.transactionRows.length; at += 1) {
    const row = figures.transactionRows[at] as number;
    yield transactionRow(figures, place.at(at).row, row, searchOf(wallet, row, span), linkOf);
  }
}

/** By transaction row: the first and last row of B1 that carry it. */
interface Spans {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

function spansOf({ input, walletRows }: Figures): Spans {
  const first = new Int32Array(input.records.transactions.length).fill(-1);
  const last = new Int32Array(input.records.transactions.length).fill(-2);
  walletRows.forEach((row, at) => {
    const tied = row < 0 ? -1 : (input.check.entryOutcomes.transaction[row] as number);
    if (tied === -1) return;
    if (first[tied] === -1) first[tied] = at;
    last[tied] = at;
  });
  return { first, last };
}

type Search = (keys: readonly string[], of: (...ranges: string[]) => string) => string;

function searchOf(wallet: TablePlace, row: number, span: Spans | null): Search {
  if (span === null) return (keys, of) => wallet.overParts(keys, of);
  return (keys, of) => wallet.overParts(keys, of, span.first[row], span.last[row]);
}

function textOf(texts: TextColumn, id: number | undefined): string | null {
  return id === undefined || id === NO_TEXT ? null : texts.at(id);
}

function transactionRow(
  figures: Figures,
  sheetRow: number,
  row: number,
  search: Search,
  linkOf: FindLink,
): Row {
  const { input, currencies, round } = figures;
  const { check, records } = input;
  const { transactions } = records;
  const numberAt = (column: Float64Array) => {
    const value = column[row] as number;
    return Number.isNaN(value) ? null : value;
  };
  const charged = transactions.chargedamount[row] as number;
  const escrow = transactions.scrowfee[row] as number;
  const tax = transactions.taxfee[row] as number;
  const settled = figures.tiedNet[row] as number;
  const earlier = (check.transactionOutcomes.net[row] as number) - settled;
  const due = dueOf(input, row);
  const hand = figures.hands.ofTransaction.get(row);
  const standing = standingWords(figures, row);
  const payID = transactions.payID[row] as number;
  const findings = figures.byPayID.get(payID) ?? NONE;
  const texts = input.transactionTexts(row);
  return {
    tone: toneOf(findings),
    cells: [
      payID,
      textOf(records.payrefs, transactions.payref[row]),
      textOf(records.labels, transactions.cycleText[row]),
      texts.label,
      textOf(records.labels, transactions.role[row]),
      texts.customerName,
      numberAt(transactions.dateCreatedAtMs),
      numberAt(transactions.datePaidAtMs),
      textOf(records.labels, transactions.currency[row]),
      charged,
      escrow,
      tax,
      transactions.payableamount[row] as number,
      {
        value: addAmounts(addAmounts(charged, escrow, "fees"), tax, "fees"),
        formula: round(`J${sheetRow}+K${sheetRow}+L${sheetRow}`),
      },
      due,
      {
        value: figures.tiedEntries[row] as number,
        formula: search(["payID"], (payIDs) => `COUNTIF(${payIDs},A${sheetRow})`),
      },
      {
        value: settled,
        formula: round(
          search(["movement", "payID"], (movements, payIDs) => `SUMIFS(${movements},${payIDs},A${sheetRow})`),
        ),
      },
      earlier,
      due === null || currencies.ofTransaction(row) === UNLIKE
        ? null
        : { value: settled + earlier - due, formula: round(`Q${sheetRow}+R${sheetRow}-O${sheetRow}`) },
      standing.words,
      transactionTie(input, hand, row),
      tickOf(standing.mark, toneOf(findings), hand !== undefined),
      findings.length === 0 ? null : flagsCell(findings, linkOf),
      ...decisionTexts(figures.reviewing, findings, hand),
      texts.statusAlt,
      transactions.businessID[row] as number,
      ...(currencies.isSplit ? [labelAt(currencies, currencies.ofTransaction(row))] : []),
    ],
  };
}

const NONE: readonly Finding[] = [];

/** How a transaction stands; one that another of its match stands for, with it. */
export function standingWords(
  { input, hands }: Figures,
  row: number,
): { readonly words: string; readonly mark: string } {
  const hand = hands.ofTransaction.get(row);
  if (hand !== undefined && hand.lead !== row) return { words: "settled together", mark: "√" };
  return STANDING[input.check.transactionOutcomes.settlement[row] as Settlement];
}

/** An exception shows on what else would be settled; what a person tied shows as such. */
function tickOf(mark: string, tone: Tone, byHand: boolean): string {
  if (mark !== "√") return mark;
  if (tone !== "plain") return "▲";
  return byHand ? HAND_TICK : mark;
}
