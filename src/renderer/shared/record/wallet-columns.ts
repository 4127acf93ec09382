/** The columns of the Wallet. */
import { SEVERITIES, RULES } from "../../../core/reconcile/input/rules.ts";
import { BANK_STATES } from "../../../core/report/sheet/bank-states.ts";
import { capitalised } from "../../../core/sentence.ts";
import type { Flag, WalletRow, TransactionRow } from "../../bridge/protocol.ts";
import type { RecordIds } from "../../../core/reconcile/input/input.ts";
import { ON_ITS_WAY } from "../../bridge/rows.ts";
import { BY_URGENCY, rowStatus } from "../../bridge/row-status.ts";
import type { CellMark, GridColumn } from "../../grid/columns.ts";
import type { Measures } from "../../grid/totals-foot.tsx";
import { STATUS_MARKS, SEVERITY_MARKS } from "../../ui/marks.tsx";
import { STATUS_WORDS } from "../decide/finding-words.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { whenInFull } from "../../ui/values.tsx";
import { useDialogs } from "../../app/providers.tsx";
import { go } from "../../app/use-route.ts";
import { NO_QUERY, writeGridQuery } from "../../grid/grid-query.ts";
import type { RowChoice } from "../../grid/row-choices.tsx";
import { useMayMatch } from "./match-card.tsx";

type Flagged = { readonly flags: readonly Flag[] };

/** The gravest flag of a row, and how many more there are. */
function gravest({ flags }: Flagged): Flag | undefined {
  return SEVERITIES.map((severity) => flags.find((flag) => flag.severity === severity)).find(
    (flag) => flag !== undefined,
  );
}

/** Flags by their rules, with what they are found for. */
export function flagsColumn<R extends Flagged>(
  subject: "entry" | "transaction",
  yields?: number,
): GridColumn<R> {
  return {
    id: "flags",
    ...(yields === undefined ? {} : { yields }),
    title: "Flags",
    kind: "choice",
    width: 110,
    growsTo: 148,
    value: ({ flags }) => flags.map(({ rule }) => ruleName(rule)).join(", ") || null,
    mark: (row) => {
      const flag = gravest(row);
      return flag === undefined ? null : SEVERITY_MARKS[flag.severity];
    },
    hint: ({ flags }) =>
      flags.length === 0
        ? null
        : flags.map(({ rule, severity, status }) => `${ruleName(rule)} (${severity}, ${status})`).join("\n"),
    choices: RULES.filter((rule) => rule.subject === subject || rule.subject === "record").map(({ id }) => ({
      value: id,
      words: ruleName(id),
    })),
  };
}

/** How a row stands in review: by the flag that waits most for a decision. */
export function statusColumn<R extends Flagged>(yields: number): GridColumn<R> {
  return {
    id: "status",
    yields,
    title: "Review",
    explains: "Review status of its exceptions",
    kind: "choice",
    width: 94,
    value: ({ flags }) => {
      const status = rowStatus(flags);
      return status === null ? null : capitalised(status);
    },
    mark: ({ flags }): CellMark | null => {
      const status = rowStatus(flags);
      return status === null ? null : STATUS_MARKS[status];
    },
    choices: BY_URGENCY.map((status) => ({ value: status, words: STATUS_WORDS[status] })),
  };
}

/** A column of what a check says, while a row may not be checked yet. */
function checked(column: GridColumn<WalletRow>): GridColumn<WalletRow> {
  return { ...column, value: (row) => (row.isChecked ? column.value(row) : ON_ITS_WAY) };
}

/** Of a column that is read: room for 22 letters. */
const READ_WIDTH = 152;

/** What is read never gives way; what is compared row by row (in, out, balance) does last. */
export const WALLET_COLUMNS: readonly GridColumn<WalletRow>[] = [
  {
    ...instantColumn("dateCreatedAtMs", "Date", "When the entry was made, in the ledger's zone", 97),
    pinned: true,
    yields: 7,
  },
  { id: "walletID", title: "walletID", kind: "id", width: 72, pinned: true, value: (row) => row.walletID },
  readColumn("description", "Description"),
  {
    id: "payref",
    title: "Payref",
    explains: "What ties the entry to its transaction",
    kind: "text",
    width: 124,
    yields: 1,
    value: ({ payref }) => (payref === "" ? null : payref),
    hint: ({ payref, payID, isChecked }) =>
      payref === "" || !isChecked
        ? null
        : payID === null
          ? "No transaction has this payref"
          : `payID ${payID}`,
    tone: ({ payref, payID, isChecked }) =>
      payref !== "" && payID === null && isChecked ? "grid-orphan" : undefined,
  },
  checked(amountColumn("inflow", "In", "Inflow under the convention in use", 84, 10)),
  checked(amountColumn("outflow", "Out", "Outflow under the convention in use", 84, 10)),
  {
    ...amountColumn("stated", "Stated", "Balance as the service states it", 104, 8),
    isSigned: true,
    tone: (row) => (isOff(row) ? "grid-broken" : undefined),
  },
  checked({
    ...amountColumn(
      "expected",
      "Expected",
      "Balance before plus the movement; blank where it is the stated one",
      92,
      2,
    ),
    isRepeat: ({ isChecked, difference }) => isChecked && difference === 0,
    tone: () => "strong",
  }),
  checked(differenceColumn("Stated less expected", 80, 4)),
  checked(flagsColumn("entry", 6)),
  checked(statusColumn(5)),
];

