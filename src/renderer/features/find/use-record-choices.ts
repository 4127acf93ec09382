/** Records that some words may mean, asked of the check worker as they are typed. */
import { useQuery } from "@tanstack/react-query";
import { beforeAnswer } from "../../app/answers.ts";
import { useEffect, useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import { go } from "../../app/use-route.ts";
import { isCancelled } from "../../check/check-client.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import type { LookedUp } from "../../check/protocol.ts";
import { NO_QUERY, writeGridQuery } from "../../grid/grid-query.ts";
import {
  type MatchLine,
  lineOfEntry,
  lineOfTransaction,
  lineOfVanished,
} from "../../shared/match/match-words.ts";
import type { NamedChoice, NamedGroup } from "./choices.ts";

/** The most of each table; the rest is in its grid. */
const MOST = 7;

export interface RecordChoices {
  readonly groups: readonly NamedGroup[];
  /** Whether they are not those of the words as they are now. */
  readonly isPending: boolean;
  /** What asking failed with; null while it did not. */
  readonly error: unknown;
  readonly retry: () => void;
}

export function useRecordChoices(typed: string): RecordChoices {
  const { client, revision, summary } = useCheck();
  const wanted = typed.trim();
  const words = useAfterPause(wanted);
  const queryKey = useCheckKeys()("look-up", words);
  const isAsked = wanted !== "" && words !== "" && client !== null && summary !== null && revision > 0;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey,
    enabled: isAsked,
    queryFn: async ({ signal }) => (await client?.call("lookUp", { words, count: MOST }, { signal })) ?? null,
    placeholderData: beforeAnswer(queryKey),
    gcTime: 0,
  });
  return {
    groups: isAsked && data !== undefined && data !== null ? groupsOf(data, words) : [],
    isPending: wanted !== words || (isAsked && isFetching && (isPlaceholderData || data === undefined)),
    error: isCancelled(error) ? null : error,
    retry: () => void refetch(),
  };
}

/** How long somebody must stop typing before it is looked up, milliseconds. */
const PAUSE_MS = 120;

function useAfterPause(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The table of the likelier records first. */
function groupsOf(found: LookedUp, words: string): readonly NamedGroup[] {
  return [...groupsHeld(found, words), groupOfVanished(found)];
}

/** Those that a later pull no longer has stand apart, and say so. */
function groupOfVanished({ vanished }: LookedUp): NamedGroup {
  const choices = vanished.map((record): NamedChoice => {
    const line = lineOfVanished(record);
    const label = `${line.idName} ${line.id}`;
    const place = record.table === "entries" ? "wallet" : "transactions";
    return { id: `vanished ${label}`, label: `${label} vanished`, line, run: () => go(place, record.id) };
  });
  return { title: "Vanished records", choices };
}

function groupsHeld({ entries, transactions }: LookedUp, words: string): readonly NamedGroup[] {
  const ofEntries = groupOf("wallet", "Entries", entries.rows.map(lineOfEntry), entries.total, words);
  const ofTransactions = groupOf(
    "transactions",
    "Transactions",
    transactions.rows.map(lineOfTransaction),
    transactions.total,
    words,
  );
  return (transactions.rank ?? Infinity) < (entries.rank ?? Infinity)
    ? [ofTransactions, ofEntries]
    : [ofEntries, ofTransactions];
}

function groupOf(
  place: "wallet" | "transactions",
  title: string,
  lines: readonly MatchLine[],
  total: number,
  words: string,
): NamedGroup {
  const choices = lines.map((line): NamedChoice => {
    const label = `${line.idName} ${line.id}`;
    return { id: label, label, line, run: () => go(place, line.id) };
  });
  if (total <= lines.length) return { title, choices };
  const query = writeGridQuery("", { ...NO_QUERY, onlyPeriod: false, search: words });
  const all: NamedChoice = {
    id: `all ${place}`,
    label: `Show all ${formatAmount(total)} ${title.toLowerCase()}`,
    run: () => go(place, null, query),
  };
  return { title, choices: [...choices, all] };
}
