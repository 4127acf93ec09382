/** All events that may explain more than one fact of a check, wallet by wallet. */
import { chainEvents } from "./chain-events.ts";
import type { PossibleEvent } from "./event.ts";
import type { Fact } from "./facts.ts";
import { type Limits, paymentEvents } from "./payment-events.ts";
import { Work } from "./work.ts";

interface PossibleEvents {
  readonly events: readonly PossibleEvent[];
  /** By place: whether the fact may also be in an event that was not looked at. */
  readonly isOpen: Uint8Array;
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
 * @param tolerance how far an orphan's movement may be from what a payment expects, in the service's unit
 */
export function possibleEvents(facts: readonly Fact[], tolerance: number): PossibleEvents {
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
    const duplicateOf = new Map(duplicates.map((fact) => [fact.finding.walletID ?? -1, fact]));
    for (const event of chainEvents(breaks, duplicateOf)) events.push(event);
    const found = paymentEvents({ breaks, orphans, payments, unsettled }, tolerance, limits);
    for (const event of found.events) events.push(event);
    for (const { place } of found.open) isOpen[place] = 1;
  }
  return { events, isOpen };
}

function isDated({ atMs }: Fact): boolean {
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
