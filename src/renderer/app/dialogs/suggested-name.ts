/** What an export is called unless somebody says otherwise. */
import type { ExportFormat } from "../../../core/report/format.ts";
import type { PeriodRequest } from "../../check/protocol.ts";
import { monthOf } from "../route.ts";

/** @example suggestedName('shop.tieout', october, 'xlsx') // 'shop 2026-10.xlsx' */
export function suggestedName(ledger: string, period: PeriodRequest, format: ExportFormat): string {
  const name = ledger.replace(/\.tieout$/iu, "");
  const days =
    period === null
      ? ""
      : (monthOf(period) ?? [period.from, period.to].filter((day) => day !== null).join(" to "));
  const title = [name, days === "" ? "whole history" : days].join(" ");
  return format === "xlsx" ? `${title}.xlsx` : `${title} ${format}`;
}
