/**
 * The statement of a month: everything that any place says of it as of one moment, in figures and in
 * sentences. Window, terminal, workbook, binder, year and JSON take both from here.
 */
import { type CloseState, type FrozenWallet, type Month, figuresOfWallet } from "../review/close/close.ts";
import { confirmationWords } from "../review/file/confirmation-words.ts";
import type { ChangedSince } from "../review/close/since.ts";
import type { Moment } from "../review/close/moment.ts";
import { factTable } from "./about/audit.ts";
import { exportedStanding } from "./sheet/closing.ts";
import { figuresOf } from "./sheet/figures.ts";
import type { ReportInput } from "./sheet/input.ts";
import { conclusionSentence, groundOf, heldOf } from "./lead/concluded.ts";
import { limitWords } from "./lead/workpaper.ts";
import { provenTables } from "./lead/proven-tables.ts";
import { type CurrencyRoll, rollOf } from "../review/close/currency-roll.ts";
import { type Conclusion, type MetCheck, concludeOf, reasonsOf } from "./lead/month-conclusion.ts";
import { type Headline, headlineOf } from "./exceptions/class-words.ts";
import type { ClassTotals } from "./exceptions/exception-amounts.ts";
import { earlierErrorsIn } from "../review/decisions/earlier-errors.ts";
import type { Materiality } from "../review/file/materiality.ts";
import { type Misstatements, misstatementWords } from "./exceptions/misstatements.ts";

/** What a month comes to in one currency. Amounts in the service's unit. */
export interface CurrencyStatement extends Omit<CurrencyRoll, "entries"> {
  /** What entries and payments prove of the closing: the closing less the break differences. */
  readonly proven: number;
  /** What exceptions come to, by what became of them; an event counts once. */
  readonly exceptions: ClassTotals;
  /** Raised and accepted together. */
  readonly uncorrected: number;
  readonly materiality: Materiality | null;
  readonly isWithin: boolean;
  /** What is uncorrected, against the materiality; then what waits for a decision. */
  readonly sentence: string;
}

export interface MonthStatement {
  readonly month: Month;
  /** Of which moment it is; null for now. */
  readonly moment: Moment | null;
  /** The same in words. @example `As of now, after pull 14, 2026-10-01` */
  readonly shows: string;
  readonly state: CloseState;
  /** What is left to resolve, as every place of the window says it first. */
  readonly headline: Headline;
  readonly conclusion: Conclusion;
  /** The conclusion in one sentence, as the Lead says it. */
  readonly sentence: string;
  /** Why it is qualified, or why there is none yet; one sentence each. */
  readonly reasons: readonly string[];
  /** What the provider confirmed of the closing balances, and whether it agrees; null where nothing was. */
  readonly confirmation: string | null;
  /** Within which limits it holds: what the month's file lacks, what the opening rests on, what was compared without conversion. */
  readonly limits: readonly string[];
  readonly wallets: readonly FrozenWallet[];
  /** At least one; what no currency is known of last. */
  readonly currencies: readonly CurrencyStatement[];
  /** null for a month that is neither prepared nor signed. */
  readonly changedSince: ChangedSince | null;
}

/** States a month. @param input as of the moment @throws TieoutError SUM_OVERFLOW beyond exact integers */
export function statementOf(
  input: ReportInput,
  around: Pick<MonthStatement, "moment" | "changedSince">,
): MonthStatement {
  const { month, ...rest } = concludedOf(input).statement;
  return { month, moment: around.moment, ...rest, changedSince: around.changedSince };
}

/** A month's statement, with the proofs and checks that it is drawn from. */
interface StatedWithProofs {
  readonly statement: Omit<MonthStatement, "moment" | "changedSince">;
  readonly proofs: readonly MetCheck[];
  readonly checks: readonly MetCheck[];
}

/** As `statementOf`, of the moment of the input. */
export function concludedOf(input: ReportInput): StatedWithProofs {
  const standing = exportedStanding(input);
  if (standing === null) throw new Error("a statement is of one month");
  const figures = figuresOf(input);
  const proven = { ...provenTables(figures), facts: factTable(figures) };
  const held = heldOf(figures, proven);
  const { misstatements } = held;
  const ground = groundOf(held);
  const statement = {
    month: standing.month,
    shows: input.shows,
    state: standing.state,
    headline: headlineOf(
      input.check,
      misstatements,
      input.decimals,
      earlierErrorsIn(input.check, input.records),
    ),
    conclusion: concludeOf(ground),
    sentence: conclusionSentence(figures, held),
    reasons: reasonsOf(ground, input.decimals),
    confirmation: confirmationWords(input.workpaper?.balances ?? [], input.decimals),
    limits: limitWords(figures),
    wallets: input.check.wallets.map(figuresOfWallet),
    currencies: figures.currencies.blocks.map(({ currency, wallets }, at) => {
      const left = misstatements[at];
      if (left === undefined) throw new Error("each currency has its exceptions");
      return currencyStatement(currency, wallets, left, input.decimals);
    }),
  };
  return { statement, proofs: held.proofs, checks: ground.checks };
}

function currencyStatement(
  currency: string | null,
  wallets: ReportInput["check"]["wallets"],
  left: Misstatements,
  decimals: number,
): CurrencyStatement {
  const { entries: _, ...roll } = rollOf(wallets);
  return {
    currency,
    ...roll,
    proven: roll.closing - roll.breakDifference,
    exceptions: left.totals,
    uncorrected: left.uncorrected,
    materiality: left.materiality,
    isWithin: left.isWithin,
    sentence: misstatementWords(left, decimals),
  };
}
