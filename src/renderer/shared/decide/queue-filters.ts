/** Which findings the queue shows, in which order; it stands in the address, so a reload keeps it. */
import {
  RULE_IDS,
  SEVERITIES,
  RULES,
  type RuleId,
  type Severity,
} from "../../../core/reconcile/input/rules.ts";
import {
  REVIEW_STATUSES,
  type ReviewClass,
  type ReviewStatus,
} from "../../../core/review/decisions/review.ts";
import type { ExceptionsRequest } from "../../bridge/protocol.ts";

export type QueueOrder = ExceptionsRequest["order"];
export const QUEUE_ORDERS: Readonly<Record<QueueOrder, string>> = {
  cause: "By cause",
  kind: "By kind",
  amount: "By amount at stake",
  record: "By record",
  rule: "By rule",
  newest: "Newest first",
};
export const ORDERS = Object.keys(QUEUE_ORDERS) as readonly QueueOrder[];

/** What one event explains together, and the largest amount at stake first. */
const USUAL_ORDER: QueueOrder = "cause";

/** Above so many that wait, they are gone through kind by kind. */
const MANY = 100;

/** The order in which one begins. @param waiting exceptions */
export function usualOrder(waiting: number): QueueOrder {
  return waiting > MANY ? "kind" : USUAL_ORDER;
}

export type QueueFilters = Omit<ExceptionsRequest, "from" | "count">;

/** Notices may be decided on, but nobody waits for that. */
export const EXCEPTION_SEVERITIES: readonly Severity[] = ["error", "warning"];

export const ALL_EXCEPTIONS: QueueFilters = {
  statuses: null,
  rules: null,
  severities: EXCEPTION_SEVERITIES,
  currency: null,
  findings: null,
  search: "",
  order: USUAL_ORDER,
};

/** All findings, notices with them, as the worker is asked for them. */
export const EVERYTHING: ExceptionsRequest = { ...ALL_EXCEPTIONS, severities: SEVERITIES, from: 0, count: 0 };

/** What `status=waiting` stands for: findings that wait for a decision. */
export const WAITING: readonly ReviewStatus[] = ["open", "reopened"];

const INFO_RULES = new Set<RuleId>(RULES.filter(({ severity }) => severity === "info").map(({ id }) => id));

/**
 * Reads `status`, `rule`, `severity`, `finding` (lists with commas), `currency`, `q` and `order`. Words nobody knows are left out,
 * and a list without any known word is no filter. A link to a rule of notices shows them without having to
 * say so.
 *
 * @param usual the order where none is named
 */
export function filtersFrom(query: URLSearchParams, usual = USUAL_ORDER): QueueFilters {
  const statuses = query.get("status") === "waiting" ? WAITING : known(query.get("status"), REVIEW_STATUSES);
  const rules = known(query.get("rule"), RULE_IDS);
  const severities = known(query.get("severity"), SEVERITIES);
  const wantsInfos = rules?.some((rule) => INFO_RULES.has(rule)) === true;
  return {
    statuses,
    rules,
    severities: severities ?? (wantsInfos ? SEVERITIES : EXCEPTION_SEVERITIES),
    currency: currencyFrom(query.get("currency")),
    findings: findingsFrom(query.get("finding")),
    search: query.get("q") ?? "",
    order: known(query.get("order"), ORDERS)?.[0] ?? usual,
  };
}

function findingsFrom(list: string | null): readonly string[] | null {
  const found = (list ?? "").split(",").filter((digits) => /^[0-9a-f]{8,64}$/u.test(digits));
  return found.length === 0 ? null : found;
}

/** In the address, for what no currency is known of. */
const NO_CURRENCY = "none";

function currencyFrom(word: string | null): string | null {
  return word === NO_CURRENCY ? "" : word === "" ? null : word;
}

/** The address's filter for some exceptions, and for a currency where there are several. */
export function filterTextOf(change: Partial<QueueFilters>, currency: string | null | undefined): string {
  return keptText({
    ...ALL_EXCEPTIONS,
    ...change,
    currency: currency === undefined ? null : (currency ?? ""),
  });
}

/** The same for exceptions of a class. */
export function filterOfClass(of: ReviewClass, currency: string | null | undefined): string {
  return filterTextOf({ statuses: of === "undecided" ? WAITING : [of] }, currency);
}

/** The query with these filters in it, and everything else that was in it; what is usual is left out. */
export function withFilters(
  query: URLSearchParams,
  filters: QueueFilters,
  first = USUAL_ORDER,
): URLSearchParams {
  const next = new URLSearchParams(query);
  put(next, "status", filters.statuses === WAITING ? "waiting" : (filters.statuses?.join(",") ?? ""));
  put(next, "rule", filters.rules?.join(",") ?? "");
  const usual = filtersFrom(new URLSearchParams({ rule: filters.rules?.join(",") ?? "" })).severities;
  put(next, "severity", sameWords(filters.severities, usual) ? "" : filters.severities.join(","));
  put(next, "currency", filters.currency === "" ? NO_CURRENCY : (filters.currency ?? ""));
  put(next, "finding", filters.findings?.join(",") ?? "");
  put(next, "q", filters.search);
  put(next, "order", filters.order === first ? "" : filters.order);
  return next;
}

/** The filters as they are kept under a name: nothing else of the address. */
export function keptText(filters: QueueFilters): string {
  return withFilters(new URLSearchParams(), filters).toString();
}

/** Whether a text that was kept says nothing but what is understood. */
export function isWholeText(kept: string): boolean {
  return keptText(filtersFrom(new URLSearchParams(kept))) === kept;
}

/** Whether anything narrows the queue beyond leaving notices out. */
export function isNarrowed({
  statuses,
  rules,
  severities,
  currency,
  findings,
  search,
}: QueueFilters): boolean {
  return (
    statuses !== null ||
    findings !== null ||
    rules !== null ||
    currency !== null ||
    search !== "" ||
    !EXCEPTION_SEVERITIES.every((severity) => severities.includes(severity))
  );
}

function known<T extends string>(list: string | null, words: readonly T[]): readonly T[] | null {
  const named = new Set(list?.split(","));
  const found = words.filter((word) => named.has(word));
  return found.length === 0 ? null : found;
}

function put(query: URLSearchParams, key: string, value: string): void {
  if (value === "") query.delete(key);
  else query.set(key, value);
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word) => b.includes(word));
}
