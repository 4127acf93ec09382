/** Compares this computer's clock with the service's, as its responses state the time. */
import { formatCount } from "../../../core/money.ts";
import { isBelieved } from "../../../core/reconcile/pull-clocks.ts";
import type { Provenance } from "../../../core/review/pulls/provenance.ts";
import { DAY_MS, sayInstant } from "../../../core/time.ts";

/** Two clocks that are less than this apart agree. */
const AGREE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** An entry's own time, which no right clock can be before. */
export interface NewestEntry {
  readonly walletID: number;
  /** Milliseconds UTC. */
  readonly createdAtMs: number;
}

interface Heard {
  readonly serviceAtMs: number;
  readonly hereAtMs: number;
}

export class ServiceClock {
  #latest: Heard | null = null;
  /** Whether any response agrees with this computer's clock. */
  #isAgreed = false;

  /** Takes the time that a response states. One that was kept on its way states an old one: the latest counts. */
  hear({ serverAtMs: serviceAtMs, answeredAtMs: hereAtMs }: Provenance): void {
    if (serviceAtMs === null) return;
    const heard = { serviceAtMs, hereAtMs };
    if (apart(heard) < AGREE_MS) this.#isAgreed = true;
    if (this.#latest === null || ahead(heard) > ahead(this.#latest)) this.#latest = heard;
  }

  /**
   * Whose clock is off, as far as the response shows it, and by how much; null where they agree, or the service
   * stated no time.
   *
   * @param newest finds the newest entry received; null without any
   */
  note(newest: () => NewestEntry | null): string | null {
    if (this.#latest === null || apart(this.#latest) < AGREE_MS) return null;
    const { serviceAtMs, hereAtMs } = this.#latest;
    const side = hereAtMs > serviceAtMs ? "ahead of" : "behind";
    return [
      `This computer's clock is ${lengthWords(apart(this.#latest))} ${side} the service's: it shows ${sayInstant(hereAtMs)}, the service's ${sayInstant(serviceAtMs)}.`,
      this.#isAgreed ? OTHERS_AGREE : whoseWords(this.#latest, newest()),
      goesByWords(this.#latest),
    ].join(" ");
  }
}

const OTHERS_AGREE =
  "Other responses agree with this computer's clock: the service's is wrong, or that of one of its servers.";

function goesByWords({ serviceAtMs, hereAtMs }: Heard): string {
  if (!isBelieved(serviceAtMs, hereAtMs))
    return "Checks go by this computer's clock: a response dated more than a day later is not believed.";
  const later = hereAtMs > serviceAtMs ? "this computer's clock" : "the service's time";
  return `Checks go by ${later}, which is later.`;
}

/** Nothing is entered before it happens: a clock that an entry's time is ahead of is slow, or that time is wrong. */
function whoseWords({ serviceAtMs, hereAtMs }: Heard, newest: NewestEntry | null): string {
  const isBetween =
    newest !== null &&
    newest.createdAtMs > Math.min(serviceAtMs, hereAtMs) &&
    newest.createdAtMs <= Math.max(serviceAtMs, hereAtMs);
  if (!isBetween)
    return "The response does not show whose is off. Correct this one if it is wrong, then pull again.";
  const entry = `walletID ${newest.walletID}, the newest entry received, is dated ${sayInstant(newest.createdAtMs)}`;
  return hereAtMs < serviceAtMs
    ? `This computer's is slow: ${entry}. Correct it, then pull again.`
    : `The service's is slow: ${entry}.`;
}

function apart(heard: Heard): number {
  return Math.abs(ahead(heard));
}

function ahead({ serviceAtMs, hereAtMs }: Heard): number {
  return serviceAtMs - hereAtMs;
}

/** @example lengthWords(7_200_000) // '2 hours' */
function lengthWords(ms: number): string {
  if (ms < HOUR_MS) return formatCount(Math.floor(ms / AGREE_MS), "minute");
  return ms < 2 * DAY_MS
    ? formatCount(Math.floor(ms / HOUR_MS), "hour")
    : formatCount(Math.floor(ms / DAY_MS), "day");
}
