/**
 * The pulls that the restatement register walks. Where a month was signed on a pull that was set aside since,
 * or without one that was put back since, the step that did it stands among the pulls: it changes what was
 * signed. Of pulls on which nothing is signed none of that shows.
 */
import type { CloseStep, Month } from "../close/close.ts";
import {
  type PullStep,
  asideAfter,
  type RestatedClosing,
  type Restatement,
  type WalletEffect,
} from "./restatements.ts";
import { type Signature, isInForce } from "./signatures.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { WalletBooks } from "./wallet-books.ts";
import { addAmounts } from "../../money.ts";

/** Sequences of links, by the number of what they record. */
type LinkNumbers = ReadonlyMap<number, number>;

/** What happened to a ledger's pulls and months, with the links that record it. */
interface PullHistory<P> {
  /** All that were made, oldest first. */
  readonly pulls: readonly P[];
  readonly pullLinks: LinkNumbers;
  /** Setting aside and putting back, in their order. */
  readonly pullSteps: readonly PullStep[];
  readonly pullStepLinks: LinkNumbers;
  /** Of the close. */
  readonly steps: readonly CloseStep[];
  readonly closeLinks: LinkNumbers;
}

interface StepBetween {
  /** Between the number of the pull before it and that of the next. */
  readonly id: number;
  /** The pull before it; 0 without one. */
  readonly afterPull: number;
  readonly step: PullStep;
}

/** The pulls and steps that the register walks, in the order of the trail. */
export interface RegisterTimeline<P> {
  /** What each brings; `counting` are the pulls that count from a step on, oldest first. */
  readonly events: readonly {
    readonly id: number;
    readonly brings: P | null;
    readonly counting: readonly P[];
  }[];
  readonly steps: readonly StepBetween[];
  /** Pulls that count at some of the events and not at others, or at none. */
  readonly touching: readonly number[];
  /** Pulls that count at none. */
  readonly aside: readonly number[];
  /** The signatures, by the events before and after them. */
  readonly signatures: readonly Signature[];
}

/** More steps than any ledger has fit between two pulls; sums of such fractions are exact. */
export const PARTS = 1_048_576;

type Happened<P> = { readonly sequence: number; readonly id: number } & (
  | { readonly pull: P }
  | { readonly between: StepBetween }
);

/** @returns null where each signature depends on pulls that count as they did then */
export function registerTimeline<P extends { readonly id: number }>(
  signatures: readonly Signature[],
  history: PullHistory<P>,
): RegisterTimeline<P> | null {
  const basisOf = new Map(signatures.map((one) => [one, preparedAt(one, history)]));
  const kept = pullsJudgedOtherwise([...basisOf.values()], history);
  if (kept.size === 0) return null;
  const aside = [...asideAfter(history.pullSteps).keys()].filter((pull) => !kept.has(pull));
  const happened = happenedTo(history, kept, aside);
  const idBefore = (sequence: number) => happened.findLast((one) => one.sequence < sequence)?.id ?? 0;
  return {
    events: eventsOf(happened),
    steps: happened.flatMap((one) => ("between" in one ? [one.between] : [])),
    touching: [...kept, ...aside],
    aside,
    signatures: signatures.map((one) => ({
      ...one,
      afterPull: idBefore(basisOf.get(one) ?? 0),
      upToPull: one.upToPull === Infinity ? Infinity : idBefore(takenBackAt(one, history)),
    })),
  };
}

type Closed = Pick<PullHistory<never>, "steps" | "closeLinks">;

/** The link of the preparation that was signed. */
function preparedAt({ month, stepId }: Signature, { steps, closeLinks }: Closed): number {
  const prepared = steps.findLast(
    ({ id, month: of, step }) => of === month && step === "prepare" && id < stepId,
  );
  return closeLinks.get(prepared?.id ?? stepId) ?? 0;
}

/** The link of the step that took a signature out of force. */
function takenBackAt({ month, stepId }: Signature, { steps, closeLinks }: Closed): number {
  const next = steps.find(({ id, month: of }) => of === month && id > stepId);
  return next === undefined ? Infinity : (closeLinks.get(next.id) ?? Infinity);
}

/** Pulls made before one of some links that counted then and do not now, or the other way round. */
function pullsJudgedOtherwise(
  links: readonly number[],
  {
    pullLinks,
    pullSteps,
    pullStepLinks,
  }: Pick<PullHistory<never>, "pullLinks" | "pullSteps" | "pullStepLinks">,
): ReadonlySet<number> {
  const now = asideAfter(pullSteps);
  const judged = new Set<number>();
  for (const link of links) {
    const then = asideAfter(pullSteps.filter(({ id }) => (pullStepLinks.get(id) ?? Infinity) <= link));
    for (const [pull, sequence] of pullLinks)
      if (sequence < link && then.has(pull) !== now.has(pull)) judged.add(pull);
  }
  return judged;
}

