/** Which columns are filtered, and how a header asks for its filter; AG Grid draws headers, React tells them this. */
import { createContext } from "react";

export interface HeaderFilters {
  readonly filtered: ReadonlySet<string>;
  readonly canFilter: ReadonlySet<string>;
  readonly open: (columnId: string) => void;
}

export const HeaderFilterContext = createContext<HeaderFilters>({
  filtered: new Set(),
  canFilter: new Set(),
  open: () => undefined,
});
