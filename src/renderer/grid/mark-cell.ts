/** A cell with a tickmark before its words, drawn without React: hundreds are made while somebody scrolls. */
import type { ICellRendererComp, ICellRendererParams } from "ag-grid-community";
import type { CellMark } from "./columns/columns.ts";
import { shownText } from "./shown-text.ts";

export interface MarkCellParams<R> {
  readonly markOf: (row: R) => CellMark | null;
}

export class MarkCell<R> implements ICellRendererComp<R> {
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
    this.#gui.className = "mark";
    const sign = document.createElement("span");
    sign.className = `mark-sign tone-${mark.tone}`;
    sign.ariaHidden = "true";
    sign.textContent = mark.sign;
    const said = document.createElement("span");
    said.textContent = words;
    this.#gui.replaceChildren(sign, said);
    if (mark.more === undefined) return;
    const more = document.createElement("span");
    more.className = "grid-more";
    more.textContent = mark.more;
    this.#gui.append(more);
  }
}
