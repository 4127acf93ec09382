/** Compares this computer's clock with the service's, as its responses state the time. */
import { formatCount } from "../../../core/money.ts";
import { CLOCKS_APART_MS } from "../../../core/reconcile/pull-clocks.ts";
import { DAY_MS, sayInstant } from "../../../core/time.ts";

interface Heard {
  readonly serviceAtMs: number;
  readonly hereAtMs: number;
}

export class ServiceClock {
  readonly #now: () => number;
  #closest: Heard | null = null;

  /** @param now this computer's clock, milliseconds UTC */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes the time that a response states. One that was kept on its way states an old one: the closest counts. */
  hear(serviceAtMs: number): void {
    const heard = { serviceAtMs, hereAtMs: this.#now() };
    if (this.#closest === null || apart(heard) < apart(this.#closest)) this.#closest = heard;
  }

  /** Whose clock is ahead, and by how much; null where they agree, or the service stated no time. */
  get note(): string | null {
    if (this.#closest === null || apart(this.#closest) < CLOCKS_APART_MS) return null;
    const { serviceAtMs, hereAtMs } = this.#closest;
    const side = hereAtMs > serviceAtMs ? "ahead of" : "behind";
    return `This computer's clock is ${lengthWords(apart(this.#closest))} ${side} the service's: it shows ${sayInstant(hereAtMs)}, the service's ${sayInstant(serviceAtMs)}. Checks go by this computer's clock. Correct it if it is wrong, then pull again.`;
  }
}

function apart({ serviceAtMs, hereAtMs }: Heard): number {
  return Math.abs(hereAtMs - serviceAtMs);
}

/** @example lengthWords(7_200_000) // '2 hours' */
function lengthWords(ms: number): string {
  return ms < 2 * DAY_MS
    ? formatCount(Math.floor(ms / CLOCKS_APART_MS), "hour")
    : formatCount(Math.floor(ms / DAY_MS), "day");
}
