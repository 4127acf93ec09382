/** One decision on the selection: its draft, what is wrong with it, and what was decided meanwhile. */
import { useMemo, useState } from "react";
import { formatCount } from "../../../../core/money.ts";
import type { Decision, DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import type { Fault } from "../../../../ipc/envelope.ts";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { showFault } from "../../../app/show-fault.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import type { UnsavedDecision } from "../../../check/decisions/use-decisions.ts";
import { type Draft, NO_DRAFT } from "../../../shared/decide/note/drafts.ts";
import { decidedMeanwhile } from "../../../shared/decide/history.ts";
import { NOTHING_SELECTED, type Selection, leaveOut, takeNote } from "../../../shared/decide/selection.ts";
import { selectionKey, useDraft } from "../../../shared/decide/note/use-draft.ts";
import { noteFaultOf } from "../../../shared/decide/note/wording-fault.ts";

export interface BulkDecision {
  /** What is being decided; null while the dialog is shut. */
  readonly status: DecisionStatus | null;
  readonly draft: Draft;
  /** Why it was not saved last. */
  readonly fault: Fault | null;
  /** What is wrong with the note, null while nothing is. */
  readonly noteFault: string | null;
  /** The newest decisions on selected findings that came after they were selected. */
  readonly meanwhile: readonly Decision[];
  readonly open: (status: DecisionStatus) => void;
  /** Opens it again on what could not be saved. */
  readonly reopen: (unsaved: UnsavedDecision) => void;
  readonly close: () => void;
  readonly write: (note: string) => void;
  readonly leaveOutMeanwhile: () => void;
  readonly takeNoteOfMeanwhile: () => void;
  /**
   * Decides. The dialog shuts at once; it comes back should the decision not be written.
   *
   * @param then called when it shuts
   */
  readonly save: (then: () => void) => void;
}

export function useBulkDecision(
  ledgerId: string,
  selection: Selection,
  select: (selection: Selection) => void,
  onWritten: (status: DecisionStatus, taken: readonly Decision[]) => void,
): BulkDecision {
  const { decide, decisions, dismissUnsaved, newestHere, whoDecides } = useCheck();
  const { reviewer } = usePreferences().preferences;
  const [status, setStatus] = useState<DecisionStatus | null>(null);
  // What could not be saved and is taken up again; its note is no other decision's.
  const [returned, setReturned] = useState<UnsavedDecision | null>(null);
  const [draft, put] = useDraft(selectionKey(ledgerId, returned?.draft.items));
  const [fault, setFault] = useState<Fault | null>(null);
  const [noteFault, setNoteFault] = useState<string | null>(null);
  const meanwhile = useMemo(
    () => (status === null ? [] : decidedMeanwhile(selection.lines.values(), decisions ?? [], newestHere)),
    [status, selection, decisions, newestHere],
  );

  const save: BulkDecision["save"] = (then) => {
    const sentence = status === null ? null : noteFaultOf(draft.note, status);
    setNoteFault(sentence);
    if (status === null || sentence !== null || selection.lines.size === 0) return;
    setFault(null);
    const items = Array.from(selection.lines.values(), ({ fingerprint, seen }) => ({ fingerprint, seen }));
    const write = (by: string) => {
      put(NO_DRAFT);
      setStatus(null);
      select(NOTHING_SELECTED);
      // Also where some of its findings are gone or left out.
      if (returned !== null) dismissUnsaved(returned);
      const written = decide(
        { items, status, note: draft.note, about: formatCount(items.length, "finding") },
        by,
      );
      written.then((taken) => (taken === null ? undefined : onWritten(status, taken)), showFault);
      then();
    };
    if (reviewer !== "") write(reviewer);
    else void whoDecides().then((by) => (by === null ? undefined : write(by)));
  };
  const clear = () => {
    setFault(null);
    setNoteFault(null);
  };
  return {
    status: selection.lines.size === 0 ? null : status,
    draft,
    fault,
    noteFault,
    meanwhile,
    open: (next) => {
      clear();
      setReturned(null);
      setStatus(next);
    },
    reopen: (unsaved) => {
      setNoteFault(null);
      setReturned(unsaved);
      setFault(unsaved.fault);
      setStatus(unsaved.draft.status);
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
