/** A2: the reconciling items one by one, each with its cell of B1 or B2 and why it is there. */
import type { Finding } from "../../reconcile/input/findings.ts";
import { SKIP } from "../../reconcile/input/result.ts";
import { BREAK_RULES } from "../../reconcile/input/rules.ts";
import { labelAt, matchesText } from "../sheet/currencies.ts";
import { transactionTie } from "../sheet/matched-rows.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Cell } from "../sheet/model.ts";
import { labelOfAction, otherActions, type FindLink, type WalletTable } from "../exceptions/wallet.ts";
import { type TransactionTable, settlementWords } from "../exceptions/transactions.ts";
import { type Flow, actionLines } from "../sheet/flows.ts";
import { dueOf } from "../sheet/due.ts";
import { productWhere } from "../sheet/sums.ts";
import { type CurrentRow, ReportTable, columnsOf, head, PROVEN_CURRENCY } from "../sheet/table.ts";
import { statedCurrency } from "../sheet/record-currencies.ts";
import { COMPARED_UNLIKE } from "../../words/currency.ts";
import { causeWords } from "../../words/finding.ts";
import { CLASS, type ReconcilingItem } from "./reconciling-items.ts";
import { ruleName } from "../../words/rule.ts";
import { uncapitalised } from "../../sentence.ts";

interface ReconcilingLine {
  readonly figures: Figures;
  readonly item: ReconcilingItem;
  readonly walletID: Cell;
  readonly payID: Cell;
  /** Payref or action. */
  readonly payref: Cell;
  readonly formula: (here: CurrentRow<"currency" | "amount" | "payref">) => string;
  readonly why: Cell;
}

const ITEMS = columnsOf<ReconcilingLine>()({
  class: { ...head("text", "Reconciling item", 46), value: ({ item }) => item.class },
  walletID: { ...head("id", "walletID", 12), value: ({ walletID }) => walletID },
  payID: { ...head("id", "payID", 12), value: ({ payID }) => payID },
  payref: { ...head("wrapped", "Payref or action", 26), value: ({ payref }) => payref },
  amount: {
    ...head("amount", "Amount", 18),
    value: ({ item }) => item.amount,
    formula: ({ formula }, here) => formula(here),
  },
  currency: { ...PROVEN_CURRENCY, value: ({ figures, item }) => labelAt(figures.currencies, item.block) },
  why: { ...head("wrapped", "Why", 58), value: ({ why }) => why },
});

export type ItemTable = ReportTable<ReconcilingLine, keyof typeof ITEMS>;

interface ItemSources {
  readonly wallet: WalletTable;
  readonly transactions: TransactionTable;
  readonly linkOf: FindLink;
}

export function itemTable(
  figures: Figures,
  items: readonly ReconcilingItem[],
  sources: ItemSources,
): ItemTable {
  return new ReportTable(figures, {
    id: "items",
    title: "Reconciling items, one by one",
    empty: "None: every entry is tied to a payment and settled as expected, and no balance breaks.",
    columns: ITEMS,
    count: items.length,
    *lines() {
      for (const item of items) {
        if (item.entry !== undefined) yield entryLine(figures, item, item.entry, sources);
        else if (item.transaction !== undefined)
          yield transactionLine(figures, item, item.transaction, sources);
        else yield actionLine(figures, item, sources.wallet);
      }
    },
  });
}

function entryLine(
  figures: Figures,
  item: ReconcilingItem,
  row: number,
  { wallet, transactions, linkOf }: ItemSources,
): ReconcilingLine {
  const { entries, payrefs } = figures.input.records;
  const at = figures.entryAt[row] as number;
  const value = entries.walletID[row] as number;
  const isBreak = item.class === CLASS.break;
  const finding = figures.byWalletID
    .get(value)
    ?.find(({ rule }) => (isBreak ? BREAK_RULES.has(rule) : rule === "orphan-payref"));
  return {
    figures,
    item,
    walletID: { value, link: wallet.link("walletID", at) },
    payID: null,
    payref: payrefs.at(entries.payref[row] as number) || null,
    formula: () => wallet.cell(isBreak ? "difference" : "movement", at),
    why: item.class === CLASS.unlike ? unlikeCell(figures, row, transactions) : whyCell(finding, linkOf),
  };
}

