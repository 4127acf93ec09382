/** Twelve months: whether each opens on the closing of the one before, and what became of it since. */
import type { SourceOfPull } from "../reconcile/input/pull-clocks.ts";
import type { HumanAct } from "../human-act.ts";
import { addAmounts } from "../money.ts";
import { walletKey } from "../reconcile/chain/wallet-key.ts";
import type { CloseState, FrozenWallet, Month } from "../review/close/close.ts";
import type { FreezingStep, MonthStanding } from "../review/close/month-states.ts";
import { NOTHING_UNRESOLVED, type Unresolved } from "./exceptions/exception-amounts.ts";
import { currencyOf } from "./sheet/record-currencies.ts";
import { type CurrencyRoll, rollByCurrency } from "../review/close/currency-roll.ts";

/** How much of a month the records hold. */
export const MONTH_REACHES = ["before-records", "whole", "not-over", "not-reached"] as const;
/**
 * `before-records`: no record is as old; it has figures only where it has steps of the close. `not-over`: the
 * newest pull came before its end, of files the newest record is in it. `not-reached`: it is after the newest
 * pull and record.
 */
export type MonthReach = (typeof MONTH_REACHES)[number];

/** Who took a step, and when, milliseconds UTC. */
export type StepTaken = Pick<HumanAct, "by" | "atMs">;

/** A month in one currency. Amounts in the service's unit; of a signed month all as they were signed. */
export interface YearFigures extends CurrencyRoll {
  /** Closing of the month before, as this year states it; null where the records begin with the month. */
  readonly before: number | null;
  /** Wallets that open at another balance than they closed at; their differences may cancel each other. */
  readonly walletsApart: number;
  /** What is unresolved at its end; open items stay in every later month. */
  readonly unresolved: Unresolved;
  /** Of a signed month the same by today's records, decisions and options; null for any other. */
  readonly now: FiguresNow | null;
}

/** What a signed month comes to by today's records, decisions and options. Amounts in the service's unit. */
export type FiguresNow = Pick<YearFigures, "inflow" | "outflow" | "closing" | "unresolved">;

export interface YearMonth {
  readonly month: Month;
  readonly reach: MonthReach;
  readonly state: CloseState;
  /** Steps in force; null where nobody took them. */
  readonly prepared: StepTaken | null;
  readonly signed: StepTaken | null;
  /** The zone that the days of a signed month are cut in; null for any other, which has the year's. */
  readonly timeZone: string | null;
  /** With how many decimals a prepared or signed month states its amounts; null for any other, which has the year's. */
  readonly decimals: number | null;
  /** What changed of the signed month since, records, decisions and options together: see `changedSinceOf`. */
  readonly changes: number;
  /** What comes of them, and of what changed in other months, in figures and exceptions, one phrase each. */
  readonly effects: readonly string[];
  /** Errors and warnings without a decision, of a signed month when it was signed; 0 where nothing was checked. */
  readonly undecided: { readonly errors: number; readonly warnings: number };
  /** One for each currency of the year, in their order; none where no record reaches. */
  readonly figures: readonly YearFigures[];
}

/** The twelve months that the records reach in one currency, of `wallets` the most that a month has. */
export interface YearTotal extends CurrencyRoll {
  /** Closing less opening and movements: nil when each month opens on the closing before. */
  readonly difference: number;
  /** At the end of the last month. */
  readonly unresolved: Unresolved;
}

/** Twelve months, oldest first. */
export interface Year {
  readonly months: readonly YearMonth[];
  /** One for each currency, in the order in which they come first. */
  readonly totals: readonly YearTotal[];
}

/** A year with what it was read from. */
export interface YearReport extends Year {
  /** Whose wallet it is; null where no name came. */
  readonly name: string | null;
  readonly userID: number | null;
  readonly timeZone: string;
  /** Digits after the point of the ledger's amounts. */
  readonly decimals: number;
  /** The newest pull; of files when they were imported. Milliseconds UTC. */
  readonly pull: { readonly id: number; readonly source: SourceOfPull; readonly atMs: number };
  /** The newest link of the audit trail. */
  readonly audit: { readonly sequence: number; readonly head: string };
}

