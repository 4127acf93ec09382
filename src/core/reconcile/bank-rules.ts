/** The findings about what a bank's statements say of entries that no payment supports. docs/bank.md has the rules. */
import {
  type BankAnswer,
  type BankOutcome,
  type LinePlace,
  byPlace,
  lineKey,
  linePlaceWords,
} from "../bank/accepted.ts";
import type { AccountLine } from "../bank/statement.ts";
import type { BankTie } from "../bank/ties.ts";
import { formatAmount, formatCount } from "../money.ts";
import { type CheckState, entrySubject } from "./chain/check-state.ts";
import type { FindingDraft } from "./input/findings.ts";
import type { RuleId, Severity } from "./input/rules.ts";

/** At most so many ways are told in a message. */
const MOST_WAYS = 3;

/** Nothing without statements. */
export function checkBank(state: CheckState, bank: BankOutcome | null): FindingDraft[] {
  if (bank === null) return [];
  return bank.answers.flatMap((answer) => draftsOf(state, bank, answer));
}

interface Numbers {
  readonly expected: number;
  readonly actual: number;
  readonly difference: number;
}

interface Told {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly message: string;
  readonly numbers?: Numbers | null;
  readonly lines?: readonly LinePlace[];
  readonly outstanding?: true;
}

function draftsOf(state: CheckState, bank: BankOutcome, answer: BankAnswer): FindingDraft[] {
  const { row } = answer;
  return tellings(state, bank, answer).map(({ rule, severity, message, numbers, lines, outstanding }) => ({
    finding: {
      rule,
      severity,
      ...entrySubject(state, row),
      ...numbers,
      ...(lines === undefined ? {} : { lines: placesOf(lines) }),
      message,
    },
    entryRow: row,
    ...(outstanding === undefined ? {} : { outstanding }),
  }));
}

function tellings(state: CheckState, bank: BankOutcome, answer: BankAnswer): Told[] {
  const { row, movement, ways } = answer;
  const { day, amount } = movement;
  const isOut = amount < 0;
  const say = (moved: number) => formatAmount(Math.abs(moved), bank.places);
  const moved = `${say(amount)} ${isOut ? "left the wallet" : "was topped up"} on ${day}`;
  const whole = 0 - amount;
  switch (answer.state) {
    case "missing": {
      // Money that is not approved yet has a finding of its own, and need not have moved.
      if (state.input.entries.unapproved[row] === 1) return [];
      const numbers = numbersOf(bank, whole, 0);
      return isOut
        ? [
            {
              rule: "withdrawal-not-received",
              severity: "error",
              message: `${moved}, and the statements have no line that it could have come to.`,
              numbers,
              outstanding: true,
            },
          ]
        : [
            {
              rule: "topup-without-payment",
              severity: "warning",
              message: `${moved}, and the statements have no line that could have paid it.`,
              numbers,
            },
          ];
    }
    case "several":
      return [
        {
          rule: "several-bank-lines",
          severity: "warning",
          message: `${moved}: ${severalWords(ways, movement.walletID, say)}.`,
          lines: linesOf(ways),
        },
      ];
    case "perhaps":
      return [
        {
          rule: "short-by-fee",
          severity: "warning",
          message: `${moved}, and no line has that amount. Less a fee it could be ${waysWords(ways, movement.walletID, say)}.`,
          lines: linesOf(ways),
          numbers: ways.length === 1 ? numbersOf(bank, whole, ways[0]?.lines[0]?.amount ?? 0) : null,
        },
      ];
    case "tied":
      return [
        {
          rule: "bank-line-found",
          severity: "info",
          message: `${moved}: ${waysWords(ways, movement.walletID, say)}, and nothing else. Nobody has accepted it yet.`,
          lines: linesOf(ways),
        },
      ];
    case "accepted":
      return [...leftOf(bank, answer, say), ...againOf(answer, moved, say)];
    case "open":
      return [];
  }
}

/** What an accepted tie leaves that nobody classed; its first entry tells it. */
function leftOf(bank: BankOutcome, { movement, support }: BankAnswer, say: Say): Told[] {
  if (support === null || support.walletIDs[0] !== movement.walletID) return [];
  const { match, lines, expected, arrived, difference, classed } = support;
  if (difference === 0 || classed !== null) return [];
  const [came, due] = [say(arrived), say(expected)];
  return [
    {
      rule: "short-by-fee",
      severity: "warning",
      message: `Match ${match} is of ${due} in the wallet and ${came} at the bank: nobody has said what the ${say(difference)} between them ${Math.abs(difference) === 1 ? "is" : "are"}.`,
      lines,
      numbers: numbersOf(bank, expected, arrived),
    },
  ];
}

/** Lines like the accepted one that nothing else in the wallet accounts for. */
function againOf({ movement, support, again }: BankAnswer, moved: string, say: Say): Told[] {
  if (support === null || again.length === 0) return [];
  const isOut = movement.amount < 0;
  const more = again.map(lineWords).join(" and ");
  const also = again.length === 1 ? "one more line has" : "more lines have";
  return [
    {
      rule: isOut ? "received-without-withdrawal" : "paid-without-topup",
      severity: "warning",
      message: `${moved}, accepted as match ${support.match}, and ${also} the same ${say(movement.amount)}, of which the wallet has nothing: ${more}.`,
      lines: again,
    },
  ];
}

type Say = (amount: number) => string;

/** In the service's unit; null where the bank's amounts are finer than that. */
function numbersOf({ scale }: BankOutcome, whole: number, come: number): Numbers | null {
  const [expected, actual] = [whole / scale, come / scale];
  if (!Number.isSafeInteger(expected) || !Number.isSafeInteger(actual)) return null;
  return { expected, actual, difference: actual - expected };
}

function severalWords(ways: readonly BankTie[], walletID: number, say: Say): string {
  const told = waysWords(ways, walletID, say);
  return ways.length === 1
    ? `it could be ${told}, as another entry could`
    : `${formatCount(ways.length, "way")} to lines: ${told}`;
}

function waysWords(ways: readonly BankTie[], walletID: number, say: Say): string {
  const told = ways.slice(0, MOST_WAYS).map(({ movements, lines, kind }) => {
    const others = movements.filter((one) => one.walletID !== walletID).map((one) => one.walletID);
    const together = others.length === 0 ? "" : ` together with walletID ${others.join(", ")}`;
    const amounts = kind === "equal" ? "" : `, ${lines.map(({ amount }) => say(amount)).join(" + ")}`;
    return `${lines.map(lineWords).join(" and ")}${amounts}${together}`;
  });
  const more = ways.length - told.length;
  return `${told.join("; or ")}${more === 0 ? "" : `; or ${formatCount(more, "other way")}`}`;
}

function lineWords(line: AccountLine): string {
  return `${line.day}, ${linePlaceWords(line)}`;
}

function linesOf(ways: readonly BankTie[]): LinePlace[] {
  return ways.flatMap(({ lines }) => lines);
}

/** As many are named; of more the first, by which a decision is bound all the same. */
const MOST_LINES = 20;

/** Each once, in their order. */
function placesOf(lines: readonly LinePlace[]): LinePlace[] {
  const once = new Map(lines.map(({ evidence, at }) => [lineKey({ evidence, at }), { evidence, at }]));
  return [...once.values()].toSorted(byPlace).slice(0, MOST_LINES);
}
