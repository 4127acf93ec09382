/** A plan of faults on the wire: which, at which endpoint, after how many requests, how often. */
import { z } from "zod";

/** The interface's endpoints, by a word each. */
const ENDPOINT_NAMES = ["login", "user", "business", "wallet", "transactions"] as const;
export type FaultyEndpoint = (typeof ENDPOINT_NAMES)[number];

const where = {
  /** Any, when it is not said. */
  endpoint: z.enum(ENDPOINT_NAMES).optional(),
  /** How many requests pass before the first that is met. */
  after: z.int().min(0).default(0),
  /** How many requests are met; until the plan changes, when it is not said. */
  times: z.int().min(1).optional(),
};
const milliseconds = z.int().min(0).max(600_000);
const bytes = z
  .int()
  .min(0)
  .max(2 ** 31);
const refusalStatus = z.int().min(400).max(599);
/** A record of the response, by its place from 0. */
const record = z.int().min(0).default(0);
const words = z.string().max(10_000);

function kind<const Name extends string, Shape extends z.ZodRawShape>(fault: Name, shape: Shape) {
  return z.strictObject({ fault: z.literal(fault), ...shape, ...where });
}

/** Before anything else. Adds to the next fault that the request meets. */
const delay = kind("delay", { ms: milliseconds });

/** Faults that stand instead of a response. Headers and bodies of the request are not looked at. */
const instead = [
  /** An error with an envelope, such as 429, 500, 503. */
  kind("status", {
    status: refusalStatus,
    message: words.default("The sandbox was told to fail."),
    retryAfter: z.union([z.int().min(0), words]).optional(),
  }),
  kind("redirect", {
    status: z.int().min(300).max(399).default(302),
    location: words.default("https://elsewhere.example/"),
  }),
  kind("html", {}),
  kind("empty", {}),
  /** HTTP status 200 with an error in the envelope. */
  kind("inner-status", {
    status: z.int().default(500),
    message: words.default("The sandbox was told to fail."),
  }),
  /** An error that repeats what was sent: Authorization, Appid and body. */
  kind("echo", { status: refusalStatus.default(400) }),
  /** No response, the connection stays open. */
  kind("hang", {}),
  kind("reset", {}),
  kind("conflicting-lengths", {}),
  kind("long-header", { bytes: bytes.default(100_000) }),
  /** Blanks that are this many bytes when decompressed. */
  kind("gzip-bomb", { bytes: bytes.default(50 * 1024 * 1024) }),
] as const;

/** Faults of the response that the request would have got. */
const altered = [
  /** Ends the connection in the middle. */
  kind("truncate", { afterBytes: bytes.default(200) }),
  /** Stops in the middle, the connection stays open. */
  kind("stall", { afterBytes: bytes.default(200) }),
  /** A byte at a time. */
  kind("drip", { everyMs: milliseconds.default(20) }),
  /** Blanks after the response up to this many bytes. */
  kind("oversize", { bytes: bytes.default(5 * 1024 * 1024) }),
  /** Another JSON text as a field's value, or no such field. */
  kind("field", { record, path: z.array(z.string()).min(1), put: z.string().optional() }),
  /** The first whole number of a record, or the one named, becomes text. */
  kind("wrong-type", { record, key: z.string().optional() }),
  /** The first field of a record, or the one named, occurs twice, with two values. */
  kind("duplicate-key", { record, key: z.string().optional() }),
  /** A byte that no UTF-8 text holds. */
  kind("bad-utf8", { record }),
  /** A field more that nests this deep. */
  kind("nested", { record, depth: z.int().min(1).max(1_000_000).default(100_000) }),
] as const;

const insteadSchema = z.discriminatedUnion("fault", instead);
const alteredSchema = z.discriminatedUnion("fault", altered);

export const wirePlanSchema = z.strictObject({
  rules: z.array(z.discriminatedUnion("fault", [delay, ...instead, ...altered])).default([]),
});

export type WirePlan = z.infer<typeof wirePlanSchema>;
export type InsteadFault = z.infer<typeof insteadSchema>;
export type AlteredFault = z.infer<typeof alteredSchema>;

const INSTEAD: ReadonlySet<string> = new Set(instead.map(({ shape }) => shape.fault.value));

export function standsInstead(fault: InsteadFault | AlteredFault): fault is InsteadFault {
  return INSTEAD.has(fault.fault);
}

// Chooses the fault that a request meets.

/** What a request meets: a wait, then a fault or none. */
interface Encounter {
  readonly delayMs: number;
  readonly fault: InsteadFault | AlteredFault | null;
}

interface CountedRequests {
  readonly rule: WirePlan["rules"][number];
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
