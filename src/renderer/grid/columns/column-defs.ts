/** Our columns in AG Grid's words. */
import type { CellClassParams, ColDef, ITooltipParams, ValueFormatterParams } from "ag-grid-community";
import { amountText } from "../../ui/values/amount-text.ts";
import { whenText } from "../../ui/values/when-text.ts";
import type { Sort } from "../../check/protocol.ts";
import type { ColumnLayout } from "./column-layout.ts";
import type { GridColumn, GridValue, GridWording } from "./columns.ts";
import { HeaderWords, type HeaderWordsParams } from "./header-words.ts";
import { MarkCell, type MarkCellParams } from "../mark-cell.ts";
import { hiddenSigns, shownText } from "../shown-text.ts";

export interface Beginning {
  readonly sort: readonly Sort[];
  /** As the columns were left, null for the first time. */
  readonly layout: readonly ColumnLayout[] | null;
}

/** The columns in the order in which they were left; new ones come last. */
export function columnDefs<R>(
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  { sort, layout }: Beginning,
): ColDef<R>[] {
  const place = (id: string) => {
    const at = layout?.findIndex((one) => one.id === id) ?? -1;
    return at === -1 ? columns.length : at;
  };
  return columns
    .toSorted((a, b) => place(a.id) - place(b.id))
    .map((column) => columnDef(column, wording, sort, layout?.find(({ id }) => id === column.id)?.width));
}

function columnDef<R>(
  column: GridColumn<R>,
  wording: GridWording,
  sort: readonly Sort[],
  keptWidth: number | undefined,
): ColDef<R> {
  const sortIndex = sort.findIndex((one) => one.column === column.id);
  const isNumber = column.kind === "amount" || column.kind === "id";
  return {
    colId: column.id,
    headerName: column.title,
    headerTooltip: column.explains ?? "",
    sortable: column.fixed !== true,
    // The worker sorts; the grid only ever holds a part of the rows.
    comparator: () => 0,
    valueGetter: ({ data }) => (data === undefined ? null : column.value(data)),
    valueFormatter: (params) => formatted(column, params, wording),
    headerClass: isNumber ? "grid-number-title" : "",
    cellClass: (params) => cellClass(column, params),
    suppressHeaderContextMenu: true,
    headerComponentParams: {
      innerHeaderComponent: HeaderWords,
      innerHeaderComponentParams: { canFilter: column.fixed !== true } satisfies HeaderWordsParams,
    },
    minWidth: 48,
    ...(column.pinned === true ? { pinned: "left" as const } : {}),
    ...(keptWidth === undefined
      ? column.grows === true
        ? { flex: 1, minWidth: column.width }
        : { initialWidth: widthOf(column, wording) }
      : { initialWidth: keptWidth }),
    ...(sortIndex === -1
      ? {}
      : { initialSort: sort[sortIndex]?.descending === true ? "desc" : "asc", initialSortIndex: sortIndex }),
    ...(column.mark === undefined ? {} : markRenderer(column.mark)),
    ...(column.hint === undefined
      ? column.kind === "amount"
        ? { tooltipValueGetter: wholeAmount(column, wording) }
        : {}
      : { tooltipValueGetter: hintGetter(column.hint, wording) }),
  };
}

/** Pixels of a digit in the grid's letters. */
const DIGIT = 7;

const BOLD_DIGIT = 7.6;

/** Pixels on both sides of a cell's words. */
const PADDING = 20;

/**
 * Figures are never cut: amounts with decimals begin wider by them and their point, and as wide as the
 * longest amount.
 */
function widthOf<R>(
  { kind, width, tone }: GridColumn<R>,
  { decimals, amountLength = 0 }: GridWording,
): number {
  if (kind !== "amount") return width;
  const own = decimals > 0 ? width + decimals * DIGIT + DIGIT / 2 : width;
  // In a column with tones a figure may be bold, behind a sign of its own.
  const letters = tone === undefined ? amountLength * DIGIT : amountLength * BOLD_DIGIT + 2 * DIGIT;
  return Math.max(own, letters + PADDING);
}

/** So many letters have room in every column of amounts; what is longer is told whole where one points. */
const SHORT = 12;

/** The whole of a long amount: somebody may have made its column narrow. */
function wholeAmount<R>(column: GridColumn<R>, { decimals }: GridWording) {
  return ({ data }: ITooltipParams<R>) => {
    const value = data === undefined ? null : column.value(data);
    if (typeof value !== "number") return null;
    const text = amountText(value, { decimals });
    return text.length > SHORT ? text : null;
  };
}

function markRenderer<R>(markOf: NonNullable<GridColumn<R>["mark"]>): Partial<ColDef<R>> {
  return { cellRenderer: MarkCell, cellRendererParams: { markOf } satisfies MarkCellParams<R> };
}

function hintGetter<R>(hint: NonNullable<GridColumn<R>["hint"]>, wording: GridWording) {
  return ({ data }: ITooltipParams<R>) => (data === undefined ? null : hint(data, wording));
}

/** The words of a cell; nothing yet while its block is read. */
function formatted<R>(
  column: GridColumn<R>,
  { data, value }: ValueFormatterParams<R>,
  wording: GridWording,
): string {
  return data === undefined ? "" : columnValue(column, value as GridValue | undefined, wording);
}

/** A value as a cell of its column shows it: nothing where there is nothing. */
export function columnValue(
  { kind }: Pick<GridColumn<never>, "kind">,
  value: GridValue | undefined,
  { decimals, clock }: GridWording,
): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return shownText(value);
  if (kind === "amount") return amountText(value, { decimals });
  if (kind === "instant") return whenText(value, clock.timeZone, false);
  return String(value);
}

/** How values of each kind are set. */
export const KIND_CLASS = {
  id: "number",
  amount: "number",
  text: "grid-text",
  instant: "quiet",
  choice: "grid-choice",
} as const;

function cellClass<R>(column: GridColumn<R>, { data }: CellClassParams<R>): string {
  if (data === undefined) return KIND_CLASS[column.kind];
  const tone = column.tone?.(data);
  const text = column.kind === "text" ? column.value(data) : null;
  const hides = typeof text === "string" && hiddenSigns(text).length > 0;
  return [KIND_CLASS[column.kind], tone ?? "", hides ? "grid-hides" : ""].join(" ").trim();
}
