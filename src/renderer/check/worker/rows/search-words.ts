/** What the words of a quick search can mean: part of a text or id, an amount, a day, a month. */
import { type Day, ZoneClock, isDay, monthDays } from "../../../../core/time.ts";
import type { DisplayFormat } from "../../protocol.ts";

export interface SearchWord {
  readonly text: string;
  /** As it stands, when it is digits alone. */
  readonly digits: string | null;
  /** Size of an amount, in the service's unit; null when it is none. */
  readonly amount: number | null;
  /** Milliseconds UTC, both inclusive; null when it is no day or month. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
}

/** The words of a search, by the blanks between them. */
export function searchWords(search: string, { decimals, timeZone }: DisplayFormat): SearchWord[] {
  const words = search.split(/\s+/u).filter((word) => word !== "");
  return words.map((text) => ({
    text,
    digits: /^\d+$/u.test(text) ? text : null,
    amount: amountOf(text, decimals),
    span: spanOf(text, timeZone),
  }));
}

/** The size of an amount as it is shown or typed, with or without grouping, sign and trailing decimals. */
function amountOf(text: string, decimals: number): number | null {
  const match = /^[-−+]?(\d[\d,]*)(?:\.(\d*))?$/u.exec(text);
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || fraction.length > decimals) return null;
  const amount = Number(whole.replaceAll(",", "") + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : null;
}

function spanOf(text: string, timeZone: string): SearchWord["span"] {
  const days: { from: Day; to: Day } | null = isDay(text) ? { from: text, to: text } : monthDays(text);
  return days === null ? null : daySpan(days.from, days.to, timeZone);
}

/**
 * From the beginning of one day to the end of another in a zone, milliseconds UTC; null leaves an end open.
 */
export function daySpan(
  from: Day | null,
  to: Day | null,
  timeZone: string,
): { readonly fromMs: number; readonly toMs: number } {
  const clock = new ZoneClock(timeZone);
  return {
    fromMs: from === null ? -Infinity : clock.startOfDay(from),
    toMs: to === null ? Infinity : clock.endOfDay(to),
  };
}
