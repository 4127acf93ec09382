/** The queue beside the finding that is current, and the keys that go through it. */
import { selectableOf } from "../../bridge/selectable.ts";
import { runShortcut } from "../../ui/use-keys.ts";
import { type Selection, NOTHING_SELECTED, selectAll } from "../../shared/decide/selection.ts";
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { usePointing } from "./finding-points.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Tooltip } from "../../ui/defined.tsx";
import { QUEUE_KEYS, type QueueCommand, type QueueActions, useQueueKeys } from "./use-queue-keys.ts";
import { formatCount } from "../../../core/money.ts";
import { STATUS_WORDS } from "../../shared/decide/finding-words.ts";
import { amountText, useDisplayFormat } from "../../ui/values.tsx";
import { amountWords, atStakeIn } from "../../../core/report/exceptions/class-words.ts";
import { currencyAmount } from "../../../core/words/currency.ts";
import { useAccepting } from "./use-proposals.ts";
import { ProposalNote } from "./proposal-note.tsx";
import { QueueEnd, useQueueEnd, type EndOfQueue } from "./queue-end.tsx";
import { flushSync } from "react-dom";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { showFault } from "../../app/show-fault.ts";
import { type CheckClient, isCancelled } from "../../rows/load.ts";
import type {
  CheckSummary,
  ExceptionRow,
  ExceptionsRequest,
  ReviewSummary,
  SelectableException,
} from "../../bridge/protocol.ts";
import { isAt } from "../../app/use-route.ts";
import { WaitingNote, useCheck } from "../../rows/check-provider.tsx";
import { type DecisionStates, isBeingWritten, standingRow } from "../../rows/decision-states.ts";
import { SplitPane } from "../../ui/split-pane.tsx";
import { BulkDecisions, type BulkHandle, AcceptDialog } from "./bulk-decisions.tsx";
import { CurrentFinding, type CurrentHandle } from "./current-finding.tsx";
import { refuseWhileListChanges, sayDecided, type Current, useCurrent, useSelection } from "./use-current.ts";
import { ALL_EXCEPTIONS, EVERYTHING } from "../../shared/decide/queue-filters.ts";
import { QueueEmpty, useQueueAddress, type QueueRows, useQueueRows, isWaiting } from "./use-queue-rows.tsx";
import { QueueFilterBar } from "./queue-filter-bar.tsx";
import { QueueList, type QueueListHandle } from "./queue-list.tsx";
import { returnTo, useReturned } from "../../shared/decide/drafts.ts";
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import { speak } from "../../shared/decide/use-undo.tsx";
import { useDialogs } from "../../app/providers.tsx";
import { startOf } from "../../shared/record/match-start.ts";
import { matchedWords, recordsOf } from "../../shared/decide/match-words.ts";
import { IS_BANK_RULE } from "../../../core/reconcile/input/rules.ts";
import { BankPart } from "../../shared/record/bank-part.tsx";
import { useBankAccepting } from "../../shared/record/use-bank-accepting.tsx";
import { markSolved } from "../../shared/record/solved.ts";
import { reopenedWith, useMatches } from "../../shared/record/match-card.tsx";
import { warn } from "../../ui/toast.tsx";

const SHOWN: readonly (readonly [QueueCommand, string])[] = [
  ["next", "Next"],
  ["previous", "Previous"],
  ["nextWaiting", "Next undecided"],
  ["open", "Detail"],
  ["select", "Select"],
  ["selectRange", "To here"],
  ["selectAll", "Select all"],
  ["decideAlike", "All like it"],
];

/** The keys of the list as buttons: whoever does not know a key sees it where he presses. */
const QueueKeysBar = memo(function QueueKeysBar() {
  return (
    <div
      className="wrap rigid queue-keys rule-above gap-half pad-x-2 pad-y-1"
      role="toolbar"
      aria-label="Moving and selecting"
    >
      {SHOWN.map(([command, label]) => {
        const { keys, does } = QUEUE_KEYS[command];
        return (
          <Tooltip key={command} content={does}>
            <Button size="s" variant="quiet" words={label} keys={keys} onPress={() => runShortcut(keys)} />
          </Tooltip>
        );
      })}
    </div>
  );
});

interface ReviewQueueProps {
  readonly ledger: LedgerFacts;
  readonly client: CheckClient;
  readonly summary: CheckSummary;
  readonly review: ReviewSummary;
}