const BANK_COLUMN = checked({
  id: "bank",
  title: "Bank",
  explains: "The statement line that was accepted for it, or how it stands at the bank",
  kind: "choice",
  width: 116,
  growsTo: 220,
  yields: 3,
  value: ({ bank }) => (bank === null ? null : capitalised(bank)),
  hint: ({ bank }) => (bank === null ? null : capitalised(bank)),
  choices: Object.values(BANK_STATES).map((state, at) => ({ value: String(at), words: capitalised(state) })),
});

const CURRENCY_COLUMN = checked(
  textColumn("currency", "Cur.", 54, { explains: "Currency of the wallet", fixed: true, yields: 9 }),
);

/** Of a ledger that has bank statements, or wallets in several currencies, with what tells of these. */
export function walletColumns(hasBank: boolean, isMixed: boolean): readonly GridColumn<WalletRow>[] {
  const before: Record<string, readonly GridColumn<WalletRow>[]> = {
    inflow: isMixed ? [CURRENCY_COLUMN] : [],
    flags: hasBank ? [BANK_COLUMN] : [],
  };
  return WALLET_COLUMNS.flatMap((column) => [...(before[column.id] ?? []), column]);
}

export const WALLET_MEASURES: Measures = {
  all: [
    { title: "In", column: "inflow" },
    { title: "Out", column: "outflow" },
    { title: "Net", column: "inflow", less: "outflow" },
  ],
  selected: { title: "movements", column: "inflow", less: "outflow" },
};

/** Rows that hold a number, or none, under a name. */
type Holding<K extends string> = Readonly<Record<K, number | null>>;

type Saying<K extends string> = Readonly<Record<K, string | null>>;

/** A column of texts. @param more of it, as of any column */
export function textColumn<K extends string>(
  id: K,
  title: string,
  width: number,
  more: Partial<GridColumn<Saying<K>>>,
): GridColumn<Saying<K>> {
  return { id, title, kind: "text", width, value: (row) => row[id], ...more };
}

/** A column that is read, as far as there is room; all of it where one points. */
export function readColumn<K extends string>(id: K, title: string): GridColumn<Saying<K>> {
  return textColumn(id, title, READ_WIDTH, { growsTo: Infinity, hint: (row) => row[id] });
}

/** A column of amounts; `yields` as of any column. */
export function amountColumn<K extends string>(
  id: K,
  title: string,
  explains: string,
  width: number,
  yields: number,
): GridColumn<Holding<K>> {
  return { id, title, explains, kind: "amount", width, yields, value: (row) => row[id] };
}

/** A column of instants: their days, and all of it where one points. */
export function instantColumn<K extends string>(
  id: K,
  title: string,
  explains: string,
  width: number,
): GridColumn<Holding<K>> {
  return {
    id,
    title,
    explains,
    kind: "instant",
    width,
    value: (row) => row[id],
    hint: (row, { clock }) => {
      const atMs = row[id];
      return atMs === null ? null : whenInFull(atMs, clock.timeZone);
    },
  };
}

/** Of the difference between what is and what should be: it stands out where there is one. */
function isOff({ difference }: Holding<"difference">): boolean {
  return difference !== null && difference !== 0;
}

export function differenceColumn(
  explains: string,
  width: number,
  yields: number,
): GridColumn<Holding<"difference">> {
  return {
    ...amountColumn("difference", "Difference", explains, width, yields),
    tone: (row) => (isOff(row) ? "grid-difference" : "faint"),
  };
}

// What can be done with a row of the Wallet or of Transactions, beside what every grid does.

export function useEntryActions(): (row: WalletRow) => readonly RowChoice[] {
  const { match } = useMatchAction();
  return ({ walletID, payID, payref, flags, isChecked }) => [
    ...(payID !== null
      ? [{ id: "transaction", label: `Show payID ${payID}`, run: () => go("transactions", payID) }]
      : isChecked
        ? match({ walletIDs: [walletID], payIDs: [] })
        : []),
    ...(payref === "" ? [] : [entriesWith(payref)]),
    ...flags.map(findingChoice),
  ];
}

export function useTransactionActions(): (row: TransactionRow) => readonly RowChoice[] {
  const { match } = useMatchAction();
  return ({ payID, payref, entries, difference, flags }) => [
    ...(entries > 0 ? [entriesWith(payref)] : []),
    ...(difference === 0 ? [] : match({ walletIDs: [], payIDs: [payID] })),
    ...flags.map(findingChoice),
  ];
}

/** Of the whole history: a payment may be settled in another month. */
function entriesWith(payref: string): RowChoice {
  const filters = { payref: { kind: "text", contains: payref } } as const;
  const query = writeGridQuery("", { ...NO_QUERY, onlyPeriod: false, filters });
  return { id: "entries", label: "Show entries with this payref", run: () => go("wallet", null, query) };
}

function findingChoice({ rule, fingerprint }: Flag): RowChoice {
  return {
    id: fingerprint,
    label: `Show finding: ${ruleName(rule)}`,
    run: () => go("exceptions", fingerprint),
  };
}

function useMatchAction() {
  const dialogs = useDialogs();
  const mayMatch = useMayMatch();
  return {
    match: (from: RecordIds): RowChoice[] =>
      mayMatch(from)
        ? [{ id: "match", label: "Match by hand…", run: () => dialogs.show({ is: "match", from }) }]
        : [],
  };
}
