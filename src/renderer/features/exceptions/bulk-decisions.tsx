/** What is selected, over the list, and the dialog that decides on all of it. */
import { useDisplayFormat } from "../../ui/values.tsx";
import { type Ref, useImperativeHandle, useMemo, useState } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { DecisionStatus, Decision } from "../../../core/review/decisions/decision.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import type { UnsavedDecision } from "../../rows/use-decisions.ts";
import { sentenceOf, unsavedFault, FaultNote } from "../../ui/faults.tsx";
import { Button } from "../../ui/button.tsx";
import {
  MOST_AT_ONCE,
  NOTHING_SELECTED,
  type Selection,
  type SelectionSum,
  sumSelection,
  leaveOut,
  takeNote,
} from "../../shared/decide/selection.ts";
import { showDecided, useUndo, MeanwhileNote, decidedMeanwhile } from "../../shared/decide/use-undo.tsx";
import {
  ACTION_WORDS,
  byStatusWords,
  stakeWords,
  NOTE_ASKS,
  STATUS_WORDS,
  findingSubject,
} from "../../shared/decide/finding-words.ts";
import { Facts } from "../../ui/facts.tsx";
import { useLost } from "../../bridge/api-provider.tsx";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { StatusMark } from "../../ui/marks.tsx";
import { NoteFields } from "../../shared/decide/note-fields.tsx";
import type { Fault } from "../../../ipc/envelope.ts";
import { usePreferences } from "../../app/providers.tsx";
import { showFault } from "../../app/show-fault.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { NO_DRAFT, selectionKey, useDraft } from "../../shared/decide/drafts.ts";
import { noteFaultOf } from "../../shared/decide/wording-fault.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { Table } from "../../ui/table.tsx";
import type { Accepting } from "./use-proposals.ts";
import { originWords } from "../../../core/review/standing/standing-words.ts";
import { changeWording } from "../../shared/record/changes-table.tsx";

interface BulkDecisionsProps {
  readonly ledger: LedgerFacts;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onDecided: (decided: ReadonlySet<string>) => void;
  readonly handle: Ref<BulkHandle>;
}

export interface BulkHandle {
  /** @param isOnlyThis whether the selection ends with the dialog: it was made for this decision */
  readonly open: (status: DecisionStatus | "note", isOnlyThis?: boolean) => void;
  readonly reopen: (unsaved: UnsavedDecision) => void;
}

export function BulkDecisions(props: BulkDecisionsProps) {
  const { ledger, selection, onSelect, onDecided, handle } = props;
  const undoing = useUndo();
  const [isForOnce, setForOnce] = useState(false);
  const bulk = useBulkDecision(ledger.key, selection, onSelect, (status, taken) =>
    showDecided(status, taken, undoing),
  );
  // A note alone would be another status for each of them; that is no one decision.
  useImperativeHandle(handle, () => ({
    open: (status, isOnlyThis = false) => {
      setForOnce(isOnlyThis);
      if (whyNot(ledger, selection.lines.size) === null) bulk.open(status === "note" ? "open" : status);
    },
    reopen: bulk.reopen,
  }));
  const sum = useMemo(() => sumSelection(selection), [selection]);
  if (sum.count === 0) return null;
  return (
    <>
      <SelectionBar sum={sum} why={whyNot(ledger, sum.count)} onClear={() => onSelect(NOTHING_SELECTED)} />
      {bulk.status === null ? null : (
        <BulkDialog
          bulk={bulk}
          status={bulk.status}
          sum={sum}
          onSave={() => bulk.save(() => onDecided(new Set(selection.lines.keys())))}
          onClose={() => {
            bulk.close();
            if (isForOnce) onSelect(NOTHING_SELECTED);
          }}
        />
      )}
    </>
  );
}

function whyNot({ readOnly }: LedgerFacts, count: number): string | null {
  if (readOnly !== null) return `${sentenceOf(readOnly)} You can view findings, not decide on them.`;
  if (count <= MOST_AT_ONCE) return null;
  return `One decision covers ${formatAmount(MOST_AT_ONCE)} findings at most. Narrow the filter.`;
}

interface BulkBarProps {
  readonly sum: SelectionSum;
  readonly why: string | null;
  readonly onClear: () => void;
}

/** What is selected; it is decided on where one finding is. */
function SelectionBar({ sum, why, onClear }: BulkBarProps) {
  const { decimals } = useDisplayFormat();
  return (
    <section
      className="cluster rigid holds gap-1 across-3 rule-below tone-accent washed inked pad-x-4 pad-y-1"
      aria-label="Selection"
    >
      <p>
        <b>{formatAmount(sum.count)} selected</b>: {byStatusWords(sum.byStatus)}.{" "}
        <span className="quiet">{why ?? stakeWords(sum, decimals)}</span>
      </p>
      <div className="wrap gap-1">
        <Button size="s" variant="quiet" words="Clear" keys="Escape" onPress={onClear} />
      </div>
    </section>
  );
}

