/**
 * C2: what happened to an item after the month before was signed. It is why what is brought forward today may
 * differ from the signed amount, which was frozen by kind and not item by item.
 */
import type { Restatement } from "../../review/restate/restatements.ts";
import { formatAmount } from "../../money.ts";
import { signedBefore } from "../closing.ts";
import type { Figures } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import type { OutstandingItem } from "./outstanding-items.ts";

/** Looks up what later pulls changed in an item's record; null for nothing, and where nothing was signed. */
export function sinceSigned({ input }: Figures): (item: OutstandingItem) => string | null {
  const later = laterChanges(input);
  if (later.length === 0) return () => null;
  const { entries, transactions } = input.records;
  const ofEntry = Map.groupBy(later, ({ walletID }) => walletID);
  const ofPayment = Map.groupBy(later, ({ payID }) => payID);
  return ({ kind, row }) => {
    const changes =
      kind === "orphan payref"
        ? ofEntry.get(entries.walletID[row] as number)
        : ofPayment.get(transactions.payID[row] as number);
    return changes === undefined ? null : [...new Set(changes.map(words))].join("; ");
  };
}

/** So many records are named. */
const MOST_NAMED = 4;

/**
 * Why what is brought forward may differ from the signed amount: the records of then that later pulls
 * changed.
 */
export function differsSinceWords(input: ReportInput): string {
  const named = [
    ...new Set(
      laterChanges(input).map(({ walletID, payID, kind, pullId }) => {
        const record = walletID === null ? `payID ${payID ?? ""}` : `walletID ${walletID}`;
        return `${record} ${kind} by pull ${pullId}`;
      }),
    ),
  ];
  if (named.length === 0) return "no later pull changed a record of then, so compare matches and rules";
  const more = named.length - MOST_NAMED;
  const shown = named.slice(0, MOST_NAMED).join(", ");
  return `${shown}${more > 0 ? ` and ${formatAmount(more)} more` : ""}, see C3`;
}

/** What pulls after the signature changed in the signed month or before. */
function laterChanges(input: ReportInput): Restatement[] {
  const signed = signedBefore(input);
  if (signed === null) return [];
  return input.restatements.restatements.filter(
    ({ pullId, months }) => pullId > signed.frozen.pullId && months.some((month) => month <= signed.month),
  );
}

function words({ kind, pullId }: Restatement): string {
  return `${kind} by pull ${pullId}, see C3`;
}
