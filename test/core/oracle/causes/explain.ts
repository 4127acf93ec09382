/** "The smallest explanation": every way to explain each fact once is compared. For small cases. */
import type { OracleCauses, OracleFinding } from "../terms.ts";
import type { World } from "../world.ts";
import { type Event, eventsOf } from "./events.ts";
import { type Fact, factsOf } from "./facts.ts";

/** More facts than these are too many to try all sets of. */
const MOST_FACTS = 18;
/** Of choices that are alike in number. */
const MOST_CHOICES = 2000;

type Choice = readonly Event[];

/** @returns null where there is too much to try */
export function explain(world: World, findings: readonly OracleFinding[]): OracleCauses | null {
  const facts = factsOf(world, findings);
  if (facts.length > MOST_FACTS) return null;
  const events = eventsOf(world, facts);
  const chosen: { event: Event; unique: boolean }[] = [];
  for (const part of partsOf(facts, events)) {
    const own = events.filter((event) => part.includes(event.facts[0]!));
    const choices = smallestFor(part, own, new Map());
    if (choices.length > MOST_CHOICES) return null;
    const [best] = choices.toSorted(compareTies);
    for (const event of best!) chosen.push({ event, unique: choices.length === 1 });
  }
  chosen.sort((a, b) => a.event.facts[0]!.place - b.event.facts[0]!.place);
  return {
    count: chosen.length,
    atLeast: chosen.length,
    complete: true,
    unique: chosen.every(({ unique }) => unique),
    items: chosen.map(({ event, unique }) => ({
      kind: event.kind,
      walletIDs: event.walletIDs,
      payIDs: event.payIDs,
      amount: event.amount,
      unique,
      findings: event.facts.map(({ place }) => place),
    })),
  };
}

/** Facts that share no event, not even over others, are apart. */
function partsOf(facts: readonly Fact[], events: readonly Event[]): Fact[][] {
  let parts = facts.map((fact) => [fact]);
  for (const event of events) {
    const touched = parts.filter((part) => part.some((fact) => event.facts.includes(fact)));
    parts = [...parts.filter((part) => !touched.includes(part)), touched.flat()];
  }
  return parts.map((part) => part.toSorted((a, b) => a.place - b.place));
}

/** All choices with the fewest events, then the fewest single, then the most suggested payments. */
function smallestFor(
  left: readonly Fact[],
  events: readonly Event[],
  known: Map<string, Choice[]>,
): Choice[] {
  const [first] = left;
  if (first === undefined) return [[]];
  const name = left.map(({ place }) => place).join();
  let best = known.get(name);
  if (best !== undefined) return best;
  const choices = events
    .filter(({ facts }) => facts[0] === first && facts.every((fact) => left.includes(fact)))
    .flatMap((event) => {
      const rest = left.filter((fact) => !event.facts.includes(fact));
      return smallestFor(rest, events, known).map((others) => [event, ...others]);
    });
  const least = choices.map(figuresOf).toSorted(compareLists)[0]!;
  best = choices.filter((choice) => compareLists(figuresOf(choice), least) === 0).slice(0, MOST_CHOICES + 1);
  known.set(name, best);
  return best;
}

function figuresOf(choice: Choice): number[] {
  const singles = choice.filter(({ kind }) => kind === "single").length;
  return [choice.length, singles, -sumOf(choice.map(({ suggested }) => suggested))];
}

/** Of choices that are alike in number: the smallest spans, then the lowest ids. */
function compareTies(a: Choice, b: Choice): number {
  const spans = sumOf(a.map(({ spanMs }) => spanMs)) - sumOf(b.map(({ spanMs }) => spanMs));
  if (spans !== 0) return spans;
  for (const [at, event] of a.entries()) {
    const other = b[at]!;
    const ids = compareLists(event.walletIDs, other.walletIDs) || compareLists(event.payIDs, other.payIDs);
    if (ids !== 0) return ids;
  }
  return 0;
}

/** A list that another begins with is lower. */
function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    if (at >= b.length) return 1;
    if (value !== b[at]) return value - b[at]!;
  }
  return a.length - b.length;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
