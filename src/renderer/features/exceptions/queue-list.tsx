/** The queue: one line for each finding that passes the filters; only the visible ones are drawn. */
import {
  memo,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useMemo,
} from "react";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import type { ExceptionRow, KindHead, RowCause } from "../../bridge/protocol.ts";
import { Badge } from "../../ui/badge.tsx";
import { Amount, When, useDisplayFormat } from "../../ui/values.tsx";
import { SeverityMark, StatusMark } from "../../ui/marks.tsx";
import { forwardWords, broughtForward } from "./finding-context.ts";
import { STATUS_WORDS, findingSubject, findingTitle } from "../../shared/decide/finding-words.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { isWaiting, type QueueRows } from "./use-queue-rows.tsx";
import { type WaitOf, useLetterWaits } from "../../shared/months/use-letter-waits.ts";
import { areMixed } from "../../../core/words/currency.ts";
import { NOT_UNIQUE, NOT_UNIQUE_MEANING } from "../../../core/words/cause.ts";
import { usePast } from "../../rows/moment-provider.tsx";

interface QueueLineProps {
  readonly row: ExceptionRow;
  /** Named before its amount; null where the queue has one alone. */
  readonly currency: string | null;
  readonly forward: string | null;
  readonly isSelected: boolean;
  /** How a decision on it is doing that is not in the ledger. */
  readonly state: "saving" | "not saved" | null;
  readonly proposed: DecisionStatus | null;
  readonly letter: string | null;
  readonly since: string | null;
}

/** One line of the queue: severity, cause, the rule that found it, record, difference or amount at stake, date, status, who. */
const QueueLine = memo(function QueueLine({
  row,
  currency,
  forward,
  isSelected,
  state,
  proposed,
  letter,
  since,
}: QueueLineProps) {
  const { finding, status, decision, before, atMs } = row;
  const by = (decision ?? before)?.by ?? "";
  const [title, rule] = [findingTitle(row), ruleName(finding.rule)];
  return (
    <>
      <span className="queue-box" aria-hidden="true">
        <span className="check-box" data-selected={isSelected ? "" : undefined} />
      </span>
      <span>
        <SeverityMark severity={finding.severity} bare />
      </span>
      <span className="medium ellipsis beside gap-1 queue-rule">
        <span className="ellipsis">{title}</span>
        {title === rule ? null : <span className="small quiet light ellipsis queue-found-by"> {rule}</span>}
        {forward === null ? null : <Forward month={forward} />}
        {letter === null ? null : <WaitsFor letter={letter} />}
        {since === null ? null : <span className="small tone-warning"> {since}</span>}
      </span>
      <span className="quiet ellipsis queue-subject">{findingSubject(finding)}</span>
      <span className="to-right queue-difference">
        {finding.difference === undefined ? (
          <AtStake amount={finding.atStake} currency={currency} />
        ) : (
          <>
            <Currency of={currency} />
            <Amount value={finding.difference} sign />
          </>
        )}
      </span>
      <span className="quiet unbroken queue-date">{atMs === null ? null : <When atMs={atMs} />}</span>
      <span className="queue-status">
        {state === "not saved" ? <Badge tone="error">Not saved</Badge> : <StatusMark status={status} />}
        {state === "saving" ? <span className="quiet"> saving…</span> : null}
      </span>
      <span className="quiet ellipsis queue-by" title={by}>
        {proposed === null ? by : <Proposed status={proposed} />}
      </span>
    </>
  );
});

/** Before an amount; nothing where none is stated. */
function Currency({ of }: { readonly of: string | null }) {
  return of === null ? null : <span className="small quiet">{of} </span>;
}

/** What ranks a finding that states no difference. */
function AtStake({ amount, currency }: { readonly amount: number } & Pick<QueueLineProps, "currency">) {
  if (amount === 0) return null;
  return (
    <span className="small quiet unbroken" title="What the finding is about in money. It ranks findings.">
      <span className="only-spoken">at stake </span>
      <span aria-hidden="true" className="queue-at-stake">
        at stake{" "}
      </span>
      <Currency of={currency} />
      <Amount value={amount} />
    </span>
  );
}

function Proposed({ status }: { readonly status: DecisionStatus }) {
  return <span title={`An earlier decision proposes: ${STATUS_WORDS[status].toLowerCase()}`}>proposal</span>;
}

/** In a narrow line the reference may be cut off. */
function WaitsFor({ letter }: { readonly letter: string }) {
  const words = `waits for ${letter}`;
  return (
    <span className="small quiet light" title={words}>
      {" "}
      {words}
    </span>
  );
}

/** As accountants abbreviate it; in full where there is room, and read aloud. */
function Forward({ month }: { readonly month: string }) {
  return (
    <span className="small quiet light" title={forwardWords(month)}>
      <span aria-hidden="true"> b/f {month}</span>
      <span className="only-spoken">, {forwardWords(month)}</span>
    </span>
  );
}

export interface QueueListHandle {
  readonly focus: () => void;
  readonly pageRows: () => number;
}

