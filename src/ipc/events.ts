/** What main tells every window without being asked. */
import type { LedgerFacts, Preferences } from "./contract.ts";
import type { Fault } from "./envelope.ts";
import type { Job } from "./jobs.ts";
import { PLACE_NAMES } from "./places.ts";

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