function transactionLine(
  figures: Figures,
  item: ReconcilingItem,
  row: number,
  { transactions: table, linkOf }: ItemSources,
): ReconcilingLine {
  const { input, round } = figures;
  const { transactions, payrefs } = input.records;
  const at = figures.transactionAt[row] as number;
  const payID = transactions.payID[row] as number;
  const isJudged = item.class !== CLASS.notJudged;
  const tie = transactionTie(input, figures.hands.ofTransaction.get(row), row);
  const own = isJudged ? settlementWords(figures, row).words : notJudgedWords(figures, row);
  const words = tie === null ? own : `${own}; by hand, ${tie}`;
  const link = figures.byPayID
    .get(payID)
    ?.map((finding) => linkOf(finding))
    .find((found) => found !== null);
  return {
    figures,
    item,
    walletID: null,
    payID: { value: payID, link: table.link("payID", at) },
    payref: payrefs.at(transactions.payref[row] as number),
    formula: () =>
      isJudged
        ? table.cell("difference", at)
        : round(`${table.cell("settled", at)}+${table.cell("earlier", at)}`),
    why: link === undefined ? words : { value: words, link },
  };
}

/** Entries without a payref: of one action, or of all beyond those listed. */
function actionLine(figures: Figures, item: ReconcilingItem, wallet: WalletTable): ReconcilingLine {
  const noPayref = figures.flows[item.block]?.noPayref ?? new Map<string, Flow>();
  const action = item.action ?? null;
  const of = { figures, item, walletID: null, payID: null };
  if (action === null) {
    const lines = actionLines(noPayref).length;
    return {
      ...of,
      payref: { value: otherActions(noPayref.size - lines), tone: "quiet" },
      formula: (here) => {
        const all = untied(wallet, here, ["movement"], (range = "") => range);
        return figures.round(`${all}-${here.table.sum("amount", here.index - lines, here.index - 1)}`);
      },
      why: null,
    };
  }
  const entries = noPayref.get(action)?.entries ?? 0;
  return {
    ...of,
    payref: labelOfAction(action, "").label,
    formula: (here) => {
      const { like } = labelOfAction(action, `$${here.cell("payref")}`);
      const product = (actions = "", range = "") =>
        `${matchesText(actions, like, figures.actionsDistinct)}*${range}`;
      return figures.round(untied(wallet, here, ["action", "movement"], product));
    },
    why: `${entries === 1 ? "an entry" : `${entries} entries`} without a transaction`,
  };
}

/** A sum over B1's entries without any tie, in the currency of this row. */
function untied(
  wallet: WalletTable,
  here: CurrentRow<"currency">,
  keys: readonly ("action" | "movement")[],
  product: (...ranges: string[]) => string,
): string {
  return productWhere(
    wallet,
    ["payref", "payID", ...keys],
    `$${here.cell("currency")}`,
    (refs, ties, ...ranges) => `(${refs}="")*(${ties}="")*${product(...ranges)}`,
  );
}

function notJudgedWords({ input }: Figures, row: number): string {
  const { matched, skip } = input.check.transactionOutcomes;
  if (matched[row] === 0) return "another payID of the same payref";
  return NOT_JUDGED_WORDS.get(skip[row] as number) ?? "";
}

const NOT_JUDGED_WORDS: ReadonlyMap<number, string> = new Map([
  [SKIP.cycle, "unknown cycle"],
  [SKIP.contribution, "a contribution: its amount is not known"],
  [SKIP.currency, "in another currency"],
  [SKIP["before-history"], "from before the history begins"],
]);

/** Of an entry whose payment is in another currency, which one that is, and how the check compared them. */
function unlikeCell(figures: Figures, row: number, table: TransactionTable): Cell {
  const { input, transactionAt } = figures;
  const { transactions } = input.records;
  const tied = input.check.entryOutcomes.transaction[row] as number;
  const stated = statedCurrency(input.records, tied);
  const money = stated === null ? "states no currency" : `is in ${stated}`;
  const due = dueOf(input, tied);
  const { words } = settlementWords(figures, tied);
  const compared =
    due === null ? "not compared with what it expects" : due === 0 ? words : `${words}, ${COMPARED_UNLIKE}`;
  const value = `of payID ${transactions.payID[tied]}, which ${money}: ${compared}`;
  const at = transactionAt[tied] as number;
  return at === -1 ? value : { value, link: table.link("payID", at) };
}

/** What the check found of an item, linked to where it is listed. */
function whyCell(finding: Finding | undefined, linkOf: FindLink): Cell {
  if (finding === undefined) return null;
  const isOrphan = finding.rule === "orphan-payref";
  const value = isOrphan
    ? "no transaction has it"
    : causeWords(finding) || uncapitalised(ruleName(finding.rule));
  const link = linkOf(finding);
  return link === null ? value : { value, link };
}
