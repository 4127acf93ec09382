/** Figures of one check that several sheets share: the row and findings of each record, sums by day and action. */
import { addAmounts } from "../money.ts";
import type { Finding } from "../reconcile/result/findings.ts";
import { NO_PAYREF, NO_TEXT } from "../reconcile/input.ts";
import { heldText, oneLineEnd } from "../text/clean-text.ts";
import { compareBytes } from "../text/text.ts";
import { DAY_MS, type Day, ZoneClock } from "../time.ts";
import { type Currencies, currenciesOf } from "./currencies.ts";
import { UNLIKE } from "./record-currencies.ts";
import { areDistinct } from "./formula-text.ts";
import { type Flow, addTo, flowIn } from "./rollforward/flows.ts";
import { type MatchedRows, matchedRowsOf } from "./exceptions/matched-rows.ts";
import type { ReportInput } from "./input.ts";
import { signedCurrencies } from "./outstanding/outstanding-signed.ts";
import { type Reviewing, reviewingOf } from "./exceptions/reviewing.ts";

export interface Figures {
  readonly input: ReportInput;
  readonly clock: ZoneClock;
  /** The day of an instant, milliseconds UTC, on the ledger's clock. */
  readonly dayOf: (atMs: number) => Day;
  /** A formula over amounts: rounded to the decimals shown where there are any, so that sums stay exact. */
  readonly round: (formula: string) => string;
  /** Rows of the Wallet table: an entry's row, or −1 − w where wallet w is brought forward. */
  readonly walletRows: Int32Array;
  /** By entry row: its row in the Wallet table, −1 when it is not in the period. */
  readonly entryAt: Int32Array;
  /** Of wallet w: its brought-forward row in the Wallet table; one more number than wallets. */
  readonly walletStart: readonly number[];
  /** Transaction rows of the period by ascending payID. */
  readonly transactionRows: Int32Array;
  /** By transaction row: its row in the Transactions table, −1 when it is not in the period. */
  readonly transactionAt: Int32Array;
  /** By transaction row: entries tied to it in the period, and their net. */
  readonly tiedEntries: Int32Array;
  readonly tiedNet: Float64Array;
  /** Entry rows of the period whose payref no transaction carries, in chain order. */
  readonly orphans: readonly number[];
  /** Entry rows of the period whose transaction is in another currency, or in several, in chain order. */
  readonly unlike: readonly number[];
  /** What is proven by itself. */
  readonly currencies: Currencies;
  /** Its movements, by block. */
  readonly flows: readonly BlockFlows[];
  /** Whether `=` of a spreadsheet tells the actions of entries apart. */
  readonly actionsDistinct: boolean;
  /** Every finding about a walletID or, for transaction rules, a payID. */
  readonly byWalletID: ReadonlyMap<number, readonly Finding[]>;
  readonly byPayID: ReadonlyMap<number, readonly Finding[]>;
  readonly reviewing: Reviewing;
  readonly hands: MatchedRows;
}

/** The movements of one block. */
export interface BlockFlows {
  /**
   * By action as its cell holds it ('' for none), in byte order: formulas compare cells, so what looks alike
   * is one line.
   */
  readonly actions: ReadonlyMap<string, Flow>;
  /** The same of entries alone that nothing ties: without a payref, and not matched by hand. */
  readonly noPayref: ReadonlyMap<string, Flow>;
  /** By day in order, only days with entries. */
  readonly days: ReadonlyMap<Day, Flow>;
}

export function figuresOf(input: ReportInput): Figures {
  const clock = new ZoneClock(input.check.options.timeZone);
  const dayOf = rememberingDay(clock);
  const transactions = placeTransactions(input);
  const hands = matchedRowsOf(input);
  const currencies = currenciesOf(input, hands, signedCurrencies(input));
  return {
    input,
    clock,
    dayOf,
    round: (formula) => (input.decimals === 0 ? formula : `ROUND(${formula},${input.decimals})`),
    ...placeEntries(input),
    ...transactions,
    currencies,
    ...sumEntries(input, currencies, dayOf),
    ...groupFindings(input.check.findings),
    reviewing: reviewingOf(input),
    hands,
  };
}

function placeEntries({ check, records }: ReportInput) {
  const { order, inPeriod } = check.entryOutcomes;
  const walletRows = new Int32Array(check.wallets.reduce((rows, { entries }) => rows + entries + 1, 0));
  const entryAt = new Int32Array(records.entries.length).fill(-1);
  const walletStart = [0];
  let next = 0;
  let at = 0;
  check.wallets.forEach(({ entries }, wallet) => {
    walletRows[at] = -1 - wallet;
    const end = at + 1 + entries;
    for (at += 1; at < end; next += 1) {
      const row = order[next];
      if (row === undefined) throw new Error("the check counts more entries than it holds");
      if (inPeriod[row] === 0) continue;
      walletRows[at] = row;
      entryAt[row] = at;
      at += 1;
    }
    walletStart.push(end);
  });
  return { walletRows, entryAt, walletStart };
}

