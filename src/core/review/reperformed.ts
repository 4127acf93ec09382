/** What is different between a month as it was signed and as it comes out of the stored answers. */
import { addAmounts, formatAmount, formatCount } from "../money.ts";
import type { FrozenMonth, FrozenRoll, FrozenWallet } from "./close.ts";

/** A month performed again. */
export type PerformedAgain = Omit<FrozenMonth, "runId">;

/** So many figures are told one by one. */
const TOLD = 4;

const FIGURES = [
  ["closing", "closing"],
  ["opening", "opening"],
  ["inflow", "inflow"],
  ["outflow", "outflow"],
  ["breakDifference", "break differences"],
  ["entries", "entries"],
] as const satisfies readonly (readonly [keyof FrozenWallet, string])[];

/** What a month rests on, each by the number of the newest. */
const GROUNDS = [
  ["pullId", "pull"],
  ["decisionId", "decision"],
  ["matchId", "match by hand"],
  ["stepId", "step of closing"],
] as const satisfies readonly (readonly [keyof FrozenMonth, string])[];

/**
 * Says what is different, one phrase each: figures of wallets first, then outstanding items, exceptions, what was overridden, and what
 * it rests on. What only the check's document shows is not among it.
 *
 * @returns empty when all of them are as they were signed
 */
export function differencesFrom(signed: FrozenMonth, again: PerformedAgain): string[] {
  const say = (amount: number) => formatAmount(amount, signed.decimals);
  const figures = [
    ...walletWords(signed, again, say),
    ...outstandingWords(signed, again, say),
    ...rollWords(signed, again, say),
    ...proofWords(signed, again, say),
  ];
  const more = figures.length - TOLD;
  return [
    ...figures.slice(0, TOLD),
    ...(more > 0 ? [`${formatCount(more, "more figure")} ${more === 1 ? "is" : "are"} different`] : []),
    ...countWords("error", signed.errors, again.errors),
    ...countWords("warning", signed.warnings, again.warnings),
    ...(kindsOf(signed) === kindsOf(again) ? [] : ["what stood in the way of preparing it is different"]),
    ...groundWords(signed, again),
  ];
}

type Say = (amount: number) => string;

function walletWords(signed: FrozenMonth, again: PerformedAgain, say: Say): string[] {
  const left = new Map(again.wallets.map((wallet) => [ownerOf(wallet), wallet]));
  const words = signed.wallets.flatMap((was) => {
    const owner = ownerOf(was);
    const is = left.get(owner);
    left.delete(owner);
    if (is === undefined)
      return [`the wallet of ${owner}, signed to close at ${say(was.closing)}, is not in them`];
    return FIGURES.flatMap(([figure, name]) => {
      const tell = figure === "entries" ? (count: number) => formatAmount(count) : say;
      return was[figure] === is[figure]
        ? []
        : [`${name} of ${owner}: signed ${tell(was[figure])}, performed again ${tell(is[figure])}`];
    });
  });
  const unsigned = [...left].map(
    ([owner, wallet]) => `the wallet of ${owner}, closing at ${say(wallet.closing)}, was not signed`,
  );
  return [...words, ...unsigned];
}

function ownerOf({ userID, businessID, currency }: FrozenWallet): string {
  const business = businessID === null ? "" : ` business ${businessID}`;
  return `user ${userID}${business}${currency === null ? "" : ` in ${currency}`}`;
}

function outstandingWords(signed: FrozenMonth, again: PerformedAgain, say: Say): string[] {
  // Older versions froze one sum of each kind over all currencies: then that is what is held against it.
  const byCurrency = signed.outstanding.every(({ currency }) => currency !== undefined);
  const [was, is] = [outstandingBy(signed, byCurrency), outstandingBy(again, byCurrency)];
  const none = { items: 0, amount: 0 };
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [then, now] = [was.get(name) ?? none, is.get(name) ?? none];
    if (then.items === now.items && then.amount === now.amount) return [];
    const words = ({ items, amount }: typeof none) => `${formatCount(items, "item")} of ${say(amount)}`;
    return [`outstanding, ${name}: signed ${words(then)}, performed again ${words(now)}`];
  });
}

