/** `const { route, go, select, setPeriod, setFilters } = useRoute()`: where the window is, and going on. */
import { useSyncExternalStore } from "react";
import { monthDays, isDay } from "../../core/time.ts";
import { monthOfPeriod } from "../../core/words/month.ts";
import type { AskedPeriod } from "../bridge/protocol.ts";
import { type PlaceName, PLACE_NAMES } from "../../ipc/events.ts";
import type { Month } from "../../core/review/close/close.ts";
import type { AskedMoment } from "../../core/review/close/moment.ts";

function listen(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

let parsed: { readonly hash: string; readonly route: Route } | null = null;

/** The route of the address: the same object until that changes, with the same period until that does. */
function currentRoute(): Route {
  const { hash } = window.location;
  if (parsed?.hash === hash) return parsed.route;
  const route = parseRoute(hash);
  const before = parsed?.route.period;
  const isSame = before?.from === route.period?.from && before?.to === route.period?.to;
  parsed = { hash, route: before && route.period && isSame ? { ...route, period: before } : route };
  return parsed.route;
}

function show(change: Partial<Route>, isNewStep: boolean): void {
  const url = formatRoute({ ...currentRoute(), ...change });
  if (url === window.location.hash) return;
  if (isNewStep) {
    window.location.hash = url;
    return;
  }
  const oldURL = window.location.href;
  window.history.replaceState(null, "", url);
  window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL, newURL: window.location.href }));
}

/**
 * Goes to a place, and to something in it; the period stays. One can go back.
 *
 * @param filters as of `hrefOf`
 */
export function go(place: PlaceName, subject: string | number | null = null, filters = ""): void {
  show({ place, subject: subject === null ? null : String(subject), filters }, true);
}

/** Selects something in the place one is in; it is no step to go back. */
export function select(subject: string | number | null): void {
  show({ subject: subject === null ? null : String(subject) }, false);
}

/** What is selected in the place one is in, as of now; null for nothing. */
export function selected(): string | null {
  return currentRoute().subject;
}

/** Whether one is in a place and has that selected, as of now: what is on screen may have been drawn before. */
export function isAt(place: PlaceName, subject: string | null): boolean {
  const route = currentRoute();
  return route.place === place && route.subject === subject;
}

/** Chooses the period for all places; null is the whole history, undefined the newest month. */
export function setPeriod(period: AskedPeriod | undefined): void {
  show({ period }, false);
}

/**
 * Shows a signed month as of a moment, in all places, or as of now; it is no step to go back.
 *
 * @param month left out, the period stays
 */
export function setMoment(asOf: AskedMoment | null, month?: Month): void {
  const period = month === undefined ? null : monthDays(month);
  show(period === null ? { asOf } : { asOf, period }, false);
}

export function setFilters(filters: string): void {
  show({ filters }, false);
}

/**
 * The address of a place, for a link.
 *
 * @param filters a query of the place's own, e.g. `rule=chain-break`
 * @param moment left out, the one that is shown
 */
export function hrefOf(
  place: PlaceName,
  subject: string | number | null = null,
  filters = "",
  moment?: AskedMoment | null,
): string {
  const { period, asOf: shown } = currentRoute();
  const asOf = moment === undefined ? shown : moment;
  return formatRoute({ place, subject: subject === null ? null : String(subject), period, asOf, filters });
}

/** The address of a place, and of something in it, as of now; for a link. */
export function hrefNow(place: PlaceName, subject: string | number | null = null): string {
  return hrefOf(place, subject, "", null);
}

/** As `hrefOf`, as of the signature of the month that is shown, where now is shown: of what is gone since. */
export function hrefThen(place: PlaceName, subject: string | number): string {
  return hrefOf(place, subject, "", currentRoute().asOf ?? "signed");
}

/**
 * The address of a place with a month, or any days, as the window's period, for a link.
 *
 * @param of a month `YYYY-MM`
 * @param filters as of `hrefOf`
 * @param moment left out, the one that is shown where it is one of the month, else now
 */
export function hrefOfMonth(
  place: PlaceName,
  of: string | AskedPeriod,
  filters = "",
  subject: string | number | null = null,
  moment?: AskedMoment | null,
): string {
  const period = typeof of === "string" ? (monthDays(of) ?? undefined) : of;
  const shown = currentRoute();
  // A moment is one of its month.
  const asOf =
    moment === undefined
      ? monthOfPeriod(shown.period) === monthOfPeriod(period)
        ? shown.asOf
        : null
      : moment;
  return formatRoute({ place, subject: subject === null ? null : String(subject), period, asOf, filters });
}

export function useRoute() {
  const route = useSyncExternalStore(listen, currentRoute);
  return { route, go, select, setPeriod, setFilters };
}

// Where the window is, as its address says: `#/<place>[/<subject>]?month=2026-10`, `?from=…&to=…` or `?all`,
// `asof=signed` or `asof=14` for a signed month as it was, and filters. Reloading keeps it.

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

/** The subject of Settings under which the audit trail stands. */
export const HISTORY = "history";

/** The subject of Settings that leads to the options of the check. */
export const CHECK = "check";
/** The subject of Close under which twelve months stand on one page. */
export const YEAR = "year";

/** Places of before, and what they are now. */
const RETIRED: ReadonlyMap<string, Pick<Route, "place" | "subject">> = new Map([
  ["what-if", { place: "settings", subject: CHECK }],
  ["activity", { place: "settings", subject: HISTORY }],
]);

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
  const place = PLACE_NAMES.find((one) => one === name) ?? "overview";
  return {
    ...(RETIRED.get(name) ?? { place, subject: subject === "" ? null : subject }),
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
  const month = monthOfPeriod(period);
  if (month !== null) return `month=${month}`;
  const { from, to } = period;
  return [from === null ? "" : `from=${from}`, to === null ? "" : `to=${to}`]
    .filter((part) => part !== "")
    .join("&");
}

/** A text that may be badly encoded, since anybody can type an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
