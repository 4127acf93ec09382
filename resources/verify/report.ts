/** What a verifier says of a pack (docs/evidence-pack.md, section 15). */
import { Hidden, Wrong } from "./json.ts";

export const CLAIMS = [
  "files",
  "trail",
  "seal",
  "rules",
  "signature",
  "records",
  "check",
  "chain",
  "roll-forward",
  "payments",
  "three-way",
  "causes",
  "decisions",
  "conclusion",
  "questions",
  "attachments",
  "documents",
  "restatements",
  "source",
  "people",
  "time",
] as const;
export type Claim = (typeof CLAIMS)[number];

export type Verdict = "proven" | "broken" | "not-proven";

export interface Place {
  readonly file?: string;
  /** From 1 on; of `links.jsonl` the number of the link. */
  readonly line?: number;
  readonly record?: string;
}

export interface Fault extends Place {
  /** A sentence without its full stop. */
  readonly says: string;
}

export interface Outcome {
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** The first of what is wrong, and how much there is. */
  readonly faults: readonly Fault[];
  readonly count: number;
  /** Why it cannot be proven here. */
  readonly open: readonly string[];
  /** What is taken as the pack states it. */
  readonly stated: readonly string[];
}

/** How many faults of a claim are told. */
const TOLD = 20;

/** Gathers what is found of each claim. */
export class Findings {
  readonly #of = new Map(
    CLAIMS.map((claim) => [
      claim,
      { faults: [] as Fault[], count: 0, open: new Set<string>(), stated: new Set<string>() },
    ]),
  );

  broken(claim: Claim, says: string, place: Place = {}): void {
    const of = this.#at(claim);
    of.count += 1;
    if (of.faults.length < TOLD) of.faults.push({ says, ...place });
  }

  open(claim: Claim, why: string): void {
    this.#at(claim).open.add(why);
  }

  stated(claim: Claim, what: string): void {
    this.#at(claim).stated.add(what);
  }

  isBroken(claim: Claim): boolean {
    return this.#at(claim).count > 0;
  }

  /** Runs one rule at a place: what it throws is said of the claim. */
  at<T>(claim: Claim, place: Place, rule: () => T): T | null {
    try {
      return rule();
    } catch (error) {
      if (error instanceof Hidden) this.open(claim, "It rests on texts that are withheld");
      else if (error instanceof Wrong) this.broken(claim, error.message, place);
      // Nested deeper than anything that Tieout writes.
      else if (error instanceof RangeError) this.broken(claim, "it is nested too deeply", place);
      else throw error;
      return null;
    }
  }

  outcomes(): Outcome[] {
    return CLAIMS.map((claim) => {
      const { faults, count, open, stated } = this.#at(claim);
      const verdict = count > 0 ? "broken" : open.size > 0 ? "not-proven" : "proven";
      return { claim, verdict, faults, count, open: [...open], stated: [...stated] };
    });
  }

  #at(claim: Claim) {
    return this.#of.get(claim) as { faults: Fault[]; count: number; open: Set<string>; stated: Set<string> };
  }
}

/** @throws Wrong with the sentence where it does not hold */
export function must(holds: boolean | null, says: string): void {
  if (holds === null) throw new Hidden();
  if (!holds) throw new Wrong(says);
}
