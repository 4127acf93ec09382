/** What the address says of the queue: the finding that is current, and the filters. */
import { useCallback, useMemo } from "react";
import { useRoute } from "../../../app/use-route.ts";
import { type QueueFilters, filtersFrom, withFilters } from "../../../shared/decide/queue-filters.ts";

export interface QueueAddress {
  /** Fingerprint of the current finding, null without one. */
  readonly fingerprint: string | null;
  readonly filters: QueueFilters;
  readonly select: (fingerprint: string | null) => void;
  readonly filter: (change: Partial<QueueFilters>) => void;
  /** Puts the queue in another order, and begins it again. */
  readonly order: (order: QueueFilters["order"]) => void;
}

export function useQueueAddress(): QueueAddress {
  const { route, select, setFilters } = useRoute();
  const filters = useMemo(() => filtersFrom(new URLSearchParams(route.filters)), [route.filters]);
  const filter = useCallback(
    (change: Partial<QueueFilters>) => {
      const query = withFilters(new URLSearchParams(route.filters), { ...filters, ...change });
      setFilters(query.toString());
    },
    [filters, route.filters, setFilters],
  );
  const order = useCallback(
    (next: QueueFilters["order"]) => {
      filter({ order: next });
      select(null);
    },
    [filter, select],
  );
  return { fingerprint: route.subject, filters, select, filter, order };
}
