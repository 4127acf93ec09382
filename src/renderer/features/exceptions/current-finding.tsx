/** The current finding with the form that decides on it. */
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { reviewCommandLine } from "../../../core/words/command-line.ts";
import type { CheckSummary, ExceptionRow } from "../../bridge/protocol.ts";
import {
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  memo,
  useEffect,
} from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { usePreferences } from "../../app/providers.tsx";
import { setPeriod } from "../../app/use-route.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { readOnlyWords, unsavedFault, FaultNote } from "../../ui/faults.tsx";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useSolved } from "../../shared/record/solved.ts";
import { formatAmount } from "../../../core/money.ts";
import { useLost } from "../../bridge/api-provider.tsx";
import { useSteady } from "../../ui/use-steady.ts";
import { DECISION_KEYS, QUEUE_KEYS } from "./use-queue-keys.ts";
import { NoteFields } from "../../shared/decide/note-fields.tsx";
import { ACTION_WORDS, NOTE_ASKS, STATUS_WORDS, findingSubject } from "../../shared/decide/finding-words.ts";
import { isEmptyDraft, type Draft, NO_DRAFT, draftKey, useDraft } from "../../shared/decide/drafts.ts";
import { useFindingRecords } from "./finding-context.ts";
import { type DetailHandle, FindingDetail } from "./finding-detail.tsx";
import { MeanwhileNote, speak, useUndo, decidedMeanwhile } from "../../shared/decide/use-undo.tsx";
import type { Current } from "./use-current.ts";
import { showFault } from "../../app/show-fault.ts";
import { noteFaultOf } from "../../shared/decide/wording-fault.ts";

export interface CurrentHandle {
  readonly focus: () => void;
  readonly choose: (status: DecisionStatus | "note") => void;
}

interface CurrentFindingProps {
  readonly ledger: LedgerFacts;
  readonly summary: CheckSummary;
  readonly current: Current;
  readonly fingerprint: string | null;
  readonly handle: Ref<CurrentHandle>;
  readonly onMatch: (() => void) | null;
  readonly onPoint: (() => void) | null;
  readonly proposal: ReactNode;
  /** How many findings of its cause are decided with it; 0 where it is decided alone. */
  readonly together: number;
  /** How many lines are selected: what is pressed decides on these. */
  readonly selected: number;
  readonly onChoose: (status: DecisionStatus | "note") => void;
  /** A decision was saved: on to the next that waits. */
  readonly onDecided: () => void;
  readonly onLeave: () => void;
}

export function CurrentFinding({ ledger, current, fingerprint, handle, ...rest }: CurrentFindingProps) {
  const { isUnknown } = current;
  const { isStale } = useCheck();
  const solved = useSolved(ledger.key, fingerprint);
  const isSolved = solved !== null && (isUnknown || isStale || solved.before === ledger.human);
  const row = isSolved ? null : current.row;
  const deciding = useSingleDecision(ledger.key, row);
  const detail = useRef<DetailHandle>(null);
  const isReadOnly = ledger.readOnly !== null;
  useImperativeHandle(handle, () => ({
    focus: () => detail.current?.focus(),
    choose: (status) => {
      if (!isReadOnly) deciding.choose(status);
    },
  }));
  if (isSolved) return <SolvedNote words={solved.words} current={current} />;
  // Whoever words a decision on it goes on, and may copy the note.
  if (isUnknown && (row === null || isEmptyDraft(deciding.draft))) {
    return <NotRaised fingerprint={fingerprint ?? ""} current={current} {...rest} />;
  }
  if (row === null) {
    if (fingerprint !== null) return null;
    return <EmptyState title="No finding chosen">Choose an exception to see and decide it.</EmptyState>;
  }
  return <Shown {...{ ledger, row, deciding, detail }} {...rest} />;
}

function SolvedNote({ words, current }: Pick<CurrentFindingProps, "current"> & { readonly words: string }) {
  return (
    <EmptyState title="Solved" actions={<NextButton variant="primary" current={current} />}>
      {words}.
    </EmptyState>
  );
}

function NextButton({ current, ...button }: Pick<CurrentFindingProps, "current"> & ButtonProps) {
  const { keys } = QUEUE_KEYS.nextWaiting;
  return <Button {...button} keys={keys} words="Next" onPress={() => void current.goToWaiting()} />;
}

