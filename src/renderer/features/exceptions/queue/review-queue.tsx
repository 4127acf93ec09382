/** The queue beside the finding that is current, and the keys that go through it. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import type { LedgerFacts } from "../../../../ipc/contract.ts";
import { showFault } from "../../../app/show-fault.ts";
import { type CheckClient, isCancelled } from "../../../check/check-client.ts";
import type {
  CheckSummary,
  ExceptionRow,
  ExceptionsRequest,
  ReviewSummary,
  SelectableException,
} from "../../../check/protocol.ts";
import { isAt } from "../../../app/use-route.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import {
  type DecisionStates,
  isBeingWritten,
  standingRow,
} from "../../../check/decisions/decision-states.ts";
import { SplitPane } from "../../../ui/layout/split-pane.tsx";
import { useSteady } from "../../../ui/use-steady.ts";
import { BulkDecisions, type BulkHandle } from "../decide/bulk-decisions.tsx";
import { CurrentFinding, type CurrentHandle } from "../finding/current-finding.tsx";
import { refuseWhileListChanges } from "./list-changes.ts";
import { ALL_EXCEPTIONS, SEVERITIES } from "../../../shared/decide/queue-filters.ts";
import { causeLines } from "./cause-lines.ts";
import { QueueEmpty } from "./queue-empty.tsx";
import { QueueFilterBar } from "./queue-filter-bar.tsx";
import { type ListCommand, QueueKeysBar } from "./queue-keys-bar.tsx";
import { QueueList, type QueueListHandle } from "./queue-list.tsx";
import { returnTo, useReturned } from "../../../shared/decide/note/returned-decision.ts";
import { NOTHING_SELECTED, selectAll } from "../../../shared/decide/selection.ts";
import { WaitingNote } from "./waiting.tsx";
import { type Current, useCurrent } from "./use-current.ts";
import { useListFocus } from "./use-list-focus.ts";
import { AcceptDialog } from "../proposals/accept-dialog.tsx";
import { ProposalNote } from "../proposals/proposal-note.tsx";
import { useAccepting } from "../proposals/use-accepting.ts";
import { useRepeat } from "../decide/use-repeat.ts";
import { useMatching } from "../decide/use-matching.ts";
import { useQueueAddress } from "./use-queue-address.ts";
import { type QueueActions, useQueueKeys } from "./use-queue-keys.ts";
import { type QueueRows, useQueueRows } from "./use-queue-rows.ts";
import { type Selecting, selectableOf, useSelection } from "./use-selection.ts";

interface ReviewQueueProps {
  readonly ledger: LedgerFacts;
  readonly client: CheckClient;
  readonly summary: CheckSummary;
  readonly review: ReviewSummary;
}

export function ReviewQueue({ ledger, client, summary, review }: ReviewQueueProps) {
  const check = useCheck();
  const { revision, decisionStates, unsaved } = check;
  const address = useQueueAddress();
  const ask = useCallback((request: ExceptionsRequest) => client.call("exceptions", request), [client]);
  const read = useQueueRows(ask, address.filters, JSON.stringify(check.period), revision, sayUnlessCancelled);
  const rows = useStandingRows(read, decisionStates);
  const isOtherPeriod = check.isOtherPeriod || rows.isOtherPeriod;
  const current = useCurrent(client, address, rows, decisionStates, revision);
  const list = useRef<QueueListHandle>(null);
  const listFocus = useListFocus(list);
  const detail = useRef<CurrentHandle>(null);
  const bulk = useRef<BulkHandle>(null);
  useFirstWaiting(address.fingerprint, rows, current);
  const match = useMatching(ledger, current);

  const selecting = useSelection(current, address.filters, sayUnlessCancelled);
  const { selection, select } = selecting;
  useTakingUp(ledger.key, client, select, bulk);
  useRefusal(isOtherPeriod || current.isSettling);
  const unsavedOf = useMemo(
    () => new Set(unsaved.flatMap(({ draft }) => draft.items.map(({ fingerprint }) => fingerprint))),
    [unsaved],
  );
  const together = causeLines(rows, current.index);
  const onDecided = useCallback(
    (decided?: ReadonlySet<string>) => {
      void current.goToWaiting(decided);
      listFocus.take();
    },
    [current, listFocus],
  );
  const repeat = useRepeat(onDecided);
  const accepting = useAccepting(ledger, current.row, onDecided);
  const actions: QueueActions = {
    ...selecting,
    move: (by) => {
      current.move(by);
      listFocus.take();
    },
    movePage: (by) => {
      current.move(by * (list.current?.pageRows() ?? 1));
      listFocus.take();
    },
    goToWaiting: () => void current.goToWaiting(),
    open: () => detail.current?.focus(),
    match: () => match?.(),
    acceptProposal: accepting.acceptOne,
    acceptAlike: accepting.askAll,
    repeat: () => {
      if (ledger.readOnly !== null) return;
      const own = current.row === null ? [] : [current.row];
      const shown = (together.length > 0 ? together : own).map(selectableOf);
      repeat(selection.lines.size > 0 ? [...selection.lines.values()] : shown);
      select(NOTHING_SELECTED);
    },
    decide: (status) => {
      if (selection.lines.size > 0) bulk.current?.open(status);
      else if (status !== "note" && together.length > 0) {
        flushSync(() => select(selectAll(together.map(selectableOf))));
        bulk.current?.open(status, true);
      } else detail.current?.choose(status);
    },
    back: () => {
      if (selection.lines.size > 0) select(NOTHING_SELECTED);
      listFocus.take();
    },
  };
  useQueueKeys(actions);
  const onCommand = useSteady((command: ListCommand) => runCommand(command, actions));

  return (
    <>
      <QueueFilterBar
        filters={address.filters}
        rules={review.rules}
        onFilter={address.filter}
        onOrder={address.order}
      />
      <SplitPane
        name="exceptions"
        label="Width of the finding"
        // About the width of a page; more where there is more.
        width={Math.max(600, Math.round(window.innerWidth * 0.36))}
        side={
          // The detail is of a line of the list, and goes with it.
          isOtherPeriod || (rows.total === 0 && address.fingerprint === null) ? null : (
            <CurrentFinding
              handle={detail}
              current={current}
              fingerprint={address.fingerprint}
              {...{ ledger, client, summary }}
              onMatch={match}
              proposal={<ProposalNote {...accepting} isInGroup={together.length > 0} />}
              together={together.length}
              onChoose={actions.decide}
              onDecided={onDecided}
              onLeave={listFocus.take}
            />
          )
        }
      >
        {isOtherPeriod ? (
          <WaitingNote check={check} />
        ) : rows.total === 0 ? (
          <QueueEmpty
            filters={address.filters}
            progress={review.progress}
            onAll={() => address.filter(ALL_EXCEPTIONS)}
          />
        ) : (
          <QueueList
            handle={list}
            onThere={listFocus.attach}
            rows={rows}
            current={current.index}
            isSelected={(fingerprint) => selection.lines.has(fingerprint)}
            stateOf={(fingerprint) =>
              unsavedOf.has(fingerprint)
                ? "not saved"
                : isBeingWritten(fingerprint, decisionStates)
                  ? "saving"
                  : null
            }
            proposedOf={(fingerprint) => accepting.proposals.of(fingerprint)?.proposal.status ?? null}
            onCurrent={current.goTo}
            onToggle={selecting.toggleAt}
            onDrag={selecting.drag}
          />
        )}
        {/* Below the list, so that no line moves under the pointer that selects. */}
        <BulkDecisions
          handle={bulk}
          ledger={ledger}
          selection={selection}
          onSelect={select}
          onDecided={onDecided}
        />
        <AcceptDialog {...accepting} />
        <QueueKeysBar onCommand={onCommand} />
      </SplitPane>
    </>
  );
}

