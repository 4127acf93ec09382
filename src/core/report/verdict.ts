/** The conclusion in one sentence: the same words in the terminal, the workbook and the window. */
import { formatAmount, formatCount } from "../money.ts";
import type { Finding } from "../reconcile/findings.ts";
import type { CheckResult, WalletResult } from "../reconcile/result.ts";
import type { RuleId } from "../reconcile/rules.ts";
import type { Month } from "../review/close.ts";
import { type Period, sayInstant } from "../time.ts";
import { monthOfPeriod } from "./closing.ts";

const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** @returns `October 2026` */
export function monthTitle(month: Month): string {
  return `${MONTH_NAMES[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** @returns `October 2026`, `2026-10-05 to 2026-10-20`, or `The whole history` */
export function periodTitle(period: Period | null): string {
  if (period === null) return "The whole history";
  const month = monthOfPeriod(period);
  if (month !== null) return monthTitle(month);
  return period.from === period.to ? period.from : `${period.from} to ${period.to}`;
}

/** What of a check the conclusion is drawn from. */
export interface Judged
  extends Pick<CheckResult, "period" | "pulledAtMs">, Partial<Pick<CheckResult, "asOfMs">> {
  readonly counts: Pick<CheckResult["counts"], "entries" | "transactions" | "bySeverity">;
  readonly wallets: readonly Pick<WalletResult, "userID" | "businessID" | "currency">[];
  readonly findings: readonly Pick<Finding, "rule" | "userID" | "businessID" | "difference" | "cause">[];
}

/**
 * Says whether the period ties out, and if not by how much and at how many rows; where others do not follow for want of an
 * approval or of a pull, at how many of all breaks, so that the number is the one that breaks are counted with elsewhere.
 *
 * @param decimals display only, see `formatAmount`
 * @example `October 2026 is off by 12,500 at 3 rows.`
 * @example `October 2026 is off by 7 at 1 of 2 breaks; the other break is 1 unapproved amount (−40) not in the balance yet.`
 */
export function verdictOf(result: Judged, decimals: number): string {
  return `${conclusionOf(result, decimals)}${unseenEnd(result)}`;
}

function conclusionOf(result: Judged, decimals: number): string {
  const title = periodTitle(result.period);
  const breaks = differencesOf(result, "chain-break", decimals);
  const pending = differencesOf(result, "pending-entry", decimals);
  const gaps = differencesOf(result, "history-gap", decimals);
  const openings = differencesOf(result, "opening-not-carried", decimals);
  const { entries } = result.counts;
  const { error, warning } = result.counts.bySeverity;
  const others = error - breaks.rows - openings.rows;
  const isFirst = breaks.rows + pending.rows + gaps.rows === 0 && entries > 0;
  const open = [
    breaks.gross === "" ? "" : `${breaks.gross} gross, from ${formatCount(breaks.causes, "cause")}`,
    ...waitingWords(breaks, pending, gaps),
    openings.rows > 0 && !isFirst ? `it opens ${openingWords(openings)}` : "",
    others > 0 ? formatCount(others, others < error ? "other error" : "error") : "",
  ].filter((part) => part !== "");
  const more = open.length === 0 ? "" : `; ${open.join("; ")}`;
  if (breaks.rows > 0)
    return `${title} is ${offWords(breaks, breaks.rows + pending.rows + gaps.rows)}${more}.`;
  if (entries === 0)
    return `${title} has no entries${more === "" ? ": there is nothing to tie out" : `${result.period === null ? "" : " of its own"}${more}${carriedEnd(result)}`}.`;
  if (pending.rows + gaps.rows > 0) return `${title} does not tie out yet${more}.`;
  if (openings.rows > 0) return `${title} opens ${openingWords(openings)}${more}.`;
  if (error > 0) return `${title}: every balance follows${more}.`;
  return `${title} ties out${warning > 0 ? `, with ${formatCount(warning, "warning")} to look at` : ""}.`;
}

const GONE: ReadonlySet<RuleId> = new Set(["entry-vanished", "transaction-vanished"]);

/** A period in which there is nothing has only what earlier ones left open. */
function carriedEnd({ period, counts, findings }: Judged): string {
  if (period === null || counts.bySeverity.error === 0 || counts.transactions > 0) return "";
  if (findings.some(({ rule }) => GONE.has(rule))) return "";
  return monthOfPeriod(period) === null ? " carried from before it" : " carried from earlier months";
}

interface Differences {
  readonly rows: number;
  /** Signed. */
  readonly sum: string;
  /** By how much, without a sign; '' where they all cancel out. */
  readonly size: string;
  /** Without regard to signs; '' where none of them cancels any other, so that it would be the same. */
  readonly gross: string;
  /** Rows that are no mere consequence of the row before. */
  readonly causes: number;
  /** Currencies whose differences cancel out; nothing where there is one currency, or where all do. */
  readonly cancelled: string;
}

/** Rows that do not follow without being errors: what waits for an approval, and what was never seen. */
function waitingWords(breaks: Differences, pending: Differences, gaps: Differences): string[] {
  const parts = [
    ...(pending.rows > 0
      ? [`${formatCount(pending.rows, "unapproved amount")} (${pending.sum}) not in the balance yet`]
      : []),
    ...(gaps.rows > 0 ? [`${formatCount(gaps.rows, "gap")} between pulls (${gaps.sum}) never seen`] : []),
  ];
  const others = pending.rows + gaps.rows;
  if (breaks.rows === 0 || others === 0) return parts;
  const lead = others === 1 ? "the other break is" : `the ${formatAmount(others)} other breaks are`;
  return [`${lead} ${parts.join(" and ")}`];
}

/** Differences that cancel out leave the closing right and the rows wrong: that is said, and never as "off by 0". */
function offWords({ rows, size, cancelled }: Differences, all: number): string {
  const at =
    rows === all ? formatCount(rows, "row") : `${formatAmount(rows)} of ${formatCount(all, "break")}`;
  if (size === "") return `off at ${at}, whose differences cancel out`;
  return `off by ${size} at ${at}${cancelled === "" ? "" : `, where differences in ${cancelled} cancel out`}`;
}

/** @example `1,000 off what was signed before` */
function openingWords({ rows, size }: Differences): string {
  if (size !== "") return `${size} off what was signed before`;
  return `with other balances than were signed before in ${formatCount(rows, "wallet")}, though the same in total`;
}

function currencyWords(currency: string | null): string {
  return currency ?? "an unknown currency";
}

/** The differences of one rule's rows, each currency by itself. */
function differencesOf({ findings, wallets }: Judged, rule: RuleId, decimals: number): Differences {
  const currencies = new Map(
    wallets.map(({ userID, businessID, currency }) => [`${userID} ${businessID ?? ""}`, currency]),
  );
  const sums = new Map<string | null, number>();
  const gross = new Map<string | null, number>();
  let rows = 0;
  let causes = 0;
  for (const finding of findings) {
    if (finding.rule !== rule) continue;
    const { userID, businessID, difference = 0 } = finding;
    const currency = currencies.get(`${userID} `) ?? currencies.get(`${userID} ${businessID ?? ""}`) ?? null;
    sums.set(currency, (sums.get(currency) ?? 0) + difference);
    gross.set(currency, (gross.get(currency) ?? 0) + Math.abs(difference));
    rows += 1;
    if (finding.cause !== "recovery") causes += 1;
  }
  const several = new Set(wallets.map(({ currency }) => currency)).size > 1;
  const say = (parts: readonly (readonly [string | null, number])[], word: (amount: number) => string) =>
    parts
      .map(([currency, amount]) => {
        if (!several) return word(amount);
        return `${word(amount)} ${currency ?? `of ${currencyWords(currency)}`}`;
      })
      .join(" and ");
  const off = [...sums].filter(([, amount]) => amount !== 0);
  const cancelled = [...sums].filter(([, amount]) => amount === 0);
  const isNet = [...sums].some(([currency, amount]) => Math.abs(amount) !== gross.get(currency));
  return {
    rows,
    causes,
    gross: isNet ? say([...gross], (amount) => formatAmount(amount, decimals)) : "",
    sum: say([...sums], (amount) => formatAmount(amount, decimals)),
    size: say(off, (amount) => formatAmount(Math.abs(amount), decimals)),
    cancelled: off.length === 0 ? "" : cancelled.map(([currency]) => currencyWords(currency)).join(" and "),
  };
}

/** Nobody may sign a period whose end was not seen. */
function unseenEnd({ period, pulledAtMs, asOfMs = null }: Judged): string {
  if (pulledAtMs !== null && asOfMs !== null && asOfMs > pulledAtMs) {
    return ` The clock was behind at the newest pull: it said ${sayInstant(pulledAtMs)}. The check is as of ${sayInstant(asOfMs)}, which the records or an earlier pull show.`;
  }
  if (period === null || pulledAtMs === null || pulledAtMs > period.toMs) return "";
  return ` The newest pull is of ${sayInstant(pulledAtMs)}, before the period ended: what came after it was not seen.`;
}
