/** The differences between a month's frozen figures, line by line, and those of its repeated check. */
import { addAmounts, formatAmount, formatCount } from "../../money.ts";
import {
  type FrozenFigures,
  type FrozenMonth,
  type FrozenProof,
  type FrozenRoll,
  type FrozenWallet,
  isUnused,
} from "./close.ts";
import { inCurrency } from "../../words/currency.ts";
import { walletWords } from "../../words/wallet.ts";

/** How many figures are listed. */
const TOLD = 4;

const FIGURES = [
  ["closing", "closing"],
  ["opening", "opening"],
  ["inflow", "inflow"],
  ["outflow", "outflow"],
  ["breakDifference", "break differences"],
  ["entries", "entries"],
] as const satisfies readonly (readonly [keyof FrozenWallet, string])[];

/** What a month depends on, each by the number of the newest. */
const GROUNDS = [
  ["pullId", "pull"],
  ["decisionId", "decision"],
  ["matchId", "manual match"],
  ["stepId", "step of the close"],
] as const satisfies readonly (readonly [keyof FrozenMonth, string])[];

/**
 * Says what is different, one phrase each: figures of wallets first, then outstanding items, exceptions, what
 * was overridden, and what it depends on. What only the check's document shows is not among it.
 *
 * @returns empty when all of them are as they were signed
 */
export function differencesFrom(signed: FrozenMonth, again: FrozenFigures): string[] {
  const names = sideNamesOf(signed, "signed", "re-performed");
  return [...frozenFigureWords(signed, again, names), ...groundWords(signed, again)];
}

/**
 * Says which frozen figures of a prepared month are not those of its check as of now, one phrase each. Later
 * pulls may list wallets and currencies with nothing in them, and show that the month is over; they change
 * none of its figures.
 *
 * @returns empty when the prepared figures are those of the records
 */
export function figuresSince(prepared: FrozenMonth, now: FrozenFigures): string[] {
  const isSamePull = prepared.pullId === now.pullId;
  const [was, is] = [withoutNil(prepared, isSamePull), withoutNil(now, isSamePull)];
  return frozenFigureWords(was, is, sideNamesOf(prepared, "prepared", "now"));
}

/** How the two sides are named, and how amounts are written. */
interface SideNames {
  readonly frozenAs: string;
  readonly nowAs: string;
  readonly say: (amount: number) => string;
}

function sideNamesOf({ decimals }: FrozenMonth, frozenAs: string, nowAs: string): SideNames {
  return { frozenAs, nowAs, say: (amount) => formatAmount(amount, decimals) };
}

function frozenFigureWords(signed: FrozenMonth, again: FrozenFigures, names: SideNames): string[] {
  const figures = [
    ...walletDifferences(signed, again, names),
    ...outstandingWords(signed, again, names),
    ...rollWords(signed, again, names),
    ...proofWords(signed, again, names),
    ...frozenLineWords(signed, again, names.frozenAs),
  ];
  const more = figures.length - TOLD;
  return [
    ...figures.slice(0, TOLD),
    ...(more > 0 ? [`${formatCount(more, "more figure")} ${more === 1 ? "is" : "are"} different`] : []),
    ...countWords("error", signed.errors, again.errors, names),
    ...countWords("warning", signed.warnings, again.warnings, names),
    ...(obstaclesIn(signed, again) === obstaclesIn(again, signed)
      ? []
      : ["the obstacles to preparing it are different"]),
    ...decidedWords(signed, again),
  ];
}

/** A month without what a later pull may add and take away without changing any of its figures. */
function withoutNil<T extends FrozenFigures>(month: T, isSamePull: boolean): T {
  return {
    ...month,
    wallets: month.wallets.filter((wallet) => !isUnused(wallet)),
    outstanding: month.outstanding.filter(
      ({ items, amount, roll }) => items !== 0 || amount !== 0 || (roll !== undefined && !isNil(roll)),
    ),
    proofs: month.proofs?.map(withoutNilLines).filter(({ amounts }) => Object.keys(amounts).length > 0),
    overridden: month.overridden.filter(({ kind }) => isSamePull || kind !== "not-over"),
  };
}

function withoutNilLines({ currency, amounts }: FrozenProof): FrozenProof {
  return {
    currency,
    amounts: Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0)),
  };
}

