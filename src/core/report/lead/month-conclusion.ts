/** The rules of a month's conclusion, and its words: the same on the Lead, in the terminal and in the window. */
import { formatAmount } from "../../money.ts";
import type { Currencies, CurrencyBlock } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import { exportedStanding } from "../sheet/closing.ts";
import { sumOverWallets } from "../rollforward/rollforward.ts";
import { type Misstatements, misstatementWords, uncorrectedWords } from "../exceptions/misstatements.ts";

/**
 * `not-proven`: a proof fails. `none-yet`: an error waits for a decision, and nobody overrode it. `qualified`:
 * too much is uncorrected, or a check of the close is not met. `clean`: none of these.
 */
export const CONCLUSIONS = ["not-proven", "none-yet", "qualified", "clean"] as const;
export type Conclusion = (typeof CONCLUSIONS)[number];

export interface MetCheck {
  readonly words: string;
  readonly holds: boolean;
}

/** As much of a month's statement as its signature is called by. */
interface SignedWith {
  readonly conclusion: Conclusion;
  readonly currencies: readonly { readonly currency: string | null; readonly uncorrected: number }[];
}

/**
 * What signing a month is called, by the conclusion that it would be signed with.
 *
 * @param statement null where it is not known
 * @param decimals 0 to 6; display only
 * @example `Sign as clean, with NGN 500 uncorrected`
 */
export function signWords(statement: SignedWith | null, decimals: number): string {
  const { conclusion = "none-yet", currencies = [] } = statement ?? {};
  if (conclusion === "none-yet") return "Sign off";
  if (conclusion !== "clean") return conclusion === "qualified" ? "Sign as qualified" : "Sign as not proven";
  const left = currencies.filter(({ uncorrected }) => uncorrected > 0);
  const amounts = left.map(
    ({ currency, uncorrected }) => `${moneyBefore(currency)}${formatAmount(uncorrected, decimals)}`,
  );
  return left.length === 0 ? "Sign as clean" : `Sign as clean, with ${amounts.join("; ")} uncorrected`;
}

export interface ConclusionGround {
  readonly isProven: boolean;
  /** The first is whether each error is decided or overridden; all of them qualify. */
  readonly checks: readonly MetCheck[];
  readonly misstatements: readonly Misstatements[];
}

export function concludeOf({ isProven, checks, misstatements }: ConclusionGround): Conclusion {
  if (!isProven) return "not-proven";
  if (checks[0]?.holds === false) return "none-yet";
  const isClean = checks.every(({ holds }) => holds) && misstatements.every(({ isWithin }) => isWithin);
  return isClean ? "clean" : "qualified";
}

/**
 * Why there is no conclusion, or a qualified one: what is not within the materiality by currency, or has
 * errors that nobody decided on; then the checks that are not met, one sentence each.
 *
 * @returns empty for a clean one
 */
export function reasonsOf({ checks, misstatements }: ConclusionGround, decimals: number): string[] {
  return [
    ...misstatements
      .filter(({ isWithin, totals }) => !isWithin || totals.undecided.errors > 0)
      .map((one) => misstatementWords(one, decimals)),
    ...checks.filter(({ holds }) => !holds).map(({ words }) => unmetWords(words)),
  ];
}

/** @example `Not met: No error was overridden when the month was prepared.` */
export function unmetWords(check: string): string {
  return `Not met: ${check}.`;
}

export const CONCLUSION_WORDS = {
  preliminary: "Preliminary, not signed off. ",
  notProven: "Not proven: at least one proof below fails; this workbook must not be relied on.",
  noneYet: "No conclusion yet: errors wait for a decision",
  soFar: "; so far ",
  clean: "Clean: ",
  cleanWith: "Clean, with ",
  within: ", within materiality: ",
  qualified: "Qualified: ",
  nothing: ", and nothing is unresolved.",
  waiting: ", and warnings wait for a decision.",
  follows: ", except as follows.",
} as const;

