/** A2: the wallet's closing from three sides, every reconciling item by itself, nothing left unexplained. */
import { addAmounts } from "../money.ts";
import { SETTLEMENT } from "../reconcile/result.ts";
import { type Figures, dueOf } from "./figures.ts";
import type { Cell, Column, Row } from "./model.ts";
import { type OutstandingItem, outstandingTotals } from "./outstanding.ts";
import type { TablePlace } from "./place.ts";
import { actionLines, totalOf } from "./rollforward.ts";

const SPACER = { key: "", header: "", kind: "text" } as const;

export const PROOF_COLUMNS: readonly Column[] = [
  { key: "line", header: "Proof", kind: "text" },
  SPACER,
  SPACER,
  SPACER,
  { key: "amount", header: "Amount", kind: "amount" },
  { key: "nil", header: "Nil", kind: "truth" },
];

export const ITEM_COLUMNS: readonly Column[] = [
  { key: "class", header: "Reconciling item", kind: "text" },
  { key: "walletID", header: "walletID", kind: "id" },
  { key: "payID", header: "payID", kind: "id" },
  { key: "payref", header: "Payref or action", kind: "text" },
  { key: "amount", header: "Amount", kind: "amount" },
  SPACER,
];

export const THREE_WAY_WIDTHS = [30, 12, 12, 26, 18, 9];

const CLASS = {
  break: "break difference",
  difference: "settled over or short",
  notJudged: "settled, not judged",
  orphan: "orphan payref",
  noPayref: "without payref",
} as const;
type ItemClass = (typeof CLASS)[keyof typeof CLASS];

/** One reconciling item: an amount that stands in a cell of B1 or B2, or a sum of B1 for entries without payref. */
export interface ReconcilingItem {
  readonly class: ItemClass;
  readonly amount: number;
  /** Entry row, for a break or an orphan. */
  readonly entry?: number;
  /** Transaction row, for a settlement. */
  readonly transaction?: number;
  /** For entries without a payref: the action, null for all beyond those listed. */
  readonly action?: string | null;
}

/** Every item of the period: breaks and orphans in chain order, settlements by payID, other entries by action. */
export function reconcilingItems(figures: Figures): ReconcilingItem[] {
  const { input, transactionRows, tiedEntries } = figures;
  const { difference, movement } = input.check.entryOutcomes;
  const items: ReconcilingItem[] = [];
  for (const row of figures.walletRows) {
    if (row >= 0 && difference[row] !== 0) {
      items.push({ class: CLASS.break, amount: difference[row] as number, entry: row });
    }
  }
  for (const row of transactionRows) {
    if (tiedEntries[row] === 0) continue;
    const net = input.check.transactionOutcomes.net[row] as number;
    const due = dueOf(input, row);
    if (due === null) items.push({ class: CLASS.notJudged, amount: net, transaction: row });
    else if (net !== due) items.push({ class: CLASS.difference, amount: net - due, transaction: row });
  }
  for (const row of figures.orphans) {
    items.push({ class: CLASS.orphan, amount: movement[row] as number, entry: row });
  }
  const lines = actionLines(figures.noPayref);
  for (const [action, flow] of lines) {
    items.push({ class: CLASS.noPayref, amount: flow.inflow - flow.outflow, action });
  }
  if (figures.noPayref.size > lines.length) {
    const rest = totalOf([...figures.noPayref.values()].slice(lines.length));
    items.push({ class: CLASS.noPayref, amount: rest.inflow - rest.outflow, action: null });
  }
  return items;
}

export interface ProofPlaces {
  readonly wallet: TablePlace;
  readonly transactions: TablePlace;
  readonly roll: TablePlace;
  readonly outstanding: TablePlace;
  readonly items: TablePlace;
  readonly proof: TablePlace;
}

export function* itemRows(
  figures: Figures,
  items: readonly ReconcilingItem[],
  places: ProofPlaces,
): Generator<Row> {
  for (const [at, item] of items.entries()) {
    yield { tone: "plain", cells: itemCells(figures, item, at, places) };
  }
}

function itemCells(figures: Figures, item: ReconcilingItem, at: number, places: ProofPlaces): Cell[] {
  const { entries, transactions, payrefs } = figures.input.records;
  const { wallet } = places;
  const value = item.amount;
  if (item.entry !== undefined) {
    const place = figures.entryAt[item.entry] as number;
    const id = { value: entries.walletID[item.entry] as number, link: wallet.place("walletID", place) };
    const column = item.class === CLASS.break ? "difference" : "movement";
    const payref = payrefs.at(entries.payref[item.entry] as number);
    return [item.class, id, null, payref, { value, formula: wallet.cell(column, place) }];
  }
  if (item.transaction !== undefined) {
    const sheet = places.transactions;
    const place = figures.transactionAt[item.transaction] as number;
    const id = { value: transactions.payID[item.transaction] as number, link: sheet.place("payID", place) };
    const formula =
      item.class === CLASS.notJudged
        ? figures.round(`${sheet.cell("settled", place)}+${sheet.cell("earlier", place)}`)
        : sheet.cell("difference", place);
    const payref = payrefs.at(transactions.payref[item.transaction] as number);
    return [item.class, null, id, payref, { value, formula }];
  }
  return noPayrefCells(figures, item, at, places);
}

