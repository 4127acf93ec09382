/** `useTotals("entries", query, columns, null)`: what rows come to, added up in the worker. */
import { useQuery } from "@tanstack/react-query";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import type { CurrencyTotal, SomeRows } from "../../check/protocol.ts";
import type { GridQuery } from "../grid-query.ts";

/**
 * @param among null for all rows that pass; undefined asks for nothing
 * @returns null while it is not known
 */
export function useTotals(
  table: "entries" | "transactions",
  query: GridQuery,
  columns: readonly string[],
  among: SomeRows | null | undefined,
): readonly CurrencyTotal[] | null {
  const { client, revision, period, summary, isOtherPeriod } = useCheck();
  const keyOf = useCheckKeys();
  // Only a stretch depends on the order.
  const rows = among?.is === "stretch" ? query : { ...query, sort: [] };
  const { data = null } = useQuery({
    queryKey: keyOf("totals", table, period, rows, columns, among),
    enabled: among !== undefined && client !== null && summary !== null && revision > 0 && !isOtherPeriod,
    queryFn: async ({ signal }) =>
      (await client?.call("totals", { table, rows, among: among ?? null, columns }, { signal })) ?? null,
    gcTime: 0,
  });
  return data;
}
