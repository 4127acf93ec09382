/** A place that is a grid with a detail beside it: Wallet and Transactions are two of them. */
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { FaultOf } from "../../app/fault-of.tsx";
import { formatAmount } from "../../../core/money.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useCheck } from "../../check/check-provider.tsx";
import type { SomeRows, TransactionRow, WalletRow } from "../../check/protocol.ts";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { choiceOf } from "../../grid/columns/chosen-columns.ts";
import { VanishedMatches } from "./vanished-matches.tsx";
import { useColumnsThen } from "./since-column.ts";
import type { GridColumn } from "../../grid/columns/columns.ts";
import { RowsOut } from "../../grid/export/rows-out.tsx";
import { usePrintedRows } from "../../grid/export/use-printed-rows.tsx";
import type { GridHandle } from "../../grid/grid-handle.ts";
import { needsCheck } from "../../check/protocol/rows.ts";
import { type GridQuery, NO_QUERY } from "../../grid/grid-query.ts";
import { GridToolbar } from "../../grid/grid-toolbar.tsx";
import type { RowChoice } from "../../grid/menu/row-choices.ts";
import { RecordsGrid } from "../../grid/records-grid.tsx";
import type { Measures } from "../../grid/totals/measures.ts";
import { TotalsFoot } from "../../grid/totals/totals-foot.tsx";
import { type RecordsView, type Tables, useRecordsView } from "../../grid/use-records-view.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useLasting } from "../../ui/use-lasting.ts";
import { SplitPane } from "../../ui/layout/split-pane.tsx";
import { clockOf } from "../../ui/values/when-text.ts";
import "./record.css";

interface RecordsPlaceProps<T extends keyof Tables> {
  readonly table: T;
  readonly title: string;
  /** `walletID`, `payID`. */
  readonly idName: string;
  readonly columns: readonly GridColumn<Tables[T]>[];
  /** What is added up under the grid. */
  readonly measures: Measures;
  readonly idOf: (row: Tables[T]) => number;
  /** What can be done with a row, in its menu. */
  readonly actionsOf: (row: Tables[T]) => readonly RowChoice[];
  /** The detail of a record. */
  readonly detail: (id: number, currency: string | null, onClose: () => void) => ReactNode;
}

export function RecordsPlace<T extends keyof Tables>(props: RecordsPlaceProps<T>) {
  const { table, title, idName, measures, idOf, detail } = props;
  const columns = useColumnsThen(props);
  const { currency } = useOpenLedger();
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
  const { current, close, query, change } = view;
  const showsAsRead = useShowsAsRead(table, query);
  const cover = useCover(view, table, showsAsRead);
  // How many pass is of the rows, and goes with them.
  const isShown = showsAsRead || (summary !== null && !isOtherPeriod);
  const shownView = isShown ? view : { ...view, total: null };
  // What leaves the window was checked.
  const outView = showsAsRead ? { ...view, total: null } : shownView;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const { preferences } = usePreferences();
  const choice = useMemo(() => choiceOf(preferences.columns, table), [preferences.columns, table]);
  const grid = useRef<GridHandle | null>(null);
  const printing = usePrintedRows({ columns, view: outView, grid, wording: gridWording });
  const [chosen, setChosen] = useState<SomeRows | null>(null);
  return (
    <div className="pane whole records-place">
      <PlaceHeader title={title} aside={currency === null ? undefined : `Amounts in ${currency}`}>
        <RowsOut
          {...{ title, columns, grid }}
          view={outView}
          wording={gridWording}
          onPrint={printing.print}
        />
      </PlaceHeader>
      <GridToolbar
        place={title}
        noun={table}
        idName={idName}
        columns={columns}
        wording={gridWording}
        view={shownView}
        hidden={hidden}
        grid={grid}
        periodTitle={
          coming === null || coming.period === null ? null : isOtherPeriod ? "the period" : coming.title
        }
      />
      <VanishedMatches table={table} search={query.search} />
      <SplitPane
        name={table}
        label="Width of the detail"
        width={436}
        // What was found of a record is of a period, too.
        side={current === null || isOtherPeriod ? null : detail(current, currency, close)}
      >
        <RecordsGrid<Tables[T]>
          name={table}
          label={title}
          columns={columns}
          wording={gridWording}
          idOf={idOf}
          isWhole={isWhole}
          read={view.read}
          revision={view.revision}
          sort={query.sort}
          onSort={(sort) => change({ sort })}
          filters={query.filters}
          onFilter={(id, filter) => {
            const { [id]: _, ...others } = query.filters;
            change({ filters: filter === null ? others : { ...others, [id]: filter } });
          }}
          rowClass={outside}
          shown={view.shown}
          current={current}
          onOpen={view.open}
          onClose={close}
          total={view.total}
          onTotal={view.onTotal}
          onFault={view.onFault}
          choice={choice}
          handle={grid}
          onHidden={setHidden}
          cover={cover}
          actionsOf={props.actionsOf}
          onChosen={setChosen}
        />
      </SplitPane>
      {printing.paper}
      {showsAsRead ? (
        <footer className="cluster ends rigid small across-5 sunken grid-foot">
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
function isWhole(row: WalletRow | TransactionRow): boolean {
  return !("isChecked" in row) || row.isChecked;
}

/** Whether entries are shown as they were read, while the first check is under way. */
function useShowsAsRead(table: keyof Tables, query: GridQuery): boolean {
  const { first } = useCheck();
  return table === "entries" && first !== null && !needsCheck(query);
}

/** A value, and as long as there is none the one before. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [known, setKnown] = useState(value);
  if (value !== undefined && value !== known) setKnown(value);
  return value ?? known;
}

/** What is under way, and how far it is. */
function UnderWay() {
  const { state, progress } = useCheck();
  const words = state === "checking" ? "Checking" : "Reading the ledger";
  return (
    <>
      <p className="quiet">{words} …</p>
      <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? null} label={words} />
    </>
  );
}

function Waiting() {
  return (
    <div className="stack gap-2 records-wait">
      <UnderWay />
    </div>
  );
}

/** What stands instead of rows; null while there are some. */
function useCover(view: RecordsView<unknown>, noun: keyof Tables, showsAsRead: boolean): ReactNode {
  const { state, error, summary, retry, isOtherPeriod } = useCheck();
  const { total, all, change, query } = view;
  const isLate = useLasting(total === null);
  if (!showsAsRead && (summary === null || isOtherPeriod)) {
    if (state === "failed") return <FaultOf error={error} onTryAgain={retry} />;
    return <Waiting />;
  }
  if (view.error !== null) return <FaultOf error={view.error} onTryAgain={retry} />;
  // As while texts are on their way that a search needs.
  if (total === null) return isLate ? <Waiting /> : null;
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
