/** A column's title with the button of its filter, drawn without React like all that AG Grid shows. */
import type { IHeaderParams, IInnerHeaderComponent } from "ag-grid-community";

/** What headers share: the grid's context. */
export class HeaderFilters {
  readonly #shown = new Map<string, HeaderWords>();
  #filtered: ReadonlySet<string> = new Set();
  /** Asks for a column's filter; the element lies in its header. */
  readonly open: (columnId: string, within: Element) => void;

  constructor(open: (columnId: string, within: Element) => void) {
    this.open = open;
  }

  /** Marks the columns that are filtered. */
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

export interface HeaderWordsParams {
  readonly canFilter: boolean;
}

const SVG = "http://www.w3.org/2000/svg";
const FUNNEL = "M1.5 2.5h9L7 6.8v3.4l-2-1V6.8z";

export class HeaderWords implements IInnerHeaderComponent {
  readonly #gui = document.createElement("span");
  readonly #words = document.createElement("span");
  #button: HTMLButtonElement | null = null;
  #name = "";
  #leave: () => void = () => {};

  init({ displayName, column, context, canFilter }: IHeaderParams & HeaderWordsParams): void {
    const id = column.getColId();
    const filters = context as HeaderFilters;
    this.#name = displayName;
    this.#gui.className = "grid-title";
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
    this.#button.className = isFiltered ? "grid-filter grid-filter-set" : "grid-filter";
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
