/** The queue: one line for each finding that passes the filters; only the visible ones are drawn. */
import { useDisplayFormat } from "../../../ui/values/display-format.tsx";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { formatAmount } from "../../../../core/money.ts";
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import type { ExceptionRow } from "../../../check/protocol.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import { broughtForward } from "../finding/brought-forward.ts";
import { isWaiting } from "../finding/movement.ts";
import { type WaitOf, useLetterWaits } from "../../../shared/letters/use-letter-waits.ts";
import { QueueHead } from "./queue-head.tsx";
import { useFindingsSince } from "./use-findings-since.ts";
import { QueueLine } from "./queue-line.tsx";
import type { QueueRows } from "./use-queue-rows.ts";

export interface QueueListHandle {
  readonly focus: () => void;
  /** Whole lines in view, one at least. */
  readonly pageRows: () => number;
}

interface QueueListProps {
  readonly rows: QueueRows;
  /** Index of the current line, −1 without one. */
  readonly current: number;
  readonly isSelected: (fingerprint: string) => boolean;
  /** How a decision on it is doing that is not in the ledger; null for most. */
  readonly stateOf: (fingerprint: string) => "saving" | "not saved" | null;
  /** The status that is proposed for a finding; null where none is. */
  readonly proposedOf: (fingerprint: string) => DecisionStatus | null;
  readonly onCurrent: (index: number, row: ExceptionRow) => void;
  readonly onToggle: (index: number, row: ExceptionRow, upTo: boolean) => void;
  /** The pointer was pressed on one line and is over another. */
  readonly onDrag: (from: ExceptionRow, to: ExceptionRow) => void;
  readonly handle: Ref<QueueListHandle>;
  /** Told of the list's element once it is there. @returns what is to be called before it goes */
  readonly onThere: (list: HTMLElement | null) => () => void;
}

/**
 * Above this width a line stands on one row, in columns that hold a rule and a payref whole; below it takes
 * two.
 */
const WIDE = 880;
const ROW_WIDE = 28;
const ROW_NARROW = 46;
/** What is said of a cause stands above its first line. */
const HEAD = 26;

export function QueueList({ rows, current, handle, onThere, ...line }: QueueListProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(scroll);
  const total = rows.total ?? 0;
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
        className={`queue ${isWide ? "queue-wide" : "queue-narrow"}`}
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
              hasHead={heads.has(index)}
              isByCause={heads.size > 0}
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
    <div className="rigid tiny queue-columns" aria-hidden="true">
      <span className="medium queue-rule">Rule</span>
      <span className="quiet queue-subject">Record</span>
      <span className="queue-difference">Difference</span>
      <span className="quiet unbroken queue-date">Date</span>
      <span className="queue-status">Status</span>
      <span className="quiet queue-by">Who</span>
    </div>
  );
}

export function lineId(index: number): string {
  return `queue-line-${index}`;
}

interface PlaceProps extends Omit<QueueListProps, "rows" | "current" | "handle" | "onThere"> {
  readonly start: number;
  readonly size: number;
  /** Whether what is said of its cause stands above it. */
  readonly hasHead: boolean;
  /** Whether what one cause explains stands together. */
  readonly isByCause: boolean;
  readonly index: number;
  readonly total: number;
  /** What is different now, by fingerprint. */
  readonly since: ReadonlyMap<string, string>;
  readonly waitOf: WaitOf;
  /** The pointer was pressed on it; null when not so that one drags. */
  readonly onPressed: (row: ExceptionRow | null) => void;
  /** The pointer came over it while it was pressed. */
  readonly onOver: (row: ExceptionRow) => void;
  readonly children: { readonly row: ExceptionRow | null; readonly isCurrent: boolean };
}

/** One positioned, clickable row. */
function Place({
  start,
  size,
  hasHead,
  isByCause,
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
  const head = hasHead ? HEAD : 0;
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
      className={`queue-line${isTogether ? " queue-together" : ""}${isCurrent ? " queue-current" : ""}${selected ? " queue-selected" : ""}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ height: size - head, transform: `translateY(${start + head}px)` }}
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
  if (!hasHead || cause === null) return line;
  return (
    <>
      <QueueHead cause={cause} currency={row?.currency ?? null} start={start} height={HEAD} />
      {line}
    </>
  );
}

function useIsWide(element: { readonly current: HTMLElement | null }): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => setIsWide((entry?.contentRect.width ?? 0) >= WIDE));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return isWide;
}
