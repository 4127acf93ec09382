/** Amounts and days as people type them into a filter. */
import { type Day, isDay, monthDays } from "../../core/time.ts";

/** What was typed: a value, nothing at all (null), or a sentence that says what is wrong. */
export type Typed<T> =
  | { readonly ok: true; readonly value: T | null }
  | { readonly ok: false; readonly sentence: string };

const NUMBER = /^(?<sign>[-−+]?)(?<whole>\d{1,3}(?:,\d{3})+|\d*)(?:\.(?<fraction>\d*))?$/u;
const THIN = /[\s\u00A0\u2009\u202F]/gu;

/**
 * An amount as it was typed, exact: its digits are never multiplied. Blanks and commas between thousands are
 * taken, a hyphen or a true minus.
 *
 * @param decimals 0 to 6, of the ledger
 * @returns an integer in the service's unit
 * @example parseAmount("12,500.5", 2) // {ok: true, value: 1250050}
 */
export function parseAmount(text: string, decimals: number): Typed<number> {
  const typed = text.replaceAll(THIN, "");
  if (typed === "") return { ok: true, value: null };
  const { sign, whole, fraction = "" } = NUMBER.exec(typed)?.groups ?? {};
  if (whole === undefined || (whole === "" && fraction === "")) {
    return {
      ok: false,
      sentence: `“${text.trim()}” is not an amount. Write digits, with a point before decimals.`,
    };
  }
  const kept = fraction.replace(/0+$/u, "");
  if (kept.length > decimals) {
    const has = decimals === 0 ? "no decimals" : decimals === 1 ? "1 decimal" : `${decimals} decimals`;
    return { ok: false, sentence: `Amounts of this ledger have ${has}.` };
  }
  const value = Number(`${whole.replaceAll(",", "")}${kept.padEnd(decimals, "0")}`);
  if (!Number.isSafeInteger(value)) return { ok: false, sentence: "That amount is too large." };
  return { ok: true, value: sign === "-" || sign === "−" ? 0 - value : value };
}

/**
 * A day as it was typed; a month stands for its first or its last day.
 *
 * @param end which end of a range it is
 */
export function parseDay(text: string, end: "from" | "to"): Typed<Day> {
  const typed = text.trim();
  if (typed === "") return { ok: true, value: null };
  if (isDay(typed)) return { ok: true, value: typed };
  const month = monthDays(typed);
  if (month !== null) return { ok: true, value: month[end] };
  const exists = /^\d{4}-\d{2}(?:-\d{2})?$/u.test(typed) ? "is not in the calendar" : "is not a date";
  return { ok: false, sentence: `“${typed}” ${exists}: write YYYY-MM-DD or YYYY-MM.` };
}

/** A walletID or payID as it was typed. */
export function parseId(text: string): Typed<number> {
  const typed = text.replaceAll(THIN, "").replaceAll(",", "");
  if (typed === "") return { ok: true, value: null };
  const value = Number(typed);
  if (/^-?\d+$/u.test(typed) && Number.isSafeInteger(value)) return { ok: true, value: value + 0 };
  return { ok: false, sentence: `“${text.trim()}” is not a record number.` };
}