interface QueueListProps {
  readonly rows: QueueRows;
  readonly current: number;
  readonly isSelected: (fingerprint: string) => boolean;
  /** How a decision on it is doing that is not in the ledger; null for most. */
  readonly stateOf: (fingerprint: string) => "saving" | "not saved" | null;
  readonly proposedOf: (fingerprint: string) => DecisionStatus | null;
  readonly onCurrent: (index: number, row: ExceptionRow) => void;
  readonly onToggle: (index: number, row: ExceptionRow, upTo: boolean) => void;
  /** Selects all of the kind of a finding that wait; null where nothing can be decided. */
  readonly onLike: ((row: ExceptionRow) => void) | null;
  /** The pointer was pressed on one line and is over another. */
  readonly onDrag: (from: ExceptionRow, to: ExceptionRow) => void;
  readonly handle: Ref<QueueListHandle>;
  /** Told of the list's element once it is there. @returns what is to be called before it goes */
  readonly onThere: (list: HTMLElement | null) => () => void;
}

/** Above this width a line stands on one row, in columns wide enough for a payref; below it takes two. */
const WIDE = 880;
/** With room for a currency before each difference. */
const WIDE_MIXED = 932;
const ROW_WIDE = 28;
const ROW_NARROW = 46;
/** What is said of a cause stands above its first line. */
const HEAD = 26;

export function QueueList({ rows, current, handle, onThere, ...line }: QueueListProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const total = rows.total ?? 0;
  const isMixed = areMixed(rows.sums?.amounts ?? []);
  const isWide = useIsWide(scroll, isMixed ? WIDE_MIXED : WIDE);
  // Nothing of it is handed to what is memoised.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => (isWide ? ROW_WIDE : ROW_NARROW) + (rows.heads.has(index) ? HEAD : 0),
    overscan: 6,
  });
  const pressed = useRef<ExceptionRow | null>(null);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const { show } = rows;
  useEffect(() => show(first, last), [show, first, last]);
  const { heads } = rows;
  const since = useFindingsSince();
  const waitOf = useLetterWaits();
  // Which lines are higher is known with the rows.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => virtual.measure(), [virtual, isWide, heads]);
  useEffect(() => {
    if (current >= 0 && current < total) virtual.scrollToIndex(current, { align: "auto" });
  }, [virtual, current, total, isWide]);
  useLayoutEffect(() => onThere(scroll.current), [onThere]);
  useImperativeHandle(
    handle,
    () => ({
      focus: () => scroll.current?.focus({ preventScroll: true }),
      pageRows: () =>
        Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / (isWide ? ROW_WIDE : ROW_NARROW))),
    }),
    [isWide],
  );
  return (
    <>
      <p className="print-note">
        Only the visible exceptions are printed, of {formatAmount(total)}. Export the workbook for all of
        them.
      </p>
      <Columns />
      <div
        ref={scroll}
        className={`holds scrolls busy queue ${isWide ? "queue-wide" : "queue-narrow"}${isMixed ? " queue-mixed" : ""}`}
        // A select cannot hold lines of columns, nor draw only those in view.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label="Exceptions"
        aria-multiselectable="true"
        aria-busy={rows.isStale}
        tabIndex={0}
        {...(current >= 0 && items.some(({ index }) => index === current)
          ? { "aria-activedescendant": lineId(current) }
          : {})}
      >
        <div className="holds queue-space" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => (
            <Place
              key={index}
              start={start}
              size={size}
              head={heads.has(index) ? (heads.get(index) ?? "cause") : null}
              isByCause={heads.size > 0}
              isMixed={isMixed}
              index={index}
              total={total}
              since={since}
              waitOf={waitOf}
              onPressed={(row) => (pressed.current = row)}
              onOver={(row) => {
                if (pressed.current !== null) line.onDrag(pressed.current, row);
              }}
              {...line}
            >
              {{ row: rows.rowAt(index), isCurrent: index === current }}
            </Place>
          ))}
        </div>
      </div>
    </>
  );
}

/** Each line names its parts itself to screen readers. */
function Columns() {
  return (
    <div className="rigid tiny rule-below faint queue-columns" aria-hidden="true">
      <span className="ellipsis queue-rule">Cause</span>
      <span className="ellipsis queue-subject">Record</span>
      <span className="to-right queue-difference">Difference</span>
      <span className="unbroken queue-date">Date</span>
      <span className="queue-status">Status</span>
      <span className="ellipsis queue-by">Who</span>
    </div>
  );
}

function lineId(index: number): string {
  return `queue-line-${index}`;
}

interface PlaceProps extends Omit<QueueListProps, "rows" | "current" | "handle" | "onThere"> {
  readonly start: number;
  readonly size: number;
  readonly head: "cause" | KindHead | null;
  /** Whether what one cause explains stands together. */
  readonly isByCause: boolean;
  /** Whether amounts of several currencies stand under each other. */
  readonly isMixed: boolean;
  readonly index: number;
  readonly total: number;
  readonly since: ReadonlyMap<string, string>;
  readonly waitOf: WaitOf;
  /** The pointer was pressed on it; null when not so that one drags. */
  readonly onPressed: (row: ExceptionRow | null) => void;
  /** The pointer came over it while it was pressed. */
  readonly onOver: (row: ExceptionRow) => void;
  readonly children: { readonly row: ExceptionRow | null; readonly isCurrent: boolean };
}

