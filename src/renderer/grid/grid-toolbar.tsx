/** What can be asked of a grid: search, only flagged, the period, one record; and what is asked already. */
import { useSearchText } from "../ui/use-settled.ts";
import { type RefObject, useEffect, useRef, useState, useId } from "react";
import {
  Button as AriaButton,
  Input,
  Label,
  SearchField,
  TextField,
  Checkbox,
  CheckboxGroup,
  Heading,
  Popover,
} from "react-aria-components";
import { formatAmount } from "../../core/money.ts";
import { SavedFiltersButton } from "../app/saved-filters-button.tsx";
import { Button } from "../ui/button.tsx";
import { focusRows } from "./grid-options.ts";
import { submitting } from "../ui/text-field.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { SwitchField } from "../ui/switch-field.tsx";
import { Toolbar } from "../ui/toolbar.tsx";
import { parseId } from "./amount-text.ts";
import { conditionsOf } from "./column-filter.tsx";
import type { GridColumn } from "./columns.ts";
import { NO_QUERY, isWholeGridQuery, readGridQuery, writeGridQuery } from "./grid-query.ts";
import type { GridHandle, GridParts, RecordsView } from "./use-records-view.ts";
import { FIGURE, RECORD_TABLES } from "../bridge/rows.ts";
import { GRID_ACTIONS, useActions } from "../app/place-actions.ts";
import { usePreferences } from "../app/providers.tsx";
import type { ChosenColumns } from "../../ipc/contract.ts";
import { Icon } from "../ui/icon.tsx";
import { NO_CHOICE, choiceFrom, choiceOf, withChoice } from "./use-responsive-columns.ts";
import type { GridApi } from "ag-grid-community";
import { warn } from "../ui/toast.tsx";

interface GridToolbarProps<R> extends GridParts<R> {
  readonly hidden: readonly string[];
  readonly empty: readonly string[];
  readonly periodTitle: string | null;
}

export function GridToolbar<R>({ periodTitle, ...props }: GridToolbarProps<R>) {
  const { table, view, hidden, empty, grid, columns } = props;
  const { title, place, idName } = RECORD_TABLES[table];
  const search = useRef<HTMLInputElement>(null);
  const jump = useRef<HTMLInputElement>(null);
  const { query, change } = view;
  useActions(
    GRID_ACTIONS,
    {
      search: { run: () => focusOn(search), command: "search" },
      flagged: () => change({ onlyFlagged: !query.onlyFlagged }),
      jump: () => focusOn(jump),
    },
    title,
  );
  return (
    <>
      <Toolbar label={`Which ${table} are shown`}>
        <QuickSearch
          field={search}
          text={query.search}
          onSearch={(text) => change({ search: text })}
          noun={table}
        />
        <SavedFiltersButton
          place={place}
          group={title}
          query={writeGridQuery("", query)}
          isWhole={(kept) => isWholeGridQuery(kept, columns)}
          onApply={(kept) => change(readGridQuery(kept, columns))}
        />
        <SwitchField isSelected={query.onlyFlagged} onChange={(onlyFlagged) => change({ onlyFlagged })}>
          Only flagged
        </SwitchField>
        {periodTitle === null || FIGURE in query.filters ? null : (
          <SwitchField isSelected={query.onlyPeriod} onChange={(onlyPeriod) => change({ onlyPeriod })}>
            Only {periodTitle}
          </SwitchField>
        )}
        <ColumnsButton
          grid={table}
          group={title}
          columns={columns}
          {...{ hidden, empty }}
          onFit={() => grid.current?.fit()}
        />
        <JumpField field={jump} idName={idName} noun={table} view={view} />
        <output className="small quiet unbroken grid-counts to-end">
          {countWords(view.total, view.all, table)}
        </output>
      </Toolbar>
      <Chips {...props} />
    </>
  );
}

function countWords(total: number | null, all: number | null, table: keyof typeof RECORD_TABLES): string {
  if (total === null) return "";
  const named = (all ?? total) === 1 ? RECORD_TABLES[table].noun : table;
  if (all === null || all === total) return `${formatAmount(total)} ${named}`;
  return `${formatAmount(total)} of ${formatAmount(all)} ${named}`;
}

function focusOn(field: RefObject<HTMLInputElement | null>): void {
  field.current?.focus();
  field.current?.select();
}

/** How long somebody who types on must stop before it is searched, milliseconds. */
const PAUSE_MS = 60;

interface QuickSearchProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly noun: string;
  readonly onSearch: (text: string) => void;
}

function QuickSearch({ field, text, noun, onSearch }: QuickSearchProps) {
  const [typed, setTyped] = useSearchText(text, onSearch, PAUSE_MS, 0);
  return (
    <SearchField
      className="field grid-search"
      value={typed}
      onChange={setTyped}
      aria-label={`Search in ${noun}`}
    >
      <div className="holds wide grid-search-box">
        <Input
          ref={field}
          className="field-input"
          placeholder={`Search in ${noun}`}
          spellCheck="false"
          onKeyDown={({ key }) => {
            // The search empties itself.
            if (key === "Escape") focusRows();
          }}
        />
        {typed === "" ? (
          <Kbd keys="/" />
        ) : (
          <AriaButton className="quiet hovers grid-chip-clear">×</AriaButton>
        )}
      </div>
    </SearchField>
  );
}

interface JumpFieldProps<R> {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly idName: string;
  readonly noun: string;
  readonly view: RecordsView<R>;
}

