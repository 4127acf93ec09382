/** The bank and the books of a world: the statement of the account that its withdrawals reach and its top-ups come from, and trial balances, with faults. */
import { formatAmount } from "../../src/core/money.ts";
import { compareBytes } from "../../src/core/text.ts";
import { DAY_MS, type Day, addDays, parseServiceTime } from "../../src/core/time.ts";
import type { World, WorldEntry, WorldPlan } from "../world.ts";
import { dayOf } from "./caller.ts";
import { Random } from "./trader.ts";

/** What may become of money on its way between wallet and bank. */
export const BANK_FAULTS = ["never", "short", "twice", "in-two-lines", "two-in-one", "late"] as const;

/** What became of entries, and the rows of the statement that show it. */
export interface BankTruth {
  readonly fault: (typeof BANK_FAULTS)[number] | "none";
  readonly walletIDs: readonly number[];
  /** From 1 on, as in the file. */
  readonly rows: readonly number[];
}

export interface BankStatementFile {
  /** CSV as banks' portals write it. */
  readonly text: string;
  readonly truth: readonly BankTruth[];
}

/** What may be wrong with the books of a month. */
export const BOOKS_FAULTS = ["posted-twice", "not-posted", "none"] as const;

/** The trial balance at the end of a month, as a program for books prints it. */
export interface BooksFile {
  /** `YYYY-MM`. */
  readonly month: string;
  /** CSV. */
  readonly text: string;
  readonly fault: (typeof BOOKS_FAULTS)[number];
  /** By how much the books have more than the wallet, in the service's unit. */
  readonly difference: number;
}

interface Cash {
  readonly walletID: number;
  readonly day: Day;
  /** What the bank account rises by, in the service's unit. */
  readonly amount: number;
}

interface BankLine {
  readonly day: Day;
  readonly amount: number;
  readonly narration: string;
  readonly truth: { rows: number[] } | null;
}

/** Every so many movements one has a fault, each kind in turn. */
const ONE_IN = 12;
/** The levy that Nigerian banks book apart for what comes in, and from which amount on. */
const LEVY = { amount: 50, from: 10_000 };

/**
 * Writes the statement of a world. The same world and plan give the same bytes.
 *
 * @param plan the one that the world was generated from
 */
export function bankStatementOf(
  world: World,
  plan: Pick<WorldPlan, "seed" | "convention">,
): BankStatementFile {
  const random = new Random(plan.seed, 0xba_2c);
  const cash = cashOf(world.entries, plan.convention);
  const lines: BankLine[] = [];
  const truth: { fault: BankTruth["fault"]; walletIDs: number[]; rows: number[] }[] = [];
  let faults = 0;
  for (let at = 0; at < cash.length; at += 1) {
    const one = cash[at] as Cash;
    const next = cash[at + 1];
    const turn = at % ONE_IN === ONE_IN - 1 ? BANK_FAULTS[faults % BANK_FAULTS.length] : undefined;
    if (turn !== undefined) faults += 1;
    const isPair =
      next !== undefined &&
      Math.sign(next.amount) === Math.sign(one.amount) &&
      (Date.parse(next.day) - Date.parse(one.day)) / DAY_MS <= 2;
    const fault: BankTruth["fault"] = turn === "two-in-one" && !isPair ? "never" : (turn ?? "none");
    const told = { fault, walletIDs: [one.walletID], rows: [] as number[] };
    truth.push(told);
    const isIn = one.amount > 0;
    const days = (fault === "late" ? random.between(3, 7) : random.below(3)) * (isIn ? 1 : -1);
    const put = (amount: number) => {
      const narration = isIn
        ? `NIP/ESCROW PAYOUT/${random.below(1_000_000)}`
        : `TRF TO ESCROW/${random.below(1_000_000)}`;
      lines.push({ day: addDays(one.day, days), amount, narration, truth: told });
      if (isIn && amount >= LEVY.from)
        lines.push({
          day: addDays(one.day, days),
          amount: 0 - LEVY.amount,
          narration: "EMTL",
          truth: null,
        });
    };
    if (fault === "never") continue;
    if (fault === "short") put(one.amount - Math.max(1, Math.floor(Math.abs(one.amount) / 100)));
    else if (fault === "in-two-lines") {
      const part = Math.trunc(one.amount / 3);
      put(part);
      put(one.amount - part);
    } else if (fault === "two-in-one" && next !== undefined) {
      told.walletIDs.push(next.walletID);
      put(one.amount + next.amount);
      at += 1;
    } else {
      put(one.amount);
      if (fault === "twice") put(one.amount);
    }
  }
  return { text: textOf([...lines, ...others(cash, random)]), truth };
}

