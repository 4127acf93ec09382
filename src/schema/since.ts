/** The moments of a signed month, and what of it is different now. */
import { PULL_SOURCES } from "../core/reconcile/input/pull-clocks.ts";
import { SEVERITIES } from "../core/reconcile/input/rules.ts";
import { z } from "zod";
import type { PullMoment, SignedMoment } from "../core/review/close/moment.ts";
import type {
  ChangedSince,
  RecordsSince,
  FindingSince,
  FindingsSince,
  Since,
} from "../core/review/close/since.ts";
import { namedFinding } from "./attachment.ts";
import { count, integer, listOf, objectOf, text } from "./parts.ts";

const link = { sequence: count, atMs: z.number() };

export const signedMoment = z.union([
  objectOf<SignedMoment>({ is: z.literal("signed"), ...link, by: text }),
  objectOf<PullMoment>({
    is: z.literal("pull"),
    ...link,
    pullId: count,
    source: z.enum(PULL_SOURCES),
  }),
]);

const records = objectOf<RecordsSince>({
  changed: listOf(integer),
  vanished: listOf(integer),
  appeared: listOf(integer),
});

export const changedSince = objectOf<ChangedSince>({
  count,
  entries: records,
  transactions: records,
  records: listOf(text),
  decisions: listOf(text),
  options: listOf(text),
  effects: listOf(text),
  basis: text,
  sentence: text,
});

const finding = objectOf<FindingSince>({
  ...namedFinding,
  severity: z.enum(SEVERITIES),
});

export const since = objectOf<Since>({
  entries: records,
  transactions: records,
  findings: objectOf<FindingsSince>({
    gone: listOf(finding),
    appeared: listOf(finding),
    redecided: listOf(finding),
  }),
  changed: changedSince,
  unlikeSigned: listOf(text).nullable(),
});
