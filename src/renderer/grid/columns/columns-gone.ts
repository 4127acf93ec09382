/** Which columns have no room in a grid of some width. */

export interface Yielding {
  readonly id: string;
  /** Pixels that it takes at least. */
  readonly width: number;
  /** Its turn to give way, 1 first, columns of one turn together; null where it never does. */
  readonly yields: number | null;
}

/** Rows scroll, and the bar takes its room beside them. */
const SCROLLBAR = 16;

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
