/** A place that is a grid with a detail beside it: Wallet and Transactions are two of them. */
import { formatCount, formatAmount } from "../../../core/money.ts";
import { hrefOf, hrefNow } from "../../app/use-route.ts";
import { UnderWay, WaitingNote, useCheck } from "../../rows/check-provider.tsx";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { areMixed } from "../../../core/words/currency.ts";
import { EVERYTHING } from "../decide/queue-filters.ts";
import { useMemo, type ReactNode, useRef, useState, type ComponentType } from "react";
import type { RecordsSince } from "../../../core/review/close/since.ts";
import { usePast } from "../../rows/moment-provider.tsx";
import type { CellMark, GridColumn } from "../../grid/columns.ts";
import { useDisplayFormat, clockOf } from "../../ui/values.tsx";
import { FaultOf, useOpenLedger, usePreferences } from "../../app/providers.tsx";
import type { SomeRows } from "../../bridge/protocol.ts";
import { choiceOf } from "../../grid/use-responsive-columns.ts";
import { RowsOut, usePrintedRows } from "../../grid/use-printed-rows.tsx";
import { GridToolbar } from "../../grid/grid-toolbar.tsx";
import { FIGURE, RECORD_TABLES, needsCheck } from "../../bridge/rows.ts";
import { type GridQuery, NO_QUERY } from "../../grid/grid-query.ts";
import type { RowChoice } from "../../grid/row-choices.tsx";
import { RecordsGrid } from "../../grid/records-grid.tsx";
import { type Measures, TotalsFoot } from "../../grid/totals-foot.tsx";
import {
  type GridHandle,
  type RecordsView,
  type Tables,
  useRecordsView,
} from "../../grid/use-records-view.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { useLasting } from "../../ui/use-lasting.ts";
import { SplitPane } from "../../ui/split-pane.tsx";
import { RecordPane, RecordSection } from "./record-matches.tsx";
import { RecordSources } from "./record-sources.tsx";
import type { LiveAnswer } from "../../app/use-answer.ts";
import type { RecordFacts } from "../../../ipc/contract.ts";
import { FindingList } from "./transaction-sums.tsx";

// Under a search: records in which its words are and that are among no rows, as a later pull no longer has them.

/** The most that are named. */
const MOST = 5;

interface VanishedMatchesProps {
  readonly table: "entries" | "transactions";
  readonly search: string;
}

function VanishedMatches({ table, search }: VanishedMatchesProps) {
  const { summary } = useCheck();
  const isAsked = search.trim() !== "" && summary !== null;
  const typed = { stays: true, isPassing: true };
  const { data = [] } = useCheckAnswer("vanished", isAsked ? { words: search } : null, typed);
  const found = data.filter((one) => one.table === table);
  if (search.trim() === "" || found.length === 0) return null;
  const { place, idName, noun } = RECORD_TABLES[table];
  return (
    <output className="note washed tone-warning pad-x-3 pad-y-2">
      {formatCount(found.length, `vanished ${noun}`)} also {found.length === 1 ? "matches" : "match"}:{" "}
      {found.slice(0, MOST).map(({ id, gonePull }, at) => (
        <span key={id}>
          {at === 0 ? null : ", "}
          <a href={hrefOf(place, id)}>
            {idName} {id}
          </a>
          , gone since pull {gonePull}
        </span>
      ))}
      {found.length > MOST ? " and more" : ""}.
    </output>
  );
}

const CHANGED: CellMark = { sign: "▲", tone: "warning" };
const VANISHED: CellMark = { sign: "×", tone: "error" };

interface SinceColumns<R> {
  readonly table: "entries" | "transactions";
  readonly columns: readonly GridColumn<R>[];
}

/** The columns of a place; of an earlier state with what is different now after the pinned ones. */
function useColumnsThen<R extends AnyRow>({ table, columns }: SinceColumns<R>): readonly GridColumn<R>[] {
  const past = usePast();
  const isPast = past !== null;
  const since = past?.since.since?.[table] ?? null;
  return useMemo(() => {
    if (!isPast) return columns;
    const pinned = columns.filter((column) => column.pinned === true);
    const others = columns.filter((column) => column.pinned !== true);
    return [...pinned, sinceColumn<R>(since), ...others];
  }, [isPast, since, columns]);
}

type AnyRow = Tables[keyof Tables];

/** The number that tells a row from the others of its table. */
function idOf(row: AnyRow): number {
  return "walletID" in row ? row.walletID : row.payID;
}

function sinceColumn<R extends AnyRow>(since: RecordsSince | null): GridColumn<R> {
  const marks = new Map([
    ...(since?.changed ?? []).map((id) => [id, "changed"] as const),
    ...(since?.vanished ?? []).map((id) => [id, "vanished"] as const),
  ]);
  const of = (row: R) => marks.get(idOf(row)) ?? null;
  return {
    id: "since",
    title: "Now",
    explains: "What is different now: changed, or vanished from the service's answer",
    kind: "text",
    width: 84,
    fixed: true,
    value: of,
    mark: (row) => {
      const mark = of(row);
      return mark === null ? null : mark === "changed" ? CHANGED : VANISHED;
    },
  };
}

