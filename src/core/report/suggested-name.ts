/** The file name suggested for an export. */
import type { PeriodRequest } from "../reconcile/input/asked-period.ts";
import { monthOfPeriod } from "../words/month.ts";
import { type ExportFormat, fileEnding, isDocument } from "./sheet/format.ts";

/** @example suggestedName('shop.tieout', october, 'xlsx') // 'shop 2026-10.xlsx' */
export function suggestedName(ledger: string, period: PeriodRequest | null, format: ExportFormat): string {
  const title = titleOf(ledger, period);
  return `${isDocument(format) ? title : `${title} ${format}`}.${fileEnding(format)}`;
}

/** What the rows of one table are called. @example 'shop 2026-10 wallet.csv' */
export function suggestedTableName(ledger: string, period: PeriodRequest | null, table: string): string {
  return `${titleOf(ledger, period)} ${table.toLowerCase()}.csv`;
}

/** @example suggestedYearName('shop.tieout', '2026-10') // 'shop year to 2026-10.xlsx' */
export function suggestedYearName(ledger: string, to: string): string {
  return `${bareName(ledger)} year to ${to}.xlsx`;
}

/** A ledger's name without its ending. */
export function bareName(ledger: string): string {
  return ledger.replace(/\.tieout$/iu, "");
}

function titleOf(ledger: string, period: PeriodRequest | null): string {
  return [bareName(ledger), period === null ? "whole history" : daysOf(period)].join(" ");
}

function daysOf({ from, to }: PeriodRequest): string {
  const month = from === null || to === null ? null : monthOfPeriod({ from, to });
  return month ?? [from, to].filter((day) => day !== null).join(" to ");
}