/** A month that the records reach, as its check found it. */
export interface YearCheck extends Pick<YearMonth, "month" | "reach" | "changes" | "effects" | "undecided"> {
  readonly standing: MonthStanding;
  /** By today's records. */
  readonly wallets: readonly FrozenWallet[];
  /** By currency, of those that have any, by today's records and decisions. */
  readonly unresolved: ReadonlyMap<string | null, Unresolved>;
  /** Of a signed month when it was signed; null for any other. */
  readonly unresolvedSigned: ReadonlyMap<string | null, Unresolved> | null;
}

export type UnreachedMonth = Pick<YearMonth, "month" | "reach" | "changes" | "effects"> & {
  readonly standing: MonthStanding;
  readonly wallets: null;
};

/**
 * Puts twelve months beside each other.
 *
 * @param months oldest first, without a gap
 * @param before the month before the first; null where no record reaches it
 * @throws TieoutError SUM_OVERFLOW when wallets or months add up to more than can be held exactly
 */
export function yearOf(months: readonly (YearCheck | UnreachedMonth)[], before: YearCheck | null): Year {
  const rolls = months.map((month) => (month.wallets === null ? null : rollsOf(month)));
  const currencies = [
    ...new Set(
      months.flatMap((month, at) =>
        month.wallets === null
          ? []
          : [
              ...(rolls[at]?.stated.keys() ?? []),
              ...(month.unresolvedSigned?.keys() ?? []),
              ...month.unresolved.keys(),
            ],
      ),
    ),
  ];
  let last = before === null ? null : rollsOf(before);
  const listed = months.map((month, at): YearMonth => {
    const own = rolls[at] ?? null;
    const figures =
      own === null || month.wallets === null
        ? []
        : currencies.map((currency) => figuresOf(currency, month, own, last));
    if (own !== null) last = own;
    return { ...withoutFigures(month), figures };
  });
  return {
    months: listed,
    totals: currencies.map((_, at) => totalOf(listed.flatMap(({ figures }) => figures[at] ?? []))),
  };
}

type Rolls = ReadonlyMap<string | null, ReturnType<typeof rollByCurrency>[number]>;

/** A month's figures by currency: as stated, and by today's records. */
function rollsOf({ wallets, standing: { signed } }: YearCheck): {
  readonly stated: Rolls;
  readonly now: Rolls;
  /** As stated, by their keys. */
  readonly wallets: ReadonlyMap<string, FrozenWallet>;
} {
  const stated = signed === null ? wallets : signedWallets(signed, wallets);
  return {
    stated: byCurrency(stated),
    now: byCurrency(wallets),
    wallets: new Map(stated.map((wallet) => [walletKey(wallet), wallet])),
  };
}

function byCurrency(wallets: readonly FrozenWallet[]): Rolls {
  const named = wallets.map((wallet) => ({ ...wallet, currency: currencyOf(wallet) }));
  return new Map(rollByCurrency(named).map((roll) => [roll.currency, roll]));
}

/** As they were signed; a currency that was not known then is the one that is known now. */
function signedWallets({ frozen }: FreezingStep, now: readonly FrozenWallet[]): FrozenWallet[] {
  const known = new Map(now.map((wallet) => [walletKey(wallet), wallet.currency]));
  return frozen.wallets.map((wallet) => ({
    ...wallet,
    currency: wallet.currency ?? known.get(walletKey(wallet)) ?? null,
  }));
}

function figuresOf(
  currency: string | null,
  { unresolved, unresolvedSigned }: YearCheck,
  { stated, now, wallets: own }: ReturnType<typeof rollsOf>,
  last: ReturnType<typeof rollsOf> | null,
): YearFigures {
  const {
    wallets = 0,
    entries = 0,
    opening = 0,
    inflow = 0,
    outflow = 0,
    breakDifference = 0,
    closing = 0,
  } = stated.get(currency) ?? {};
  return {
    currency,
    wallets,
    entries,
    before: last === null ? null : (last.stated.get(currency)?.closing ?? 0),
    opening,
    walletsApart: [...own].filter(([key, wallet]) => {
      const earlier = last?.wallets.get(key);
      return currencyOf(wallet) === currency && earlier !== undefined && earlier.closing !== wallet.opening;
    }).length,
    inflow,
    outflow,
    breakDifference,
    closing,
    unresolved: (unresolvedSigned ?? unresolved).get(currency) ?? NOTHING_UNRESOLVED,
    now:
      unresolvedSigned === null
        ? null
        : figuresNow(now.get(currency), unresolved.get(currency) ?? NOTHING_UNRESOLVED),
  };
}