interface RecordsPlaceProps<T extends keyof Tables> {
  readonly table: T;
  readonly columns: readonly GridColumn<Tables[T]>[];
  readonly measures: Measures;
  readonly actionsOf: (row: Tables[T]) => readonly RowChoice[];
  readonly Detail: ComponentType<ShownRecordProps>;
}

/** Whether wallets are in several currencies, so that each row names its own; one that states none is no reason. */
export function useManyCurrencies(): boolean {
  const { summary } = useCheck();
  return areMixed((summary?.wallets ?? []).filter(({ currency }) => currency !== null));
}

export interface ShownRecordProps {
  readonly id: number;
  /** The ledger's, named once over each sum; null where its wallets are in several. */
  readonly currency: string | null;
  readonly onClose: () => void;
}

export function RecordsPlace<T extends keyof Tables>(props: RecordsPlaceProps<T>) {
  const { table, measures, Detail } = props;
  const columns = useColumnsThen(props);
  const ledger = useOpenLedger();
  const currency = useManyCurrencies() ? null : ledger.currency;
  const { summary, first, isOtherPeriod } = useCheck();
  const view = useRecordsView(table, columns);
  const { decimals, timeZone } = useDisplayFormat();
  const coming = summary ?? first;
  const largestAmount = useLastKnown(coming?.largestAmount);
  const amountLength = largestAmount === undefined ? 0 : formatAmount(0 - largestAmount, decimals).length;
  const gridWording = useMemo(
    () => ({ decimals, amountLength, clock: clockOf(timeZone) }),
    [decimals, amountLength, timeZone],
  );
  const { current, close, query } = view;
  const showsAsRead = useShowsAsRead(table, query);
  const cover = useCover(view, table, showsAsRead);
  // How many pass is of the rows, and goes with them.
  const isShown = showsAsRead || (summary !== null && !isOtherPeriod);
  const shownView = isShown ? view : { ...view, total: null };
  // What leaves the window was checked.
  const outView = showsAsRead ? { ...view, total: null } : shownView;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const empty = useEmpty(table, query, isShown && summary !== null);
  const { preferences } = usePreferences();
  const choice = useMemo(() => choiceOf(preferences.columns, table), [preferences.columns, table]);
  const grid = useRef<GridHandle | null>(null);
  const parts = { table, columns, wording: gridWording, grid };
  const printing = usePrintedRows({ ...parts, view: outView });
  const [chosen, setChosen] = useState<SomeRows | null>(null);
  return (
    <div className="pane whole records-place">
      <PlaceHeader
        title={RECORD_TABLES[table].title}
        aside={currency === null ? undefined : `Amounts in ${currency}`}
      >
        <RowsOut {...parts} view={outView} onPrint={printing.print} />
      </PlaceHeader>
      <GridToolbar
        {...parts}
        view={shownView}
        {...{ hidden, empty }}
        periodTitle={
          coming === null || coming.period === null ? null : isOtherPeriod ? "the period" : coming.title
        }
      />
      <VanishedMatches table={table} search={query.search} />
      <SplitPane
        name={table}
        label="Width of the detail"
        width={400}
        // What was found of a record is of a period, too.
        side={
          current === null || isOtherPeriod ? null : <Detail id={current} {...{ currency }} onClose={close} />
        }
      >
        <RecordsGrid<Tables[T]>
          {...parts}
          view={view}
          idOf={idOf}
          isWhole={isWhole}
          rowClass={outside}
          choice={choice}
          empty={empty}
          onHidden={setHidden}
          cover={cover}
          actionsOf={props.actionsOf}
          onChosen={setChosen}
        />
      </SplitPane>
      {printing.paper}
      {showsAsRead ? (
        <footer className="cluster ends rigid small across-5 sunken rule-above pad-x-5 pad-y-1 grid-foot">
          <UnderWay />
        </footer>
      ) : (
        <TotalsFoot {...{ table, query, measures, currency }} selected={chosen} />
      )}
    </div>
  );
}

/** Rows outside the period are quiet. */
function outside({ inPeriod }: { readonly inPeriod: boolean }): string | undefined {
  return inPeriod ? undefined : "grid-outside";
}

/** Whether a row is checked, where that takes its time. */
function isWhole(row: AnyRow): boolean {
  return !("isChecked" in row) || row.isChecked;
}

/** Whether entries are shown as they were read, while the first check is under way. */
function useShowsAsRead(table: keyof Tables, query: GridQuery): boolean {
  const { first } = useCheck();
  return table === "entries" && first !== null && !needsCheck(query);
}

const NONE: readonly string[] = [];

/**
 * Columns that are empty in all rows of the period, the history or a figure: whoever searches and filters these
 * sees none move. Those of the rows before, until it is known of these. What is sorted or filtered by stays in sight.
 */