function walletDifferences(signed: FrozenMonth, again: FrozenFigures, names: SideNames): string[] {
  const { frozenAs, nowAs, say } = names;
  const left = new Map(again.wallets.map((wallet) => [walletWords(wallet), wallet]));
  const words = signed.wallets.flatMap((was) => {
    const owner = walletWords(was);
    const is = left.get(owner);
    left.delete(owner);
    if (is === undefined)
      return [`the wallet of ${owner}, ${frozenAs} to close at ${say(was.closing)}, is not in them`];
    return FIGURES.flatMap(([figure, name]) => {
      const tell = figure === "entries" ? (count: number) => formatAmount(count) : say;
      return was[figure] === is[figure]
        ? []
        : [`${name} of ${owner}: ${frozenAs} ${tell(was[figure])}, ${nowAs} ${tell(is[figure])}`];
    });
  });
  const unsigned = [...left].map(
    ([owner, wallet]) => `the wallet of ${owner}, closing at ${say(wallet.closing)}, was not ${frozenAs}`,
  );
  return [...words, ...unsigned];
}

function outstandingWords(signed: FrozenMonth, again: FrozenFigures, names: SideNames): string[] {
  // Older versions froze one sum of each kind over all currencies: then that is what is compared with it.
  const byCurrency = signed.outstanding.every(({ currency }) => currency !== undefined);
  const [was, is] = [outstandingBy(signed, byCurrency), outstandingBy(again, byCurrency)];
  const none = { items: 0, amount: 0 };
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [before, after] = [was.get(name) ?? none, is.get(name) ?? none];
    if (before.items === after.items && before.amount === after.amount) return [];
    const words = ({ items, amount }: typeof none) => `${formatCount(items, "item")} of ${names.say(amount)}`;
    return [`outstanding, ${name}: ${names.frozenAs} ${words(before)}, ${names.nowAs} ${words(after)}`];
  });
}

const ROLL = [
  ["broughtForward", "brought forward"],
  ["added", "new"],
  ["cleared", "cleared"],
  ["reclassified", "reclassified"],
] as const satisfies readonly (readonly [keyof FrozenRoll, string])[];

/** How the outstanding amounts came about; nothing where an older version froze the amounts alone. */
function rollWords(signed: FrozenMonth, again: FrozenFigures, names: SideNames): string[] {
  const rolls = new Map(again.outstanding.map((one) => [rollKey(one), one.roll]));
  return signed.outstanding.flatMap((was) => {
    if (was.roll === undefined) return [];
    const { roll } = was;
    const is = rolls.get(rollKey(was));
    const name = `outstanding, ${was.kind}${(was.currency ?? null) === null ? "" : ` in ${was.currency}`}`;
    if (is === undefined)
      return isNil(roll) ? [] : [`${name}: ${names.frozenAs}, and not found ${names.nowAs}`];
    const lines = ROLL.flatMap(([figure, words]) =>
      differenceWords(`${name}, ${words}`, roll[figure], is[figure], names),
    );
    return roll.ageing.join() === is.ageing.join() ? lines : [...lines, `${name}: the ages are different`];
  });
}

function rollKey({ currency, kind }: FrozenMonth["outstanding"][number]): string {
  return `${kind} ${currency ?? ""}`;
}

function isNil({ ageing, ...amounts }: FrozenRoll): boolean {
  return [...Object.values(amounts), ...ageing].every((amount) => amount === 0);
}

/** Lines of the three-way proof, by their names; nothing where an older version did not freeze them. */
function proofWords(signed: FrozenMonth, again: FrozenFigures, names: SideNames): string[] {
  if (signed.proofs === undefined) return [];
  const proofs = new Map((again.proofs ?? []).map(({ currency, amounts }) => [currency, amounts]));
  const words = signed.proofs.flatMap(({ currency, amounts: was }) => {
    const is = proofs.get(currency) ?? {};
    proofs.delete(currency);
    const lines = new Set([...Object.keys(was), ...Object.keys(is)]);
    const money = currency === null ? "" : ` in ${currency}`;
    return [...lines].flatMap((line) =>
      differenceWords(`the proof's line ${line}${money}`, was[line], is[line], names),
    );
  });
  const unsigned = [...proofs.keys()].map(
    (currency) => `the proof ${inCurrency(currency)} was not ${names.frozenAs}`,
  );
  return [...words, ...unsigned];
}