export function ReviewQueue({ ledger, client, summary, review }: ReviewQueueProps) {
  const check = useCheck();
  const { revision, decisionStates, unsaved } = check;
  const address = useQueueAddress(ledger.key, review);
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
  const pointing = usePointing(ledger, current);

  const selecting = useSelection(current, address.filters, sayUnlessCancelled);
  const { selection, select } = selecting;
  useTakingUp(ledger.key, client, select, bulk);
  useRefusingKeys(isOtherPeriod || current.isSettling);
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
  const end = useQueueEnd(review.progress);
  const repeat = useRepeat(onDecided, end);
  const accepting = useAccepting(ledger, current.row, onDecided);
  const bank = useBankAccepting(ofBank(current.row));
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
    point: () => pointing.ask?.(),
    acceptProposal: bank.acceptFirst ?? accepting.acceptOne,
    acceptAlike: bank.acceptAlike ?? accepting.acceptAlike,
    decideAlike: () => {
      if (ledger.readOnly === null && current.row !== null)
        selecting.selectLike(current.row.finding.fingerprint);
    },
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
  useQueueKeys(actions, current.row !== null || selection.lines.size > 0);

  return (
    <>
      <QueueFilterBar
        filters={address.filters}
        rules={review.rules}
        pointed={pointing.pointed}
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
              {...{ ledger, summary, onMatch: match, onPoint: pointing.ask }}
              proposal={
                bank.shown === null ? (
                  <ProposalNote {...accepting} isInGroup={together.length > 0} />
                ) : (
                  <>
                    <BankPart of={bank.shown} keys={QUEUE_KEYS.acceptProposal.keys} onAccept={bank.accept} />
                    {bank.acceptAlike === null ? null : (
                      <p>
                        <Button
                          size="s"
                          aria-keyshortcuts={QUEUE_KEYS.acceptAlike.keys}
                          onPress={bank.acceptAlike}
                        >
                          Accept all of the month like it <Kbd keys={QUEUE_KEYS.acceptAlike.keys} />
                        </Button>
                      </p>
                    )}
                  </>
                )
              }
              together={together.length}
              selected={selection.lines.size}
              onChoose={actions.decide}
              onDecided={onDecided}
              onLeave={listFocus.take}
            />
          )
        }
      >
        {isOtherPeriod ? (
          // Nothing of another period is shown.
          <WaitingNote />
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
            onLike={
              ledger.readOnly === null ? ({ finding }) => selecting.selectLike(finding.fingerprint) : null
            }
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
        {pointing.dialog}
        {bank.dialog}
        {isOtherPeriod || rows.total === null || rows.total === 0 ? null : (
          <QueueSum total={rows.total} sums={rows.sums} />
        )}
        {isOtherPeriod || end === null ? null : <QueueEnd end={end} canWrite={ledger.readOnly === null} />}
        {isOtherPeriod || rows.total === 0 ? null : <QueueKeysBar />}
      </SplitPane>
    </>
  );
}

/** The entry of a finding about a bank's lines; null of any other. */
function ofBank(row: ExceptionRow | null): number | null {
  return row !== null && IS_BANK_RULE.has(row.finding.rule) ? row.finding.walletID : null;
}

function QueueSum({ total, sums }: { readonly total: number; readonly sums: QueueRows["sums"] }) {
  const { decimals } = useDisplayFormat();
  const { amounts = [], breaks = [] } = sums ?? {};
  return (
    <output
      className="cluster rigid small sunken rule-above across-3 pad-x-2 pad-y-1"
      aria-label="Totals of the queue"
    >
      <span className="medium">{formatCount(total, "finding")}</span>
      {amounts.map((one) => (
        <span key={one.currency} title="What the findings are about in money, each event once">
          <span className="quiet">At stake</span>{" "}
          {currencyAmount(one.currency, amountWords(atStakeIn(one), decimals))}
        </span>
      ))}
      {breaks.map(({ currency, difference }) => (
        <span key={currency}>
          <span className="quiet">Break differences</span>{" "}
          {currencyAmount(currency, amountText(difference, { decimals, sign: true }))}
        </span>
      ))}
    </output>
  );
}

/** Where one begins, also under other filters: at the first finding that waits, unless one is named. */
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
function useRefusingKeys(isRefusing: boolean): void {
  // Before any key that is pressed on what is drawn now.
  useLayoutEffect(() => (isRefusing ? refuseWhileListChanges() : undefined), [isRefusing]);
}

/** Takes a decision on several up again that was not saved: selects them, and opens its dialog. */
function useTakingUp(
  ledger: string,
  client: CheckClient,
  select: (selection: Selection) => void,
  bulk: RefObject<BulkHandle | null>,
): void {
  const returned = useReturned(ledger);
  useEffect(() => {
    if (returned === null) return;
    returnTo(ledger, null);
    const named = new Set(returned.draft.items.map(({ fingerprint }) => fingerprint));
    const take = (all: readonly SelectableException[]) => {
      flushSync(() => select(selectAll(all.filter(({ fingerprint }) => named.has(fingerprint)))));
      bulk.current?.reopen(returned);
    };
    client.call("selectable", EVERYTHING).then(take, sayUnlessCancelled);
  }, [returned, ledger, client, select, bulk]);
}

