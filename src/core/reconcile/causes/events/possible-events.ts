/** All events that may explain more than one fact of a check, wallet by wallet. */
import type { CheckOptions } from "../../../options.ts";
import { ZoneClock } from "../../../time.ts";
import { lumpEvents } from "./day-runs.ts";
import { chainEvents } from "./chain-events.ts";
import type { PossibleEvent } from "../event.ts";
import type { CauseFact } from "../facts.ts";
import { type Limits, MOST_SUMMED, paymentEvents } from "./payment-events.ts";
import { Work } from "../work.ts";

interface PossibleEvents {
  readonly events: readonly PossibleEvent[];
  /** By place: whether the fact may also be in an event that was not looked at. */
  readonly isOpen: Uint8Array;
  /** No event has more payments, whether it was looked at or not. */
  readonly mostPayments: number;
}

/**
 * What is looked at in all is shared by the facts; of few facts each has more, and each has at least so much.
 */
const IN_ALL = { pairs: 400_000, sums: 40_000_000, steps: 4_000_000 } as const;
const AT_LEAST = { pairs: 64, sums: 1200, steps: 40_000 } as const;
const STEPS_A_FACT = 100;
/** More sums than these are not made at once, whatever the facts are. */
const MOST_SUMS = 400_000;
/** Events that are held at once: so many, and more by the number of facts. */
const MOST_EVENTS = 200_000;
const MOST_EVENTS_A_FACT = 4;

/**
 * Looks for the events of all facts.
 *
 * @param facts in the order of the findings
 * @param options tolerance: how far an orphan's movement may be from what payments expect, in the service's
 *   unit; timeZone: in which days are cut
 */
export function possibleEvents(
  facts: readonly CauseFact[],
  { tolerance, timeZone }: Pick<CheckOptions, "tolerance" | "timeZone">,
): PossibleEvents {
  const clock = new ZoneClock(timeZone);
  let mostPayments = MOST_SUMMED;
  const events: PossibleEvent[] = [];
  const isOpen = new Uint8Array(facts.length);
  const limits = limitsFor(facts.length);
  for (const own of Map.groupBy(facts, ({ wallet }) => wallet).values()) {
    const byKind = Map.groupBy(own, ({ kind }) => kind);
    const {
      break: breaks = [],
      orphan: orphans = [],
      duplicate: duplicates = [],
    } = Object.fromEntries(byKind);
    const unsettled = (byKind.get("unsettled") ?? []).filter(isDated);
    const payments = [...unsettled, ...(byKind.get("mismatch") ?? []).filter(isDated)];
    for (const event of chainEvents(breaks, duplicates)) events.push(event);
    const found = paymentEvents({ breaks, orphans, payments, unsettled }, tolerance, limits);
    for (const event of found.events) events.push(event);
    for (const { place } of found.open) isOpen[place] = 1;
    const lumps = lumpEvents(orphans, unsettled, tolerance, clock, limits);
    for (const event of lumps.events) events.push(event);
    if (lumps.isCut) for (const { place } of [...orphans, ...unsettled]) isOpen[place] = 1;
    mostPayments = Math.max(mostPayments, lumps.most);
  }
  return { events, isOpen, mostPayments };
}

function isDated({ atMs }: CauseFact): boolean {
  return !Number.isNaN(atMs);
}

function limitsFor(facts: number): Limits {
  const share = (key: keyof typeof IN_ALL) => Math.max(AT_LEAST[key], Math.floor(IN_ALL[key] / facts));
  return {
    pairs: share("pairs"),
    sums: Math.min(share("sums"), MOST_SUMS),
    steps: share("steps"),
    stepsInAll: new Work(IN_ALL.steps + STEPS_A_FACT * facts),
    events: new Work(MOST_EVENTS + MOST_EVENTS_A_FACT * facts),
  };
}
