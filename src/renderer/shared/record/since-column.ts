/** What became of each record since the moment that is shown, as a column of its grid. */
import { useMemo } from "react";
import type { RecordsSince } from "../../../core/review/close/since.ts";
import { usePast } from "../../app/moment/moment-provider.tsx";
import type { CellMark, GridColumn } from "../../grid/columns/columns.ts";

const CHANGED: CellMark = { sign: "▲", tone: "warning" };
const VANISHED: CellMark = { sign: "×", tone: "error" };

interface SinceColumns<R> {
  readonly table: "entries" | "transactions";
  readonly columns: readonly GridColumn<R>[];
  readonly idOf: (row: R) => number;
}

/**
 * The columns of a place; while an earlier state is shown, with what is different now after the pinned ones.
 */
export function useColumnsThen<R>({ table, columns, idOf }: SinceColumns<R>): readonly GridColumn<R>[] {
  const past = usePast();
  const isPast = past !== null;
  const since = past?.since.since?.[table] ?? null;
  return useMemo(() => {
    if (!isPast) return columns;
    const pinned = columns.filter((column) => column.pinned === true);
    const others = columns.filter((column) => column.pinned !== true);
    return [...pinned, sinceColumn(since, idOf), ...others];
  }, [isPast, since, columns, idOf]);
}

function sinceColumn<R>(since: RecordsSince | null, idOf: (row: R) => number): GridColumn<R> {
  const marks = new Map([
    ...(since?.changed ?? []).map((id) => [id, "changed"] as const),
    ...(since?.vanished ?? []).map((id) => [id, "vanished"] as const),
  ]);
  const of = (row: R) => marks.get(idOf(row)) ?? null;
  return {
    id: "since",
    title: "Now",
    explains: "What is different now: changed, or vanished from the service's answer",
    kind: "text",
    width: 84,
    fixed: true,
    value: of,
    mark: (row) => {
      const mark = of(row);
      return mark === null ? null : mark === "changed" ? CHANGED : VANISHED;
    },
  };
}
