/** The lines around one that the same cause explains: what one decision covers. */
import type { ExceptionRow } from "../../../check/protocol.ts";
import type { QueueRows } from "./use-queue-rows.ts";

/**
 * @returns the lines of the queue that the cause of the line at `index` explains, that line among them; none
 *   where it is the only one, or the queue is in another order
 */
export function causeLines(rows: Pick<QueueRows, "rowAt" | "heads">, index: number): readonly ExceptionRow[] {
  const place = rows.rowAt(index)?.cause?.place ?? null;
  if (place === null || rows.heads.size === 0) return [];
  const around = (step: 1 | -1) => {
    const found: ExceptionRow[] = [];
    for (let at = index + step; ; at += step) {
      const row = rows.rowAt(at);
      if (row?.cause?.place !== place) return found;
      found.push(row);
    }
  };
  const own = rows.rowAt(index);
  const lines = own === null ? [] : [...around(-1).toReversed(), own, ...around(1)];
  return lines.length > 1 ? lines : [];
}
