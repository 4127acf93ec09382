/** What is read of months from more than one service, or with what the thread remembers of an earlier state. */
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { monthsChangedSince } from "../../services/close/differences.ts";
import { listMonths } from "../../services/close/months.ts";
import { readSince } from "../../services/close/moments.ts";
import type { ServiceContext } from "../../services/shared/thread-messages.ts";
import { type AtLedger, remembering } from "./held-ledger.ts";

/** All months, newest first, with what `monthsChangedSince` says of them. */
export function listMonthsAndChanged(
  { ledger }: AtLedger,
  { memory }: ServiceContext,
): { readonly months: readonly MonthFacts[] } & ReturnType<typeof monthsChangedSince> {
  return { months: listMonths(ledger, memory), ...monthsChangedSince(ledger) };
}

/** What of a signed month is different now from what it was at a link, with both states remembered. */
export function readSinceLink(
  request: Parameters<typeof readSince>[0],
  context: ServiceContext,
): ReturnType<typeof readSince> {
  const { ledger: path, sequence } = request;
  return readSince(request, context, remembering(context, { path, sequence }));
}