function NotRaised({
  fingerprint,
  current,
  summary,
}: Pick<CurrentFindingProps, "current" | "summary"> & { readonly fingerprint: string }) {
  return (
    <EmptyState
      title="Not found in this period"
      actions={
        <>
          {summary.period === null ? null : (
            <Button onPress={() => setPeriod(null)}>Show the whole history</Button>
          )}
          <NextButton current={current} />
        </>
      }
    >
      It is in another period, or its figures have changed. Its fingerprint begins with{" "}
      <code>{fingerprint.slice(0, 12)}</code>.
    </EmptyState>
  );
}

interface ShownProps extends Omit<CurrentFindingProps, "current" | "fingerprint" | "handle"> {
  readonly row: ExceptionRow;
  readonly deciding: ReturnType<typeof useSingleDecision>;
  readonly detail: Ref<DetailHandle>;
}

function Shown({ ledger, summary, row, deciding, detail, ...on }: ShownProps) {
  const { decisions, period } = useCheck();
  const { preferences } = usePreferences();
  const { undoThese } = useUndo();
  const { finding, seen, decision } = row;
  const records = useFindingRecords(finding);
  const { draft } = deciding;
  const isPast = ledger.readOnly?.code === "LEDGER_PAST";
  const commandLine = reviewCommandLine({
    ledger: ledger.name,
    period,
    options: summary.options,
    fingerprint: finding.fingerprint,
    status: draft.status ?? decision?.status ?? "explained",
    note: draft.note === "" ? (decision?.note ?? "") : draft.note,
    by: preferences.reviewer,
  });
  return (
    <FindingDetail
      key={finding.fingerprint}
      handle={detail}
      row={row}
      records={records}
      decisions={decisions ?? []}
      // It would decide as of now.
      commandLine={isPast ? null : commandLine}
      onUndo={
        ledger.readOnly === null ? () => void undoThese([{ fingerprint: finding.fingerprint, seen }]) : null
      }
    >
      {ledger.readOnly === null ? (
        <DecisionForm deciding={deciding} {...on} />
      ) : (
        <p className="stack gap-2 rigid scrolls rule-above raised pad-x-4 pad-y-2 decide quiet">
          {readOnlyWords(ledger.readOnly).why} You can view earlier decisions.
        </p>
      )}
    </FindingDetail>
  );
}

interface DecisionFormProps extends Pick<
  ShownProps,
  | "deciding"
  | "proposal"
  | "together"
  | "selected"
  | "onMatch"
  | "onPoint"
  | "onChoose"
  | "onDecided"
  | "onLeave"
> {}

function DecisionForm(props: DecisionFormProps) {
  const { deciding, proposal, together, selected, onMatch, onPoint, onChoose } = props;
  const { draft, fault, meanwhile } = deciding;
  const isLost = useLost() !== null;
  return (
    <section
      className="stack gap-2 rigid scrolls rule-above raised pad-x-4 pad-y-2 decide"
      aria-label="Decision"
    >
      {proposal}
      <Choices
        {...{ selected }}
        chosen={draft.status}
        canMatch={onMatch !== null}
        onChoose={useSteady(onChoose)}
        onMatch={useSteady(() => onMatch?.())}
        canPoint={onPoint !== null}
        onPoint={useSteady(() => onPoint?.())}
      />
      {together === 0 ? null : (
        <p className="small quiet">
          One cause explains {formatAmount(together)} findings: a decision covers all of them. To decide on
          one, select it first <Kbd keys={QUEUE_KEYS.select.keys} />
        </p>
      )}
      {meanwhile.length === 0 ? null : <MeanwhileNote decisions={meanwhile} />}
      {isEmptyDraft(draft) ? null : <DraftFields {...props} />}
      {fault === null ? null : <FaultNote fault={fault} shown={unsavedFault(fault, isLost)} />}
    </section>
  );
}

interface StatusChoicesProps extends Pick<DecisionFormProps, "selected"> {
  readonly chosen: Draft["status"];
  readonly canMatch: boolean;
  readonly onChoose: ShownProps["onChoose"];
  readonly onMatch: () => void;
  readonly canPoint: boolean;
  readonly onPoint: () => void;
}

