/** One decision on the selection: its draft, what is wrong with it, and what was decided meanwhile. */
import { useMemo, useState } from "react";
import type { Decision, DecisionStatus } from "../../../core/review/decision.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { faultIn } from "../../app/fault-in.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { type Draft, NO_DRAFT } from "./drafts.ts";
import { decidedMeanwhile } from "./history.ts";
import { NOTHING_SELECTED, type Selection, leaveOut, takeNote } from "./selection.ts";
import { useDraft } from "./use-draft.ts";
import { noteFaultOf } from "./wording-fault.ts";

export interface BulkDecision {
  /** What is being decided; null while the dialog is shut. */
  readonly status: DecisionStatus | null;
  readonly draft: Draft;
  readonly isSaving: boolean;
  readonly fault: Fault | null;
  readonly noteFault: string | null;
  readonly meanwhile: readonly Decision[];
  readonly open: (status: DecisionStatus) => void;
  readonly close: () => void;
  readonly write: (note: string) => void;
  readonly leaveOutMeanwhile: () => void;
  readonly takeNoteOfMeanwhile: () => void;
  /** @returns what was decided; null when it could not be saved */
  readonly save: () => Promise<{ readonly status: DecisionStatus; readonly count: number } | null>;
}

export function useBulkDecision(
  ledgerId: string,
  selection: Selection,
  select: (selection: Selection) => void,
): BulkDecision {
  const { decide, decisions, isDeciding, dismissConflict } = useCheck();
  const [status, setStatus] = useState<DecisionStatus | null>(null);
  const [draft, put] = useDraft(`${ledgerId}/selection`);
  const [fault, setFault] = useState<Fault | null>(null);
  const [noteFault, setNoteFault] = useState<string | null>(null);
  const meanwhile = useMemo(
    () => (status === null ? [] : decidedMeanwhile(selection.lines.values(), decisions ?? [])),
    [status, selection, decisions],
  );

  const save = async () => {
    if (status === null || selection.lines.size === 0) return null;
    const sentence = noteFaultOf(draft.note, status);
    setNoteFault(sentence);
    if (sentence !== null) return null;
    setFault(null);
    const items = Array.from(selection.lines.values(), ({ fingerprint, seen }) => ({ fingerprint, seen }));
    try {
      const taken = await decide({ items, status, note: draft.note });
      if (taken === null) return null;
      put(NO_DRAFT);
      setStatus(null);
      select(NOTHING_SELECTED);
      return { status, count: taken.length };
    } catch (error) {
      dismissConflict();
      setFault(faultIn(error));
      return null;
    }
  };
  const clear = () => {
    setFault(null);
    setNoteFault(null);
  };
  return {
    status: selection.lines.size === 0 ? null : status,
    draft,
    isSaving: isDeciding,
    fault,
    noteFault,
    meanwhile,
    open: (next) => {
      clear();
      setStatus(next);
    },
    close: () => setStatus(null),
    write: (note) => {
      setNoteFault(null);
      put({ status: null, note, seen: null });
    },
    leaveOutMeanwhile: () => {
      clear();
      select(leaveOut(selection, meanwhile));
    },
    takeNoteOfMeanwhile: () => {
      clear();
      select(takeNote(selection, meanwhile));
    },
    save,
  };
}
