/** What the bank's statements show of entries without a payref, in the words of the workbook. */
import { type BankAnswer, linePlaceWords } from "../../bank/accepted.ts";
import { oncePer } from "../../once-per.ts";
import type { Currencies } from "./currencies.ts";
import { type Flow, addTo, flowIn } from "./flows.ts";
import type { ReportInput } from "./input.ts";

export const BANK_STATES = {
  supported: "supported",
  differs: "accepted, differs",
  tied: "one way",
  several: "several ways",
  perhaps: "perhaps, less a fee",
  missing: "on no statement",
  open: "statements do not reach",
} as const;
export type BankState = (typeof BANK_STATES)[keyof typeof BANK_STATES];

/** An entry is supported by lines that somebody accepted and that come to it, or to it but for a difference that is classed. */
export function bankStateOf({ state, support }: Pick<BankAnswer, "state" | "support">): BankState {
  if (state !== "accepted") return BANK_STATES[state];
  const isWhole = support !== null && (support.difference === 0 || support.classed !== null);
  return isWhole ? BANK_STATES.supported : BANK_STATES.differs;
}

/**
 * The state of an entry; of one that is accepted its lines, and that they differ where they do.
 *
 * @example `2026-10-08, row 7 of evidence 1`
 */
export function bankRowWords(answer: Pick<BankAnswer, "state" | "support">): string {
  const state = bankStateOf(answer);
  if (answer.support === null) return state;
  const lines = answer.support.lines.map((line) => `${line.day}, ${linePlaceWords(line)}`).join(" and ");
  return state === BANK_STATES.supported ? lines : `${state}: ${lines}`;
}

/** What a check found of the bank; null where no statements are kept. */
export interface BankFigures {
  /** Decimals of the bank's amounts. */
  readonly places: number;
  /** By entry row. */
  readonly answers: ReadonlyMap<number, BankAnswer>;
}

export function bankFiguresOf({ check: { bank } }: Pick<ReportInput, "check">): BankFigures | null {
  if (bank === undefined) return null;
  return { places: bank.places, answers: new Map(bank.answers.map((answer) => [answer.row, answer])) };
}

/** A bank's amount as a cell holds it. */
export function bankMoney(amount: number, { places }: BankFigures): number {
  return amount / 10 ** places;
}

/** The state of an entry, null of one that the bank need not support. */
export function stateAtBank(bank: BankFigures | null, row: number): BankState | null {
  const answer = bank?.answers.get(row);
  return answer === undefined ? null : bankStateOf(answer);
}

/** Of each block, what entries that nothing ties moved, by state; null of those that the bank need not support. */
export const sumsByState = oncePer((figures: StateFigures): ReadonlyMap<BankState | null, Flow>[] => {
  const { bank, untied, currencies, input } = figures;
  const { movement } = input.check.entryOutcomes;
  const sums = currencies.blocks.map(() => new Map<BankState | null, Flow>());
  for (const row of untied) {
    const own = sums[currencies.ofEntry(row)];
    if (own !== undefined) addTo(flowIn(own, stateAtBank(bank, row)), movement[row] as number, 0);
  }
  return sums;
});

interface StateFigures {
  readonly input: Pick<ReportInput, "check">;
  readonly bank: BankFigures | null;
  readonly untied: readonly number[];
  readonly currencies: Currencies;
}
