/** What other settings of a ledger would move in months that are prepared or signed. */
import { formatCount } from "../../money.ts";
import { monthTitle } from "../../words/month.ts";
import { type Period, ZoneClock, monthDays, periodOf } from "../../time.ts";
import { stateWords } from "./close-rules.ts";
import type { FrozenWallet, Month } from "./close.ts";
import type { MonthStanding } from "./month-states.ts";
import { closingSince } from "./since.ts";

/** What is to change, and what it is now. */
export interface SettingsStep {
  readonly zones: { readonly before: string; readonly after: string };
  readonly rescales: boolean;
  /** Whether the check goes by other options, the zone apart. */
  readonly rechecks: boolean;
}

type WalletsOf = (month: Month) => Readonly<Record<"before" | "after", readonly FrozenWallet[]>>;

const MOST_NAMED = 6;

/** The months that settings may move: those that are prepared or signed, ascending. */
export function frozenAmong(months: Iterable<MonthStanding>): MonthStanding[] {
  return [...months].filter(({ prepared }) => prepared !== null);
}

/**
 * What would move, one sentence each.
 *
 * @param entryTimes when each was made, milliseconds UTC
 * @param walletsOf of a month as it is checked before and after; asked of a few of them
 */
export function movedBySettings(
  { zones, rescales, rechecks }: SettingsStep,
  months: readonly MonthStanding[],
  entryTimes: Iterable<number>,
  walletsOf: WalletsOf,
): string[] {
  if (months.length === 0) return [];
  const isRecut = zones.before !== zones.after;
  const moved = isRecut ? movedEntries(zones, months, entryTimes) : [];
  const named = moved.slice(0, MOST_NAMED).map(({ standing, entries }) => {
    const what = `It moves ${formatCount(entries, "entry")} of ${monthTitle(standing.month)}`;
    return `${what}, which is ${stateWords(standing)}: ${closingThen(standing, walletsOf)}.`;
  });
  // Other options move no entry; what a month closes at they may.
  const reclosed = isRecut || !rechecks ? [] : months.slice(-MOST_NAMED);
  for (const standing of reclosed) {
    const closing = closingThen(standing, walletsOf);
    if (closing !== UNCHANGED)
      named.push(`${monthTitle(standing.month)}, which is ${stateWords(standing)}: ${closing}.`);
  }
  if (reclosed.length > 0 && named.length === 0) {
    const among = months.length > MOST_NAMED ? ` among the newest ${MOST_NAMED} of them` : "";
    named.push(`No closing of a month that is prepared or signed off changes${among}.`);
  } else if (reclosed.length < months.length && !isRecut && rechecks) {
    named.push(`Of the months that are prepared or signed off, the newest ${MOST_NAMED} were looked at.`);
  }
  const more = Math.max(0, moved.length - MOST_NAMED);
  return [
    ...named,
    ...(more === 0
      ? []
      : [`It moves entries of ${formatCount(more, "more month")}, prepared or signed off.`]),
    ...(rescales
      ? ["Months that are prepared or signed off keep the decimals they were prepared with."]
      : []),
    ...(rechecks || isRecut
      ? ["What was prepared or signed stays. As of now such months are checked with the new settings."]
      : []),
  ];
}

const UNCHANGED = "closing unchanged";

/** @example `closing becomes 24,242,550 (−1,241,773)` */
function closingThen({ prepared, month }: MonthStanding, walletsOf: WalletsOf): string {
  if (prepared === null) return UNCHANGED;
  const { before, after } = walletsOf(month);
  return closingSince(before, after, prepared.frozen.decimals, "becomes");
}

/** The months between which entries move, with how many each loses or gains. */
function movedEntries(
  { before, after }: SettingsStep["zones"],
  months: readonly MonthStanding[],
  entryTimes: Iterable<number>,
): { readonly standing: MonthStanding; readonly entries: number }[] {
  const clocks = [new ZoneClock(before), new ZoneClock(after)] as const;
  const spans = months.flatMap((standing) => {
    const days = monthDays(standing.month);
    if (days === null) return [];
    const [was, is] = clocks.map((clock) => periodOf(days.from, days.to, clock));
    return was === undefined || is === undefined ? [] : [{ standing, was, is, entries: 0 }];
  });
  for (const atMs of entryTimes) {
    for (const span of spans) if (isIn(span.was, atMs) !== isIn(span.is, atMs)) span.entries += 1;
  }
  return spans.flatMap(({ standing, entries }) => (entries === 0 ? [] : [{ standing, entries }]));
}

function isIn({ fromMs, toMs }: Period, atMs: number): boolean {
  return atMs >= fromMs && atMs <= toMs;
}