interface BulkDialogProps {
  readonly bulk: ReturnType<typeof useBulkDecision>;
  readonly status: DecisionStatus;
  readonly sum: SelectionSum;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

function BulkDialog(props: BulkDialogProps) {
  const { decimals } = useDisplayFormat();
  const { status, sum, onSave, onClose } = props;
  const { draft, fault, noteFault, meanwhile, write } = props.bulk;
  const isLost = useLost() !== null;
  const title = `${ACTION_WORDS[status]} — ${formatCount(sum.count, "finding")}`;
  return (
    <Dialog title={title} onClose={onClose} actions={<BulkActions {...props} />}>
      <Facts
        look="inline"
        facts={sum.byStatus.map(({ status: standing, count }) => [
          <StatusMark key={standing} status={standing} />,
          formatAmount(count),
        ])}
      />
      <p>{stakeWords(sum, decimals)}</p>
      <p className="quiet">One decision for all of them. If one cannot be decided, none is.</p>
      {meanwhile.length === 0 ? null : <MeanwhileNote decisions={meanwhile} withSubject />}
      <NoteFields
        hasFocus
        label={NOTE_ASKS[status]}
        note={draft.note}
        fault={noteFault}
        onNote={write}
        onSave={meanwhile.length > 0 ? ignore : onSave}
        onLeave={onClose}
      />
      {fault === null || meanwhile.length > 0 ? null : (
        <FaultNote fault={fault} shown={unsavedFault(fault, isLost)} />
      )}
    </Dialog>
  );
}

function BulkActions({ bulk, status, sum, onSave }: BulkDialogProps) {
  const { meanwhile } = bulk;
  if (meanwhile.length > 0) {
    const left = sum.count - meanwhile.length;
    return (
      <>
        <Button onPress={bulk.takeNoteOfMeanwhile}>Keep them in</Button>
        <Button variant="primary" isDisabled={left === 0} onPress={bulk.leaveOutMeanwhile}>
          Leave them out
        </Button>
      </>
    );
  }
  return (
    <CancelOr words={`${ACTION_WORDS[status]} ${formatAmount(sum.count)}`} keys="Mod+Enter" onDo={onSave} />
  );
}

function ignore(): void {
  // Before what came meanwhile was looked at, there is nothing to do.
}

/** One decision on the selection: its draft, what is wrong with it, and what was decided meanwhile. */
function useBulkDecision(
  ledgerId: string,
  selection: Selection,
  select: (selection: Selection) => void,
  onWritten: (status: DecisionStatus, taken: readonly Decision[]) => void,
) {
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

  /** The dialog shuts at once, with `then`; it comes back should the decision not be written. */
  const save = (then: () => void) => {
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
    open: (next: DecisionStatus) => {
      clear();
      setReturned(null);
      setStatus(next);
    },
    reopen: (unsaved: UnsavedDecision) => {
      setNoteFault(null);
      setReturned(unsaved);
      setFault(unsaved.fault);
      setStatus(unsaved.draft.status);
    },
    close: () => setStatus(null),
    write: (note: string) => {
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

/** So many findings are listed at first. */
const LISTED = 8;

/** Asks before a proposal is accepted for all findings alike, and shows which they are. */
export function AcceptDialog({ asked, acceptAsked, close }: Accepting) {
  const format = useDisplayFormat();
  if (asked === null) return null;
  const { proposal, alike } = asked;
  return (
    <Dialog
      title={`Accept the proposal — ${formatCount(alike.length, "finding")}`}
      onClose={close}
      actions={
        <CancelOr
          words={`Accept ${formatAmount(alike.length)}`}
          keys="Enter"
          // It asks for nothing else.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onDo={acceptAsked}
        />
      }
    >
      <Facts
        facts={[
          ["Decided before", originWords(proposal, changeWording(format).sayTime)],
          ["Status", STATUS_WORDS[proposal.status]],
          [
            "Note",
            <span key="note" className="as-typed">
              {proposal.note}
            </span>,
          ],
        ]}
      />
      <Table
        look="dense"
        caption="Findings that get this decision"
        rows={alike}
        rowKey={({ fingerprint }) => fingerprint}
        fold={{ first: LISTED, noun: "finding" }}
        columns={[
          { title: "Rule", isRowHeader: true, cell: ({ rule }) => ruleName(rule) },
          { title: "Record", className: "quiet", cell: findingSubject },
          { title: "Difference", amount: ({ difference }) => difference, sign: true },
        ]}
      />
      <p className="quiet">
        Each gets a decision of its own. If one cannot be decided, none is. Undo takes all of them back.
      </p>
    </Dialog>
  );
}
