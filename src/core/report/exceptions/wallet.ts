/** B1: every entry of the period, oldest first, with its expected balance by formula on the row above. */
import type { Finding } from "../../reconcile/input/findings.ts";
import type { Cell, CellTone, CellPlace } from "../sheet/model.ts";
import {
  columnsOf,
  type CurrentRow,
  type KeyedRow,
  ReportTable,
  head,
  PROVEN_CURRENCY,
} from "../sheet/table.ts";
import { NO_PAYREF } from "../../reconcile/input/input.ts";
import { NOT_CLASSIFIED } from "../../review/file/movement-rules.ts";
import { labelAt, DATES_FROM_MS } from "../sheet/currencies.ts";
import { type MatchedRow, entryTie } from "../sheet/matched-rows.ts";
import { stateAtBank } from "../sheet/bank-states.ts";
import { decisionTexts, type Figures, actionOf } from "../sheet/figures.ts";
import type { EntryTexts, ReportInput } from "../sheet/input.ts";
import type { WalletResult } from "../../reconcile/input/result.ts";
import { walletOf } from "../../words/wallet.ts";
import { currencyName } from "../../words/currency.ts";
import { formatCount } from "../../money.ts";

// How a record's findings show in its row: its tone, its tickmark, its flags with the way to C1.

/** Where a finding is listed on C1; null for notices. */
export type FindLink = (finding: Finding) => CellPlace | null;

export const NO_FINDINGS: readonly Finding[] = [];

/** Of a row without an exception that a person tied. */
export const HAND_TICK = "◊";

/** What stands out in a row: nothing, an info, an exception, a break of the chain. */
export function toneOf(findings: readonly Finding[]): CellTone {
  if (findings.some(({ rule }) => rule === "chain-break")) return "break";
  return findings.some(({ severity }) => severity !== "info") ? "flag" : "plain";
}

/** The rule ids of a row, linked to where the first that is an exception is listed. */
function flagsCell(findings: readonly Finding[], linkOf: FindLink): Cell {
  if (findings.length === 0) return null;
  const value = [...new Set(findings.map(({ rule }) => rule))].join(", ");
  for (const finding of findings) {
    const link = linkOf(finding);
    if (link !== null) return { value, link };
  }
  return value;
}

/** What is shown of a record's findings and of the decisions on them. */
export interface JudgedLine {
  readonly linkOf: FindLink;
  readonly findings: readonly Finding[];
  readonly decided: readonly [decision: string | null, note: string | null];
}

/** The columns of it, the same on B1 and B2. */
export const JUDGED = columnsOf<JudgedLine>()({
  flags: { ...head("wrapped", "Flags", 22), value: ({ findings, linkOf }) => flagsCell(findings, linkOf) },
  decision: { ...head("text", "Decision at export", 11), value: ({ decided }) => decided[0] },
  note: { ...head("text", "Note", 16), value: ({ decided }) => decided[1] },
});

interface EntryLine extends JudgedLine {
  readonly figures: Figures;
  readonly records: ReportInput["records"];
  /** In the columns of all entries. */
  readonly row: number;
  /** The stated balance of the row above. */
  readonly before: number;
  readonly moved: number;
  readonly stated: number;
  readonly texts: EntryTexts;
  readonly hand: MatchedRow | undefined;
  readonly tone: CellTone;
}

const ENTRIES = columnsOf<EntryLine>()({
  walletID: { ...head("id", "walletID", 9), value: number("walletID") },
  created: { ...head("instant", "Created ({zone})", 18), value: number("dateCreatedAtMs") },
  action: { ...head("wrapped", "Action", 13), value: ({ records, row }) => actionOf(records, row) },
  description: { ...head("wrapped", "Description", 34), value: ({ texts }) => texts.description },
  payref: { ...head("wrapped", "Payref", 14), value: payrefOf },
  payID: { ...head("id", "Ties to payID", 9), value: tiedTo },
  tie: { ...head("text", "Tied by", 16), value: ({ hand }) => entryTie(hand) },
  credit: { ...head("amount", "Credit", 11), value: number("credit") },
  debit: { ...head("amount", "Debit", 11), value: number("debit") },
  movement: {
    ...head("amount", "Movement", 11),
    value: ({ moved }) => moved,
    formula: ({ figures: { input, round } }, here) =>
      input.check.convention.used === "asset"
        ? round(`${here.cell("debit")}-${here.cell("credit")}`)
        : round(`${here.cell("credit")}-${here.cell("debit")}`),
  },
  balance: { ...head("amount", "Stated balance", 11), value: ({ stated }) => stated },
  expected: {
    ...head("amount", "Expected balance", 11),
    value: ({ before, moved }) => before + moved,
    formula: ({ figures }, here) => figures.round(`${here.above("balance")}+${here.cell("movement")}`),
  },
  difference: {
    ...head("amount", "Difference", 11),
    value: ({ stated, before, moved }) => stated - (before + moved),
    formula: ({ figures }, here) => figures.round(`${here.cell("balance")}-${here.cell("expected")}`),
  },
  tick: { ...head("mark", "Tick", 5), value: tickOf },
  ...JUDGED,
  day: { ...head("day", "Period day", 11), value: periodDay },
  paid: { ...head("instant", "Paid ({zone})", 18), value: ({ texts }) => texts.datePaidAtMs },
  sessionID: { ...head("text", "Session", 24), value: ({ texts }) => texts.sessionID },
  approved: { ...head("id", "Approved", 10), value: ({ texts }) => texts.isApproved },
  bonus: { ...head("id", "Bonus", 8), value: ({ texts }) => texts.isBonus },
  businessID: { ...head("id", "businessID", 11), value: number("businessID") },
  category: { ...head("text", "Category", 13), value: categoryCell },
  bank: { ...head("text", "Bank", 22), value: ({ figures, row }) => stateAtBank(figures.bank, row) },
  currency: {
    ...PROVEN_CURRENCY,
    width: 10,
    value: ({ figures: { currencies }, row }) => labelAt(currencies, currencies.ofEntry(row)),
  },
});
export type EntryKey = keyof typeof ENTRIES;