function Place({
  start,
  size,
  head,
  isByCause,
  isMixed,
  index,
  total,
  since,
  waitOf,
  onPressed,
  onOver,
  children,
  ...props
}: PlaceProps) {
  const { isSelected, stateOf, proposedOf, onCurrent, onToggle } = props;
  const { row, isCurrent } = children;
  const { timeZone } = useDisplayFormat();
  const period = useCheck().summary?.period ?? null;
  const selected = row !== null && isSelected(row.finding.fingerprint);
  const above = head === null ? 0 : HEAD;
  const cause = row?.cause ?? null;
  const isTogether = isByCause && cause !== null && cause.findings > 1;
  const onPress = (event: MouseEvent) => {
    if (row === null) return;
    const onBox = event.target instanceof Element && event.target.closest(".queue-box") !== null;
    if (onBox || event.ctrlKey || event.metaKey || event.shiftKey) onToggle(index, row, event.shiftKey);
    else onCurrent(index, row);
  };
  const line = (
    // Keys reach a line through the list, which holds the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={lineId(index)}
      className={`across-2 edge-below line queue-line${isTogether ? " queue-together" : ""}${isCurrent ? " queue-current" : ""}${selected ? " queue-selected" : ""}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ height: size - above, transform: `translateY(${start + above}px)` }}
      onClick={onPress}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
        onPressed(event.button === 0 ? row : null);
      }}
      onMouseEnter={(event) => {
        if (event.buttons === 1 && row !== null) onOver(row);
      }}
    >
      {row === null ? (
        <span className="faint">…</span>
      ) : (
        <QueueLine
          row={row}
          currency={isMixed ? row.currency : null}
          forward={broughtForward(row, period, timeZone)}
          isSelected={selected}
          state={stateOf(row.finding.fingerprint)}
          proposed={isWaiting(row.status) ? proposedOf(row.finding.fingerprint) : null}
          letter={waitOf(row)?.ref ?? null}
          since={since.get(row.finding.fingerprint) ?? null}
        />
      )}
    </div>
  );
  const said = head === "cause" ? cause && headOfCause(cause, row?.currency ?? null) : head;
  if (said === null) return line;
  const { onLike } = props;
  return (
    <>
      <QueueHead
        start={start}
        {...said}
        onLike={onLike === null || row === null || head === "cause" ? null : () => onLike(row)}
      />
      {line}
    </>
  );
}

/** @param least pixels */
function useIsWide(element: { readonly current: HTMLElement | null }, least: number): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => setIsWide((entry?.contentRect.width ?? 0) >= least));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, least]);
  return isWide;
}

function headOfCause(cause: RowCause, currency: string | null) {
  const { title, findings, amount, unique } = cause;
  return { title, findings, amounts: [{ currency, amount }], isUnique: unique };
}

interface QueueHeadProps extends Pick<KindHead, "title" | "findings" | "amounts"> {
  readonly isUnique?: boolean;
  /** Where it stands, in pixels. */
  readonly start: number;
  readonly onLike: (() => void) | null;
}

/** Screen readers hear it with each of its lines. */
function QueueHead({ title, findings, amounts, isUnique = true, start, onLike }: QueueHeadProps) {
  return (
    <div
      className="small beside at-end gap-3 edge-below sunken queue-head"
      aria-hidden="true"
      style={{ height: HEAD, transform: `translateY(${start}px)` }}
      title={
        onLike === null
          ? "One cause explains these findings. A decision covers all of them that are shown."
          : "These findings are of one kind."
      }
    >
      <b className="ellipsis">{title}</b>
      <span className="quiet unbroken">{formatCount(findings, "finding")}</span>
      {isUnique ? null : (
        <span className="unbroken tone-warning" title={NOT_UNIQUE_MEANING}>
          {NOT_UNIQUE}
        </span>
      )}
      {onLike === null ? null : (
        // The same as Shift+A, for whoever points.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span className="unbroken queue-like" onClick={onLike}>
          Decide all like it
        </span>
      )}
      <span className="unbroken to-end">
        {amounts.map(({ currency, amount }, at) => (
          <span key={currency}>
            {at === 0 ? "" : ", "}
            <Currency of={currency} />
            <Amount value={amount} />
          </span>
        ))}
      </span>
    </div>
  );
}

/** By fingerprint, those that are not the same now; none while now is shown. */
function useFindingsSince(): ReadonlyMap<string, string> {
  const findings = usePast()?.since.since?.findings ?? null;
  return useMemo(
    () =>
      new Map([
        ...(findings?.gone ?? []).map(({ fingerprint }) => [fingerprint, "▲ not found now"] as const),
        ...(findings?.redecided ?? []).map(({ fingerprint }) => [fingerprint, "▲ other status now"] as const),
      ]),
    [findings],
  );
}