function useEmpty(
  table: keyof Tables,
  { onlyPeriod, sort, filters }: GridQuery,
  isKnown: boolean,
): readonly string[] {
  const { [FIGURE]: figure } = filters;
  const rows = {
    ...NO_QUERY,
    onlyPeriod,
    filters: figure === undefined ? {} : { [FIGURE]: figure },
    from: 0,
    count: 0,
  };
  const { data } = useCheckAnswer("emptyColumns", isKnown ? { table, rows } : null, { stays: true });
  const asked = JSON.stringify([sort.map(({ column }) => column), Object.keys(filters)]);
  return useMemo(() => data?.columns.filter((id) => !asked.includes(`"${id}"`)) ?? NONE, [data, asked]);
}

/** A value, and as long as there is none the one before. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [known, setKnown] = useState(value);
  if (value !== undefined && value !== known) setKnown(value);
  return value ?? known;
}

/** What stands instead of rows; null while there are some. */
function useCover(view: RecordsView<unknown>, noun: keyof Tables, showsAsRead: boolean): ReactNode {
  const { state, error, summary, retry, isOtherPeriod } = useCheck();
  const { total, all, change, query } = view;
  const isLate = useLasting(total === null);
  if (!showsAsRead && (summary === null || isOtherPeriod)) {
    if (state === "failed") return <FaultOf error={error} onTryAgain={retry} />;
    return <WaitingNote />;
  }
  if (view.error !== null) return <FaultOf error={view.error} onTryAgain={retry} />;
  // As while texts are on their way that a search needs.
  if (total === null) return isLate ? <WaitingNote /> : null;
  if (total !== 0) return null;
  if (all === 0) {
    return <EmptyState title={`No ${noun} yet`}>Pull, or import saved responses.</EmptyState>;
  }
  return (
    <EmptyState
      title={`No ${noun} match`}
      actions={
        <Button onPress={() => change({ ...NO_QUERY, sort: query.sort, onlyPeriod: false })}>Show all</Button>
      }
    >
      Change the search, the filters or the period.
    </EmptyState>
  );
}

/** Nothing while now is shown, and of a record that is the same now. */
function SinceNote({ table, id }: { readonly table: keyof Tables; readonly id: number }) {
  const since = usePast()?.since.since?.[table] ?? null;
  if (since === null) return null;
  if (since.vanished.includes(id)) {
    return (
      <RecordSection title="Now">
        <p className="tone-error">× It vanished since: the service does not list it any more.</p>
      </RecordSection>
    );
  }
  if (!since.changed.includes(id)) return null;
  return (
    <RecordSection title="Now">
      <p className="tone-warning">
        ▲ It changed since. <a href={hrefNow(RECORD_TABLES[table].place, id)}>Show it as of now</a>
      </p>
    </RecordSection>
  );
}

// Of a record that the newest pull no longer holds: that it is so, and what was found of it.

/** More findings than any one record has. */
const MOST_SHOWN = 100;

type Versions = RecordFacts["versions"];

/**
 * What became of a record that is in no check.
 *
 * @param versions oldest first; undefined while they are read
 * @example `Vanished: pull 3 is the first without this transaction. The ledger keeps it as it was last seen, below.`
 */
export function goneWords(noun: "entry" | "transaction", versions: Versions | undefined): string {
  const lastSeen = versions?.findLastIndex(({ document }) => document !== null) ?? -1;
  const gone = versions?.[lastSeen + 1];
  if (lastSeen === -1 || gone === undefined) return `The newest pull has no such ${noun}.`;
  return `Vanished: pull ${gone.pull.id} is the first without this ${noun}. The ledger keeps it as it was last seen, below.`;
}

interface NotHeldProps {
  readonly table: keyof Tables;
  readonly id: number;
  readonly versions: Versions | undefined;
}

function NotHeld({ table, id, versions }: NotHeldProps) {
  const { idName, noun } = RECORD_TABLES[table];
  const { data } = useCheckAnswer("exceptions", {
    ...EVERYTHING,
    order: "record",
    search: String(id),
    count: MOST_SHOWN,
  });
  const findings = data?.rows.filter(({ finding }) => finding[idName] === id) ?? [];
  return (
    <RecordSection title="Found">
      <p>{goneWords(noun, versions)}</p>
      {findings.length === 0 ? null : <FindingList findings={findings} />}
    </RecordSection>
  );
}

interface RecordDetailProps<C> extends Omit<NotHeldProps, "versions"> {
  readonly found: LiveAnswer<C | null>;
  readonly record: LiveAnswer<RecordFacts>;
  readonly aside: ReactNode;
  readonly onClose: () => void;
  /** All that the check says of it, where the newest pull has it. */
  readonly children: (context: C) => ReactNode;
}

/** One record in full, where it comes from last; of one that is in no check what became of it. */
export function RecordDetail<C>({ table, id, found, record, ...rest }: RecordDetailProps<C>) {
  const { data, error, readAgain } = found;
  return (
    <RecordPane title={`${RECORD_TABLES[table].idName} ${id}`} aside={rest.aside} onClose={rest.onClose}>
      <FaultOf error={error} onTryAgain={readAgain} />
      {data === null ? <NotHeld table={table} id={id} versions={record.data?.versions} /> : null}
      <SinceNote table={table} id={id} />
      {data === undefined || data === null ? null : rest.children(data)}
      <RecordSources record={record} />
    </RecordPane>
  );
}