function JumpField<R>({ field, idName, noun, view }: JumpFieldProps<R>) {
  const [typed, setTyped] = useState("");
  const go = async () => {
    const id = parseId(typed);
    if (!id.ok) {
      warn(id.sentence);
      return;
    }
    if (id.value === null) return;
    const isThere = (await view.reveal(id.value, "all")) || (await view.openVanished(id.value));
    if (isThere) setTyped("");
    else warn(`No ${idName} ${id.value}`, `No ${noun} in this ledger have that number.`);
  };
  return (
    <form onSubmit={submitting(() => void go().catch(view.onFault))}>
      <TextField className="field grid-jump" value={typed} onChange={setTyped} inputMode="numeric">
        <Label className="only-spoken">Jump to {idName}</Label>
        <div className="holds wide grid-search-box">
          <Input
            ref={field}
            className="field-input"
            placeholder={`Go to ${idName}`}
            spellCheck="false"
            onKeyDown={({ key }) => {
              if (key !== "Escape") return;
              setTyped("");
              focusRows();
            }}
          />
          <Kbd keys="j" />
        </div>
      </TextField>
    </form>
  );
}

/** The filters of the columns in words, each with its way out. */
function Chips<R>({ columns, wording, view }: GridParts<R>) {
  const { filters } = view.query;
  const conditions = conditionsOf(filters, columns, wording.decimals);
  if (conditions.length === 0) return null;
  const without = (id: string) => Object.fromEntries(Object.entries(filters).filter(([key]) => key !== id));
  return (
    <ul className="wrap gap-1 across-2 edge-below pad-x-5 pad-y-2 grid-chips" aria-label="Filters of columns">
      {conditions.map(({ id, title, words }) => (
        <li key={id} className="badge tone-quiet inked">
          <span className="ellipsis isolated measure-s" title={words}>
            {words}
          </span>
          <AriaButton
            className="quiet hovers grid-chip-clear"
            aria-label={`Clear the filter of ${title}`}
            onPress={() => view.change({ filters: without(id) })}
          >
            ×
          </AriaButton>
        </li>
      ))}
      <li>
        <Button size="s" variant="quiet" onPress={() => view.change({ ...NO_QUERY, sort: view.query.sort })}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

interface ColumnsButtonProps {
  readonly grid: ChosenColumns["grid"];
  readonly group: string;
  readonly columns: readonly Pick<GridColumn<never>, "id" | "title" | "explains" | "kind" | "pinned">[];
  /** Those that are not shown now: chosen, for want of room, or because they are empty. */
  readonly hidden: readonly string[];
  readonly empty: readonly string[];
  readonly onFit: () => void;
}

/** `<ColumnsButton grid="entries" … />`: which columns are shown, and how wide they are. */
function ColumnsButton({ grid, group, columns, hidden, empty, onFit }: ColumnsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { preferences, keep: keepPreferences } = usePreferences();
  const choice = choiceOf(preferences.columns, grid);
  // Two boxes may be pressed before the first is drawn.
  const latest = useRef(choice);
  useEffect(() => {
    latest.current = choice;
  }, [choice]);
  const title = useId();
  const button = useRef<HTMLButtonElement>(null);
  useActions(GRID_ACTIONS, { columns: () => setOpen(true), fit: onFit }, group);
  const ids = columns.map(({ id }) => id);
  const seen = ids.filter((id) => !hidden.includes(id));
  const keep = (next: typeof choice) => {
    latest.current = next;
    keepPreferences({ columns: withChoice(preferences.columns, grid, next) });
  };
  return (
    <>
      <AriaButton
        ref={button}
        className="button button-s"
        aria-haspopup="dialog"
        aria-keyshortcuts="c"
        onPress={() => setOpen(true)}
      >
        {hidden.length === 0 ? "Columns" : `Columns: ${seen.length} of ${ids.length}`}
        <Icon name="down" />
      </AriaButton>
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        triggerRef={button}
        className="popover"
        placement="bottom start"
        aria-labelledby={title}
        data-own-keys
      >
        <div className="stack gap-3 panel pad-3">
          <Heading id={title} level={2} className="regular">
            Columns
          </Heading>
          <CheckboxGroup
            aria-label="Shown"
            className="stack scrolls bounded outset-2"
            value={seen}
            onChange={(wanted) => keep(choiceFrom(latest.current, seen, wanted))}
          >
            {columns.map(({ id, title: name, explains, kind, pinned }) => (
              <Checkbox
                key={id}
                value={id}
                // Without its number nobody knows a record.
                isDisabled={pinned === true && kind === "id"}
                className="row gap-2 choice"
              >
                <span className="check-box" aria-hidden="true" />
                <span>
                  {name}
                  {explains === undefined ? null : <span className="small quiet"> {explains}</span>}
                  {empty.includes(id) ? (
                    <span className="small tone-warning">
                      {" "}
                      empty in all rows{hidden.includes(id) ? ": folded" : ""}
                    </span>
                  ) : null}
                </span>
              </Checkbox>
            ))}
          </CheckboxGroup>
          <div className="wrap gap-2">
            <Button
              size="s"
              isDisabled={hidden.length === 0}
              onPress={() => keep(choiceFrom(choice, seen, ids))}
            >
              Show all
            </Button>
            <Button size="s" onPress={onFit} words="Fit to content" />
            <Button
              size="s"
              variant="quiet"
              isDisabled={choice.shown.length === 0 && choice.hidden.length === 0}
              onPress={() => keep(NO_CHOICE)}
            >
              Reset
            </Button>
          </div>
        </div>
      </Popover>
    </>
  );
}

export function gridHandle<R>(api: GridApi<R>): GridHandle {
  const columns = () => api.getAllDisplayedColumns().map((column) => column.getColId());
  return { fit: () => api.autoSizeColumns({ colIds: columns(), skipHeader: false }), columns };
}
