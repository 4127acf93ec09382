/** A column's title with the button of its filter. */
import type { IHeaderParams } from "ag-grid-community";
import { type MouseEvent, useContext } from "react";
import { HeaderFilterContext } from "./header-filters.ts";

export function HeaderWords({ displayName, column }: IHeaderParams) {
  const { filtered, canFilter, open } = useContext(HeaderFilterContext);
  const id = column.getColId();
  const isFiltered = filtered.has(id);
  const onClick = (event: MouseEvent) => {
    // A click on the title sorts.
    event.stopPropagation();
    open(id);
  };
  return (
    <span className="grid-title">
      <span className="grid-title-words">{displayName}</span>
      {canFilter.has(id) ? (
        // By keyboard it is Alt+Down on the title: a second stop in every column would be in the way.
        <button
          type="button"
          tabIndex={-1}
          className={isFiltered ? "grid-filter grid-filter-set" : "grid-filter"}
          aria-label={`Filter ${displayName}${isFiltered ? ", filtered" : ""}`}
          onClick={onClick}
        >
          <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <path d="M1.5 2.5h9L7 6.8v3.4l-2-1V6.8z" />
          </svg>
        </button>
      ) : null}
    </span>
  );
}