function happenedTo<P extends { readonly id: number }>(
  { pulls, pullLinks, pullSteps, pullStepLinks }: PullHistory<P>,
  kept: ReadonlySet<number>,
  aside: readonly number[],
): Happened<P>[] {
  const newestAt = (sequence: number) =>
    pulls.findLast(({ id }) => (pullLinks.get(id) ?? 0) < sequence)?.id ?? 0;
  return [
    ...pulls
      .filter(({ id }) => !aside.includes(id))
      .map((pull) => ({ sequence: pullLinks.get(pull.id) ?? 0, id: pull.id, pull })),
    ...pullSteps
      .filter(({ pullId }) => kept.has(pullId))
      .map((step) => {
        const sequence = pullStepLinks.get(step.id) ?? 0;
        const afterPull = newestAt(sequence);
        const id = afterPull + step.id / PARTS;
        return { sequence, id, between: { id, afterPull, step } };
      }),
  ].toSorted((a, b) => a.sequence - b.sequence);
}

function eventsOf<P extends { readonly id: number }>(
  happened: readonly Happened<P>[],
): RegisterTimeline<P>["events"] {
  const made: P[] = [];
  const aside = new Set<number>();
  return happened.map((one) => {
    if ("pull" in one) {
      made.push(one.pull);
      return { id: one.id, brings: one.pull, counting: [] };
    }
    const { step, pullId } = one.between.step;
    if (step === "set-aside") aside.add(pullId);
    else aside.delete(pullId);
    return { id: one.id, brings: null, counting: made.filter(({ id }) => !aside.has(id)) };
  });
}

// The signed closing of each month beside its closing by today's records.

/** Closings that differ, signed and in force: by month, user, business. @throws TieoutError SUM_OVERFLOW */
export function restatedClosings(books: WalletBooks, signatures: readonly Signature[]): RestatedClosing[] {
  return signatures
    .filter(isInForce)
    .flatMap((signature) => closingsOf(books, signature))
    .filter(({ signed, now }) => signed !== now)
    .toSorted(
      (a, b) =>
        (a.month < b.month ? -1 : Number(a.month > b.month)) ||
        a.userID - b.userID ||
        (a.businessID ?? 0) - (b.businessID ?? 0),
    );
}

function closingsOf(books: WalletBooks, signature: Signature): RestatedClosing[] {
  const { month } = signature;
  const frozen = new Map(signature.wallets.map((wallet) => [walletKey(wallet), wallet]));
  const known = books.list(signature.chainScope).map((wallet) => {
    const { userID, businessID, rows } = wallet;
    const was = frozen.get(walletKey(wallet));
    frozen.delete(walletKey(wallet));
    const [currency, signed] = [was?.currency ?? null, was?.closing ?? 0];
    return { month, userID, businessID, currency, signed, now: rows.monthOf(signature).closing };
  });
  const gone = [...frozen.values()].map(({ userID, businessID, currency, closing }) => ({
    month,
    userID,
    businessID,
    currency,
    signed: closing,
    now: 0,
  }));
  return [...known, ...gone];
}

// The number of later changes to each signed month, and their total effect on each wallet.

export interface SignedChange {
  readonly month: Month;
  /** Records that were touched; of all that came since, those that differ now from what was signed. */
  readonly changes: number;
  /** Their effects added up by wallet, in the order of user, then business, without those that are nil. */
  readonly wallets: readonly WalletEffect[];
}

/** Adds restatements up by the signed month that they touch. */
export class SignedChanges {
  readonly #records = new Map<Month, Set<string>>();
  readonly #wallets = new Map<Month, Map<string, WalletEffect>>();

  /** @throws TieoutError SUM_OVERFLOW */
  add(restatement: Restatement): void {
    const { signature, effect, walletID, payID } = restatement;
    if (signature?.stillInForce !== true) return;
    const records = this.#records.get(signature.month) ?? new Set();
    this.#records.set(signature.month, records.add(`${walletID} ${payID}`));
    const wallets = this.#wallets.get(signature.month) ?? new Map<string, WalletEffect>();
    this.#wallets.set(signature.month, wallets);
    for (const wallet of effect.wallets) {
      const key = walletKey(wallet);
      const sum = wallets.get(key);
      const movement = addAmounts(sum?.movement ?? 0, wallet.movement, "month");
      const closing = addAmounts(sum?.closing ?? 0, wallet.closing, "month");
      wallets.set(key, { ...wallet, movement, closing });
    }
  }

  /** Of each month that a restatement touches; ascending. */
  finish(): SignedChange[] {
    return [...this.#wallets]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, wallets]) => ({
        month,
        changes: this.#records.get(month)?.size ?? 0,
        wallets: [...wallets.values()]
          .filter(({ movement, closing }) => movement !== 0 || closing !== 0)
          .toSorted((a, b) => a.userID - b.userID || (a.businessID ?? 0) - (b.businessID ?? 0)),
      }));
  }
}
