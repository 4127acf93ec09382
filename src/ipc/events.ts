/** What main tells every window without being asked, and the places of a window by name. */
import type { LedgerFacts, Preferences } from "./contract.ts";
import type { Fault } from "./envelope.ts";
import type { Job } from "./jobs.ts";

/** The places of the window, by the names they have in the page's address, in the order of its rail. */
export const PLACE_NAMES = [
  /** Where one is without a ledger. */
  "welcome",
  /** Of all ledgers; there without an open one, too. */
  "clients",
  "overview",
  "wallet",
  "transactions",
  "exceptions",
  "close",
  "settings",
] as const;
export type PlaceName = (typeof PLACE_NAMES)[number];

/** What the native menu asks the window to do; the window's own keys do the same. */
export const MENU_COMMANDS = [
  "new",
  "open",
  "back-up",
  "verify",
  "pull",
  "import",
  "export",
  "verify-workbook",
  "reviewed-workbook",
  "undo",
  "redo",
  "search",
  "find",
  "keys",
  ...PLACE_NAMES,
] as const;
export type MenuCommand = (typeof MENU_COMMANDS)[number];

export interface Events {
  readonly "job.changed": Job;
  /** The open ledger as it is now, null when none is. */
  readonly "ledger.changed": LedgerFacts | null;
  readonly "preferences.changed": Preferences;
  /** A backup of the open ledger was made on schedule; or could not be, which is said once. */
  readonly "backups.changed": { readonly fault: Fault | null };
  readonly "menu.chosen": { readonly command: MenuCommand };
}

export type EventName = keyof Events;

/** One event as it crosses the bridge. */
export type EventMessage = {
  readonly [E in EventName]: { readonly event: E; readonly value: Events[E] };
}[EventName];
