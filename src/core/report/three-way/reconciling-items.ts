/** The reconciling items of A2, one by one: every amount by which the wallet and its transactions part. */
import { addAmounts } from "../../money.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import { CYCLE, NO_TEXT } from "../../reconcile/input.ts";
import { BREAK_RULES } from "../../reconcile/rules.ts";
import { actionLabel, otherActions } from "../records/action-label.ts";
import { heldText } from "../words/clean-text.ts";
import { type Currencies, UNLIKE, labelAt } from "../currencies.ts";
import { dueOf } from "../outstanding/due.ts";
import type { Figures } from "../figures.ts";
import { transactionTie } from "../exceptions/matched-rows.ts";
import type { Cell, Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { type Flow, actionLines, totalOf } from "../rollforward/flows.ts";
import { SPACER } from "../sheets.ts";
import { standingWords } from "../records/transactions.ts";
import { CURRENCY, type FindLink } from "../records/wallet.ts";
import { causeWords } from "../words/sheet-words.ts";

export function itemColumns({ isSplit }: Currencies): readonly Column[] {
  return [
    { key: "class", header: "Reconciling item", kind: "text" },
    { key: "walletID", header: "walletID", kind: "id" },
    { key: "payID", header: "payID", kind: "id" },
    { key: "payref", header: "Payref or action", kind: "text" },
    { key: "amount", header: "Amount", kind: "amount" },
    isSplit ? CURRENCY : SPACER,
    { key: "why", header: "Why", kind: "text" },
  ];
}

export const CLASS = {
  break: "break difference",
  difference: "settled over or short",
  notJudged: "settled, not judged",
  unlike: "payment in another currency",
  orphan: "orphan payref",
  noPayref: "without payref",
} as const;
export type ItemClass = (typeof CLASS)[keyof typeof CLASS];

/** One reconciling item: an amount that stands in a cell of B1 or B2, or a sum of B1 for entries without payref. */
export interface ReconcilingItem {
  readonly class: ItemClass;
  readonly amount: number;
  /** Index of the block that it is proven in. */
  readonly block: number;
  /** Entry row, for a break, an orphan, or an entry of a payment in another currency. */
  readonly entry?: number;
  /** Transaction row, for a settlement. */
  readonly transaction?: number;
  /** For entries without a payref: the action, null for all beyond those listed. */
  readonly action?: string | null;
}

/** Every item of the period: breaks and orphans in chain order, settlements by payID, other entries by currency and action. */
export function reconcilingItems(figures: Figures): ReconcilingItem[] {
  return [
    ...breakItems(figures),
    ...settlementItems(figures),
    ...entryItems(figures, CLASS.unlike, figures.unlike),
    ...entryItems(figures, CLASS.orphan, figures.orphans),
    ...figures.flows.flatMap(({ noPayref }, block) => otherItems(noPayref, block)),
  ];
}

function breakItems({ input, currencies, walletRows }: Figures): ReconcilingItem[] {
  const { difference } = input.check.entryOutcomes;
  const items: ReconcilingItem[] = [];
  for (const row of walletRows) {
    if (row >= 0 && difference[row] !== 0) {
      const amount = difference[row] as number;
      items.push({ class: CLASS.break, amount, block: currencies.ofEntry(row), entry: row });
    }
  }
  return items;
}

function settlementItems({ input, currencies, transactionRows, tiedEntries }: Figures): ReconcilingItem[] {
  const items: ReconcilingItem[] = [];
  for (const row of transactionRows) {
    const block = currencies.ofTransaction(row);
    if (tiedEntries[row] === 0 || block === UNLIKE) continue;
    const net = input.check.transactionOutcomes.net[row] as number;
    const due = dueOf(input, row);
    if (due === null) items.push({ class: CLASS.notJudged, amount: net, block, transaction: row });
    else if (net !== due) items.push({ class: CLASS.difference, amount: net - due, block, transaction: row });
  }
  return items;
}

/** Entries that stand for themselves, each with all that it moves. */
function entryItems(
  { input, currencies }: Figures,
  name: ItemClass,
  rows: readonly number[],
): ReconcilingItem[] {
  const { movement } = input.check.entryOutcomes;
  return rows.map((row) => ({
    class: name,
    amount: movement[row] as number,
    block: currencies.ofEntry(row),
    entry: row,
  }));
}

function otherItems(noPayref: ReadonlyMap<string, Flow>, block: number): ReconcilingItem[] {
  const lines = actionLines(noPayref);
  const items: ReconcilingItem[] = lines.map(([action, { inflow, outflow }]) => ({
    class: CLASS.noPayref,
    amount: inflow - outflow,
    block,
    action,
  }));
  if (noPayref.size > lines.length) {
    const rest = totalOf([...noPayref.values()].slice(lines.length));
    items.push({ class: CLASS.noPayref, amount: rest.inflow - rest.outflow, block, action: null });
  }
  return items;
}

export interface ItemPlaces {
  readonly wallet: TablePlace;
  readonly transactions: TablePlace;
  readonly items: TablePlace;
}

export function* itemRows(
  figures: Figures,
  items: readonly ReconcilingItem[],
  places: ItemPlaces,
  linkOf: FindLink,
): Generator<Row> {
  for (const [at, item] of items.entries()) {
    const cells =
      item.entry !== undefined
        ? entryCells(figures, item, item.entry, places, linkOf)
        : item.transaction !== undefined
          ? transactionCells(figures, item, item.transaction, places, linkOf)
          : otherCells(figures, item, at, places);
    yield { tone: "plain", cells };
  }
}

function entryCells(
  figures: Figures,
  item: ReconcilingItem,
  row: number,
  { wallet, transactions }: ItemPlaces,
  linkOf: FindLink,
): Cell[] {
  const { entries, payrefs } = figures.input.records;
  const place = figures.entryAt[row] as number;
  const walletID = entries.walletID[row] as number;
  const isBreak = item.class === CLASS.break;
  const finding = figures.byWalletID
    .get(walletID)
    ?.find(({ rule }) => (isBreak ? BREAK_RULES.has(rule) : rule === "orphan-payref"));
  const why = item.class === CLASS.unlike ? unlikeCell(figures, row, transactions) : whyCell(finding, linkOf);
  return [
    item.class,
    { value: walletID, link: wallet.place("walletID", place) },
    null,
    payrefs.at(entries.payref[row] as number) || null,
    { value: item.amount, formula: wallet.cell(isBreak ? "difference" : "movement", place) },
    blockCell(figures, item),
    why,
  ];
}

function transactionCells(
  figures: Figures,
  item: ReconcilingItem,
  row: number,
  { transactions: sheet }: ItemPlaces,
  linkOf: FindLink,
): Cell[] {
  const { input, round } = figures;
  const { transactions, payrefs } = input.records;
  const place = figures.transactionAt[row] as number;
  const payID = transactions.payID[row] as number;
  const formula =
    item.class === CLASS.notJudged
      ? round(`${sheet.cell("settled", place)}+${sheet.cell("earlier", place)}`)
      : sheet.cell("difference", place);
  const tie = transactionTie(input, figures.hands.ofTransaction.get(row), row);
  const own =
    item.class === CLASS.notJudged ? notJudgedWords(figures, row) : standingWords(figures, row).words;
  const words = tie === null ? own : `${own}; by hand, ${tie}`;
  const link = figures.byPayID
    .get(payID)
    ?.map((finding) => linkOf(finding))
    .find((found) => found !== null);
  return [
    item.class,
    null,
    { value: payID, link: sheet.place("payID", place) },
    payrefs.at(transactions.payref[row] as number),
    { value: item.amount, formula },
    blockCell(figures, item),
    link === undefined ? words : { value: words, link },
  ];
}

/** Why the amount rules skip a transaction; the last reason is the one that is left. */
function notJudgedWords({ input, byPayID }: Figures, row: number): string {
  const { check, records } = input;
  const { cycle, payID } = records.transactions;
  const findings = byPayID.get(payID[row] as number) ?? [];
  if (check.transactionOutcomes.matched[row] === 0) return "another payID of the same payref";
  if (cycle[row] === CYCLE.unknown) return "unknown cycle";
  if (findings.some(({ rule }) => rule === "currency-mismatch")) return "in another currency";
  if (cycle[row] === CYCLE.crowdPay) return "a contribution: its amount is not known";
  return "from before the history";
}

/** The currency that an item is proven in; nothing where there is one. */
function blockCell({ currencies }: Figures, { block }: ReconcilingItem): Cell {
  return currencies.isSplit ? labelAt(currencies, block) : null;
}

/** Of an entry whose payment is in another currency, which one that is. */
function unlikeCell({ input, transactionAt }: Figures, row: number, sheet: TablePlace): Cell {
  const { transactions, labels } = input.records;
  const tied = input.check.entryOutcomes.transaction[row] as number;
  const stated = transactions.currency[tied] as number;
  const money = stated === NO_TEXT ? "states no currency" : `is in ${heldText(labels.at(stated))}`;
  const value = `of payID ${transactions.payID[tied]}, which ${money}: not compared with what it expects`;
  const at = transactionAt[tied] as number;
  return at === -1 ? value : { value, link: sheet.place("payID", at) };
}

/** What the check says of an item, linked to where it is listed. */
function whyCell(finding: Finding | undefined, linkOf: FindLink): Cell {
  if (finding === undefined) return null;
  const isOrphan = finding.rule === "orphan-payref";
  const value = isOrphan ? "no transaction has it" : causeWords(finding) || finding.rule.replaceAll("-", " ");
  const link = linkOf(finding);
  return link === null ? value : { value, link };
}

function otherCells(
  figures: Figures,
  item: ReconcilingItem,
  at: number,
  { wallet, items }: ItemPlaces,
): Cell[] {
  const action = item.action ?? null;
  const noPayref = figures.flows[item.block]?.noPayref ?? new Map<string, Flow>();
  const money = blockCell(figures, item);
  const { isSplit } = figures.currencies;
  const row = items.at(at).row;
  /** Of B1's entries without any tie, in the currency of this row. */
  const untied = (keys: readonly string[], term: (...ranges: string[]) => string) =>
    wallet.overParts(
      ["payref", "payID", ...(isSplit ? ["currency"] : []), ...keys],
      (refs = "", ties = "", ...ranges) => {
        const [codes, ...others] = isSplit ? ranges : [null, ...ranges];
        const own = codes === null ? "" : `*EXACT(${codes},$F${row})`;
        return `SUMPRODUCT(EXACT(${refs},"")*EXACT(${ties},"")${own}*${term(...others.filter((one) => one !== null))})`;
      },
    );
  if (action === null) {
    const lines = actionLines(noPayref).length;
    const all = untied(["movement"], (range = "") => range);
    const formula = figures.round(`${all}-${items.sum("amount", at - lines, at - 1)}`);
    const label: Cell = { value: otherActions(noPayref.size - lines), tone: "quiet" };
    return [item.class, null, null, label, { value: item.amount, formula }, money, null];
  }
  const { label, like } = actionLabel(action, `$D${row}`);
  const formula = figures.round(
    untied(["action", "movement"], (actions = "", range = "") => `EXACT(${actions},${like})*${range}`),
  );
  const entries = noPayref.get(action)?.entries ?? 0;
  const why = `${entries === 1 ? "an entry" : `${entries} entries`} that no transaction stands behind`;
  return [item.class, null, null, label, { value: item.amount, formula }, money, why];
}

/** What the items of a class come to, in one block. */
export function sumOfClass(items: readonly ReconcilingItem[], name: ItemClass, block: number): number {
  return items.reduce(
    (sum, item) =>
      item.class === name && item.block === block ? addAmounts(sum, item.amount, "reconciling items") : sum,
    0,
  );
}
