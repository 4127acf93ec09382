/**
 * Columns that give way where the grid is narrow, so that those the work is about are in sight, and whole;
 * and those that a person chose.
 */
import type { ChosenColumns } from "../../ipc/contract.ts";
import type { ColDef, GridApi } from "ag-grid-community";
import { useEffect, useMemo } from "react";
import type { GridColumn } from "./columns.ts";

// Which columns a person chose to see or not to see; all others are shown where there is room for them.

export type ColumnChoice = Pick<ChosenColumns, "shown" | "hidden">;

export const NO_CHOICE: ColumnChoice = { shown: [], hidden: [] };

export function choiceOf(kept: readonly ChosenColumns[], grid: ChosenColumns["grid"]): ColumnChoice {
  return kept.find((one) => one.grid === grid) ?? NO_CHOICE;
}

/** All that is kept, with another choice for one grid. */
export function withChoice(
  kept: readonly ChosenColumns[],
  grid: ChosenColumns["grid"],
  { shown, hidden }: ColumnChoice,
): ChosenColumns[] {
  const others = kept.filter((one) => one.grid !== grid);
  if (shown.length === 0 && hidden.length === 0) return others;
  return [...others, { grid, shown: [...shown], hidden: [...hidden] }];
}

/**
 * The choice once somebody wants to see just some columns; only what differs from what is seen now is chosen.
 *
 * @param seen the columns that are shown now
 */
export function choiceFrom(
  { shown, hidden }: ColumnChoice,
  seen: readonly string[],
  wanted: readonly string[],
): ColumnChoice {
  const added = wanted.filter((id) => !seen.includes(id));
  const removed = seen.filter((id) => !wanted.includes(id));
  return { shown: merged(shown, added, removed), hidden: merged(hidden, removed, added) };
}

function merged(before: readonly string[], more: readonly string[], less: readonly string[]): string[] {
  return [...before.filter((id) => !less.includes(id) && !more.includes(id)), ...more];
}

interface Yielding {
  readonly id: string;
  /** Pixels that it takes at least. */
  readonly width: number;
  /** Its turn to give way, 1 first, columns of one turn together; null where it never does. */
  readonly yields: number | null;
}

/** Rows scroll, and the bar takes its room beside them, pixels. */
export const SCROLLBAR = 16;

/**
 * Takes columns away in their turns until the others fit, and puts back what has room all the same, the last
 * taken first.
 *
 * @param stays a column that does not give way, whatever its turn
 */
export function columnsGone(
  columns: readonly Yielding[],
  width: number,
  stays: string | null = null,
): string[] {
  const sum = (some: readonly Yielding[]) => some.reduce((total, one) => total + one.width, 0);
  const may = columns.filter(({ id, yields }) => yields !== null && id !== stays);
  const byTurn = [...Map.groupBy(may, ({ yields }) => yields ?? 0)].toSorted(([a], [b]) => a - b);
  let room = width - SCROLLBAR - sum(columns);
  const gone: (readonly Yielding[])[] = [];
  for (const [, turn] of byTurn) {
    if (room >= 0) break;
    gone.push(turn);
    room += sum(turn);
  }
  return gone
    .toReversed()
    .filter((turn) => {
      if (sum(turn) > room) return true;
      room -= sum(turn);
      return false;
    })
    .flat()
    .map(({ id }) => id);
}

/**
 * @param defs the same columns as the grid has them, with the widths that they begin with
 * @param width of the grid in pixels; null while it is not known
 * @param choice what a person wants to see however narrow the grid is, and what not at all
 * @param empty columns that are empty: they fold before any other gives way
 * @returns the columns that are not shown
 */
export function useResponsiveColumns<R>(
  api: GridApi<R> | null,
  columns: readonly GridColumn<R>[],
  defs: readonly ColDef<R>[],
  width: number | null,
  { shown, hidden }: ColumnChoice,
  empty: readonly string[],
): readonly string[] {
  // Said once: what the grid hides is what its list of columns says.
  const gone = useMemo(() => {
    // Whoever is on a cell stays on it, and copies what is in it.
    const stays = api?.getFocusedCell()?.column.getColId() ?? null;
    const folded = columns
      .map(({ id }) => id)
      .filter((id) => empty.includes(id) && id !== stays && !shown.includes(id) && !hidden.includes(id));
    const without = [...hidden, ...folded];
    const yielding = columns
      .filter(({ id }) => !without.includes(id))
      .map((column) => yieldingOf(column, defs, shown.includes(column.id)));
    return [...without, ...(width === null ? [] : columnsGone(yielding, width, stays))];
  }, [api, columns, defs, shown, hidden, empty, width]);
  useEffect(() => {
    if (api === null) return;
    const seen = columns.map(({ id }) => id).filter((id) => !gone.includes(id));
    api.setColumnsVisible(seen, true);
    if (gone.length > 0) api.setColumnsVisible([...gone], false);
  }, [api, columns, gone]);
  return gone;
}

function yieldingOf<R>(
  { id, yields }: GridColumn<R>,
  defs: readonly ColDef<R>[],
  isWanted: boolean,
): Yielding {
  const { initialWidth, minWidth } = defs.find(({ colId }) => colId === id) ?? {};
  return { id, yields: isWanted ? null : (yields ?? null), width: initialWidth ?? minWidth ?? 0 };
}