/**
 * Where one begins, and begins again under other filters: at the first finding that waits, unless the address
 * names one.
 */
function useFirstWaiting(fingerprint: string | null, rows: QueueRows, { goToWaiting }: Current): void {
  const isThere = rows.total !== null && rows.total > 0 && !rows.isStale;
  useEffect(() => {
    // Whoever goes to a finding goes before this is drawn. What cannot be asked for is said by the check itself.
    if (fingerprint === null && isThere && isAt("exceptions", null)) goToWaiting().catch(() => {});
  }, [fingerprint, isThere, goToWaiting]);
}

/** The rows as they stand by what was decided here. */
function useStandingRows(rows: QueueRows, decisionStates: DecisionStates): QueueRows {
  return useMemo(() => {
    // The same row for the same row, so that it is told from another.
    const made = new Map<ExceptionRow, ExceptionRow>();
    const rowAt = (index: number) => {
      const row = rows.rowAt(index);
      if (row === null) return null;
      const standing = made.get(row) ?? standingRow(row, decisionStates);
      made.set(row, standing);
      return standing;
    };
    return { ...rows, rowAt };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows.rowAt, rows.total, rows.isStale, rows.isOther, rows.isOtherPeriod, decisionStates]);
}

/** Keys that would act on what is about to leave the screen do nothing, and say so. */
function useRefusal(isRefusing: boolean): void {
  // Before any key that is pressed on what is drawn now.
  useLayoutEffect(() => (isRefusing ? refuseWhileListChanges() : undefined), [isRefusing]);
}

/** Takes a decision on several up again that was not saved: selects them, and opens its dialog. */
function useTakingUp(
  ledger: string,
  client: CheckClient,
  select: Selecting["select"],
  bulk: RefObject<BulkHandle | null>,
): void {
  const returned = useReturned(ledger);
  useEffect(() => {
    if (returned === null) return;
    returnTo(ledger, null);
    const named = new Set(returned.draft.items.map(({ fingerprint }) => fingerprint));
    const everything = { ...ALL_EXCEPTIONS, severities: SEVERITIES, from: 0, count: 0 };
    const take = (all: readonly SelectableException[]) => {
      flushSync(() => select(selectAll(all.filter(({ fingerprint }) => named.has(fingerprint)))));
      bulk.current?.reopen(returned);
    };
    client.call("selectable", everything).then(take, sayUnlessCancelled);
  }, [returned, ledger, client, select, bulk]);
}

function runCommand(command: ListCommand, actions: QueueActions): void {
  const run: Readonly<Record<ListCommand, () => void>> = {
    next: () => actions.move(1),
    previous: () => actions.move(-1),
    nextWaiting: actions.goToWaiting,
    open: actions.open,
    select: actions.toggle,
    selectRange: actions.toggleUpTo,
    selectAll: actions.selectAll,
  };
  run[command]();
}

function sayUnlessCancelled(error: unknown): void {
  if (!isCancelled(error)) showFault(error);
}