function sayUnlessCancelled(error: unknown): void {
  if (!isCancelled(error)) showFault(error);
}

// The lines around one that the same cause explains: what one decision covers.

/**
 * @returns the lines of the queue that the cause of the line at `index` explains, that line among them; none
 *   where it is the only one, or the queue is in another order
 */
function causeLines(rows: Pick<QueueRows, "rowAt" | "heads">, index: number): readonly ExceptionRow[] {
  const place = rows.rowAt(index)?.cause?.place ?? null;
  if (place === null || rows.heads.size === 0) return [];
  const around = (step: 1 | -1) => {
    const found: ExceptionRow[] = [];
    for (let at = index + step; ; at += step) {
      const row = rows.rowAt(at);
      if (row?.cause?.place !== place) return found;
      found.push(row);
    }
  };
  const own = rows.rowAt(index);
  const lines = own === null ? [] : [...around(-1).toReversed(), own, ...around(1)];
  return lines.length > 1 ? lines : [];
}

// The focus of a list that comes and goes, as it does with the period: the place's title keeps it until the
// list is there again.

function useListFocus(list: RefObject<{ readonly focus: () => void } | null>) {
  const isKept = useRef(false);
  /** What has the focus is about to go. */
  const keep = useCallback(() => {
    titleOfPlace()?.focus({ preventScroll: true });
    isKept.current = true;
  }, []);
  const take = useCallback(() => {
    if (list.current === null) keep();
    else list.current.focus();
  }, [keep, list]);
  /** Told of the list's element once it is there. @returns what is to be called before it goes */
  const attach = useCallback(
    (element: HTMLElement | null) => {
      // Whoever went somewhere else meanwhile stays there.
      if (isKept.current && document.activeElement === titleOfPlace())
        element?.focus({ preventScroll: true });
      isKept.current = false;
      return () => {
        if (element !== null && document.activeElement === element) keep();
      };
    },
    [keep],
  );
  return useMemo(() => ({ take, attach }), [take, attach]);
}

function titleOfPlace(): HTMLElement | null {
  return document.getElementById(PLACE_TITLE_ID);
}

// Deciding as before: the same decision with the same note on what is shown now, by one key.

/**
 * @param onDecided told the fingerprints
 * @param end null while anything waits
 * @returns decides on those of some findings that wait; what is decided stays as it is
 */
function useRepeat(
  onDecided: (decided: ReadonlySet<string>) => void,
  end: EndOfQueue | null,
): (lines: readonly SelectableException[]) => void {
  const { decide, lastDecided } = useCheck();
  return (lines) => {
    const items = lines
      .filter(({ status }) => isWaiting(status))
      .map(({ fingerprint, seen }) => ({ fingerprint, seen }));
    if (lastDecided === null) {
      warn(
        "Nothing was decided before",
        "Decide on a finding first. Then this key decides the next in the same way.",
      );
      return;
    }
    if (items.length === 0 && end !== null) {
      warn(end.words, end.next);
      return;
    }
    if (items.length === 0) {
      sayDecided();
      return;
    }
    const { status, note } = lastDecided;
    decide({ items, status, note, about: formatCount(items.length, "finding") }).catch(showFault);
    speak(`${STATUS_WORDS[status]}.`);
    onDecided(new Set(items.map(({ fingerprint }) => fingerprint)));
  };
}

// Matching the current finding by hand, and going on to the next that waits.

/** @returns what opens the dialog; null where no match may explain the finding, or nothing can be written */
function useMatching({ key, readOnly, human }: LedgerFacts, current: Current): (() => void) | null {
  const dialogs = useDialogs();
  const { row, goToWaiting } = current;
  const { matches } = useMatches();
  const start = row === null || readOnly !== null ? null : startOf(row.finding);
  if (row === null || start === null) return null;
  const { fingerprint } = row.finding;
  const reopened = reopenedWith(matches ?? [], start);
  const request = reopened === null ? { from: start } : { from: recordsOf(reopened), again: reopened.id };
  return () =>
    dialogs.show({
      is: "match",
      ...request,
      onMatched: (sides) => {
        // The check that follows raises it no more.
        markSolved(key, fingerprint, { words: matchedWords(sides), before: human });
        void goToWaiting();
      },
    });
}