function differenceWords(
  name: string,
  was: number | undefined,
  is: number | undefined,
  { frozenAs, nowAs, say }: SideNames,
): string[] {
  if (was === is) return [];
  const tell = (amount: number | undefined) => (amount === undefined ? "nothing" : say(amount));
  return [`${name}: ${frozenAs} ${tell(was)}, ${nowAs} ${tell(is)}`];
}

/** Items and amounts by kind, or by kind and currency where a month has several. */
function outstandingBy(
  { outstanding }: Pick<FrozenMonth, "outstanding">,
  byCurrency: boolean,
): Map<string, { readonly items: number; readonly amount: number }> {
  const several = byCurrency && new Set(outstanding.map(({ currency }) => currency)).size > 1;
  const sums = new Map<string, { readonly items: number; readonly amount: number }>();
  for (const { kind, currency = null, items, amount } of outstanding) {
    const name = several ? `${kind} ${inCurrency(currency)}` : kind;
    const sum = sums.get(name) ?? { items: 0, amount: 0 };
    sums.set(name, {
      items: sum.items + items,
      amount: addAmounts(sum.amount, amount, "outstanding items"),
    });
  }
  return sums;
}

function countWords(
  noun: string,
  was: FrozenMonth["errors"],
  is: FrozenMonth["errors"],
  { frozenAs, nowAs }: SideNames,
): string[] {
  if (was.total === is.total && was.decided === is.decided) return [];
  const words = ({ total, decided }: FrozenMonth["errors"]) =>
    `${formatCount(total, noun)}, ${formatAmount(decided)} decided`;
  return [`${frozenAs} ${words(was)}; ${nowAs} ${words(is)}`];
}

/** A number beyond the newest would have it that nothing came after the month was prepared. */
function groundWords(signed: FrozenMonth, again: FrozenFigures): string[] {
  return GROUNDS.flatMap(([ground, name]) =>
    signed[ground] === again[ground] ? [] : [`it depends on ${name} ${signed[ground]}, which does not exist`],
  );
}

/** Of another version the kinds alone: it may have put their sentences otherwise. */
export function obstaclesIn(month: FrozenFigures, other: FrozenFigures): string {
  const isSameVersion = month.appVersion === other.appVersion;
  return JSON.stringify(
    month.overridden.map(({ kind, sentence }) => (isSameVersion ? [kind, sentence] : kind)),
  );
}

/** Earlier rules did not freeze which decisions counted: nothing is said where that is missing. */
function decidedWords(signed: FrozenFigures, again: FrozenFigures): string[] {
  const { decisionsSha256, rulesVersion } = signed;
  if (decisionsSha256 === again.decisionsSha256) return [];
  if (decisionsSha256 !== undefined) return ["its exceptions have different decisions"];
  return rulesVersion === again.rulesVersion ? ["the decisions on its exceptions were not frozen"] : [];
}

type Lines = Pick<FrozenMonth, "rulesVersion" | "outstanding" | "proofs">;

/**
 * Says which lines were frozen otherwise than they should be, one phrase each. Versions of earlier rules
 * froze fewer, so of their months nothing is said. A missing or repeated line is a difference although no
 * figure changed.
 *
 * @param then what the frozen lines were: signed or prepared
 */
function frozenLineWords(frozen: Lines, now: Lines, then: string): string[] {
  if (frozen.rulesVersion !== now.rulesVersion) return [];
  return [
    ...(outstandingLines(frozen) === outstandingLines(now)
      ? []
      : [`the lines of outstanding items are not those that were ${then}`]),
    ...(proofLines(frozen) === proofLines(now)
      ? []
      : [`the three-way proofs are not those that were ${then}`]),
  ];
}

/** With its currency, null where none is known, and with how it came about. */
function outstandingLines({ outstanding }: Lines): string {
  return sorted(
    outstanding.map(({ kind, currency, roll }) => [
      kind,
      currency ?? "",
      currency === null,
      roll !== undefined,
    ]),
  );
}

function proofLines({ proofs }: Lines): string {
  return sorted((proofs ?? []).map(({ currency }) => [currency]));
}

function sorted(lines: readonly (readonly (string | boolean | null)[])[]): string {
  return lines
    .map((line) => JSON.stringify(line))
    .toSorted()
    .join();
}
