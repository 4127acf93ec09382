/** Deciding on the current finding: its draft, what is wrong with it, and what was decided meanwhile. */
import { useMemo, useState } from "react";
import type { Decision, DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import type { Fault } from "../../../../ipc/envelope.ts";
import { showFault } from "../../../app/show-fault.ts";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import type { DecisionDraft, ExceptionRow } from "../../../check/protocol.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import { type Draft, NO_DRAFT, isEmptyDraft } from "../../../shared/decide/note/drafts.ts";
import { decidedMeanwhile } from "../../../shared/decide/history.ts";
import { draftKey, useDraft } from "../../../shared/decide/note/use-draft.ts";
import { noteFaultOf } from "../../../shared/decide/note/wording-fault.ts";
import { findingSubject } from "../../../shared/decide/finding-words.ts";

export interface SingleDecision {
  readonly draft: Draft;
  /** Why it was not saved last; the draft is as it was. */
  readonly fault: Fault | null;
  readonly noteFault: string | null;
  /** Decisions of others since the draft was begun. */
  readonly meanwhile: readonly Decision[];
  readonly focusNote: number;
  /** Begins or goes on to word a decision; on nothing where no finding is shown. */
  readonly choose: (status: DecisionStatus | "note") => void;
  readonly write: (note: string) => void;
  readonly discard: () => void;
  /**
   * Decides. The draft is done with at once; it comes back should the decision not be written.
   *
   * @param then told what was decided, at once where the reviewer is known
   */
  readonly save: (then: (status: DecisionStatus) => void) => void;
}

/** @param row the current finding; null without one */
export function useSingleDecision(ledgerId: string, row: ExceptionRow | null): SingleDecision {
  const { decide, decisions, newestHere, unsaved, dismissUnsaved, whoDecides } = useCheck();
  const { reviewer } = usePreferences().preferences;
  const fingerprint = row?.finding.fingerprint ?? "";
  const [draft, put] = useDraft(draftKey(ledgerId, fingerprint));
  const [misworded, setMisworded] = useState<{ readonly of: string; readonly sentence: string } | null>(null);
  const [focus, setFocus] = useState({ of: fingerprint, count: 0 });
  // Coming back to a draft is no wish to go on with it.
  if (focus.of !== fingerprint) setFocus({ of: fingerprint, count: 0 });
  const meanwhile = useMemo(() => {
    if (isEmptyDraft(draft)) return [];
    return decidedMeanwhile([{ fingerprint, seen: draft.seen }], decisions ?? [], newestHere);
  }, [draft, fingerprint, decisions, newestHere]);
  const failed = unsaved.filter((one) => isOn(one.draft, fingerprint));

  const change = (next: Partial<Draft>) => {
    if (row === null) return;
    const begun = isEmptyDraft(draft) ? { ...NO_DRAFT, seen: row.seen } : draft;
    put({ ...begun, ...next });
    setMisworded(null);
  };
  const save: SingleDecision["save"] = (then) => {
    const { status, note } = draft;
    if (row === null || status === null) return;
    const sentence = noteFaultOf(note, status);
    setMisworded(sentence === null ? null : { of: fingerprint, sentence });
    if (sentence !== null) return;
    // Whoever decides again has what came meanwhile before his eyes.
    const seen = meanwhile[0]?.id ?? draft.seen;
    const write = (by: string) => {
      put(NO_DRAFT);
      decide({ items: [{ fingerprint, seen }], status, note, about: findingSubject(row.finding) }, by).catch(
        showFault,
      );
      then(status);
    };
    if (reviewer !== "") write(reviewer);
    else void whoDecides().then((by) => (by === null ? undefined : write(by)));
  };
  return {
    draft,
    // What the other decided is shown in the place of the fault.
    fault: meanwhile.length > 0 ? null : (failed.at(-1)?.fault ?? null),
    noteFault: misworded?.of === fingerprint ? misworded.sentence : null,
    meanwhile,
    focusNote: focus.of === fingerprint ? focus.count : 0,
    choose: (choice) => {
      if (row === null) return;
      const kept = draft.status ?? row.decision?.status ?? "open";
      change({ status: choice === "note" ? kept : choice });
      setFocus(({ count }) => ({ of: fingerprint, count: count + 1 }));
    },
    write: (note) => change({ note }),
    discard: () => {
      put(NO_DRAFT);
      for (const one of failed) dismissUnsaved(one);
      setMisworded(null);
    },
    save,
  };
}

function isOn({ items }: DecisionDraft, fingerprint: string): boolean {
  return items.length === 1 && items[0]?.fingerprint === fingerprint;
}