function noPayrefCells(figures: Figures, item: ReconcilingItem, at: number, places: ProofPlaces): Cell[] {
  const { wallet, items } = places;
  const row = items.at(at).row;
  const action = item.action ?? null;
  if (action === null) {
    const listed = at - actionLines(figures.noPayref).length;
    const all = wallet.overParts(
      ["payref", "movement"],
      (payrefs, range) => `SUMPRODUCT(EXACT(${payrefs},"")*${range})`,
    );
    const formula = figures.round(`${all}-${items.sum("amount", listed, at - 1)}`);
    return [item.class, null, null, "(other actions)", { value: item.amount, formula }];
  }
  const like = action === "" ? '""' : `$D${row}`;
  const formula = figures.round(
    wallet.overParts(
      ["payref", "action", "movement"],
      (refs, actions, range) => `SUMPRODUCT(EXACT(${refs},"")*EXACT(${actions},${like})*${range})`,
    ),
  );
  const label: Cell = action === "" ? { value: "(no action)", tone: "quiet" } : action;
  return [item.class, null, null, label, { value: item.amount, formula }];
}

export interface ProofLine {
  readonly text: string;
  readonly value: number;
  readonly formula: string;
  readonly kind: "line" | "total" | "nil";
}

/** Where the proof's answers stand, as rows of its table. */
export const PROOF_ROWS = {
  rollBreaks: 3,
  wallet: 6,
  breaks: 15,
  transactions: 18,
  said: 26,
  unexplained: 31,
} as const;

/** The proof's lines as rows. */
export function* proofRows(
  figures: Figures,
  lines: readonly (ProofLine | null)[],
  places: ProofPlaces,
): Generator<Row> {
  for (const [at, line] of lines.entries()) {
    if (line === null) {
      yield { tone: "plain", cells: [] };
      continue;
    }
    const { text, value, kind } = line;
    const formula = figures.round(line.formula);
    const row = places.proof.at(at).row;
    const nil = kind === "nil" ? { value: value === 0, formula: `E${row}=0` } : null;
    yield {
      tone: kind === "line" ? "plain" : "total",
      cells: [text, null, null, null, { value, formula }, nil],
    };
  }
}

/** How many lines the proof has, empty ones between its three parts included. */
export const PROOF_COUNT = 32;

export function proofLines(
  figures: Figures,
  items: readonly ReconcilingItem[],
  outstanding: readonly OutstandingItem[],
  places: ProofPlaces,
): (ProofLine | null)[] {
  const lines: (ProofLine | null)[] = [];
  const cell = (at: number) => `E${places.proof.at(at).row}`;
  const valueOf = (at: number) => lines[at]?.value ?? 0;
  const line = (text: string, value: number, formula: string) =>
    lines.push({ text, value, formula, kind: "line" });
  const total = (text: string, terms: readonly number[], kind: "total" | "line" = "total") =>
    lines.push({
      text,
      value: terms.reduce((sum, at) => addAmounts(sum, valueOf(at), "three-way proof"), 0),
      formula: terms.map(cell).join("+"),
      kind,
    });
  const nil = (text: string, plus: number, minus: number) =>
    lines.push({
      text,
      value: valueOf(plus) - valueOf(minus),
      formula: `${cell(plus)}-${cell(minus)}`,
      kind: "nil",
    });
  const minus = (text: string, at: number) => line(text, 0 - valueOf(at), `-${cell(at)}`);
  const ofClass = (text: string, name: ItemClass) => line(text, sumOf(items, name), sumFormula(places, name));

  walletSide(figures, places, line);
  total("Closing, computed from the movements", [0, 1, 2, 3]);
  line("Closing, as the wallet states it", closingOf(figures), rollCell(figures, places, "stated"));
  nil("Difference", 5, 4);
  lines.push(null);
  line("Opening, as the wallet states it", valueOf(0), cell(0));
  settledLines(figures, places, line);
  ofClass("+ settled over or short of what was expected", CLASS.difference);
  ofClass("+ settled, amount not judged", CLASS.notJudged);
  ofClass("+ orphan payrefs: no transaction carries them", CLASS.orphan);
  ofClass("+ entries without a payref", CLASS.noPayref);
  ofClass("+ break differences", CLASS.break);
  total("Closing, built from the transactions", [8, 9, 10, 11, 12, 13, 14, 15]);
  line("Closing, as the wallet states it", valueOf(5), cell(5));
  nil("Difference", 17, 16);
  lines.push(null);
  line("Closing, as the wallet states it", valueOf(5), cell(5));
  minus("− break differences", 15);
  minus("− settled over or short of what was expected", 11);
  outstandingLines(figures, outstanding, places, line);
  total("Balance that the transactions say", [20, 21, 22, 23, 24, 25]);
  total("Opening, settled as expected, entries without a payref", [8, 9, 10, 12, 14], "line");
  const due = dueNotEntered(figures);
  line(
    "+ payments due but not in the wallet, as the check counts them",
    due,
    amountLiteral(figures.input, due),
  );
  total("− orphan payrefs of earlier periods", [13, 25], "line");
  total("Balance that the transactions say, added up from them", [27, 28, 29]);
  nil("Unexplained difference", 30, 26);
  return lines;
}

