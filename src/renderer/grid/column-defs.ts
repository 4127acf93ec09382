/** Our columns in AG Grid's words. */
import type {
  IHeaderParams,
  IInnerHeaderComponent,
  ICellRendererComp,
  ICellRendererParams,
  CellClassParams,
  ColDef,
  ITooltipParams,
  ValueFormatterParams,
} from "ag-grid-community";
import type { CellMark, GridColumn, GridValue, GridWording } from "./columns.ts";
import { shownText, hiddenSigns } from "./shown-text.ts";
import { amountText, whenText } from "../ui/values.tsx";
import type { Sort } from "../bridge/protocol.ts";

// Widths and order of a grid's columns, kept while the window is open.

interface ColumnLayout {
  readonly id: string;
  /** Pixels; none where nobody set it. */
  readonly width?: number | undefined;
}

const PREFIX = "tieout.columns.";

/** As it was left, null where it was not kept, or not as it should be. */
export function readLayout(storage: Pick<Storage, "getItem">, grid: string): readonly ColumnLayout[] | null {
  try {
    return parseLayout(JSON.parse(storage.getItem(`${PREFIX}${grid}`) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps it; where nothing can be kept the columns begin as they are every time. */
export function keepLayout(
  storage: Pick<Storage, "setItem">,
  grid: string,
  layout: readonly ColumnLayout[],
): void {
  try {
    storage.setItem(`${PREFIX}${grid}`, JSON.stringify(layout));
  } catch {
    // A full or forbidden storage costs a width, nothing else.
  }
}

function parseLayout(kept: unknown): readonly ColumnLayout[] | null {
  if (!Array.isArray(kept)) return null;
  const layout = kept.filter(isLayout);
  return layout.length === kept.length && layout.length > 0 ? layout : null;
}

function isLayout(one: unknown): one is ColumnLayout {
  if (typeof one !== "object" || one === null || !("id" in one) || typeof one.id !== "string") return false;
  return !("width" in one) || (typeof one.width === "number" && one.width >= 20 && one.width <= 4000);
}

// A column's title with the button of its filter, drawn without React like all that AG Grid shows.

export class HeaderFilters {
  readonly #shown = new Map<string, HeaderWords>();
  #filtered: ReadonlySet<string> = new Set();
  readonly open: (columnId: string, within: Element) => void;

  constructor(open: (columnId: string, within: Element) => void) {
    this.open = open;
  }

  set(filtered: ReadonlySet<string>): void {
    this.#filtered = filtered;
    for (const [id, header] of this.#shown) header.mark(filtered.has(id));
  }

  join(id: string, header: HeaderWords): void {
    this.#shown.set(id, header);
    header.mark(this.#filtered.has(id));
  }

  leave(id: string, header: HeaderWords): void {
    if (this.#shown.get(id) === header) this.#shown.delete(id);
  }
}

interface HeaderWordsParams {
  readonly canFilter: boolean;
}

const SVG = "http://www.w3.org/2000/svg";
const FUNNEL = "M1.5 2.5h9L7 6.8v3.4l-2-1V6.8z";

class HeaderWords implements IInnerHeaderComponent {
  readonly #gui = document.createElement("span");
  readonly #words = document.createElement("span");
  #button: HTMLButtonElement | null = null;
  #name = "";
  #leave: () => void = () => {};

  init({ displayName, column, context, canFilter }: IHeaderParams & HeaderWordsParams): void {
    const id = column.getColId();
    const filters = context as HeaderFilters;
    this.#name = displayName;
    this.#gui.className = "row ends fill gap-half grid-title";
    this.#words.className = "ellipsis";
    this.#words.textContent = displayName;
    this.#gui.append(this.#words);
    if (!canFilter) return;
    this.#button = filterButton((button) => filters.open(id, button));
    this.#gui.append(this.#button);
    filters.join(id, this);
    this.#leave = () => filters.leave(id, this);
  }

  getGui(): HTMLElement {
    return this.#gui;
  }

  refresh({ displayName }: IHeaderParams): boolean {
    this.#name = displayName;
    this.#words.textContent = displayName;
    return true;
  }

  mark(isFiltered: boolean): void {
    if (this.#button === null) return;
    this.#button.className = isFiltered
      ? "rigid rounded tone-accent grid-filter grid-filter-set"
      : "rigid rounded quiet grid-filter";
    this.#button.ariaLabel = `Filter ${this.#name}${isFiltered ? ", filtered" : ""}`;
  }

  destroy(): void {
    this.#leave();
  }
}

/** By keyboard a filter is Alt+Down on the title: a second stop in every column would be in the way. */
function filterButton(open: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 12 12");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", FUNNEL);
  drawing.append(path);
  button.append(drawing);
  button.addEventListener("click", (event) => {
    // A click on the title sorts.
    event.stopPropagation();
    open(button);
  });
  return button;
}

interface MarkCellParams<R> {
  readonly markOf: (row: R) => CellMark | null;
}

/** A cell with a tickmark before its words, drawn without React: hundreds are made while somebody scrolls. */
class MarkCell<R> implements ICellRendererComp<R> {
  readonly #gui = document.createElement("span");

  init(params: ICellRendererParams<R> & MarkCellParams<R>): void {
    this.#draw(params);
  }

  getGui(): HTMLElement {
    return this.#gui;
  }

  refresh(params: ICellRendererParams<R> & MarkCellParams<R>): boolean {
    this.#draw(params);
    return true;
  }

  #draw({ data, value, markOf }: ICellRendererParams<R> & MarkCellParams<R>): void {
    const mark = data === undefined ? null : markOf(data);
    const words = typeof value === "string" ? shownText(value) : "";
    if (mark === null) {
      this.#gui.className = "";
      this.#gui.textContent = words;
      return;
    }
    this.#gui.className = "mark wide";
    const sign = span(`rigid mark-sign tone-${mark.tone}`, mark.sign);
    sign.ariaHidden = "true";
    this.#gui.replaceChildren(sign, span("ellipsis", words));
  }
}

function span(className: string, words: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = words;
  return element;
}

/** The columns in the order in which they were left; new ones come last. */
export function columnDefs<R>(
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  { sort, layout }: { readonly sort: readonly Sort[]; readonly layout: readonly ColumnLayout[] | null },
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
      ? column.growsTo === undefined
        ? { initialWidth: widthOf(column, wording) }
        : { flex: 1, minWidth: column.width, maxWidth: column.growsTo }
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

/** Figures are never cut: amounts begin wide enough for their decimals and for the longest amount. */
function widthOf<R>(
  { kind, width, tone, isSigned = false }: GridColumn<R>,
  { decimals, amountLength = 0 }: GridWording,
): number {
  if (kind !== "amount") return width;
  const own = decimals > 0 ? width + decimals * DIGIT + DIGIT / 2 : width;
  // In a column with tones a figure may be bold.
  const letters = amountLength * (tone === undefined ? DIGIT : BOLD_DIGIT) + (isSigned ? 2 * DIGIT : 0);
  // In whole pixels: what reaches a fraction beyond the rest of the grid would count as cut.
  return Math.ceil(Math.max(own, letters + PADDING));
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
  if (data === undefined || column.isRepeat?.(data) === true) return "";
  return columnValue(column, value as GridValue | undefined, wording);
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
