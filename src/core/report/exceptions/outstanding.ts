/** C2: the outstanding items one by one, from the period's start to its end, and how old they are. */
import { addAmounts } from "../../money.ts";
import type { OutstandingKind } from "../../review/close/close.ts";
import { type Figures, decisionTexts } from "../sheet/figures.ts";
import {
  ageOf,
  daysOpen,
  datedAt,
  type OutstandingItem,
  AGES,
  type Age,
  daysCell,
  openDays,
  sinceSigned,
} from "./outstanding-items.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import { labelAt } from "../sheet/currencies.ts";
import type { MatchedRow } from "../sheet/matched-rows.ts";
import type { Cell } from "../sheet/model.ts";
import type { FindLink, WalletTable } from "./wallet.ts";
import type { TransactionTable } from "./transactions.ts";
import { type ColumnDeclaration, ReportTable, columnsOf, head, PROVEN_CURRENCY } from "../sheet/table.ts";

// Totals of outstanding items: brought forward, new, cleared, reclassified, carried forward; and by age.

/** The amounts of the roll as C2 heads them, in the order of its columns. */
export const ROLL = {
  before: head("amount", "Brought forward", 11),
  new: head("amount", "New", 11),
  cleared: head("amount", "Cleared", 11),
  reclassified: head("amount", "Reclassified", 12),
  now: head("amount", "Carried forward", 11),
  age30: head("amount", "0–30 days", 11),
  age60: head("amount", "31–60", 11),
  age90: head("amount", "61–90", 11),
  older: head("amount", "90+", 11),
} as const;
export type RollKey = keyof typeof ROLL;

/** Amounts in the service's unit, and how many items are open. */
export type OutstandingTotals = Record<RollKey | "items", number>;

/** Which items are added up: of a kind, or of all; of the block that it is of. */
interface OfItems {
  readonly kind: OutstandingKind | null;
  readonly block: number;
}

/** @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers */
export function outstandingTotals(
  figures: Pick<Figures, "input">,
  items: readonly OutstandingItem[],
  { kind, block }: OfItems,
): OutstandingTotals {
  const totals: OutstandingTotals = {
    items: 0,
    before: 0,
    new: 0,
    cleared: 0,
    reclassified: 0,
    now: 0,
    age30: 0,
    age60: 0,
    age90: 0,
    older: 0,
  };
  const add = (key: RollKey, amount: number) => {
    totals[key] = addAmounts(totals[key], amount, "outstanding items");
  };
  for (const item of items) {
    if (item.block !== block || (kind !== null && item.kind !== kind)) continue;
    if (item.now !== 0) totals.items += 1;
    add("before", item.before);
    add("new", item.added);
    add("cleared", item.cleared);
    add("reclassified", item.reclassified);
    add("now", item.now);
    add(ageOf(daysOpen(figures, datedAt(figures, item)) ?? 0), item.now);
  }
  return totals;
}

interface OutstandingLine {
  readonly figures: Figures;
  readonly item: OutstandingItem;
  readonly days: number | null;
  /** Its kind, linked to the exception that it is. */
  readonly kind: Cell;
  readonly subject: OutstandingSubject;
  /** What a later pull or match did to it after what is brought forward was signed; null for nothing. */
  readonly since: string | null;
  readonly decided: readonly [decision: string | null, note: string | null];
}

/** Which record an item is: linked where it stands on B1 or B2. */
interface OutstandingSubject {
  readonly payID: Cell;
  readonly walletID: Cell;
  readonly payref: string;
  /** Customer or description. */
  readonly who: string | null;
}

const ITEMS = columnsOf<OutstandingLine>()({
  kind: { ...head("text", "Item", 16), value: ({ kind }) => kind },
  payID: { ...head("id", "payID", 11), value: ({ subject }) => subject.payID },
  walletID: { ...head("id", "walletID", 9), value: ({ subject }) => subject.walletID },
  payref: { ...head("wrapped", "Payref", 14), value: ({ subject }) => subject.payref },
  who: { ...head("wrapped", "Customer or description", 22), value: ({ subject }) => subject.who },
  at: { ...head("instant", "Dated ({zone})", 18), value: ({ figures, item }) => datedAt(figures, item) },
  days: {
    ...head("number", "Days", 7),
    value: ({ figures, item, days }, here) =>
      daysCell(figures, datedAt(figures, item), days, here.cell("at")),
  },
  before: { ...ROLL.before, value: ({ item }) => item.before },
  new: { ...ROLL.new, value: ({ item }) => item.added },
  cleared: { ...ROLL.cleared, value: ({ item }) => item.cleared },
  reclassified: { ...ROLL.reclassified, value: ({ item }) => item.reclassified },
  now: { ...ROLL.now, value: ({ item }) => item.now },
  age30: aged("age30"),
  age60: aged("age60"),
  age90: aged("age90"),
  older: aged("older"),
  decision: { ...head("text", "Decision at export", 11), value: ({ decided }) => decided[0] },
  note: { ...head("wrapped", "Note", 28), value: ({ decided }) => decided[1] },
  since: { ...head("wrapped", "Since sign-off", 18), value: ({ since }) => since },
  currency: {
    ...PROVEN_CURRENCY,
    width: 10,
    value: ({ figures: { currencies }, item }) => labelAt(currencies, item.block),
  },
});

