/** The places of the window by name, in the order of the rail. */
import type { PlaceName } from "../../ipc/events.ts";
import type { IconName } from "../ui/icon.tsx";

/** A place that the rail shows: all but where one begins. */
export type RailPlace = Exclude<PlaceName, "welcome">;

export interface NamedPlace {
  readonly name: RailPlace;
  readonly label: string;
  readonly icon: IconName;
  /** After `g`. */
  readonly key: string;
}

export const PLACES: readonly NamedPlace[] = [
  { name: "clients", label: "All clients", icon: "ledger", key: "h" },
  { name: "overview", label: "Overview", icon: "overview", key: "o" },
  { name: "wallet", label: "Wallet", icon: "wallet", key: "w" },
  { name: "transactions", label: "Transactions", icon: "transactions", key: "t" },
  { name: "exceptions", label: "Exceptions", icon: "exceptions", key: "e" },
  { name: "what-if", label: "What if", icon: "what-if", key: "f" },
  { name: "close", label: "Close", icon: "sign-off", key: "c" },
  { name: "activity", label: "Activity", icon: "activity", key: "a" },
  { name: "settings", label: "Settings", icon: "settings", key: "s" },
];
