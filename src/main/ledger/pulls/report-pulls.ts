/** The pulls of a ledger as the workbook lists them. */
import type { ReportPull } from "../../../core/report/sheet/input.ts";
import type { PullStep } from "../../../core/review/restate/restatements.ts";
import { type BodyRecord, listBodies } from "./body.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { pullsAside, type PullRemarks, readProvenance, readRemarks } from "../trail/pull.ts";
import { listAllPulls } from "../trail/counting.ts";

/** All of them, oldest first, those that are set aside, too. */
export function listReportPulls(db: ReadableLedger): ReportPull[] {
  const bodies = Map.groupBy(listBodies(db), (body) => body.pullId);
  const aside = pullsAside(db);
  const remarksOf = readRemarks(db);
  const provenanceOf = readProvenance(db);
  return listAllPulls(db).map((pull) => ({
    ...asideOf(aside.get(pull.id)),
    ...saidOf(remarksOf(pull.id)),
    id: pull.id,
    source: pull.source,
    startedAtMs: pull.startedAtMs,
    finishedAtMs: pull.finishedAtMs ?? pull.startedAtMs,
    baseUrl: pull.baseUrl,
    limit: pull.limit,
    entries: pull.entries ?? 0,
    transactions: pull.transactions ?? 0,
    bodies: withProvenance(bodies.get(pull.id) ?? [], provenanceOf(pull.id)),
  }));
}

function withProvenance(
  bodies: readonly BodyRecord[],
  provenance: ReturnType<ReturnType<typeof readProvenance>>,
): ReportPull["bodies"] {
  return bodies.map((body, at) => ({ ...body, provenance: provenance[at] ?? null }));
}

type SaidOfPull = Pick<ReportPull, "torn" | "accepted" | "providedBy" | "effect">;

function saidOf({ torn, accepted, providedBy, entries }: PullRemarks): SaidOfPull {
  return {
    ...(torn ? { torn } : {}),
    ...(accepted === null ? {} : { accepted }),
    providedBy,
    effect: entries,
  };
}

function asideOf(step: PullStep | undefined): Pick<ReportPull, "aside"> {
  return step === undefined ? {} : { aside: { by: step.by, note: step.note } };
}