const ROLL = [
  ["broughtForward", "brought forward"],
  ["added", "new"],
  ["cleared", "cleared"],
  ["reclassified", "reclassified"],
] as const satisfies readonly (readonly [keyof FrozenRoll, string])[];

/** How the outstanding amounts came about; nothing where an older version froze the amounts alone. */
function rollWords(signed: FrozenMonth, again: PerformedAgain, say: Say): string[] {
  const rolls = new Map(again.outstanding.map((one) => [rollKey(one), one.roll]));
  return signed.outstanding.flatMap((was) => {
    if (was.roll === undefined) return [];
    const { roll } = was;
    const is = rolls.get(rollKey(was));
    const name = `outstanding, ${was.kind}${(was.currency ?? null) === null ? "" : ` in ${was.currency}`}`;
    if (is === undefined) return isNil(roll) ? [] : [`${name}: signed, and not found again`];
    const lines = ROLL.flatMap(([figure, words]) =>
      differenceWords(`${name}, ${words}`, roll[figure], is[figure], say),
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
function proofWords(signed: FrozenMonth, again: PerformedAgain, say: Say): string[] {
  if (signed.proofs === undefined) return [];
  const proofs = new Map((again.proofs ?? []).map(({ currency, amounts }) => [currency, amounts]));
  const words = signed.proofs.flatMap(({ currency, amounts: was }) => {
    const is = proofs.get(currency) ?? {};
    proofs.delete(currency);
    const lines = new Set([...Object.keys(was), ...Object.keys(is)]);
    const money = currency === null ? "" : ` in ${currency}`;
    return [...lines].flatMap((line) =>
      differenceWords(`the proof's line ${line}${money}`, was[line], is[line], say),
    );
  });
  const unsigned = [...proofs.keys()].map(
    (currency) => `the proof ${currency === null ? "without a currency" : `in ${currency}`} was not signed`,
  );
  return [...words, ...unsigned];
}

function differenceWords(name: string, was: number | undefined, is: number | undefined, say: Say): string[] {
  if (was === is) return [];
  const tell = (amount: number | undefined) => (amount === undefined ? "nothing" : say(amount));
  return [`${name}: signed ${tell(was)}, performed again ${tell(is)}`];
}

/** Items and amounts by kind, or by kind and currency where a month has several. */
function outstandingBy(
  { outstanding }: Pick<FrozenMonth, "outstanding">,
  byCurrency: boolean,
): Map<string, { readonly items: number; readonly amount: number }> {
  const several = byCurrency && new Set(outstanding.map(({ currency }) => currency)).size > 1;
  const sums = new Map<string, { readonly items: number; readonly amount: number }>();
  for (const { kind, currency = null, items, amount } of outstanding) {
    const name = several ? `${kind}${currency === null ? ", no currency stated" : ` in ${currency}`}` : kind;
    const sum = sums.get(name) ?? { items: 0, amount: 0 };
    sums.set(name, {
      items: sum.items + items,
      amount: addAmounts(sum.amount, amount, "outstanding items"),
    });
  }
  return sums;
}

function countWords(noun: string, was: FrozenMonth["errors"], is: FrozenMonth["errors"]): string[] {
  if (was.total === is.total && was.decided === is.decided) return [];
  const words = ({ total, decided }: FrozenMonth["errors"]) =>
    `${formatCount(total, noun)}, ${formatAmount(decided)} decided`;
  return [`signed ${words(was)}; performed again ${words(is)}`];
}

/** A number beyond the newest would have it that nothing came after the month was prepared. */
function groundWords(signed: FrozenMonth, again: PerformedAgain): string[] {
  return GROUNDS.flatMap(([ground, name]) =>
    signed[ground] === again[ground] ? [] : [`it rests on ${name} ${signed[ground]}, which is not there`],
  );
}

/** The kinds alone: their sentences are words, and words may be put better one day. */
function kindsOf({ overridden }: Pick<FrozenMonth, "overridden">): string {
  return overridden.map(({ kind }) => kind).join();
}