/** What the entries prove of the stated balance. */
export const PROVEN_WORDS = {
  stated: "entries and payments prove the stated balance",
  /** Where the differences of several wallets cancel each other. */
  total: "entries and payments prove the stated total, but not the balance of each wallet",
  /** Of wallets that may not be added up, or of many currencies. */
  several: "entries and payments prove the stated balances less their break differences",
  before: "entries and payments prove ",
  between: ", not the stated ",
  others: ", and the other stated balances",
} as const;

/** '' once a month is signed off, and for what is no month. */
export function preliminaryWords({ input }: Pick<Figures, "input">): string {
  const standing = exportedStanding(input);
  return standing !== null && standing.signed === null ? CONCLUSION_WORDS.preliminary : "";
}

/**
 * What entries and payments prove: the stated balance where no balance breaks, else the stated balance less
 * the break differences.
 *
 * @example `entries and payments prove NGN 23,971,175, not the stated 25,484,323`
 */
export function provenWords(figures: Pick<Figures, "input" | "currencies">): string {
  return isStatedProven(figures) ? PROVEN_WORDS.stated : apartWords(figures);
}

function isStatedProven({ input }: Pick<Figures, "input">): boolean {
  return input.check.wallets.every(({ breakDifference }) => breakDifference === 0);
}

function apartWords({ input, currencies }: Pick<Figures, "input" | "currencies">): string {
  const words = PROVEN_WORDS;
  const blocks = provenBlocks(currencies);
  if (blocks === null) return words.several;
  const say = (amount: number) => formatAmount(amount, input.decimals);
  const apart = blocks.flatMap(({ currency, wallets: own }) => {
    const breaks = sumOverWallets(own, ({ breakDifference }) => breakDifference);
    const stated = sumOverWallets(own, ({ closing }) => closing);
    if (breaks === 0) return [];
    return [`${moneyBefore(currency)}${say(stated - breaks)}${words.between}${say(stated)}`];
  });
  if (apart.length === 0) return words.total;
  return `${words.before}${apart.join("; ")}${apart.length < blocks.length ? words.others : ""}`;
}

/** A sentence has room for the balances of so many currencies. */
const MOST_NAMED = 4;

/** The currencies with wallets, whose balances are said one by one; null where that cannot be. */
export function provenBlocks({ blocks }: Pick<Currencies, "blocks">): readonly CurrencyBlock[] | null {
  const own = blocks.filter(({ wallets }) => wallets.length > 0);
  const mayDiffer = own.some(({ currency, wallets }) => currency === null && wallets.length > 1);
  return mayDiffer || own.length > MOST_NAMED ? null : own;
}

/** The one currency that all wallets are in; null where they are in several, or may be. */
export function onlyMoneyOf(currencies: Pick<Currencies, "blocks">): CurrencyBlock | null {
  const [block, ...others] = currencies.blocks;
  return block === undefined || others.length > 0 || provenBlocks(currencies) === null ? null : block;
}

/** @example `NGN `; '' where no currency is known */
export function moneyBefore(currency: string | null): string {
  return currency === null ? "" : `${currency} `;
}

export function conclusionWords(
  figures: Pick<Figures, "input" | "currencies">,
  conclusion: Conclusion,
  misstatements: readonly Misstatements[],
): string {
  const words = CONCLUSION_WORDS;
  if (conclusion === "not-proven") return words.notProven;
  const first = preliminaryWords(figures);
  if (conclusion === "none-yet") {
    const soFar = isStatedProven(figures) ? "" : `${words.soFar}${apartWords(figures)}`;
    return `${first}${words.noneYet}${soFar}.`;
  }
  const proven = provenWords(figures);
  if (conclusion === "qualified") return `${first}${words.qualified}${proven}${words.follows}`;
  const left = misstatements.filter(({ uncorrected }) => uncorrected > 0);
  const waits = misstatements.some(({ totals }) => totals.undecided.items > 0);
  const end = waits ? words.waiting : left.length === 0 ? words.nothing : ".";
  if (left.length === 0) return `${first}${words.clean}${proven}${end}`;
  const amounts = left.map((one) => uncorrectedWords(one, figures.input.decimals)).join("; ");
  return `${first}${words.cleanWith}${amounts}${words.within}${proven}${end}`;
}
