/** Independent parts: facts that share no possible event are explained each by themselves. */
import type { PossibleEvent } from "./event.ts";
import type { CauseFact } from "./facts.ts";

export interface FactPart {
  /** In the order of the findings. */
  readonly facts: readonly CauseFact[];
  /** Those of more than one fact. */
  readonly events: readonly PossibleEvent[];
}

interface FactParts {
  /** Of more than one fact, in the order of their first fact. */
  readonly parts: readonly FactPart[];
  /** The facts that are in no event with others. */
  readonly lone: readonly CauseFact[];
}

/**
 * Takes facts apart by the events that join them.
 *
 * @param facts all of them, in the order of the findings
 * @param events of more than one fact
 */
export function partsOf(facts: readonly CauseFact[], events: readonly PossibleEvent[]): FactParts {
  const joined = new Int32Array(facts.length).map((_, place) => place);
  const isJoined = new Uint8Array(facts.length);
  for (const { facts: own } of events) {
    const root = rootOf(joined, (own[0] as CauseFact).place);
    for (const { place } of own) {
      joined[rootOf(joined, place)] = root;
      isJoined[place] = 1;
    }
  }
  const parts = new Map<number, { facts: CauseFact[]; events: PossibleEvent[] }>();
  for (const fact of facts) {
    if (isJoined[fact.place] === 0) continue;
    const root = rootOf(joined, fact.place);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, { facts: [fact], events: [] });
    else part.facts.push(fact);
  }
  for (const event of events) {
    parts.get(rootOf(joined, (event.facts[0] as CauseFact).place))?.events.push(event);
  }
  return { parts: [...parts.values()], lone: facts.filter(({ place }) => isJoined[place] === 0) };
}

/** The fact that stands for those joined with one. Ways are shortened as they are walked. */
function rootOf(joined: Int32Array, place: number): number {
  let at = place;
  while (joined[at] !== at) {
    joined[at] = joined[joined[at] as number] as number;
    at = joined[at] as number;
  }
  return at;
}
