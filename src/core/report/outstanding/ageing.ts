/** How long something has been open. */
import { DAY_MS } from "../../time.ts";
import type { Figures } from "../figures.ts";

/** Whole days from an instant to the period's end (without a period: the as-of); null without a date. */
export function daysOpen({ input }: Figures, atMs: number | null): number | null {
  const endMs = input.check.period?.toMs ?? input.check.asOfMs;
  if (atMs === null || endMs === null || Number.isNaN(atMs)) return null;
  return Math.max(0, Math.floor((endMs - atMs) / DAY_MS));
}

/** When a payment was made, else when its transaction was made; null when neither is known. */
export function paymentTime({ input }: Figures, row: number): number | null {
  const { datePaidAtMs, dateCreatedAtMs } = input.records.transactions;
  const atMs = datePaidAtMs[row] as number;
  const dated = Number.isNaN(atMs) ? (dateCreatedAtMs[row] as number) : atMs;
  return Number.isNaN(dated) ? null : dated;
}