/** Withdrawals and top-ups that reached the balance, in the order of their days. */
function cashOf(entries: readonly WorldEntry[], convention: WorldPlan["convention"]): Cash[] {
  const seen = new Set<number>();
  return entries
    .filter(({ walletID, action, is_approved: isApproved, payref }) => {
      const isFirst = !seen.has(walletID);
      seen.add(walletID);
      return isFirst && isApproved === 1 && payref === "" && (action === "WITHDRAWAL" || action === "TOPUP");
    })
    .map(({ walletID, credit_balance: credit, debit_balance: debit, dateCreated }) => ({
      walletID,
      day: dayOf(parseServiceTime(dateCreated) ?? 0) as Day,
      amount: convention === "bank" ? debit - credit : credit - debit,
    }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((one, other) => compareBytes(one.day, other.day) || one.walletID - other.walletID);
}

/** What else a trader's account sees: takings and costs, from a fortnight before to a fortnight after. */
function others(cash: readonly Cash[], random: Random): BankLine[] {
  const [first, last] = [cash.at(0)?.day, cash.at(-1)?.day];
  const lines: BankLine[] = [];
  if (first === undefined || last === undefined) return lines;
  const until = addDays(last, 14);
  for (let day = addDays(first, -14); day <= until; day = addDays(day, 1)) {
    lines.push({ day, amount: random.between(20_000, 900_000), narration: "POS SETTLEMENT", truth: null });
    lines.push({ day, amount: 0 - random.between(1000, 700_000), narration: "SUPPLIER", truth: null });
  }
  return lines;
}

const TITLES = "Trans. Date,Value Date,Narration,Debit,Credit,Balance";

function textOf(lines: readonly BankLine[]): string {
  const rows = lines.toSorted((one, other) => compareBytes(one.day, other.day));
  let balance = 5_000_000;
  const head = [
    "Account Number:,0123456789,Currency:,NGN",
    `Opening Balance:,"${money(balance)}"`,
    "",
    TITLES,
  ];
  const body = rows.map(({ day, amount, narration, truth }, index) => {
    balance += amount;
    truth?.rows.push(head.length + index + 1);
    const moved = amount < 0 ? `"${money(0 - amount)}",` : `,"${money(amount)}"`;
    return `${shown(day)},${shown(day)},${narration},${moved},"${money(balance)}"`;
  });
  return `${[...head, ...body].join("\r\n")}\r\n`;
}

/** Banks write a minus as they type it. */
function money(amount: number): string {
  return formatAmount(amount * 100, 2).replace("\u2212", "-");
}

function shown(day: Day): string {
  return day.split("-").toReversed().join("/");
}

/**
 * The trial balances of a world's last months, as many as there are faults: the newest agrees, of the one before the last
 * withdrawal or top-up was not posted, of the one before that it was posted twice.
 *
 * @param plan the one that the world was generated from
 */
export function booksOf(world: World, plan: Pick<WorldPlan, "convention">): BooksFile[] {
  const cash = cashOf(world.entries, plan.convention);
  const entries = world.entries.toSorted((one, other) => one.walletID - other.walletID);
  const months = [...new Set(entries.map(({ dateCreated }) => monthOf(dateCreated)))].toSorted();
  return months.slice(0 - BOOKS_FAULTS.length).map((month, at, all) => {
    const closing = entries.findLast(({ dateCreated }) => monthOf(dateCreated) <= month)?.balance ?? 0;
    const last = cash.findLast(({ day }) => day.startsWith(month))?.amount ?? 0;
    const fault = last === 0 ? "none" : (BOOKS_FAULTS[at + BOOKS_FAULTS.length - all.length] ?? "none");
    // What raises the bank lowers the wallet.
    const difference = fault === "none" ? 0 : fault === "not-posted" ? last : 0 - last;
    return { month, text: trialBalance(month, closing + difference), fault, difference };
  });
}

function monthOf(dateCreated: string): string {
  return dayOf(parseServiceTime(dateCreated) ?? 0).slice(0, 7);
}

function sided(name: string, amount: number): string {
  return `${name},${amount < 0 ? "" : amount},${amount < 0 ? 0 - amount : ""}`;
}

function trialBalance(month: string, wallet: number): string {
  const rows = [
    `Trial balance at the end of ${month}`,
    "",
    "Account,Debit,Credit",
    sided("1200 - Escrow wallet", wallet),
    sided("3000 - Capital", 0 - wallet),
    `Total,${Math.abs(wallet)},${Math.abs(wallet)}`,
  ];
  return `${rows.join("\r\n")}\r\n`;
}