type AddLine = (text: string, value: number, formula: string) => void;

function rollCell(figures: Figures, { roll }: ProofPlaces, key: string): string {
  return roll.cell(key, figures.input.check.wallets.length);
}

function closingOf({ input }: Figures): number {
  return input.check.wallets.reduce((sum, wallet) => addAmounts(sum, wallet.closing, "closings"), 0);
}

function walletSide(figures: Figures, places: ProofPlaces, line: AddLine): void {
  const { wallets } = figures.input.check;
  const opening = wallets.reduce((sum, wallet) => addAmounts(sum, wallet.opening, "openings"), 0);
  const flow = totalOf(wallets);
  line("Opening, as the wallet states it", opening, rollCell(figures, places, "opening"));
  line("+ inflows", flow.inflow, rollCell(figures, places, "inflow"));
  line("− outflows", 0 - flow.outflow, `-${rollCell(figures, places, "outflow")}`);
  line("+ break differences", flow.breakDifference, rollCell(figures, places, "breakDifference"));
}

/** What payrefs with entries in the period were expected to bring, and how much of it came before. */
function settledLines(figures: Figures, { transactions }: ProofPlaces, line: AddLine): void {
  const { input, transactionRows, tiedEntries, tiedNet } = figures;
  let expected = 0;
  let earlier = 0;
  for (const row of transactionRows) {
    if (tiedEntries[row] === 0) continue;
    expected = addAmounts(expected, dueOf(input, row) ?? 0, "expected amounts");
    const net = input.check.transactionOutcomes.net[row] as number;
    earlier = addAmounts(earlier, net - (tiedNet[row] as number), "amounts settled earlier");
  }
  const sum = (key: string) =>
    transactions.overParts(["entries", key], (entries, range) => `SUMIF(${entries},">0",${range})`);
  line("+ expected of payrefs settled in the period", expected, sum("expected"));
  line("− thereof settled in earlier periods", 0 - earlier, `-(${sum("earlier")})`);
}

/** The carried-forward amount of the three kinds of outstanding items, in the order of KINDS. */
function outstandingLines(
  figures: Figures,
  outstanding: readonly OutstandingItem[],
  places: ProofPlaces,
  line: AddLine,
): void {
  const now = (kind: Parameters<typeof outstandingTotals>[2]) =>
    outstandingTotals(figures, outstanding, kind)[4] ?? 0;
  line("+ paid, not in the wallet", now("paid, no entry"), places.outstanding.cell("now", 0));
  line("+ in transit", now("in transit"), places.outstanding.cell("now", 1));
  line("− orphan payrefs, all still open", now("orphan payref"), places.outstanding.cell("now", 2));
}

/** What the check says is paid and due but not in the wallet as at its end. */
function dueNotEntered({ input }: Figures): number {
  const { settlement, expected } = input.check.transactionOutcomes;
  let sum = 0;
  settlement.forEach((code, row) => {
    if (code !== SETTLEMENT.unsettled && code !== SETTLEMENT.inTransit) return;
    sum = addAmounts(sum, expected[row] as number, "payments due");
  });
  return sum;
}

/** An amount as a number in a formula. */
export function amountLiteral({ decimals }: Figures["input"], amount: number): string {
  return decimals === 0 ? String(amount) : `${amount}/${10 ** decimals}`;
}

function sumOf(items: readonly ReconcilingItem[], name: ItemClass): number {
  return items.reduce(
    (sum, item) => (item.class === name ? addAmounts(sum, item.amount, "reconciling items") : sum),
    0,
  );
}

function sumFormula({ items }: ProofPlaces, name: ItemClass): string {
  return items.overParts(["class", "amount"], (classes, range) => `SUMIF(${classes},"${name}",${range})`);
}
