/** The places of the window, in the order of the rail. A place is wired by its lines here. */
import type { ComponentType } from "react";
import type { IconName } from "../../ui/icon.tsx";
import type { PlaceName } from "../../../ipc/events.ts";
import { later } from "./arrival.tsx";

export interface PlaceEntry {
  readonly name: Exclude<PlaceName, "welcome">;
  readonly label: string;
  readonly icon: IconName;
  /** After `g`. */
  readonly key: string;
  readonly Place: ComponentType;
}

const ClientsPlace = later(
  async () => (await import("../../features/clients/clients-place.tsx")).ClientsPlace,
);
const OverviewPlace = later(
  async () => (await import("../../features/overview/overview-place.tsx")).OverviewPlace,
);
const WalletPlace = later(async () => (await import("../../features/wallet/wallet-place.tsx")).WalletPlace);
const TransactionsPlace = later(
  async () => (await import("../../features/transactions/transactions-place.tsx")).TransactionsPlace,
);
const ExceptionsPlace = later(
  async () => (await import("../../features/exceptions/exceptions-place.tsx")).ExceptionsPlace,
);
const WhatIfPlace = later(async () => (await import("../../features/what-if/what-if-place.tsx")).WhatIfPlace);
const ClosePlace = later(async () => (await import("../../features/close/close-place.tsx")).ClosePlace);
const ActivityPlace = later(
  async () => (await import("../../features/activity/activity-place.tsx")).ActivityPlace,
);
const SettingsPlace = later(
  async () => (await import("../../features/settings/settings-place.tsx")).SettingsPlace,
);

export const PLACES: readonly PlaceEntry[] = [
  { name: "clients", label: "All clients", icon: "ledger", key: "h", Place: ClientsPlace },
  { name: "overview", label: "Overview", icon: "overview", key: "o", Place: OverviewPlace },
  { name: "wallet", label: "Wallet", icon: "wallet", key: "w", Place: WalletPlace },
  { name: "transactions", label: "Transactions", icon: "transactions", key: "t", Place: TransactionsPlace },
  { name: "exceptions", label: "Exceptions", icon: "exceptions", key: "e", Place: ExceptionsPlace },
  { name: "what-if", label: "What if", icon: "what-if", key: "f", Place: WhatIfPlace },
  { name: "close", label: "Close", icon: "sign-off", key: "c", Place: ClosePlace },
  { name: "activity", label: "Activity", icon: "activity", key: "a", Place: ActivityPlace },
  { name: "settings", label: "Settings", icon: "settings", key: "s", Place: SettingsPlace },
];
