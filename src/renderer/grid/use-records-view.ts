/** A grid over one table of the check: what is asked for, how many pass, and the way to one record. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRoute } from "../app/use-route.ts";
import { isCancelled } from "../rows/load.ts";
import { useCheck } from "../rows/check-provider.tsx";
import { useCheckAnswer } from "../rows/use-check-answer.ts";
import type { Rows, TransactionRow, WalletRow } from "../bridge/protocol.ts";
import { parseId } from "./amount-text.ts";
import type { GridColumn, GridWording } from "./columns.ts";
import { type GridQuery, NO_QUERY, readGridQuery, writeGridQuery } from "./grid-query.ts";
import type { BlockRequest, ShownRow } from "./grid-options.ts";

export interface Tables {
  readonly entries: WalletRow;
  readonly transactions: TransactionRow;
}

export interface GridHandle {
  readonly fit: () => void;
  readonly columns: () => readonly string[];
}

export interface GridParts<R> {
  readonly table: keyof Tables;
  readonly columns: readonly GridColumn<R>[];
  readonly wording: GridWording;
  readonly view: RecordsView<R>;
  /** What is done with the rows from outside them. */
  readonly grid: RefObject<GridHandle | null>;
}

/** What may be lifted to show a record that does not pass: nothing but the period, or every filter. */
export type Lift = "period" | "all";

export interface RecordsView<R> {
  readonly query: GridQuery;
  readonly change: (part: Partial<GridQuery>) => void;
  readonly read: (request: BlockRequest) => Promise<Rows<R>>;
  /** Changes whenever the same rows may read otherwise. */
  readonly revision: unknown;
  readonly total: number | null;
  readonly onTotal: (total: number) => void;
  readonly all: number | null;
  readonly error: unknown;
  readonly onFault: (error: unknown) => void;
  readonly shown: ShownRow | null;
  readonly current: number | null;
  readonly open: (id: number) => void;
  readonly close: () => void;
  /** Goes to a record. @returns whether it is among the rows now */
  readonly reveal: (id: number, lift: Lift) => Promise<boolean>;
  /** Opens the detail of a record that a later pull no longer has. @returns whether the ledger keeps one */
  readonly openVanished: (id: number) => Promise<boolean>;
}

/** Asks for the number of rows of the whole history, and for none of them. */
const COUNTED = { ...NO_QUERY, onlyPeriod: false, from: 0, count: 0 };

export function useRecordsView<T extends keyof Tables>(
  table: T,
  columns: readonly GridColumn<Tables[T]>[],
): RecordsView<Tables[T]> {
  const { route, select, setFilters } = useRoute();
  const { client, revision, period, summary, first } = useCheck();
  const { filters: written, subject } = route;
  const query = useMemo(() => readGridQuery(written, columns), [written, columns]);
  const [shown, setShown] = useState<ShownRow | null>(null);
  const [error, onFault] = useState<unknown>(null);
  const change = useCallback(
    (part: Partial<GridQuery>) => {
      setShown(null);
      setFilters(writeGridQuery(written, { ...query, ...part }));
    },
    [query, written, setFilters],
  );

  const read = useRead(table, query, JSON.stringify(period));
  const { total, onTotal } = useTotal(read);
  const { data: counted } = useCheckAnswer(table, summary === null ? null : COUNTED);

  const opened = useRef<string | null>(null);
  const open = useCallback(
    (id: number) => {
      opened.current = String(id);
      select(id);
    },
    [select],
  );
  /** Looks for a record among the rows that are asked for, then among more. */
  const locate = useCallback(
    async (id: number, lift: Lift) => {
      const whole = { ...query, onlyPeriod: false };
      const wider = lift === "all" ? [whole, { ...NO_QUERY, sort: query.sort, onlyPeriod: false }] : [whole];
      for (const wanted of [query, ...wider]) {
        const found = await client?.call("find", { table, id, rows: { ...wanted, from: 0, count: 0 } });
        if (found !== undefined && found.index !== -1) return { wanted, index: found.index };
      }
      return null;
    },
    [client, table, query],
  );
  const show = useCallback(
    (found: Awaited<ReturnType<typeof locate>>, focus: boolean) => {
      if (found === null) return;
      setFilters(writeGridQuery(written, found.wanted));
      setShown({ index: found.index, focus });
    },
    [written, setFilters],
  );
  const latest = useRef(written);
  useEffect(() => {
    latest.current = written;
  }, [written]);
  const reveal = useCallback(
    async (id: number, lift: Lift) => {
      const found = await locate(id, lift);
      if (found === null) return false;
      // Whoever asked for other rows since then keeps those.
      if (latest.current !== written) return true;
      open(id);
      show(found, true);
      return true;
    },
    [locate, open, show, written],
  );
  const openVanished = useCallback(
    async (id: number) => {
      const gone = (await client?.call("vanished", { words: String(id) })) ?? [];
      const isKept = gone.some((one) => one.table === table && one.id === id);
      if (isKept) open(id);
      return isKept;
    },
    [client, table, open],
  );
  // Before the first revision there is at most what was shown of the ledger before, and nobody to ask.
  const isReady = revision > 0 && summary !== null && client !== null;
  useEffect(() => {
    // Opened from the grid itself, it is in view.
    if (!isReady || subject === null || opened.current === subject) return;
    opened.current = subject;
    const id = idOf(subject);
    // The detail says what it can of a record that is not among the rows.
    if (id === null) return;
    locate(id, "period").then(
      (found) => show(found, false),
      () => {},
    );
  }, [isReady, subject, locate, show]);

  const current = subject === null ? null : idOf(subject);
  const close = useCallback(() => {
    opened.current = null;
    select(null);
  }, [select]);
  const fault = isCancelled(error) ? null : error;
  const rowsRevision = useMemo(() => ({ revision, first }), [revision, first]);
  return {
    query,
    change,
    read,
    revision: rowsRevision,
    total,
    onTotal,
    all: counted?.total ?? null,
    error: fault,
    onFault,
    shown,
    current,
    open,
    close,
    reveal,
    openVanished,
  };
}

/** Another function whenever other rows are asked for; what they are sorted by is the grid's own. */
function useRead<T extends keyof Tables>(table: T, query: GridQuery, period: string) {
  const { client } = useCheck();
  const { filters, search, onlyFlagged, onlyPeriod } = query;
  const asked = JSON.stringify({ filters, search, onlyFlagged, onlyPeriod });
  return useCallback(
    async ({ sort, from, count, ...settings }: BlockRequest): Promise<Rows<Tables[T]>> => {
      if (client === null) return { total: 0, rows: [] };
      const rows: Omit<GridQuery, "sort"> = JSON.parse(asked) as Omit<GridQuery, "sort">;
      return (await client.call(table, { ...rows, sort, from, count }, settings)) as Rows<Tables[T]>;
    },
    // With the period other rows pass; of the whole history other ones are flagged, and lie outside it.
    // oxlint-disable-next-line react/exhaustive-deps
    [client, table, asked, period],
  );
}

function useTotal(read: unknown) {
  const [known, setKnown] = useState<{ readonly read: unknown; readonly total: number } | null>(null);
  const onTotal = useCallback(
    (total: number) =>
      setKnown((before) =>
        before !== null && before.read === read && before.total === total ? before : { read, total },
      ),
    [read],
  );
  return { total: known !== null && known.read === read ? known.total : null, onTotal };
}

function idOf(subject: string): number | null {
  const typed = parseId(subject);
  return typed.ok ? typed.value : null;
}
