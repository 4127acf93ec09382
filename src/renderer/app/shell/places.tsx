/** The places of a ledger, in the order of the rail. A place is wired by its lines here. */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { IconName } from "../../ui/icon.tsx";
import type { PlaceName } from "../../../ipc/places.ts";

export interface PlaceEntry {
  readonly name: Exclude<PlaceName, "welcome">;
  readonly label: string;
  readonly icon: IconName;
  /** After `g`. */
  readonly key: string;
  readonly Place: LazyExoticComponent<ComponentType>;
}

export const PLACES: readonly PlaceEntry[] = [
  {
    name: "overview",
    label: "Overview",
    icon: "overview",
    key: "o",
    Place: lazy(async () => ({
      default: (await import("../../features/overview/overview-place.tsx")).OverviewPlace,
    })),
  },
  {
    name: "wallet",
    label: "Wallet",
    icon: "wallet",
    key: "w",
    Place: lazy(async () => ({
      default: (await import("../../features/wallet/wallet-place.tsx")).WalletPlace,
    })),
  },
  {
    name: "transactions",
    label: "Transactions",
    icon: "transactions",
    key: "t",
    Place: lazy(async () => ({
      default: (await import("../../features/transactions/transactions-place.tsx")).TransactionsPlace,
    })),
  },
  {
    name: "exceptions",
    label: "Exceptions",
    icon: "exceptions",
    key: "e",
    Place: lazy(async () => ({
      default: (await import("../../features/exceptions/exceptions-place.tsx")).ExceptionsPlace,
    })),
  },
  {
    name: "what-if",
    label: "What if",
    icon: "what-if",
    key: "f",
    Place: lazy(async () => ({
      default: (await import("../../features/what-if/what-if-place.tsx")).WhatIfPlace,
    })),
  },
  {
    name: "close",
    label: "Close",
    icon: "sign-off",
    key: "c",
    Place: lazy(async () => ({
      default: (await import("../../features/close/close-place.tsx")).ClosePlace,
    })),
  },
  {
    name: "activity",
    label: "Activity",
    icon: "activity",
    key: "a",
    Place: lazy(async () => ({
      default: (await import("../../features/activity/activity-place.tsx")).ActivityPlace,
    })),
  },
  {
    name: "settings",
    label: "Settings",
    icon: "settings",
    key: "s",
    Place: lazy(async () => ({
      default: (await import("../../features/settings/settings-place.tsx")).SettingsPlace,
    })),
  },
];