export type WalletTable = ReportTable<EntryLine, EntryKey>;

export function walletTable(figures: Figures, linkOf: FindLink): WalletTable {
  return new ReportTable(figures, {
    id: "entries",
    empty: "The ledger holds no entry of any wallet.",
    columns: ENTRIES,
    without: [
      ...(hasMovementRules(figures) ? [] : (["category"] as const)),
      ...(figures.bank === null ? (["bank"] as const) : []),
    ],
    count: figures.walletRows.length + figures.input.check.wallets.length,
    feet: figures.input.check.wallets.length,
    lines: (table, here) => walletLines(figures, linkOf, table, here),
    tone: ({ tone }) => tone,
  });
}

function* walletLines(
  figures: Figures,
  linkOf: FindLink,
  table: WalletTable,
  here: CurrentRow<EntryKey>,
): Generator<EntryLine | KeyedRow<EntryKey>> {
  const { check, records } = figures.input;
  const { credit, debit } = records.entries;
  const sums: WalletSides[] = [];
  let sum: WalletSides = { credit: 0, debit: 0 };
  let before = 0;
  for (const row of figures.walletRows) {
    if (row < 0) {
      sum = { credit: 0, debit: 0 };
      sums.push(sum);
      before = check.wallets[-1 - row]?.opening ?? 0;
      yield broughtForward(figures, -1 - row, here);
    } else {
      yield entryLine(figures, linkOf, row, before);
      before = at(records.entries.balance, row);
      sum.credit += at(credit, row);
      sum.debit += at(debit, row);
    }
  }
  for (const [wallet, sides] of sums.entries()) yield carriedForward(figures, wallet, sides, table, here);
}

/** What the entries of a wallet come to on either side. */
interface WalletSides {
  credit: number;
  debit: number;
}

/** The footing of a wallet: its sides, its movement, and the balance that it closes at. */
function carriedForward(
  figures: Figures,
  index: number,
  { credit, debit }: WalletSides,
  table: WalletTable,
  here: CurrentRow<EntryKey>,
): KeyedRow<EntryKey> {
  const { input, currencies, walletStart, round } = figures;
  const { inflow, outflow, opening, closing, breakDifference } = walletAt(input, index);
  const [from, to] = [walletStart[index] ?? 0, (walletStart[index + 1] ?? 0) - 1];
  const summed = (key: "credit" | "debit" | "movement" | "difference", value: number): Cell =>
    Number.isSafeInteger(value) ? { value, formula: round(table.sum(key, from, to)) } : null;
  const parts = [table.cell("balance", from), here.cell("movement"), here.cell("difference")];
  return here.row("total", {
    description: `Carried forward: ${nameOfWallet(figures, index)}`,
    credit: summed("credit", credit),
    debit: summed("debit", debit),
    movement: summed("movement", inflow - outflow),
    balance: { value: closing, formula: table.cell("balance", to) },
    expected: { value: opening + inflow - outflow + breakDifference, formula: round(parts.join("+")) },
    difference: summed("difference", breakDifference),
    currency: labelAt(currencies, currencies.ofWallet[index] ?? 0),
  });
}

function broughtForward(figures: Figures, index: number, here: CurrentRow<EntryKey>): KeyedRow<EntryKey> {
  const { input, currencies } = figures;
  return here.row("opening", {
    description: `Brought forward: ${nameOfWallet(figures, index)}`,
    balance: walletAt(input, index).opening,
    currency: labelAt(currencies, currencies.ofWallet[index] ?? 0),
  });
}

