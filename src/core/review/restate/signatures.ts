/** Signatures by pull: the first and the last pull that can restate each signed month. */
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { ChainScope, Convention } from "../../options.ts";
import { ZoneClock, monthDays } from "../../time.ts";
import type { FreezingStep } from "../close/month-states.ts";
import type { CloseStep, FrozenWallet, Month } from "../close/close.ts";

/** What the audit trail holds of pulls and steps, in the order of its links. */
export type TrailMark = { readonly pull: number } | { readonly step: number };

/** A month that was signed off, and the pulls that came while its signature stood. */
export interface Signature {
  readonly month: Month;
  readonly stepId: number;
  readonly by: string;
  /** When it was signed, milliseconds UTC. */
  readonly atMs: number;
  /** The month's first and last millisecond UTC, in the zone that was frozen. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
  readonly chainScope: ChainScope;
  /** The one that the frozen check used, read from its run. */
  readonly convention: Convention;
  readonly wallets: readonly FrozenWallet[];
  /** Their keys, see `walletKey`. */
  readonly walletKeys: ReadonlySet<string>;
  /** The newest pull that its figures have; what came after it, also before the signing, they do not. */
  readonly afterPull: number;
  /** The last pull before the month was reopened; Infinity while the signature is in force. */
  readonly upToPull: number;
}

/**
 * All signatures there ever were, in the order in which they were given.
 *
 * @param steps in the order in which they were taken
 * @param trail pulls and steps in the order of their links, which alone says which came first
 * @param conventionOf the convention that a kept run used; asked for when it is first needed
 * @throws RangeError, TypeError when a step froze what no step of ours freezes
 */
export function signaturesByPull(
  steps: readonly CloseStep[],
  trail: readonly TrailMark[],
  conventionOf: (runId: number) => Convention,
): Signature[] {
  const pullBefore = newestPullBefore(trail);
  return steps.flatMap((step) => {
    const { frozen } = step;
    if (step.step !== "sign-off" || frozen === null) return [];
    // Whatever is done to a signed month takes its signature out of force.
    const next = steps.find(({ id, month }) => id > step.id && month === step.month);
    const upToPull = next === undefined ? Infinity : (pullBefore.get(next.id) ?? 0);
    return [signatureOf({ ...step, frozen }, conventionOf, upToPull)];
  });
}

/** By step: the newest pull whose link is before its own. */
function newestPullBefore(trail: readonly TrailMark[]): Map<number, number> {
  const before = new Map<number, number>();
  let newest = 0;
  for (const mark of trail) {
    if ("pull" in mark) newest = Math.max(newest, mark.pull);
    else before.set(mark.step, newest);
  }
  return before;
}

function signatureOf(
  { id, month, by, atMs, frozen }: FreezingStep,
  conventionOf: (runId: number) => Convention,
  upToPull: number,
): Signature {
  const days = monthDays(month);
  if (days === null) throw new RangeError(`${month} is no month`);
  const { options, wallets, pullId, runId } = frozen;
  const clock = new ZoneClock(options.timeZone);
  let known: Convention | null = null;
  return {
    month,
    stepId: id,
    by,
    atMs,
    fromMs: clock.startOfDay(days.from),
    toMs: clock.endOfDay(days.to),
    timeZone: options.timeZone,
    chainScope: options.chainScope,
    get convention() {
      known ??= conventionOf(runId);
      return known;
    },
    wallets,
    walletKeys: new Set(wallets.map(walletKey)),
    afterPull: pullId,
    upToPull,
  };
}

/** Whether it was in force at a pull. */
export function standsAt({ afterPull, upToPull }: Signature, pullId: number): boolean {
  return afterPull < pullId && pullId <= upToPull;
}

export function isInForce({ upToPull }: Signature): boolean {
  return upToPull === Infinity;
}

export function covers({ fromMs, toMs }: Signature, atMs: number | null): boolean {
  return atMs !== null && fromMs <= atMs && atMs <= toMs;
}