function placeTransactions({ check, records }: ReportInput) {
  const { inPeriod } = check.transactionOutcomes;
  const transactionRows = rowsByPayID(records).filter((row) => inPeriod[row] === 1);
  const transactionAt = new Int32Array(records.transactions.length).fill(-1);
  transactionRows.forEach((row, at) => {
    transactionAt[row] = at;
  });
  return { transactionRows, transactionAt };
}

/** Transaction rows by ascending payID; a ledger's come in that order already. */
export function rowsByPayID({ transactions }: ReportInput["records"]): Int32Array {
  const { payID, length } = transactions;
  const rows = new Int32Array(length);
  let isSorted = true;
  for (let row = 0; row < length; row += 1) {
    rows[row] = row;
    isSorted &&= row === 0 || (payID[row - 1] as number) <= (payID[row] as number);
  }
  return isSorted ? rows : rows.toSorted((a, b) => (payID[a] as number) - (payID[b] as number));
}

/** The clock's day, remembered: entries of one day follow each other. */
function rememberingDay(clock: ZoneClock): (atMs: number) => Day {
  let number = Number.NaN;
  let day: Day | null = null;
  return (atMs) => {
    const at = Math.floor(clock.wallMs(atMs) / DAY_MS);
    if (day === null || at !== number) {
      day = clock.day(atMs);
      number = at;
    }
    return day;
  };
}

function sumEntries({ check, records }: ReportInput, currencies: Currencies, dayOf: (atMs: number) => Day) {
  const { order, inPeriod, movement, difference, periodAtMs, transaction } = check.entryOutcomes;
  const tiedEntries = new Int32Array(records.transactions.length);
  const tiedNet = new Float64Array(records.transactions.length);
  const orphans: number[] = [];
  const unlike: number[] = [];
  const flows = currencies.blocks.map(() => ({
    actions: new Map<string, Flow>(),
    noPayref: new Map<string, Flow>(),
    days: new Map<Day, Flow>(),
  }));
  const heldAction = heldActions(records);
  for (const row of order) {
    if (inPeriod[row] === 0) continue;
    const moved = movement[row] as number;
    const off = difference[row] as number;
    const action = heldAction(row);
    const of = flows[currencies.ofEntry(row)];
    if (of === undefined) throw new Error("an entry is in no currency");
    addTo(flowIn(of.actions, action), moved, off);
    addTo(flowIn(of.days, dayOf(periodAtMs[row] as number)), moved, off);
    const tied = transaction[row] as number;
    if (tied === -1) {
      if (records.entries.payref[row] === NO_PAYREF) addTo(flowIn(of.noPayref, action), moved, off);
      else orphans.push(row);
    } else {
      if (currencies.ofTransaction(tied) === UNLIKE) unlike.push(row);
      tiedEntries[tied] = (tiedEntries[tied] as number) + 1;
      tiedNet[tied] = addAmounts(tiedNet[tied] as number, moved, "entries of a payref");
    }
  }
  return {
    tiedEntries,
    tiedNet,
    orphans,
    unlike,
    actionsDistinct: areDistinct(new Set(flows.flatMap(({ actions }) => [...actions.keys()]))),
    flows: flows.map(({ actions, noPayref, days }) => ({
      actions: sorted(actions),
      noPayref: sorted(noPayref),
      days: sorted(days),
    })),
  };
}

function sorted<Key extends string>(flows: ReadonlyMap<Key, Flow>): Map<Key, Flow> {
  return new Map([...flows].toSorted(([a], [b]) => compareBytes(a, b)));
}

/** The action of an entry, '' for none, with one kind of line end. */
export function actionOf(records: ReportInput["records"], row: number): string {
  const id = records.entries.action[row] as number;
  return id === NO_TEXT ? "" : oneLineEnd(records.labels.at(id));
}

/** The action of an entry as its cell will hold it; entries share a few actions, so each is made once. */
function heldActions(records: ReportInput["records"]): (row: number) => string {
  const held = new Map<number, string>();
  return (row) => {
    const id = records.entries.action[row] as number;
    const known = held.get(id);
    if (known !== undefined) return known;
    const text = id === NO_TEXT ? "" : heldText(records.labels.at(id));
    held.set(id, text);
    return text;
  };
}

function groupFindings(findings: readonly Finding[]) {
  const byWalletID = Map.groupBy(
    findings.filter(({ walletID }) => walletID !== null),
    ({ walletID }) => walletID as number,
  );
  const byPayID = Map.groupBy(
    findings.filter(({ walletID, payID }) => walletID === null && payID !== null),
    ({ payID }) => payID as number,
  );
  return { byWalletID, byPayID };
}