function walletAt({ check }: ReportInput, index: number): WalletResult {
  const wallet = check.wallets[index];
  if (wallet === undefined) throw new Error("a wallet of the check is missing");
  return wallet;
}

/** @example `wallet of user 1, NGN` */
function nameOfWallet({ input, currencies }: Figures, index: number): string {
  const wallet = walletAt(input, index);
  const label = wallet.currency === null ? null : labelAt(currencies, currencies.ofWallet[index] ?? 0);
  return `${walletOf(wallet)}, ${currencyName(label)}`;
}

function entryLine(figures: Figures, linkOf: FindLink, row: number, before: number): EntryLine {
  const { input, byWalletID, hands, reviewing } = figures;
  const { entries } = input.records;
  const findings = byWalletID.get(at(entries.walletID, row)) ?? NO_FINDINGS;
  const hand = hands.ofEntry.get(row);
  return {
    figures,
    linkOf,
    records: input.records,
    row,
    before,
    stated: at(entries.balance, row),
    moved: at(input.check.entryOutcomes.movement, row),
    texts: input.entryTexts(row),
    hand,
    findings,
    tone: findings.length === 0 ? "plain" : toneOf(findings),
    decided: decisionTexts(reviewing, findings, hand),
  };
}

function number(key: "walletID" | "dateCreatedAtMs" | "credit" | "debit" | "businessID") {
  return ({ records, row }: EntryLine) => at(records.entries[key], row);
}

function at(column: ArrayLike<number>, row: number): number {
  return column[row] as number;
}

/** The latest day among the entry and all before it in its wallet, from the row and the one above. */
function periodDay({ figures, records, row }: EntryLine, here: CurrentRow<"created" | "day">): Cell {
  const { dayOf, entryAt, walletRows, input } = figures;
  const { periodAtMs } = input.check.entryOutcomes;
  const countedMs = at(periodAtMs, row);
  const value = dayOf(countedMs);
  const createdMs = at(records.entries.dateCreatedAtMs, row);
  // A date that cannot be is not counted.
  if (createdMs < DATES_FROM_MS || createdMs > countedMs) return value;
  const own = `INT(${here.cell("created")})`;
  // Mostly its own: a chain over all rows would take long to work out.
  if (dayOf(createdMs) === value) return { value, formula: own };
  const above = walletRows[(entryAt[row] as number) - 1] ?? -1;
  // Above the first row stands none: the entry of the later day is not on the sheet.
  return above < 0 ? value : { value, formula: `MAX(${own},${here.above("day")})` };
}

function payrefOf({ records, row }: EntryLine): string | null {
  const payref = at(records.entries.payref, row);
  return payref === NO_PAYREF ? null : records.payrefs.at(payref);
}

/** Of what nothing ties alone: rules are for nothing else. */
function categoryCell({ figures, records, row }: EntryLine): string | null {
  const isTied = figures.input.check.entryOutcomes.transaction[row] !== -1;
  if (isTied || records.entries.payref[row] !== NO_PAYREF) return null;
  return figures.categoryOf(row) ?? NOT_CLASSIFIED;
}

/** Whether the month's file says what movements are: only then the workbook does. */
export function hasMovementRules({ input }: Pick<Figures, "input">): boolean {
  return (input.workpaper?.movements ?? []).length > 0;
}

function tiedTo({ figures, records, row }: EntryLine): number | null {
  const tied = at(figures.input.check.entryOutcomes.transaction, row);
  return tied === -1 ? null : at(records.transactions.payID, tied);
}

const TICKS: Readonly<Partial<Record<CellTone, string>>> = { break: "×", flag: "▲" };

function tickOf({ tone, hand, findings }: EntryLine): string {
  return TICKS[tone] ?? (hand === undefined ? (findings.length === 0 ? "√" : "○") : HAND_TICK);
}

// The label of an action in tables of sums, and the value that formulas compare B1's actions with.

/** Labels of our own, for what has no action or no line of its own. */
const NO_ACTION = "(no action)";
export const otherActions = (count: number): string => `(${formatCount(count, "other action")})`;

/** What a service could write that would read as one of those labels. */
const LIKE_OURS = /^"{0,9}\((?:no action|[\d,]{1,11} other actions?)\)"{0,9}$/u;

/** @param action as its cell holds it, '' for none @param cell where the label stands, for a formula */
export function labelOfAction(action: string, cell: string): { readonly label: Cell; readonly like: string } {
  if (action === "") return { label: { value: NO_ACTION, tone: "quiet" }, like: '""' };
  if (LIKE_OURS.test(action)) return { label: `"${action}"`, like: `MID(${cell},2,LEN(${cell})-2)` };
  return { label: action, like: cell };
}
