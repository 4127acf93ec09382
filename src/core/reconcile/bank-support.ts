/**
 * What a bank's statements say of the entries that no payment supports. It is found here and nowhere else: exceptions,
 * window, workbook and command line read it from the check's result.
 */
import {
  type AcceptedTie,
  type BankAnswer,
  type BankBooks,
  type BankCounts,
  type BankOutcome,
  type BankSupport,
  lineKey,
  sumOfLines,
} from "../bank/accepted.ts";
import type { AccountLine } from "../bank/statement.ts";
import { type MovementAnswer, type WalletMovement, answerMovements, equalLines } from "../bank/ties.ts";
import { TieoutError } from "../errors.ts";
import { addAmounts, multiplyAmounts } from "../money.ts";
import { compareBytes } from "../text.ts";
import { type Day, ZoneClock } from "../time.ts";
import type { CheckState } from "./chain/check-state.ts";
import { walletCurrency } from "./chain/wallet-key.ts";
import { NO_PAYREF, actionAt } from "./input/input.ts";
import type { CheckResult } from "./input/result.ts";

/** Of the entries of the check's period; null where no statements are kept. */
export function bankCountsOf({ bank, entryOutcomes }: CheckResult): BankCounts | null {
  if (bank === undefined) return null;
  const counts = { tied: 0, several: 0, perhaps: 0, missing: 0, open: 0, accepted: 0 };
  for (const { row, state } of bank.answers) if (entryOutcomes.inPeriod[row] === 1) counts[state] += 1;
  return counts;
}

/**
 * Entries and lines are all of the ledger's, whatever the period: what is the only way within a month need not be
 * so over its ends. What people accepted is taken out first.
 *
 * @param tied by entry row: its tie by payref or by hand, NO_PAYREF for none
 * @param order the rows as at the check's end
 * @throws TieoutError SUM_OVERFLOW
 */
export function askBank(state: CheckState, tied: Int32Array, order: Iterable<number>): BankOutcome | null {
  const { bank } = state.input.human;
  if (bank === undefined) return null;
  const movements = unsupported(state, tied, bank);
  const byWalletID = new Map(movements.map((one) => [one.movement.walletID, one]));
  const lines = new Map(
    bank.accounts.flatMap((one) => one.lines.map((line) => [lineKey(line), line] as const)),
  );
  const supports = new Map<number, BankSupport>();
  const taken = new Set<AccountLine>();
  for (const tie of bank.ties) {
    const own = tie.walletIDs.flatMap((walletID) => byWalletID.get(walletID) ?? []);
    const found = tie.lines.flatMap((place) => lines.get(lineKey(place)) ?? []);
    // What has another payment now is tied to that, and its lines are anybody's.
    if (own.length < tie.walletIDs.length || found.length < tie.lines.length) continue;
    const support = supportOf(tie, own, found);
    for (const { row } of own) supports.set(row, support);
    for (const line of found) taken.add(line);
  }
  const answers = new Map<number, BankAnswer>();
  const nothing = { ways: [], support: null, again: [] };
  for (const [currency, own] of Map.groupBy(movements, (one) => one.currency)) {
    const left = own.filter(({ row }) => !supports.has(row));
    const found = searched(bank, currency, left, taken);
    for (const [at, { row, movement }] of left.entries()) {
      const { state: known, ways } = found[at] as MovementAnswer;
      answers.set(row, { ...nothing, row, movement, currency, state: known, ways });
    }
    const wanted = new Set(found.flatMap(({ ways }) => ways.flatMap((way) => way.lines)));
    const isFree = (line: AccountLine) => !taken.has(line) && !wanted.has(line);
    const free = equalLines(linesIn(accountsIn(bank, currency)).filter(isFree));
    for (const { row, movement } of own) {
      const support = supports.get(row);
      if (support === undefined) continue;
      const isOne = support.walletIDs.length === 1 && support.lines.length === 1 && support.difference === 0;
      const again = isOne ? free(movement) : [];
      answers.set(row, { ...nothing, row, movement, currency, state: "accepted", support, again });
    }
  }
  const { places, scale } = bank;
  return { places, scale, answers: Array.from(order).flatMap((row) => answers.get(row) ?? []) };
}

interface Unsupported {
  readonly row: number;
  readonly movement: WalletMovement;
  readonly currency: string | null;
}

function unsupported(state: CheckState, tied: Int32Array, { scale, notAsked }: BankBooks): Unsupported[] {
  const { input, options, movement, chains } = state;
  const { entries, labels } = input;
  const isLeftOut = new Set(notAsked.map(({ action, direction }) => `${direction} ${action}`));
  const clock = new ZoneClock(options.timeZone);
  const byHand = new Set(input.human.matches.flatMap(({ walletIDs }) => walletIDs));
  const found: Unsupported[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    const walletID = entries.walletID[row] as number;
    const moved = movement[row] as number;
    if (tied[row] !== NO_PAYREF || moved === 0 || byHand.has(walletID)) continue;
    const direction = moved > 0 ? "in" : "out";
    if (
      isLeftOut.size > 0 &&
      isLeftOut.has(`${direction} ${actionAt(entries.action[row] as number, labels)}`)
    )
      continue;
    const dated = entries.dateCreatedAtMs[row] as number;
    const atMs = Number.isNaN(dated) ? (chains.periodAtMs[row] as number) : dated;
    const userID = entries.userID[row] as number;
    const businessID = options.chainScope === "business" ? (entries.businessID[row] as number) : null;
    found.push({
      row,
      movement: { walletID, day: clock.day(atMs), amount: atBankScale(moved, scale) },
      currency: walletCurrency(input, { userID, businessID }),
    });
  }
  return found.toSorted((one, other) => one.movement.walletID - other.movement.walletID);
}

function accountsIn({ accounts }: Pick<BankBooks, "accounts">, currency: string | null) {
  return accounts.filter((one) => one.currency === null || one.currency === currency);
}

/** By day. */
function linesIn(accounts: BankBooks["accounts"]): AccountLine[] {
  return accounts.flatMap((one) => one.lines).toSorted((one, other) => compareBytes(one.day, other.day));
}

function searched(
  { accounts }: BankBooks,
  currency: string | null,
  movements: readonly Unsupported[],
  taken: ReadonlySet<AccountLine>,
): MovementAnswer[] {
  const own = accountsIn({ accounts }, currency);
  const lines = linesIn(own).filter((line) => !taken.has(line));
  const covered = (from: Day, to: Day) =>
    own.length > 0 && own.every((one) => one.covered.some((span) => span.from <= from && span.to >= to));
  return answerMovements(
    movements.map(({ movement }) => movement),
    lines,
    covered,
  );
}

function supportOf(
  { id, difference: classed }: AcceptedTie,
  own: readonly Unsupported[],
  lines: readonly AccountLine[],
): BankSupport {
  const moved = sumOfLines(own.map(({ movement }) => movement));
  const [expected, arrived] = [0 - moved, sumOfLines(lines)];
  return {
    match: id,
    walletIDs: own.map(({ movement }) => movement.walletID).toSorted((a, b) => a - b),
    lines,
    expected,
    arrived,
    difference: addAmounts(arrived, 0 - expected, "bank's lines"),
    classed,
  };
}

/** @throws TieoutError SUM_OVERFLOW */
function atBankScale(amount: number, scale: number): number {
  const product = multiplyAmounts(amount, scale);
  if (product !== null) return product;
  const sentence = "An amount is too large to be compared with a bank's, which has decimals";
  throw new TieoutError("SUM_OVERFLOW", sentence);
}
