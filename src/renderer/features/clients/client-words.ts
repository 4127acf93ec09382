/** Words of the list of clients that no other place has. */
import type { Client, ClientWaiting } from "../../../core/review/clients/client.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { PlaceName } from "../../../ipc/events.ts";

/** A ledger's name without its ending. */
export function clientName(file: string): string {
  return file.replace(/\.tieout$/iu, "");
}

/** Where in its ledger that is done what a client waits for. */
export function placeToOpen({ kind }: ClientWaiting): PlaceName {
  if (kind === "decisions") return "exceptions";
  const isStep = kind === "preparation" || kind === "preparation-again" || kind === "signature";
  return isStep || kind === "restatement" ? "close" : "overview";
}

/** The month that its ledger is opened at; null, the newest with entries, where it has none such yet. */
export function monthIn({ month, hasMonth }: Pick<Client, "month" | "hasMonth">): Month | null {
  return hasMonth ? month : null;
}

const NO_DUE_DAY = "none";

/** The days on which a month may be due, as choices. */
export const DUE_DAYS = [
  { id: NO_DUE_DAY, label: "No due date" },
  ...Array.from({ length: 31 }, (_, at) => ({
    id: String(at + 1),
    label: `Day ${at + 1} of the next month`,
  })),
];

/** A preference as a choice, and back. */
export function dueChoice(dueDay: number | null): string {
  return dueDay === null ? NO_DUE_DAY : String(dueDay);
}

/** @returns null for no due date */
export function dueDayOf(choice: string): number | null {
  return choice === NO_DUE_DAY ? null : Number(choice);
}