/** What is carried forward, where it is of this age. */
function aged(age: Age): ColumnDeclaration<OutstandingLine, "days" | "now"> {
  return {
    ...ROLL[age],
    value: ({ item, days }) => (ageOf(days ?? 0) === age ? item.now : 0),
    formula: (_, here) => `IF(${AGES[age].formula(`$${here.cell("days")}`)},$${here.cell("now")},0)`,
  };
}

export type OutstandingTable = ReportTable<OutstandingLine, keyof typeof ITEMS>;

export function outstandingTable(
  figures: Figures,
  items: readonly OutstandingItem[],
  tables: { readonly wallet: WalletTable; readonly transactions: TransactionTable },
  linkOf: FindLink,
): OutstandingTable {
  return new ReportTable(figures, {
    id: "items",
    title: "Items",
    empty: "None: nothing was outstanding at the period's start, and nothing is at its end.",
    columns: ITEMS,
    count: items.length,
    *lines() {
      const sinceOf = sinceSigned(figures);
      for (const item of items) {
        const finding = findingOf(figures, item);
        const link = finding === undefined ? null : linkOf(finding);
        yield {
          figures,
          item,
          days: openDays(figures, item),
          kind: link === null ? item.kind : { value: item.kind, link },
          since: sinceOf(item),
          subject: subjectOf(figures, item, tables),
          decided: decidedTexts(figures, item, finding),
        };
      }
    },
    tone: ({ item }) => (item.now === 0 ? "quiet" : "plain"),
  });
}

/** The decision on an open item; by what one was cleared where a person did, else its other side came. */
function decidedTexts(
  { reviewing, hands }: Figures,
  { kind, row, cleared }: OutstandingItem,
  finding: Finding | undefined,
): OutstandingLine["decided"] {
  const hand: MatchedRow | undefined = (kind === "orphan payref" ? hands.ofEntry : hands.ofTransaction).get(
    row,
  );
  if (finding !== undefined) return decisionTexts(reviewing, [finding], hand);
  if (hand === undefined || cleared === 0) return [null, null];
  const [decision, note] = decisionTexts(reviewing, [], hand);
  const by = `cleared by hand, match ${hand.match.id}`;
  return [decision, note === null ? by : `${by}: ${note}`];
}

/** The exception that an item is; payments in transit are none, nor is what was cleared. */
function findingOf(
  { input, byPayID, byWalletID }: Figures,
  { kind, row, now }: OutstandingItem,
): Finding | undefined {
  if (now === 0) return undefined;
  const { entries, transactions } = input.records;
  const [findings, rule] =
    kind === "orphan payref"
      ? ([byWalletID.get(entries.walletID[row] as number), "orphan-payref"] as const)
      : ([byPayID.get(transactions.payID[row] as number), "paid-without-entry"] as const);
  return findings?.find((one) => one.rule === rule);
}

function subjectOf(
  { input, entryAt, transactionAt }: Figures,
  { kind, row }: OutstandingItem,
  {
    wallet,
    transactions: payments,
  }: { readonly wallet: WalletTable; readonly transactions: TransactionTable },
): OutstandingSubject {
  const { entries, transactions, payrefs } = input.records;
  if (kind === "orphan payref") {
    const at = entryAt[row] as number;
    const value = entries.walletID[row] as number;
    return {
      payID: null,
      walletID: at < 0 ? value : { value, link: wallet.link("walletID", at) },
      payref: payrefs.at(entries.payref[row] as number),
      who: input.entryTexts(row).description,
    };
  }
  const at = transactionAt[row] as number;
  const value = transactions.payID[row] as number;
  return {
    payID: at < 0 ? value : { value, link: payments.link("payID", at) },
    walletID: null,
    payref: payrefs.at(transactions.payref[row] as number),
    who: input.transactionTexts(row).customerName,
  };
}