function figuresNow(
  { inflow, outflow, closing }: Pick<FiguresNow, "inflow" | "outflow" | "closing"> = NO_MOVEMENT,
  unresolved: Unresolved,
): FiguresNow {
  return { inflow, outflow, closing, unresolved };
}

const NO_MOVEMENT = { inflow: 0, outflow: 0, closing: 0 };

function withoutFigures(month: YearCheck | UnreachedMonth): Omit<YearMonth, "figures"> {
  const { state, prepared, signed } = month.standing;
  return {
    month: month.month,
    reach: month.reach,
    state,
    prepared: takenBy(prepared),
    signed: takenBy(signed),
    timeZone: signed?.frozen.options.timeZone ?? null,
    decimals: prepared?.frozen.decimals ?? null,
    changes: month.changes,
    effects: month.effects,
    undecided: month.wallets === null ? { errors: 0, warnings: 0 } : month.undecided,
  };
}

function takenBy(step: FreezingStep | null): StepTaken | null {
  return step === null ? null : { by: step.by, atMs: step.atMs };
}

/** @param months of one currency, at least one, oldest first */
function totalOf(months: readonly YearFigures[]): YearTotal {
  const [first] = months;
  const last = months.at(-1);
  if (first === undefined || last === undefined) throw new Error("a currency is of some month");
  const sum = (value: (figures: YearFigures) => number) =>
    months.reduce((total, figures) => addAmounts(total, value(figures), "months of a year"), 0);
  const moved = {
    entries: sum(({ entries }) => entries),
    inflow: sum(({ inflow }) => inflow),
    outflow: sum(({ outflow }) => outflow),
    breakDifference: sum(({ breakDifference }) => breakDifference),
  };
  const { opening } = first;
  const { currency, closing, unresolved } = last;
  return {
    currency,
    wallets: Math.max(...months.map(({ wallets }) => wallets)),
    ...moved,
    opening,
    closing,
    difference: closing - (opening + moved.inflow - moved.outflow + moved.breakDifference),
    unresolved,
  };
}

/** By how much a month opens at another balance than the one before closed at; 0 where not known. */
export function carriedOff({ before, opening }: YearFigures): number {
  return before === null ? 0 : opening - before;
}

/** Whether a month, and each wallet, opens on the closing of the month before; true where none is known. */
export function opensOnClosing(of: YearFigures): boolean {
  return carriedOff(of) === 0 && of.walletsApart === 0;
}

/** By how much the figures of a signed month changed since; all 0 for a month that is not signed. */
export function restatedBy({ inflow, outflow, closing, unresolved, now }: YearFigures): RestatedFigures {
  if (now === null) return { closing: 0, movements: 0, unresolved: 0 };
  return {
    closing: now.closing - closing,
    movements: now.inflow - now.outflow - (inflow - outflow),
    unresolved: now.unresolved.amount - unresolved.amount,
  };
}

/** In the service's unit, what it is now less what was signed. */
interface RestatedFigures {
  readonly closing: number;
  /** Inflows less outflows. */
  readonly movements: number;
  readonly unresolved: number;
}

/** Whether today's closing and movements equal the signed ones; true for a month that is not signed. */
export function isYearFigureAsSigned(of: YearFigures): boolean {
  const { closing, movements } = restatedBy(of);
  return closing === 0 && movements === 0;
}

/** Whether each month opens on the closing before, and the signed figures still hold. */
export function yearTies({ months }: Year): boolean {
  return months.every(({ figures }) => figures.every((of) => opensOnClosing(of) && isYearFigureAsSigned(of)));
}
