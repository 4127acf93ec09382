/** The reviewer's points on a finding: making one, and all that there are, answered in place. */
import { useMemo, useState } from "react";
import { pointFinder, unansweredOf } from "../../../core/review/close/points.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { useOpenLedger } from "../../app/providers.tsx";
import type { ExceptionRow } from "../../bridge/protocol.ts";
import { RecordSection } from "../../shared/record/record-matches.tsx";
import { PointDialog, PointList, usePoints } from "../../shared/months/point-list.tsx";
import type { Current } from "./use-current.ts";

/** Making points on the finding on screen, of a month that is not signed off. */
export function usePointing({ readOnly }: LedgerFacts, { row }: Current) {
  const { facts, points } = usePoints();
  const [asked, setAsked] = useState<ExceptionRow["finding"] | null>(null);
  const pointed = useMemo(
    () => [
      ...new Set(unansweredOf(points).flatMap(({ finding }) => finding?.fingerprint.slice(0, 12) ?? [])),
    ],
    [points],
  );
  const canMake = readOnly === null && row !== null && facts !== null && facts.state !== "signed-off";
  const dialog =
    asked === null || facts === null ? null : (
      <PointDialog facts={facts} finding={asked} again={null} onClose={() => setAsked(null)} />
    );
  return { pointed, dialog, ask: canMake ? () => setAsked(row.finding) : null };
}

/** The reviewer's points on a finding, answered in place; nothing without any. */
export function FindingPoints({ finding }: Pick<ExceptionRow, "finding">) {
  const { facts, points } = usePoints();
  const found = useMemo(() => pointFinder(points)(finding), [points, finding]);
  const { readOnly } = useOpenLedger();
  if (found.length === 0) return null;
  return (
    <RecordSection title="Points">
      <PointList
        points={found}
        isNamed={false}
        onAgain={null}
        canAnswer={readOnly === null && facts?.state !== "signed-off"}
      />
    </RecordSection>
  );
}
