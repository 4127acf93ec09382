/** What a statement's own balances prove, in words. */
import type { Day } from "../time.ts";
import { formatAmount, formatCount } from "../money.ts";
import { excerpt } from "../excerpt.ts";
import type { AccountLine, BankStatement, StatementBreak, StatementGap } from "./statement.ts";
import { type BankAnswer, type BankSupport, type BoundLines, linePlaceWords } from "./accepted.ts";
import type { BankTie } from "./ties.ts";

/** As many breaks are told one by one. */
const MOST_BREAKS = 5;

/** A statement with its lines counted, and what its own balances prove. */
export interface CountedStatement extends Omit<BankStatement, "lines"> {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly lines: number;
  /** Balances that do not follow, in the order of the lines; none where none is stated. */
  readonly breaks: readonly StatementBreak[];
}

/**
 * @param places decimals of its amounts
 * @example `2026-08-01 to 2026-08-13: 3 lines, from 1,000,000.00 to 1,200,000.00 NGN. Every balance follows.`
 */
export function statementWords(statement: CountedStatement, places: number): string[] {
  const { account, currency, opening, closing, from, to, lines, breaks, pending } = statement;
  const say = (amount: number) => formatAmount(amount, places);
  const days = from === null ? "" : from === to ? `${from}: ` : `${from} to ${to}: `;
  const balances =
    opening === null || closing === null
      ? ""
      : `, from ${say(opening)} to ${say(closing)}${currency === null ? "" : ` ${currency}`}`;
  const of = account === "" ? "" : ` Account ${excerpt(account)} in the file.`;
  const waiting = pending === 0 ? "" : ` ${formatCount(pending, "line")} not booked yet, not read.`;
  return [
    `${days}${formatCount(lines, "line")}${balances}. ${provenWords(statement)}${of}${waiting}`,
    ...breaks.slice(0, MOST_BREAKS).map((one) => breakWords(one, say)),
    ...(breaks.length > MOST_BREAKS
      ? [`and ${formatCount(breaks.length - MOST_BREAKS, "other break")}`]
      : []),
  ];
}

function provenWords({ opening, closing, breaks }: CountedStatement): string {
  if (opening === null && closing === null)
    return "No balance is stated, so nothing proves that lines are whole.";
  if (breaks.length === 0) return "Every balance follows.";
  return `${formatCount(breaks.length, "balance")} ${breaks.length === 1 ? "does" : "do"} not follow.`;
}

function breakWords({ at, expected, stated }: StatementBreak, say: (amount: number) => string): string {
  const what = at === null ? "The closing balance" : `Row ${at}: the balance`;
  return `${what} is ${say(stated)} where ${say(expected)} follows: ${say(stated - expected)} is on no line`;
}

/** @example `From 2026-08-13 to 2026-09-01, between evidence 1 and 2, 5.00 moved that is on no statement` */
export function gapWords({ before, after, from, to, amount }: StatementGap, places: number): string {
  const days = from === null || to === null ? "" : `from ${from} to ${to}, `;
  return `Gap: ${days}between evidence ${before} and ${after}, the balance moves by ${formatAmount(amount, places)} that is on no statement`;
}

/**
 * What an entry came to, in a line.
 *
 * @example `walletID 77, 2026-08-14, −50,000.00: in one line, 2026-08-15, evidence 3, row 12: "NIP PAYOUT"`
 */
export function bankAnswerWords({ movement, state, ways, support }: BankAnswer, places: number): string {
  const { walletID, day, amount } = movement;
  const [first] = ways;
  const said =
    support !== null
      ? `accepted as match ${support.match}: ${supportWords(support, walletID, places)}`
      : state === "missing"
        ? "on no line of the statements"
        : state === "open" || first === undefined
          ? "not on the statements, which do not reach far enough to tell"
          : state === "tied"
            ? wayWords(first, walletID, places)
            : `could be ${ways.map((way) => wayWords(way, walletID, places)).join("; or ")}${state === "several" && ways.length === 1 ? ", as another entry could" : ""}`;
  return `walletID ${walletID}, ${day}, ${formatAmount(amount, places)}: ${said}`;
}

function supportWords(
  { lines, walletIDs, difference, classed }: BankSupport,
  walletID: number,
  places: number,
): string {
  const apart = difference === 0 ? "" : `, ${formatAmount(Math.abs(difference), places)} apart`;
  const what = classed === null ? "" : `, a ${classed}`;
  return `${lines.map(lineWords).join(" and ")}${withOthers(walletIDs, walletID)}${apart}${what}`;
}

function withOthers(walletIDs: readonly number[], walletID: number): string {
  const others = walletIDs.filter((one) => one !== walletID).map((one) => `walletID ${one}`);
  return others.length === 0 ? "" : ` with ${others.join(", ")}`;
}

/** @example `2026-08-15, row 12 of evidence 3: 50,000.00` */
export function boundLinesWords({ places, lines, difference }: BoundLines): string {
  const told = lines.map(
    (line) => `${line.day}, ${linePlaceWords(line)}: ${formatAmount(line.amount, places)}`,
  );
  return `${told.join(" and ")}${difference === null ? "" : `, the difference a ${difference}`}`;
}

function wayWords({ kind, movements, lines }: BankTie, walletID: number, places: number): string {
  const together = withOthers(
    movements.map((one) => one.walletID),
    walletID,
  );
  const whole = movements.reduce((sum, { amount }) => sum - amount, 0);
  const arrived = lines.reduce((sum, { amount }) => sum + amount, 0);
  const short = kind === "short" ? `, ${formatAmount(Math.abs(whole - arrived), places)} apart` : "";
  return `${lines.map(lineWords).join(" and ")}${together}${short}`;
}

function lineWords({ day, evidence, at, narration }: AccountLine): string {
  const words = narration === "" ? "" : ` "${excerpt(narration)}"`;
  return `${day}, evidence ${evidence}, row ${at}${words}`;
}
