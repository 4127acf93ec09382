/**
 * A bank's statement as it is read from a file, and what can be proven of it by itself: that each balance
 * follows from the one before, that several files follow on each other, and which lines two of them share.
 */
import { putUnder } from "../sorted.ts";
import { addAmounts } from "../money.ts";
import { compareBytes } from "../text.ts";
import type { Day } from "../time.ts";

/** A line of a statement: money that came in or went out. */
export interface StatementLine {
  /** Where it stands in its file, as `StatementFile.place` names it, from 1 on. */
  readonly at: number;
  /** The day on which the bank booked it. */
  readonly day: Day;
  /** The day from which it counts for interest; null where the file does not say. */
  readonly valueDay: Day | null;
  /** What came in, or below 0 went out, in the statement's smallest unit. */
  readonly amount: number;
  /** The balance that the bank states after it; null where it states none. */
  readonly balance: number | null;
  /** May be ''. */
  readonly reference: string;
  readonly narration: string;
}

/** One statement; a file may hold several. Amounts are integers with `places` decimals. */
export interface BankStatement {
  /** The account's number or name in the file; '' where it has none. */
  readonly account: string;
  /** Three capitals; null where the file does not say. */
  readonly currency: string | null;
  readonly opening: number | null;
  readonly closing: number | null;
  /** In the order in which they were booked. */
  readonly lines: readonly StatementLine[];
  /** Lines that the bank has not booked yet; they are not read. */
  readonly pending: number;
}

/** What is wrong with a statement's balances. */
export interface StatementBreak {
  /** The line whose balance does not follow; null for the closing balance. */
  readonly at: number | null;
  readonly expected: number;
  readonly stated: number;
}

/**
 * Balances that do not follow from those before, in the order of the lines. After a break the chain goes on
 * from what is stated, as the wallet's does.
 *
 * @throws TieoutError SUM_OVERFLOW
 */
export function balanceBreaks(statement: BankStatement): StatementBreak[] {
  const { closing, lines } = statement;
  const breaks: StatementBreak[] = [];
  let balance = openingBalance(statement);
  const state = (at: number | null, stated: number | null) => {
    if (stated === null) return;
    if (balance !== null && balance !== stated) breaks.push({ at, expected: balance, stated });
    balance = stated;
  };
  for (const { at, amount, balance: stated } of lines) {
    balance = balance === null ? null : addAmounts(balance, amount, OF_STATEMENT);
    state(at, stated);
  }
  state(null, closing);
  return breaks;
}

const OF_STATEMENT = "bank's statement";

/** The opening balance: the one stated, else what the first line's balance says; null where neither does. */
export function openingBalance({ opening, lines }: BankStatement): number | null {
  const [first] = lines;
  if (opening !== null || first === undefined || first.balance === null) return opening;
  return addAmounts(first.balance, -first.amount, OF_STATEMENT);
}

/** The closing balance: the one stated, else the last line's, else what the lines come to. */
export function closingBalance(statement: BankStatement): number | null {
  const { closing, lines } = statement;
  const stated = closing ?? lines.at(-1)?.balance ?? null;
  const opening = openingBalance(statement);
  if (stated !== null || opening === null) return stated;
  return lines.reduce((sum, { amount }) => addAmounts(sum, amount, OF_STATEMENT), opening);
}

export interface FiledStatement extends BankStatement {
  /** The evidence that the file is. */
  readonly evidence: number;
}

/** A line of an account, and the file that says it first. */
export interface AccountLine extends StatementLine {
  readonly evidence: number;
}

/** Money that moved between two statements and is on neither; only seen where both state balances. */
export interface StatementGap {
  /** The files before and after it. */
  readonly before: number;
  readonly after: number;
  /** The last day before it and the first after it. */
  readonly from: Day | null;
  readonly to: Day | null;
  /** What the balance rose by in between. */
  readonly amount: number;
}

