/** The current finding with the form that decides on it. */
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef } from "react";
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import type { LedgerFacts } from "../../../../ipc/contract.ts";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { setPeriod } from "../../../app/use-route.ts";
import type { CheckClient } from "../../../check/check-client.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import type { CheckSummary, ExceptionRow } from "../../../check/protocol.ts";
import { readOnlyWords } from "../../../words/faults.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Kbd } from "../../../ui/keys/kbd.tsx";
import { reviewCommandLine } from "./command-line.ts";
import { useSolved } from "../../../shared/match/solved.ts";
import { DecisionForm } from "../decide/decision-form.tsx";
import { isEmptyDraft } from "../../../shared/decide/note/drafts.ts";
import { useFindingRecords } from "./finding-context.ts";
import { type DetailHandle, FindingDetail } from "./finding-detail.tsx";
import { QUEUE_KEYS } from "../keys.ts";
import { MeanwhileNote } from "../../../shared/decide/meanwhile-note.tsx";
import { speak } from "../../../shared/decide/spoken.tsx";
import type { Current } from "../queue/use-current.ts";
import { type SingleDecision, useSingleDecision } from "../decide/use-single-decision.ts";
import { useUndo } from "../../../shared/decide/use-undo.ts";
import { STATUS_WORDS } from "../../../shared/decide/finding-words.ts";

export interface CurrentHandle {
  readonly focus: () => void;
  readonly choose: (status: DecisionStatus | "note") => void;
}

interface CurrentFindingProps {
  readonly ledger: LedgerFacts;
  readonly client: CheckClient;
  readonly summary: CheckSummary;
  readonly current: Current;
  /** As the address names it; null without one. */
  readonly fingerprint: string | null;
  readonly handle: Ref<CurrentHandle>;
  /** Matches what it is about by hand; null where there is nothing to match. */
  readonly onMatch: (() => void) | null;
  /** What earlier decisions propose for it. */
  readonly proposal: ReactNode;
  /** How many findings of its cause are decided with it; 0 where it is decided alone. */
  readonly together: number;
  /** What is pressed in its form, as the keys do it. */
  readonly onChoose: (status: DecisionStatus | "note") => void;
  /** A decision was saved: on to the next that waits. */
  readonly onDecided: () => void;
  /** The focus goes back to the list. */
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
    <EmptyState
      title="Solved"
      actions={
        <Button variant="primary" onPress={() => void current.goToWaiting()}>
          Next <Kbd keys={QUEUE_KEYS.nextWaiting.keys} />
        </Button>
      }
    >
      {words}.
    </EmptyState>
  );
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
          <Button onPress={() => void current.goToWaiting()}>
            Next <Kbd keys={QUEUE_KEYS.nextWaiting.keys} />
          </Button>
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
  readonly deciding: SingleDecision;
  readonly detail: Ref<DetailHandle>;
}

function Shown({ ledger, client, summary, row, deciding, detail, ...on }: ShownProps) {
  const { decisions, period, revision } = useCheck();
  const { preferences } = usePreferences();
  const { undoThese } = useUndo();
  const { finding, seen, decision } = row;
  const calls = useRecordCalls(client);
  const records = useFindingRecords(calls, finding, revision);
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
      findCandidates={calls.candidates}
      onUndo={
        ledger.readOnly === null ? () => void undoThese([{ fingerprint: finding.fingerprint, seen }]) : null
      }
    >
      {ledger.readOnly === null ? (
        <Decide deciding={deciding} {...on} />
      ) : (
        <p className="stack gap-2 rigid scrolls decide quiet">
          {readOnlyWords(ledger.readOnly).why} You can view earlier decisions.
        </p>
      )}
    </FindingDetail>
  );
}

function Decide({
  deciding,
  proposal,
  together,
  onMatch,
  onChoose,
  onDecided,
  onLeave,
}: Pick<
  ShownProps,
  "deciding" | "proposal" | "together" | "onMatch" | "onChoose" | "onDecided" | "onLeave"
>) {
  const { draft, meanwhile } = deciding;
  const save = () =>
    deciding.save((status) => {
      speak(`${STATUS_WORDS[status]}.`);
      if (status === "open") onLeave();
      else onDecided();
    });
  return (
    <DecisionForm
      {...deciding}
      draft={draft}
      meanwhile={meanwhile.length === 0 ? null : <MeanwhileNote decisions={meanwhile} />}
      proposal={proposal}
      together={together}
      onChoose={onChoose}
      onMatch={onMatch}
      onNote={deciding.write}
      onSave={save}
      onLeave={onLeave}
      onDiscard={() => {
        deciding.discard();
        onLeave();
      }}
    />
  );
}

/**
 * The worker's calls for records; the same object as long as the worker is, so that nothing is asked for
 * twice.
 */
function useRecordCalls(client: CheckClient) {
  return useMemo(
    () => ({
      entry: (walletID: number) => client.call("entry", { walletID }),
      transaction: (payID: number) => client.call("transaction", { payID }),
      candidates: async (payrefs: readonly string[]) => {
        const { rows } = await client.call("transactions", {
          sort: [],
          filters: { payref: { kind: "set", values: payrefs } },
          search: "",
          onlyFlagged: false,
          onlyPeriod: false,
          from: 0,
          count: 20,
        });
        return rows;
      },
    }),
    [client],
  );
}
