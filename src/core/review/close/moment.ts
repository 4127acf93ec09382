/**
 * The moments at which a signed month can be looked at: as it was signed, and as each pull since left it; and how
 * whatever shows figures says of which moment they are.
 */
import type { SourceOfPull } from "../../reconcile/input/pull-clocks.ts";
import { capitalised, uncapitalised } from "../../sentence.ts";
import { ZoneClock, sayInstant } from "../../time.ts";

/** The state of a ledger at one link of its trail. */
export type Moment = SignedMoment | PullMoment;

export interface SignedMoment {
  readonly is: "signed";
  /** Of the link of the signature that is in force. */
  readonly sequence: number;
  /** When it was signed, milliseconds UTC. */
  readonly atMs: number;
  readonly by: string;
}

export interface PullMoment {
  readonly is: "pull";
  /** Of the link of the pull. */
  readonly sequence: number;
  /** When it ended, of files when they were imported; milliseconds UTC. */
  readonly atMs: number;
  readonly pullId: number;
  readonly source: SourceOfPull;
}

/** Which moment is asked for: the signature, or a pull by its number. */
export type AskedMoment = "signed" | number;

/** @example `as signed`, `after pull 14` */
export function momentWords(moment: Moment): string {
  if (moment.is === "signed") return "as signed";
  return `after ${moment.source === "files" ? "import" : "pull"} ${moment.pullId}`;
}

/** Finds it among those of a month; null where it is none of them. */
export function findMoment(moments: readonly Moment[], asked: AskedMoment): Moment | null {
  return moments.find((moment) => askedOf(moment) === asked) ?? null;
}

export function askedOf(moment: Moment): AskedMoment {
  return moment.is === "signed" ? "signed" : moment.pullId;
}

/** @example `2026-09-02 by Ben Cole`, `2026-10-01` */
export function momentWhen(moment: Moment, timeZone: string): string {
  const day = new ZoneClock(timeZone).day(moment.atMs);
  return moment.is === "signed" ? `${day} by ${moment.by}` : day;
}

/** In full, everywhere alike. @example `As signed 2026-09-02 by Ben Cole`, `After pull 14, 2026-10-01` */
export function momentTitle(moment: Moment, timeZone: string): string {
  const comma = moment.is === "signed" ? "" : ",";
  return `${capitalised(momentWords(moment))}${comma} ${momentWhen(moment, timeZone)}`;
}

/** The newest pull of a ledger, of a moment that is now. */
export type NewestPull = Pick<PullMoment, "pullId" | "source" | "atMs">;

/**
 * Names now, by the pull that left the records as they are.
 *
 * @param pull null where there is none, and of files that are in no ledger
 * @example `As of now, after pull 14, 2026-10-01`
 */
export function nowTitle(pull: NewestPull | null, timeZone: string): string {
  if (pull === null) return "As of now";
  return `As of now, ${uncapitalised(momentTitle({ is: "pull", sequence: 0, ...pull }, timeZone))}`;
}

/**
 * Says when records came, for whoever sent them and knows nothing of pulls.
 *
 * @param pull null where there is none
 * @example `as we received them on 2026-10-01 08:12:44 Africa/Lagos`
 */
export function receivedOnWords(pull: NewestPull | null, clock: ZoneClock): string {
  return pull === null ? "" : `as we received them on ${sayInstant(pull.atMs, clock)}`;
}
