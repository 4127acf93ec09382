/** Deciding on the current finding: its draft, what is wrong with it, and what was decided meanwhile. */
import { useMemo, useState } from "react";
import type { Decision, DecisionStatus } from "../../../core/review/decision.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { faultIn } from "../../app/fault-in.ts";
import type { ExceptionRow } from "../../check/protocol.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { type Draft, NO_DRAFT, isEmptyDraft } from "./drafts.ts";
import { decidedMeanwhile } from "./history.ts";
import { useDraft } from "./use-draft.ts";
import { noteFaultOf } from "./wording-fault.ts";

export interface SingleDecision {
  readonly draft: Draft;
  readonly isSaving: boolean;
  readonly fault: Fault | null;
  readonly noteFault: string | null;
  /** Decisions of others since the draft was begun. */
  readonly meanwhile: readonly Decision[];
  readonly focusNote: number;
  readonly choose: (status: DecisionStatus | "note") => void;
  readonly write: (note: string) => void;
  readonly discard: () => void;
  /** @returns what was decided; null when it could not be saved */
  readonly save: () => Promise<DecisionStatus | null>;
}

/** @param row the current finding; null without one */
export function useSingleDecision(ledgerId: string, row: ExceptionRow | null): SingleDecision {
  const { decide, decisions, isDeciding, dismissConflict } = useCheck();
  const fingerprint = row?.finding.fingerprint ?? "";
  const [draft, put] = useDraft(`${ledgerId}/${fingerprint}`);
  const [failed, setFailed] = useState<{ readonly of: string; readonly fault: Fault } | null>(null);
  const [misworded, setMisworded] = useState<{ readonly of: string; readonly sentence: string } | null>(null);
  const [focus, setFocus] = useState({ of: fingerprint, count: 0 });
  // Coming back to a draft is no wish to go on with it.
  if (focus.of !== fingerprint) setFocus({ of: fingerprint, count: 0 });
  const meanwhile = useMemo(
    () => (isEmptyDraft(draft) ? [] : decidedMeanwhile([{ fingerprint, seen: draft.seen }], decisions ?? [])),
    [draft, fingerprint, decisions],
  );

  const change = (next: Partial<Draft>) => {
    if (row === null) return;
    const begun = isEmptyDraft(draft) ? { ...NO_DRAFT, seen: row.seen } : draft;
    put({ ...begun, ...next });
    setMisworded(null);
  };
  const save = async (): Promise<DecisionStatus | null> => {
    const { status, note } = draft;
    if (row === null || status === null) return null;
    const sentence = noteFaultOf(note, status);
    setMisworded(sentence === null ? null : { of: fingerprint, sentence });
    if (sentence !== null) return null;
    setFailed(null);
    // Whoever decides again has what came meanwhile before his eyes.
    const seen = meanwhile[0]?.id ?? draft.seen;
    try {
      const taken = await decide({ items: [{ fingerprint, seen }], status, note });
      if (taken === null) return null;
      put(NO_DRAFT);
      return status;
    } catch (error) {
      const fault = faultIn(error);
      dismissConflict();
      // What the other decided is shown in the place of the fault.
      if (fault.code !== "DECISION_CONFLICT") setFailed({ of: fingerprint, fault });
      return null;
    }
  };
  return {
    draft,
    isSaving: isDeciding,
    fault: failed?.of === fingerprint ? failed.fault : null,
    noteFault: misworded?.of === fingerprint ? misworded.sentence : null,
    meanwhile,
    focusNote: focus.of === fingerprint ? focus.count : 0,
    choose: (choice) => {
      const kept = draft.status ?? row?.decision?.status ?? "open";
      change({ status: choice === "note" ? kept : choice });
      setFocus(({ count }) => ({ of: fingerprint, count: count + 1 }));
    },
    write: (note) => change({ note }),
    discard: () => {
      put(NO_DRAFT);
      setFailed(null);
      setMisworded(null);
    },
    save,
  };
}
