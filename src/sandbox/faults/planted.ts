/** Faults as planted: what the truth file says about them. */
import type { Books } from "../generate/books.ts";
import type { PostingStep } from "../generate/posting.ts";
import type { Random } from "../generate/random.ts";
import type { PlantedFault } from "../world.ts";
import type { Scenario } from "./fault.ts";
import type { PlannedFault } from "./plan.ts";
import { Site } from "./site.ts";

export interface Planted {
  readonly word: string;
  /** Counts the faults of one word, from 0. */
  readonly turn: number;
  readonly scenario: Scenario;
}

/** Makes the records of planned faults in a month; their entries are written with the month. */
export function plantFaults(
  books: Books,
  month: number,
  planned: readonly PlannedFault[],
  random: Random,
): Planted[] {
  return planned.map(({ fault, turn }) => {
    const scenario = fault.plant(new Site(books, month, turn, random));
    return { word: fault.word, turn, scenario };
  });
}

/** What became of faults in the next month; those that change do so in the books given. */
export function moveOn(
  books: Books,
  month: number,
  planted: readonly Planted[],
  random: Random,
): { readonly planted: Planted[]; readonly steps: PostingStep[] } {
  const steps: PostingStep[] = [];
  const moved = planted.map((one) => {
    const { next } = one.scenario;
    if (next === undefined) return one;
    const scenario = next(new Site(books, month, one.turn, random));
    steps.push(...(scenario.steps ?? []));
    return { ...one, scenario };
  });
  return { planted: moved, steps };
}

/** A fault with the findings of the whole history and of a month. */
export function describeFault({ word, scenario }: Planted, month: number): PlantedFault {
  const findings = scenario.findings?.() ?? [];
  const history = findings.map(({ finding }) => finding);
  return {
    fault: word,
    told: scenario.tell(),
    history,
    ...(findings.some(({ later }) => later !== undefined)
      ? { historyLater: findings.map(({ finding, later }) => later ?? finding) }
      : {}),
    month: findings
      .filter((one) => one.month === month || (one.outstanding && one.month < month))
      .map(({ finding }) => finding),
  };
}
