/** Which columns a person chose to see or not to see; all others are shown where there is room for them. */
import type { ChosenColumns } from "../../../ipc/contract.ts";

export type ColumnChoice = Pick<ChosenColumns, "shown" | "hidden">;

/** As nobody chose anything. */
export const NO_CHOICE: ColumnChoice = { shown: [], hidden: [] };

/** What was chosen for a grid. */
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
