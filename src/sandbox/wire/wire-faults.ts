/** Chooses the fault that a request meets. */
import type { AlteredFault, FaultyEndpoint, InsteadFault, WirePlan, WireRule } from "./wire-plan.ts";

/** What a request meets: a wait, then a fault or none. */
interface Encounter {
  readonly delayMs: number;
  readonly fault: InsteadFault | AlteredFault | null;
}

interface CountedRequests {
  readonly rule: WireRule;
  /** Requests to the rule's endpoint since the plan was switched on. */
  seen: number;
  /** Requests that the rule met. */
  met: number;
}

/** The plan that is switched on, with its counts. */
export class WireFaults {
  #rules: readonly CountedRequests[] = [];

  /** Forgets the plan before it. A plan without rules switches all off. */
  switchTo(plan: WirePlan): void {
    this.#rules = plan.rules.map((rule) => ({ rule, seen: 0, met: 0 }));
  }

  /** Counts a request and says what it meets: all delays that are due, and the first other rule that is. */
  meet(endpoint: FaultyEndpoint): Encounter {
    let delayMs = 0;
    let fault: Encounter["fault"] = null;
    for (const counted of this.#rules) {
      const { rule } = counted;
      if (rule.endpoint !== undefined && rule.endpoint !== endpoint) continue;
      counted.seen += 1;
      const due = counted.seen > rule.after && counted.met < (rule.times ?? Infinity);
      if (!due || (rule.fault !== "delay" && fault !== null)) continue;
      counted.met += 1;
      if (rule.fault === "delay") delayMs += rule.ms;
      else fault = rule;
    }
    return { delayMs, fault };
  }
}
