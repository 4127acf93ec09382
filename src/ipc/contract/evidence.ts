/** Files that people attach as evidence to a finding, a match or a month. */
import { z } from "zod";
import { evidence } from "../../schema/attachment.ts";
import { month } from "../../schema/values.ts";
import { fingerprint } from "../decided-items.ts";
import { asOf, checkOptions, count, fileFacts, handle, nothing, period } from "../values.ts";
import type { Methods } from "./method.ts";

const name = z.string().max(400);
const note = z.string().max(20_000);

const subject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("finding"), fingerprint, period, options: checkOptions }),
  z.strictObject({ kind: z.literal("match"), match: count }),
  z.strictObject({ kind: z.literal("month"), month }),
]);

export const EVIDENCE_METHODS = {
  /** In the order in which it was attached. */
  "evidence.list": { input: z.strictObject({ asOf }), output: z.object({ evidence: z.array(evidence) }) },
  /** All files or none. */
  "evidence.attach": {
    input: z.strictObject({ files: z.array(handle).min(1).max(50), subject, note, by: name }),
    output: z.object({ evidence: z.array(evidence) }),
  },
  "evidence.withdraw": { input: z.strictObject({ id: count, note, by: name }), output: evidence },
  /** Writes a file of it where a person chose. */
  "evidence.save": { input: z.strictObject({ id: count, target: handle }), output: fileFacts },
  /** Opens a copy with the system's viewer; a browser cannot. */
  "evidence.open": { input: z.strictObject({ id: count }), output: nothing },
} as const satisfies Methods;
