/** What places say of a month, fact by fact, and what its statement says. */
import { formatAmount } from "../../../src/core/money.ts";
import type { MonthReport } from "../../../src/core/report/month-report.ts";
import type { MonthStatement } from "../../../src/core/report/month-statement.ts";
import { isUnchanged, muchWords } from "../../../src/core/review/close/since.ts";
import { unresolvedOf } from "../../../src/core/report/exceptions/exception-amounts.ts";
import { STATE_WORDS } from "../../../src/core/review/close/close-rules.ts";
import { REVIEW_CLASSES } from "../../../src/core/review/decisions/review.ts";

/** Each fact by its name, such as `NGN closing`, as a place writes it. */
export type Facts = ReadonlyMap<string, string>;

/** How a place writes amounts: with the month's decimals, as people read them; as numbers of cells; or in the service's unit. */
export type Amounts = "written" | "cells" | "units";

export const FIGURES = ["opening", "inflow", "outflow", "breaks", "closing"] as const;
export const CLASSES = REVIEW_CLASSES.map((name) => `${name} amount`);

/** How facts name a currency that is not known. */
export const NO_CURRENCY = "no currency";

/** How amounts are written in a place. */
export function sayAmount(amounts: Amounts, decimals: number): (amount: number) => string {
  if (amounts === "written") return (amount) => formatAmount(amount, decimals);
  return (amount) => String(amounts === "units" ? amount : amount / 10 ** decimals);
}

/** Every fact of a statement. @param decimals those of the month */
export function factsOf(statement: MonthStatement, decimals: number, amounts: Amounts): Facts {
  const say = sayAmount(amounts, decimals);
  const all = statement.currencies.map(({ exceptions }) => exceptions);
  const sumOf = (name: (typeof REVIEW_CLASSES)[number], of: "items" | "errors") =>
    all.reduce((sum, totals) => sum + totals[name][of], 0);
  const items = REVIEW_CLASSES.reduce((sum, name) => sum + sumOf(name, "items"), 0);
  const errors = REVIEW_CLASSES.reduce((sum, name) => sum + sumOf(name, "errors"), 0);
  const facts = new Map<string, string>([
    ["conclusion", statement.sentence],
    ["moment", statement.shows],
    ["state", STATE_WORDS[statement.state]],
    ["differs", String(statement.changedSince !== null && !isUnchanged(statement.changedSince))],
    ["moment's day", /\d{4}-\d\d-\d\d/u.exec(statement.shows)?.[0] ?? ""],
    ...changesSince(statement),
    ["errors", formatAmount(errors)],
    ["warnings", formatAmount(items - errors)],
    ["undecided errors", formatAmount(sumOf("undecided", "errors"))],
    ...REVIEW_CLASSES.map((name) => [`${name} exceptions`, formatAmount(sumOf(name, "items"))] as const),
  ]);
  for (const one of statement.currencies) {
    const of = one.currency ?? NO_CURRENCY;
    const { opening, inflow, outflow, breakDifference: breaks, closing } = one;
    for (const [figure, amount] of Object.entries({ opening, inflow, outflow, breaks, closing }))
      facts.set(`${of} ${figure}`, say(amount));
    for (const name of REVIEW_CLASSES) facts.set(`${of} ${name} amount`, say(one.exceptions[name].amount));
    facts.set(`${of} unresolved`, say(unresolvedOf(one.exceptions).amount));
    facts.set(`${of} uncorrected`, say(one.uncorrected));
    const { raised, accepted } = one.exceptions;
    facts.set(`${of} uncorrected errors`, formatAmount(raised.errors + accepted.errors));
  }
  return facts;
}

/** How much changed of a signed month since: records alone, and with decisions and options. */
function changesSince({ state, changedSince }: MonthStatement): [string, string][] {
  if (state !== "signed-off" || changedSince === null) return [];
  const { entries, transactions } = changedSince;
  const lists = [entries, transactions].flatMap((of) => Object.values(of));
  const records = lists.reduce((sum, ids: readonly number[]) => sum + ids.length, 0);
  return [
    ["record changes", formatAmount(records)],
    ...(isUnchanged(changedSince)
      ? []
      : [["changes since", muchWords(changedSince)] satisfies [string, string]]),
  ];
}

const ROLL = ["items", "broughtForward", "added", "cleared", "reclassified", "carriedForward"] as const;
type RollFigure = (typeof ROLL)[number];

/** How C2 heads what Close calls so. */
export const ROLL_HEADERS: Readonly<Record<RollFigure, string>> = {
  items: "Items open",
  broughtForward: "Brought forward",
  added: "New",
  cleared: "Cleared",
  reclassified: "Reclassified",
  carriedForward: "Carried forward",
};

/** What Close says of outstanding items, by currency and kind. */
export function outstandingFacts(
  { outstanding }: Pick<MonthReport, "outstanding">,
  say: (amount: number) => string,
): Facts {
  return new Map(
    outstanding.flatMap((roll) =>
      ROLL.map((figure) => {
        const name = `${roll.currency ?? NO_CURRENCY} ${roll.kind} ${figure}`;
        return [name, figure === "items" ? String(roll.items) : say(roll[figure])] as const;
      }),
    ),
  );
}

/** By how much later pulls moved what was signed, by currency; nothing where it stays. */
export function movedFacts(
  signed: MonthStatement,
  now: MonthStatement,
  say: (amount: number) => string,
): Facts {
  const before = new Map(signed.currencies.map((one) => [one.currency, one]));
  const facts = new Map<string, string>();
  for (const one of now.currencies) {
    const was = before.get(one.currency);
    const movements = one.inflow - one.outflow - ((was?.inflow ?? 0) - (was?.outflow ?? 0));
    const closing = one.closing - (was?.closing ?? 0);
    for (const [name, amount] of Object.entries({ movements, closing }))
      if (amount !== 0) facts.set(`${one.currency ?? NO_CURRENCY} ${name} since`, say(amount));
  }
  return facts;
}

/** Every fact that one place says otherwise, or that it does not say although it should. */
export function unlike(said: Facts, facts: Facts, mustSay: readonly string[]): string[] {
  return [
    ...mustSay.filter((name) => !said.has(name)).map((name) => `does not say: ${name}`),
    ...[...said].flatMap(([name, value]) => {
      const right = facts.get(name);
      return right === value ? [] : [`${name}: ${value}, not ${right ?? "known"}`];
    }),
  ];
}

/** Adds up amounts of wallets by currency. Amounts are those of `unitsIn`. */
export class Sums {
  readonly #sums = new Map<string, number>();

  add(currency: string | null, figure: string, amount: number): void {
    const name = `${currency ?? NO_CURRENCY} ${figure}`;
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + amount);
  }

  facts(say: (amount: number) => string = String): Map<string, string> {
    return new Map(Array.from(this.#sums, ([name, sum]) => [name, say(sum)] as const));
  }
}

/** An amount as it is written, in the service's unit: `−1,234.50` of two decimals is -123450. */
export function unitsIn(written: string): number {
  const digits = written.replaceAll(/[^\d]/gu, "");
  if (digits === "") throw new Error(`no amount: ${written}`);
  return /^[−-]/u.test(written) ? 0 - Number(digits) : Number(digits);
}

/** How many decimals an amount is written with. */
export function decimalsIn(written: string): number {
  return /\.(?<decimals>\d+)$/u.exec(written)?.groups?.["decimals"]?.length ?? 0;
}