const Choices = memo(function Choices(props: StatusChoicesProps) {
  const { selected, chosen, canMatch, onChoose, onMatch, canPoint, onPoint } = props;
  return (
    <div className="wrap gap-2">
      {DECISION_KEYS.map(([status, keys]) => (
        <Button
          key={status}
          size="s"
          variant={chosen === status ? "primary" : "plain"}
          words={`${ACTION_WORDS[status]}${selected < 2 ? "" : ` ${formatAmount(selected)}`}`}
          keys={keys}
          aria-pressed={chosen === status}
          onPress={() => onChoose(status)}
        />
      ))}
      <Button size="s" words="Note" keys={QUEUE_KEYS.note.keys} onPress={() => onChoose("note")} />
      {canMatch ? <Button size="s" words="Match…" keys={QUEUE_KEYS.match.keys} onPress={onMatch} /> : null}
      {canPoint ? <Button size="s" words="Point…" keys={QUEUE_KEYS.point.keys} onPress={onPoint} /> : null}
    </div>
  );
});

function DraftFields({ deciding, onDecided, onLeave }: DecisionFormProps) {
  const { draft, noteFault, focusNote, meanwhile, write, discard } = deciding;
  const { status } = draft;
  const fields = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  useEffect(() => {
    // A draft that one only passes by takes no focus.
    if (focused.current === focusNote) return;
    focused.current = focusNote;
    fields.current?.querySelector("textarea")?.focus();
  }, [focusNote]);
  const save = () =>
    deciding.save((decided) => {
      speak(`${STATUS_WORDS[decided]}.`);
      if (decided === "open") onLeave();
      else onDecided();
    });
  const throwAway = () => {
    discard();
    onLeave();
  };
  return (
    <div className="stack gap-2" ref={fields}>
      <NoteFields
        label={status === null ? "Note" : `${ACTION_WORDS[status]}: ${NOTE_ASKS[status].toLowerCase()}`}
        note={draft.note}
        fault={noteFault}
        onNote={write}
        onSave={save}
        onLeave={onLeave}
      />
      <div className="wrap gap-2 far">
        <Button size="s" variant="quiet" onPress={throwAway} words="Discard draft" />
        <Button size="s" variant="quiet" words="Keep draft" keys="Escape" onPress={onLeave} />
        <Button size="s" variant="primary" onPress={save}>
          {meanwhile.length === 0 ? "Save" : "Decide again"} <Kbd keys="Mod+Enter" />
        </Button>
      </div>
    </div>
  );
}

// Deciding on the current finding: its draft, what is wrong with it, and what was decided meanwhile.

/** @param row the current finding; null without one */
function useSingleDecision(ledgerId: string, row: ExceptionRow | null) {
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
  const failed = unsaved.filter(
    (one) => one.draft.items.length === 1 && one.draft.items[0]?.fingerprint === fingerprint,
  );

  const change = (next: Partial<Draft>) => {
    if (row === null) return;
    const begun = isEmptyDraft(draft) ? { ...NO_DRAFT, seen: row.seen } : draft;
    put({ ...begun, ...next });
    setMisworded(null);
  };
  /** The draft is done with at once; it comes back should the decision not be written. */
  const save = (then: (status: DecisionStatus) => void) => {
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
    fault: meanwhile.length > 0 ? null : (failed.at(-1)?.fault ?? null),
    noteFault: misworded?.of === fingerprint ? misworded.sentence : null,
    meanwhile,
    focusNote: focus.of === fingerprint ? focus.count : 0,
    /** Begins or goes on to word a decision; on nothing where no finding is shown. */
    choose: (choice: DecisionStatus | "note") => {
      if (row === null) return;
      const kept = draft.status ?? row.decision?.status ?? "open";
      change({ status: choice === "note" ? kept : choice });
      setFocus(({ count }) => ({ of: fingerprint, count: count + 1 }));
    },
    write: (note: string) => change({ note }),
    discard: () => {
      put(NO_DRAFT);
      for (const one of failed) dismissUnsaved(one);
      setMisworded(null);
    },
    save,
  };
}
