/** B1: every entry of the period, oldest first, with the balance it should have by formula on the row above. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { NO_PAYREF } from "../../reconcile/input.ts";
import { labelAt } from "../currencies.ts";
import { type Figures, actionOf } from "../figures.ts";
import { entryTie } from "../exceptions/matched-rows.ts";
import type { Cell, Column, Place, Row, Tone } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { decisionTexts } from "../exceptions/reviewing.ts";

/** @param isSplit whether there are several currencies, and so a column that says which */
export function walletColumns(zone: string, isSplit: boolean): readonly Column[] {
  return [
    { key: "walletID", header: "walletID", kind: "id" },
    { key: "created", header: `Created (${zone})`, kind: "instant" },
    { key: "action", header: "Action", kind: "text" },
    { key: "description", header: "Description", kind: "text" },
    { key: "payref", header: "Payref", kind: "text" },
    { key: "payID", header: "Ties to payID", kind: "id" },
    { key: "tie", header: "Tied by", kind: "text" },
    { key: "credit", header: "Credit", kind: "amount" },
    { key: "debit", header: "Debit", kind: "amount" },
    { key: "movement", header: "Movement", kind: "amount" },
    { key: "balance", header: "Stated balance", kind: "amount" },
    { key: "expected", header: "Expected balance", kind: "amount" },
    { key: "difference", header: "Difference", kind: "amount" },
    { key: "tick", header: "Tick", kind: "mark" },
    { key: "flags", header: "Flags", kind: "text" },
    { key: "decision", header: "Decision", kind: "text" },
    { key: "note", header: "Note", kind: "text" },
    { key: "day", header: "Period day", kind: "day" },
    { key: "paid", header: `Paid (${zone})`, kind: "instant" },
    { key: "sessionID", header: "Session", kind: "text" },
    { key: "approved", header: "Approved", kind: "id" },
    { key: "bonus", header: "Bonus", kind: "id" },
    { key: "businessID", header: "businessID", kind: "id" },
    ...(isSplit ? [CURRENCY] : []),
  ];
}

export const WALLET_WIDTHS = [
  9, 18, 11, 34, 14, 9, 16, 11, 11, 11, 11, 11, 11, 5, 22, 11, 16, 11, 18, 24, 10, 8, 11,
];

/** In which currency a row is proven, where there are several. */
export const CURRENCY: Column = { key: "currency", header: "Currency", kind: "text" };
export const CURRENCY_WIDTH = 10;

/** Where a finding is listed on C1; null for infos. */
export type FindLink = (finding: Finding) => Place | null;

/** What stands out in a row: nothing, an info, an exception, a break of the chain. */
export function toneOf(findings: readonly Finding[]): Tone {
  if (findings.some(({ rule }) => rule === "chain-break")) return "break";
  return findings.some(({ severity }) => severity !== "info") ? "flag" : "plain";
}

/** Of a row without an exception that a person tied. */
export const HAND_TICK = "◊";

const WALLET_TICKS: Readonly<Partial<Record<Tone, string>>> = { break: "×", flag: "▲" };

/** What the rows of B1 refer to. */
interface WalletSheet {
  readonly place: TablePlace;
  readonly letter: Readonly<Record<"credit" | "debit" | "movement" | "balance" | "expected", string>>;
  readonly linkOf: FindLink;
}

export function* walletRows(figures: Figures, place: TablePlace, linkOf: FindLink): Generator<Row> {
  const rows = figures.walletRows;
  const letter = {
    credit: place.letter("credit"),
    debit: place.letter("debit"),
    movement: place.letter("movement"),
    balance: place.letter("balance"),
    expected: place.letter("expected"),
  };
  const sheet = { place, letter, linkOf };
  let before = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    if (row < 0) {
      const wallet = -1 - row;
      before = figures.input.check.wallets[wallet]?.opening ?? 0;
      yield broughtForward(figures, wallet);
    } else {
      yield entryRow(figures, sheet, at, row, before);
      before = figures.input.records.entries.balance[row] as number;
    }
  }
}

function broughtForward({ input, currencies }: Figures, at: number): Row {
  const wallet = input.check.wallets[at];
  if (wallet === undefined) throw new Error("a wallet of the check is missing");
  const { userID, businessID, currency, opening } = wallet;
  const of = businessID === null ? `user ${userID}` : `user ${userID}, business ${businessID}`;
  const label = labelAt(currencies, currencies.ofWallet[at] ?? 0);
  const money = currency === null ? ", currency not stated" : `, in ${label}`;
  const text = `Brought forward: wallet of ${of}${currencies.isSplit ? money : ""}`;
  const cells: Cell[] = [null, null, null, text];
  cells.push(null, null, null, null, null, null, opening);
  if (currencies.isSplit) cells.push(...Array.from({ length: 12 }, () => null), label);
  return { cells, tone: "opening" };
}

function entryRow(
  figures: Figures,
  { place, letter, linkOf }: WalletSheet,
  at: number,
  row: number,
  before: number,
): Row {
  const { input, byWalletID, dayOf, round } = figures;
  const { check, records } = input;
  const { entries } = records;
  const { movement, transaction, periodAtMs } = check.entryOutcomes;
  const sheetRow = place.at(at).row;
  const moved = movement[row] as number;
  const stated = entries.balance[row] as number;
  const expected = before + moved;
  const tied = transaction[row] as number;
  const payref = entries.payref[row] as number;
  const findings = byWalletID.get(entries.walletID[row] as number) ?? NONE;
  const tone = findings.length === 0 ? "plain" : toneOf(findings);
  const texts = input.entryTexts(row);
  const hand = figures.hands.ofEntry.get(row);
  const credit = `${letter.credit}${sheetRow}`;
  const debit = `${letter.debit}${sheetRow}`;
  const sides = check.convention.used === "asset" ? `${debit}-${credit}` : `${credit}-${debit}`;
  const above = place.near("balance", at - 1, at);
  return {
    tone,
    cells: [
      entries.walletID[row] as number,
      entries.dateCreatedAtMs[row] as number,
      actionOf(records, row),
      texts.description,
      payref === NO_PAYREF ? null : records.payrefs.at(payref),
      tied === -1 ? null : (records.transactions.payID[tied] as number),
      entryTie(hand),
      entries.credit[row] as number,
      entries.debit[row] as number,
      { value: moved, formula: round(sides) },
      stated,
      { value: expected, formula: round(`${above}+${letter.movement}${sheetRow}`) },
      {
        value: stated - expected,
        formula: round(`${letter.balance}${sheetRow}-${letter.expected}${sheetRow}`),
      },
      WALLET_TICKS[tone] ?? (hand === undefined ? (findings.length === 0 ? "√" : "○") : HAND_TICK),
      findings.length === 0 ? null : flagsCell(findings, linkOf),
      ...decisionTexts(figures.reviewing, findings, hand),
      dayOf(periodAtMs[row] as number),
      texts.datePaidAtMs,
      texts.sessionID,
      texts.isApproved,
      texts.isBonus,
      entries.businessID[row] as number,
      ...(figures.currencies.isSplit ? [labelAt(figures.currencies, figures.currencies.ofEntry(row))] : []),
    ],
  };
}

const NONE: readonly Finding[] = [];

/** The rule ids of a row, linked to where the first that is an exception is listed. */
export function flagsCell(findings: readonly Finding[], linkOf: FindLink): Cell {
  const value = [...new Set(findings.map(({ rule }) => rule))].join(", ");
  for (const finding of findings) {
    const link = linkOf(finding);
    if (link !== null) return { value, link };
  }
  return value;
}
