/**
 * Where the window is, as its address says: `#/<place>[/<subject>]?month=2026-10`, `?from=…&to=…` or `?all`,
 * `asof=signed` or `asof=14` for a signed month as it was, and filters. Reloading keeps it.
 */
import { isDay, monthDays } from "../../core/time.ts";
import type { AskedMoment } from "../../core/review/close/moment.ts";
import { PLACE_NAMES, type PlaceName } from "../../ipc/events.ts";
import type { AskedPeriod } from "../check/protocol.ts";

export interface Route {
  readonly place: PlaceName;
  /** What is selected there: a walletID, a payID, a fingerprint; null for nothing. */
  readonly subject: string | null;
  /** undefined while none was chosen: the newest month then. */
  readonly period: AskedPeriod | undefined;
  /** The moment of the signed month that is shown; null for now. */
  readonly asOf: AskedMoment | null;
  /** What else the query says, e.g. `rule=chain-break`: the place's own filters, which leave with it. */
  readonly filters: string;
}

/**
 * Reads an address. What it does not know it leaves out; an unknown place is the overview.
 *
 * @param hash with or without its `#`
 */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/u, "").split("?", 2);
  const [name = "", ...rest] = path.split("/");
  const subject = decoded(rest.join("/"));
  const words = new URLSearchParams(query);
  return {
    place: PLACE_NAMES.find((place) => place === name) ?? "overview",
    subject: subject === "" ? null : subject,
    period: parsePeriod(words),
    asOf: parseMoment(words.get("asof") ?? ""),
    filters: withoutOwn(words),
  };
}

/** @returns the address, with its `#` */
export function formatRoute({ place, subject, period, asOf, filters }: Route): string {
  const path = subject === null ? place : `${place}/${encodeURIComponent(subject)}`;
  const moment = asOf === null ? "" : `asof=${asOf}`;
  const query = [formatPeriod(period), moment, filters].filter((part) => part !== "").join("&");
  return `#/${path}${query === "" ? "" : `?${query}`}`;
}

function parsePeriod(query: URLSearchParams): AskedPeriod | undefined {
  if (query.has("all")) return null;
  const month = monthDays(query.get("month") ?? "");
  if (month !== null) return month;
  const from = query.get("from") ?? "";
  const to = query.get("to") ?? "";
  const period = { from: isDay(from) ? from : null, to: isDay(to) ? to : null };
  if (period.from === null && period.to === null) return undefined;
  const isBackward = period.from !== null && period.to !== null && period.from > period.to;
  return isBackward ? undefined : period;
}

/** `signed`, or the number of a pull. */
function parseMoment(text: string): AskedMoment | null {
  if (text === "signed") return text;
  return /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null;
}

function withoutOwn(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const word of ["all", "month", "from", "to", "asof"]) rest.delete(word);
  return rest.toString();
}

function formatPeriod(period: AskedPeriod | undefined): string {
  if (period === undefined) return "";
  if (period === null) return "all";
  const month = monthOf(period);
  if (month !== null) return `month=${month}`;
  const { from, to } = period;
  return [from === null ? "" : `from=${from}`, to === null ? "" : `to=${to}`]
    .filter((part) => part !== "")
    .join("&");
}

/** `YYYY-MM` when a period is exactly that month, else null. */
export function monthOf(period: AskedPeriod | undefined): string | null {
  if (period === null || period === undefined || period.from === null) return null;
  const name = period.from.slice(0, 7);
  const month = monthDays(name);
  return month !== null && month.from === period.from && month.to === period.to ? name : null;
}

/** A text that may be badly encoded, since anybody can type an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
