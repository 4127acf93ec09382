/** The queue beside the finding that is current, and the keys that go through it. */
import { useCallback, useMemo, useRef, useState } from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { showFault } from "../../app/show-fault.ts";
import { setPeriod } from "../../app/use-route.ts";
import { type CheckClient, isCancelled } from "../../check/check-client.ts";
import type { CheckSummary, ExceptionRow, ExceptionsRequest, ReviewSummary } from "../../check/protocol.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { BulkDecisions } from "./bulk-decisions.tsx";
import { CurrentFinding, type CurrentHandle } from "./current-finding.tsx";
import { ALL_EXCEPTIONS, type QueueFilters, isNarrowed } from "./queue-filters.ts";
import { QueueFilterBar } from "./queue-filter-bar.tsx";
import { type ListCommand, QueueKeysBar } from "./queue-keys-bar.tsx";
import { QueueList, type QueueListHandle } from "./queue-list.tsx";
import { NOTHING_SELECTED, type Selection, selectAll, selectRange, toggleLine } from "./selection.ts";
import { useCurrent } from "./use-current.ts";
import { useFirstWaiting } from "./use-first-waiting.ts";
import { useMatching } from "./use-matching.ts";
import { useQueueAddress } from "./use-queue-address.ts";
import { type QueueActions, useQueueKeys } from "./use-queue-keys.ts";
import { useQueueRows } from "./use-queue-rows.ts";

export interface ReviewQueueProps {
  readonly ledger: LedgerFacts;
  readonly client: CheckClient;
  readonly summary: CheckSummary;
  readonly review: ReviewSummary;
}

export function ReviewQueue({ ledger, client, summary, review }: ReviewQueueProps) {
  const { revision, wording } = useCheck();
  const address = useQueueAddress();
  const ask = useCallback((request: ExceptionsRequest) => client.call("exceptions", request), [client]);
  const rows = useQueueRows(ask, address.filters, revision, sayUnlessCancelled);
  const current = useCurrent(client, address, rows, revision);
  const [selection, select] = useState(NOTHING_SELECTED);
  const list = useRef<QueueListHandle>(null);
  const detail = useRef<CurrentHandle>(null);
  const bulk = useRef<{ readonly open: QueueActions["decide"] }>(null);
  useFirstWaiting(address.fingerprint, rows, current);
  const match = useMatching(ledger, current);

  const selecting = useSelecting(current, selection, select);
  const actions: QueueActions = {
    ...selecting,
    move: (by) => {
      current.move(by);
      list.current?.focus();
    },
    goToWaiting: () => void current.goToWaiting(),
    open: () => detail.current?.focus(),
    match: () => match?.(),
    decide: (status) => {
      if (selection.lines.size > 0) bulk.current?.open(status);
      else detail.current?.choose(status);
    },
    back: () => {
      if (selection.lines.size > 0) select(NOTHING_SELECTED);
      list.current?.focus();
    },
  };
  useQueueKeys(actions);
  const onCommand = (command: ListCommand) => runCommand(command, actions);
  const onDecided = useCallback(() => {
    void current.goToWaiting();
    list.current?.focus();
  }, [current]);

  return (
    <>
      <QueueFilterBar filters={address.filters} rules={review.rules} onFilter={address.filter} />
      <SplitPane
        name="exceptions"
        label="Width of the finding"
        // About the width of a page; more where there is more.
        width={Math.max(600, Math.round(window.innerWidth * 0.36))}
        side={
          <CurrentFinding
            handle={detail}
            current={current}
            fingerprint={address.fingerprint}
            {...{ ledger, client, summary }}
            onMatch={match}
            onDecided={onDecided}
            onLeave={() => list.current?.focus()}
          />
        }
      >
        <BulkDecisions
          handle={bulk}
          ledger={ledger}
          selection={selection}
          onSelect={select}
          wording={wording}
          onDecided={onDecided}
        />
        {rows.total === 0 ? (
          <NothingPasses
            filters={address.filters}
            total={review.progress.total}
            onAll={() => address.filter(ALL_EXCEPTIONS)}
          />
        ) : (
          <QueueList
            handle={list}
            rows={rows}
            current={current.index}
            isSelected={(fingerprint) => selection.lines.has(fingerprint)}
            decimals={wording.decimals}
            timeZone={wording.timeZone}
            onCurrent={current.goTo}
            onToggle={selecting.toggleAt}
          />
        )}
        <QueueKeysBar onCommand={onCommand} />
      </SplitPane>
    </>
  );
}

function useSelecting(
  { row, index, goTo, readQueue }: ReturnType<typeof useCurrent>,
  selection: Selection,
  select: (selection: Selection) => void,
) {
  return useMemo(() => {
    const upTo = (to: ExceptionRow) =>
      void readQueue().then(
        (queue) => select(selectRange(selection, queue, to.finding.fingerprint)),
        sayUnlessCancelled,
      );
    return {
      toggle: () => {
        if (row !== null && index !== -1) select(toggleLine(selection, selectableOf(row)));
      },
      toggleUpTo: () => {
        if (row !== null && index !== -1) upTo(row);
      },
      selectAll: () => void readQueue().then((queue) => select(selectAll(queue)), sayUnlessCancelled),
      toggleAt: (at: number, to: ExceptionRow, isRange: boolean) => {
        goTo(at, to);
        if (isRange) upTo(to);
        else select(toggleLine(selection, selectableOf(to)));
      },
    };
  }, [row, index, goTo, readQueue, selection, select]);
}

function selectableOf({ finding, seen, status, currency }: ExceptionRow) {
  const { fingerprint, difference = null } = finding;
  return { fingerprint, seen, status, difference, currency };
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

function NothingPasses({
  filters,
  total,
  onAll,
}: {
  readonly filters: QueueFilters;
  readonly total: number;
  readonly onAll: () => void;
}) {
  const { period } = useCheck();
  const isWhole = period === null;
  if (isNarrowed(filters)) {
    return (
      <EmptyState title="Nothing passes these filters" actions={<Button onPress={onAll}>Show all</Button>}>
        {total === 0 ? "There are no exceptions in this period." : `There are ${total} exceptions in all.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No exceptions"
      actions={isWhole ? null : <Button onPress={() => setPeriod(null)}>Look at the whole history</Button>}
    >
      No rule found an error or a warning in {isWhole ? "the whole history" : "this period"}. Infos can be
      shown by their severity.
    </EmptyState>
  );
}
