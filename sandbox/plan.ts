/** A plan of faults, as read from a file. */
import { z } from "zod";
import { TieoutError } from "../src/core/errors.ts";
import type { WorldPlan } from "./world.ts";

/** Plans that need no file. */
export const PLAN_NAMES = ["none", "default", "races", "all"] as const;

/** Rows to an incident where nobody says. */
export const USUAL_ONE_IN = 50;

export function isPlanName(text: string): text is (typeof PLAN_NAMES)[number] {
  return (PLAN_NAMES as readonly string[]).includes(text);
}

const faultPlanSchema = z.record(z.string(), z.int().min(0));

/**
 * Reads how often each fault is to be planted, by the fault's word.
 *
 * @throws TieoutError USAGE that names what is wrong
 * @example parseFaultPlan({ "missing-entry": 2 })
 */
export function parseFaultPlan(value: unknown): WorldPlan["faults"] {
  const parsed = faultPlanSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  const what = place === "" ? "must be an object" : `needs a whole number of 0 or more for ${place}`;
  throw new TieoutError("USAGE", `The plan of faults ${what}, such as {"missing-entry": 2}.`);
}