/** A line of a file that an earlier one has, too. */
interface RepeatedLine {
  readonly own: AccountLine;
  /** The one that counts. */
  readonly first: AccountLine;
}

/** An account's statements as one. */
export interface BankAccount {
  /** Each line once, by day, and of a day in the order of the files. */
  readonly lines: readonly AccountLine[];
  /** How many lines stand in more than one file. */
  readonly shared: number;
  /** Those lines once more, as the later files have them. */
  readonly repeats: readonly RepeatedLine[];
  readonly gaps: readonly StatementGap[];
}

/**
 * Joins the statements of one account. A line that two files have counts once; equal lines of one file are
 * as many as it has.
 *
 * @throws TieoutError SUM_OVERFLOW
 */
export function joinStatements(statements: readonly FiledStatement[]): BankAccount {
  const inOrder = inSequence(statements);
  const held = new Map<string, AccountLine[]>();
  const lines: AccountLine[] = [];
  const repeats: RepeatedLine[] = [];
  const gaps: StatementGap[] = [];
  let before: FiledStatement | null = null;
  for (const statement of inOrder) {
    const here = new Map<string, number>();
    const known = repeats.length;
    for (const line of statement.lines) {
      const key = JSON.stringify([line.day, line.amount, line.balance, line.reference, line.narration]);
      const count = here.get(key) ?? 0;
      here.set(key, count + 1);
      const own = { ...line, evidence: statement.evidence };
      const first = held.get(key)?.[count];
      if (first !== undefined) {
        repeats.push({ own, first });
        continue;
      }
      putUnder(held, key, own);
      lines.push(own);
    }
    const overlaps = repeats.length > known;
    const gap = before === null || overlaps ? null : gapBetween(before, statement);
    if (gap !== null) gaps.push(gap);
    if (before === null || endOf(statement) >= endOf(before)) before = statement;
  }
  const byDay = lines.toSorted((one, other) => compareBytes(one.day, other.day));
  return { lines: byDay, shared: repeats.length, repeats, gaps };
}

function startOf({ lines }: BankStatement): string {
  return lines[0]?.day ?? "";
}

function endOf({ lines }: BankStatement): string {
  return lines.at(-1)?.day ?? "";
}

/**
 * Statements by their days. Of those that begin on one day the one comes next that goes on from the balance
 * before, else one that goes on from no other.
 */
function inSequence(statements: readonly FiledStatement[]): FiledStatement[] {
  const inOrder: FiledStatement[] = [];
  for (const same of Map.groupBy(statements.toSorted(byDays), startOf).values()) {
    const left = [...same];
    for (let [next] = left; next !== undefined; [next] = left) {
      const before = inOrder.at(-1);
      const goesOn = left.find((one) => before !== undefined && continues(before, one));
      const begins = left.find((one) => !left.some((other) => other !== one && continues(other, one)));
      next = goesOn ?? begins ?? next;
      inOrder.push(next);
      left.splice(left.indexOf(next), 1);
    }
  }
  return inOrder;
}

function continues(before: BankStatement, after: BankStatement): boolean {
  const closing = closingBalance(before);
  return closing !== null && closing === openingBalance(after);
}

/** By first day, last day, then as they were kept. */
function byDays(one: FiledStatement, other: FiledStatement): number {
  return (
    compareBytes(startOf(one), startOf(other)) ||
    compareBytes(endOf(one), endOf(other)) ||
    one.evidence - other.evidence
  );
}

function gapBetween(before: FiledStatement, after: FiledStatement): StatementGap | null {
  const [left, right] = [closingBalance(before), openingBalance(after)];
  const days = { from: before.lines.at(-1)?.day ?? null, to: after.lines[0]?.day ?? null };
  const files = { before: before.evidence, after: after.evidence };
  if (left === null || right === null || left === right) return null;
  return { ...files, ...days, amount: addAmounts(right, -left, OF_STATEMENT) };
}
